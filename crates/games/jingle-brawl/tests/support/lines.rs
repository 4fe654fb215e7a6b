//! Events, each in a line with all its fields. The sentences for players omit some of them, such as prices.

use std::fmt::Debug;

use tinsel_engine::{SeatIndex, SeatSet};
use tinsel_jingle_brawl::{Bid, Event, GiftId, Pair, Purse, ReprisalRight, Spot};

/// A name as the specification writes it: `LastClaim` is `LAST_CLAIM`.
pub(crate) fn caps(value: &impl Debug) -> String {
    let mut text = String::new();
    for letter in format!("{value:?}").chars() {
        if letter.is_ascii_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.push(letter.to_ascii_uppercase());
    }
    text
}

pub(crate) fn g(gift: GiftId) -> String {
    format!("g{}", gift.get())
}

pub(crate) fn list(seats: SeatSet) -> String {
    joined(seats.iter().map(|seat| seat.get().to_string()))
}

fn one(seat: Option<SeatIndex>) -> String {
    number(seat.map(SeatIndex::get))
}

fn purse(purse: Purse) -> String {
    match purse {
        Purse::Seat(seat) => seat.get().to_string(),
        Purse::Bank => "BANK".to_owned(),
        Purse::Pot => "POT".to_owned(),
    }
}

fn spot(spot: Spot) -> String {
    match spot {
        Spot::Seat(seat) => seat.get().to_string(),
        Spot::Pile => "PILE".to_owned(),
        Spot::Table => "TABLE".to_owned(),
    }
}

fn forced(forced: bool) -> &'static str {
    if forced { " forced" } else { "" }
}

fn right(what: &str, right: ReprisalRight) -> String {
    format!(
        "reprisal {} {what} to {} without {}",
        right.number,
        right.seat.get(),
        g(right.excluded)
    )
}

/// An event as a line.
#[expect(clippy::too_many_lines, reason = "one row for each event reads best in one place")]
pub(crate) fn line(event: &Event) -> String {
    match event {
        Event::MatchStarted { options } => format!(
            "{} start with {} chips, elf {}, {}, {} rounds, {}",
            options.players.get(),
            options.starting_chips.get(),
            options.head_elf_seat.get(),
            joined(options.duel_methods.iter().map(caps)),
            options.rps_max_rounds,
            caps(&options.scoring)
        ),
        Event::NameDrawn { part, turn, seat } => format!("{} {turn}: {}", caps(part), seat.get()),
        Event::GiftOpened {
            seat,
            gift,
            name,
            forced: only,
        } => {
            format!("{} opens {} {name}{}", seat.get(), g(*gift), forced(*only))
        }
        Event::WishPointsShown { gift, points } => format!("{} is worth {points}", g(*gift)),
        Event::BiddingStarted { context, gift, owing } => {
            format!("bidding {} for {}: {}", caps(context), g(*gift), list(*owing))
        }
        Event::BidPlaced { seat } => format!("{} bid", seat.get()),
        Event::BidRecorded { amount } => format!("own bid {amount}"),
        Event::BidsRevealed { bids, by_default } => format!("bids {}, clock {}", shown(bids), list(*by_default)),
        Event::TieBreakCalled { tied, duelists } => format!("tied {}, duel {}", list(*tied), list(*duelists)),
        Event::ChallengersNamed { first, second } => format!("challengers {} {}", first.get(), one(*second)),
        Event::OpenerResponded { seat, response } => format!("{}: {}", seat.get(), caps(response)),
        Event::ChipsMoved {
            from,
            to,
            amount,
            reason,
        } => {
            format!("{amount} from {} to {} {}", purse(*from), purse(*to), caps(reason))
        }
        Event::GiftMoved { gift, from, to } => format!("{} from {} to {}", g(*gift), spot(*from), spot(*to)),
        Event::HeadElfChanged { seat } => format!("elf {}", seat.get()),
        Event::BagChanged { added, removed } => format!("bag +[{}] -[{}]", list(*added), list(*removed)),
        Event::NaughtyRaised { gift, naughty } => format!("{} is N{naughty}", g(*gift)),
        Event::TurnEnded { part, turn } => format!("{} {turn} ends", caps(part)),
        Event::MatchEnded(_) => "over".to_owned(),
        Event::ClockRanOut { seat, phase } => format!("clock of {} in {}", seat.get(), caps(phase)),
        Event::DuelStarted {
            kind,
            challenger,
            defender,
            gift,
        } => format!(
            "duel {} {} against {} for {}",
            caps(kind),
            challenger.get(),
            defender.get(),
            gift.map_or("nothing".to_owned(), g)
        ),
        Event::MethodChosen { method, forced: only } => format!("method {}{}", caps(method), forced(*only)),
        Event::CoinFlipped { face, reason } => format!("coin {} {}", caps(face), caps(reason)),
        Event::DiceRolled { roll, dice } => format!("roll {roll}: {} {}", dice.challenger, dice.defender),
        Event::CardsDrawn { cards } => format!("cards {}, {}", cards.challenger, cards.defender),
        Event::ThrowMade { seat } => format!("{} threw", seat.get()),
        Event::ThrowRecorded { throw } => format!("own throw {}", caps(throw)),
        Event::ThrowsRevealed {
            round,
            throws,
            by_default,
        } => format!(
            "throws {round}: {} {}, clock {}",
            caps(&throws.challenger),
            caps(&throws.defender),
            list(*by_default)
        ),
        Event::ReportMade { seat } => format!("{} reported", seat.get()),
        Event::ReportRecorded { winner } => format!("own report {}", one(*winner)),
        Event::ReportsRevealed { reports, by_default } => {
            format!("reports {}, clock {}", winners(reports), list(*by_default))
        }
        Event::VerdictGiven { head_elf, winner } => format!("elf {} names {}", head_elf.get(), winner.get()),
        Event::DuelEnded { kind, winner, loser } => {
            format!("{} won by {} from {}", caps(kind), winner.get(), loser.get())
        }
        Event::GiftKept {
            seat,
            gift,
            forced: only,
        } => {
            format!("{} keeps {}{}", seat.get(), g(*gift), forced(*only))
        }
        Event::GambitDeclared {
            seat,
            gift,
            holder,
            cost,
        } => {
            format!("{} gambits for {} of {} at {cost}", seat.get(), g(*gift), holder.get())
        }
        Event::ReprisalOffered(of) => right("offered", *of),
        Event::ReprisalDeclined(of) => right("declined", *of),
        Event::ReprisalSkipped(of) => right("skipped", *of),
        Event::ReprisalDeclared {
            seat,
            gift,
            defender,
            misfit,
            cost,
            number,
        } => {
            let what = if *misfit { "Misfit " } else { "" };
            let (seat, defender) = (seat.get(), defender.get());
            format!(
                "{seat} reprises {number} for {what}{} of {defender} at {cost}",
                g(*gift)
            )
        }
        Event::LotteryStarted { bag, pile } => {
            format!(
                "lottery of {} for {}",
                list(*bag),
                joined(pile.iter().map(|gift| g(*gift)))
            )
        }
        Event::TargetMisfitDrawn { gift } => format!("target {}", g(*gift)),
        Event::PathChosen {
            seat,
            path,
            steal,
            forced: only,
        } => {
            let steal = steal.map_or(String::new(), |price| format!(" {} at {}", g(price.gift), price.cost));
            format!("{} goes {}{steal}{}", seat.get(), caps(path), forced(*only))
        }
        Event::DefenderChosen { seat, defender } => format!("{} names {}", seat.get(), defender.get()),
        Event::LastClaim { seat, gift } => format!("last claim of {} for {}", seat.get(), g(*gift)),
    }
}

fn shown(bids: &[Bid]) -> String {
    joined(bids.iter().map(|bid| format!("{}:{}", bid.seat.get(), bid.amount)))
}

fn winners(reports: &Pair<Option<SeatIndex>>) -> String {
    format!("{} {}", one(reports.challenger), one(reports.defender))
}

fn unset() -> String {
    "-".to_owned()
}

pub(crate) fn joined(words: impl IntoIterator<Item = String>) -> String {
    words.into_iter().collect::<Vec<_>>().join(" ")
}

fn number(number: Option<impl ToString>) -> String {
    number.map_or_else(unset, |number| number.to_string())
}
