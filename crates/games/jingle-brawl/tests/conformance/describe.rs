//! Actions, events and views as a rules expert writes them.

use tinsel_engine::{SeatIndex, SeatSet};
use tinsel_jingle_brawl::{
    Action, Bid, Chips, DuelView, Ending, Event, GambitChoice, GiftId, GiftView, OwnReport, Pair, Place, Purse,
    ReprisalChoice, ReprisalRight, Spot, View,
};

/// Told for a moment: what led from one view to the next, and no view keeps (section 7).
///
/// A duel that is decided by chance or by the last submission is told from its beginning to its end in one breath, and
/// shown bids may be gone with the turn they belong to. What was hidden until then stays told to its owner only: bids,
/// throws and reports while they are sealed, names and wishes.
pub(crate) fn is_fleeting(event: &Event) -> bool {
    matches!(
        event,
        Event::BidsRevealed { .. }
            | Event::TieBreakCalled { .. }
            | Event::ChallengersNamed { .. }
            | Event::OpenerResponded { .. }
            | Event::ChipsMoved { .. }
            | Event::DuelStarted { .. }
            | Event::MethodChosen { .. }
            | Event::CoinFlipped { .. }
            | Event::DiceRolled { .. }
            | Event::CardsDrawn { .. }
            | Event::ThrowsRevealed { .. }
            | Event::ReportsRevealed { .. }
            | Event::VerdictGiven { .. }
            | Event::DuelEnded { .. }
            | Event::ReprisalOffered(_)
            | Event::ReprisalSkipped(_)
    )
}

pub(crate) fn action(action: &Action) -> String {
    match *action {
        Action::Open { gift } => format!("open({})", id(gift)),
        Action::Bid { amount } => format!("bid({})", amount.map_or_else(unset, |amount| amount.to_string())),
        Action::RespondToBid { choice } => format!("Action::RespondToBid {{ choice: {choice:?} }}"),
        Action::Gambit {
            choice: Some(GambitChoice::Keep),
        } => "keep()".to_owned(),
        Action::Gambit {
            choice: Some(GambitChoice::Target(gift)),
        } => format!("gambit({})", gift.get()),
        Action::Gambit { choice: None } => "gambit(–)".to_owned(),
        Action::ChooseMethod { method } => format!("Action::ChooseMethod {{ method: {method:?} }}"),
        Action::Throw { throw } => format!("Action::Throw {{ throw: {throw:?} }}"),
        Action::Report { winner } => format!("report({})", number(winner)),
        Action::Verdict { winner } => format!("verdict({})", number(winner)),
        Action::Discard { gift } => format!("discard({})", id(gift)),
        Action::Reprisal {
            choice: Some(ReprisalChoice::Decline),
            defender: None,
        } => "decline()".to_owned(),
        Action::Reprisal {
            choice: Some(ReprisalChoice::Target(gift)),
            defender: None,
        } => {
            format!("reprise({})", gift.get())
        }
        Action::Reprisal {
            choice: Some(ReprisalChoice::Target(gift)),
            defender,
        } => {
            format!("reprise_misfit({}, {})", gift.get(), number(defender))
        }
        Action::Reprisal { .. } | Action::ChoosePath { .. } => format!("Action::{action:?}"),
        Action::ChooseDefender { defender } => format!("defend({})", number(defender)),
    }
}

#[expect(
    clippy::too_many_lines,
    reason = "a line for each event, to be read beside the specification"
)]
pub(crate) fn event(event: &Event) -> String {
    let text = match event {
        Event::MatchStarted { options } => format!("{options:?}"),
        Event::NameDrawn { part, turn, seat } => format!("{seat}, {part:?} turn {turn}"),
        Event::GiftOpened {
            seat,
            gift,
            name,
            forced,
        } => format!("{seat}: {gift}, {name:?}{}", mark(*forced, " forced")),
        Event::WishPointsShown { gift, points } => format!("{gift} is worth {points}"),
        Event::BiddingStarted { context, gift, owing } => format!("{context:?} for {gift}: {}", numbers(*owing)),
        Event::BidPlaced { seat } | Event::ThrowMade { seat } | Event::ReportMade { seat } => seat.to_string(),
        Event::BidRecorded { amount } => amount.to_string(),
        Event::BidsRevealed { bids, by_clock } => format!("{}{}", shown(bids), clock(*by_clock)),
        Event::TieBreakCalled { tied, duelists } => format!("{} tied, {} duel", numbers(*tied), numbers(*duelists)),
        Event::ChallengersNamed { first, second } => format!("{first}, then {}", number(*second)),
        Event::OpenerResponded { seat, response } => format!("{seat}: {response:?}"),
        Event::ChipsMoved {
            from,
            to,
            amount,
            reason,
        } => {
            format!("{amount} from {} to {}: {reason:?}", purse(*from), purse(*to))
        }
        Event::DuelStarted {
            kind,
            challenger,
            defender,
            gift,
        } => {
            format!("{kind:?}: {challenger} against {defender} for {}", id(*gift))
        }
        Event::MethodChosen { method, forced } => format!("{method:?}{}", mark(*forced, " forced")),
        Event::CoinFlipped { face, reason } => format!("{face:?} ({reason:?})"),
        Event::DiceRolled { roll, dice } => format!("roll {roll}: {} and {}", dice.challenger, dice.defender),
        Event::CardsDrawn { cards } => format!("{} and {}", cards.challenger, cards.defender),
        Event::ThrowRecorded { throw } => format!("{throw:?}"),
        Event::ThrowsRevealed {
            round,
            throws,
            by_clock,
        } => {
            format!(
                "round {round}: {:?} and {:?}{}",
                throws.challenger,
                throws.defender,
                clock(*by_clock)
            )
        }
        Event::ReportRecorded { winner } => number(*winner),
        Event::ReportsRevealed { reports, by_clock } => format!("{}{}", said(reports), clock(*by_clock)),
        Event::VerdictGiven { head_elf, winner } => format!("{head_elf} for {winner}"),
        Event::DuelEnded { kind, winner, loser } => format!("{kind:?}: {winner} beats {loser}"),
        Event::NaughtyRaised { gift, naughty } => format!("{gift} to {naughty}"),
        Event::GiftMoved { gift, from, to } => format!("{gift} from {} to {}", spot(*from), spot(*to)),
        Event::HeadElfChanged { seat } => seat.to_string(),
        Event::BagChanged { added, removed } => format!("in {}, out {}", numbers(*added), numbers(*removed)),
        Event::GiftKept { seat, gift, forced } => format!("{seat}: {gift}{}", mark(*forced, " forced")),
        Event::GambitDeclared {
            seat,
            gift,
            holder,
            cost,
        } => format!("{seat} for {gift} of {holder}, cost {cost}"),
        Event::ReprisalOffered(right) | Event::ReprisalDeclined(right) | Event::ReprisalSkipped(right) => kick(right),
        Event::ReprisalDeclared {
            seat,
            gift,
            defender,
            misfit,
            cost,
            number,
        } => {
            let misfit = mark(*misfit, " (a Misfit)");
            format!("{number}: {seat} for {gift}{misfit} against {defender}, cost {cost}")
        }
        Event::LotteryStarted { bag, pile } => format!("bag {}, pile {}", numbers(*bag), piled(pile)),
        Event::TargetMisfitDrawn { gift } => gift.to_string(),
        Event::PathChosen {
            seat,
            path,
            steal,
            forced,
        } => {
            let steal = steal.map_or_else(String::new, |price| format!(" {} for {}", price.gift, price.cost));
            format!("{seat}: {path:?}{steal}{}", mark(*forced, " forced"))
        }
        Event::DefenderChosen { seat, defender } => format!("{seat} names {defender}"),
        Event::LastClaim { seat, gift } => format!("{seat}: {gift}"),
        Event::ClockRanOut { seat, phase } => format!("{seat} in {phase:?}"),
        Event::TurnEnded { part, turn } => format!("{part:?} turn {turn}"),
        Event::MatchEnded(told) => ending(told),
    };
    format!("{:<20} {text}", name(event))
}

fn name(event: &Event) -> String {
    let text = format!("{event:?}");
    text.chars().take_while(char::is_ascii_alphanumeric).collect()
}

/// One line for each thing that can change, and none for what is not there.
pub(crate) fn view(view: &View) -> String {
    let mut text = vec![
        format!(
            "phase: {:?}, {:?} turn {} of {}",
            view.phase,
            view.part,
            view.turn,
            number(view.current)
        ),
        format!(
            "awaited: {}, submitted: {}",
            numbers(view.awaited),
            numbers(view.submitted)
        ),
        format!("at stake: {}, pot {}", id(view.turn_gift), view.pot),
    ];
    let now = [
        view.context.map(|context| format!("bids are for: {context:?}")),
        (!view.bids.is_empty()).then(|| format!("bids: {}", shown(&view.bids))),
        view.challengers
            .map(|both| format!("challengers: {} {}", both.first.get(), number(both.second))),
        (view.reprisals > 0).then(|| format!("reprisals: {}", view.reprisals)),
        view.excluded.map(|gift| format!("excluded: {gift}")),
        view.received.map(|gift| format!("received: {gift}")),
        view.duel.as_ref().map(duel),
    ];
    text.extend(now.into_iter().flatten());
    text.push(format!("chips: {}", joined(view.chips.iter().map(Chips::to_string))));
    text.push(format!(
        "bank: {}, head elf: {}, bag: {}",
        view.bank,
        view.head_elf.get(),
        numbers(view.bag)
    ));
    text.extend(view.gifts.iter().map(gift));
    text.push(format!("pile: {}", piled(&view.pile)));
    let own = [
        view.own.and_then(|own| own.bid).map(|bid| format!("own bid: {bid}")),
        view.own
            .and_then(|own| own.throw)
            .map(|throw| format!("own throw: {throw:?}")),
        view.own.and_then(|own| own.report).map(|report| match report {
            OwnReport::Winner(winner) => format!("own report: {winner}"),
            OwnReport::ClockRanOut => "own report: none".to_owned(),
        }),
    ];
    text.extend(own.into_iter().flatten());
    for wishes in &view.wishes {
        let each = wishes
            .gifts
            .iter()
            .map(|wish| format!("g{}={}", wish.gift.get(), wish.points));
        text.push(format!("wishes of {}: {}", wishes.seat, joined(each)));
    }
    text.extend(view.ending.as_ref().map(|told| format!("ending: {}", ending(told))));
    text.join("\n")
}

fn duel(duel: &DuelView) -> String {
    let rounds = duel
        .rounds
        .iter()
        .map(|both| format!("{:?}-{:?}", both.challenger, both.defender));
    let reports = duel
        .reports
        .as_ref()
        .map_or_else(String::new, |reports| format!(", reports {}", said(reports)));
    format!(
        "duel: {:?}, {} against {} for {}, {}, round {}, throws {}{reports}",
        duel.kind,
        duel.challenger.get(),
        duel.defender.get(),
        id(duel.gift),
        duel.method.map_or_else(unset, |method| format!("{method:?}")),
        duel.round,
        joined(rounds)
    )
}

fn gift(gift: &GiftView) -> String {
    let place = match gift.place {
        Place::Wrapped => "wrapped".to_owned(),
        Place::Held(seat) => format!("held by {}", seat.get()),
        Place::Pile(behind) => format!("in the pile, {behind} behind the front"),
        Place::Table => "on the table".to_owned(),
    };
    let inside = gift.name.as_ref().zip(gift.naughty);
    let inside = inside.map_or_else(String::new, |(name, naughty)| format!(", {name:?} (N{naughty})"));
    format!("{}: {place}{inside}", gift.gift)
}

fn ending(told: &Ending) -> String {
    let seats = told.seats.enumerate().map(|(seat, ended)| {
        let score = ended.score.map_or_else(String::new, |score| format!(", worth {score}"));
        let (rank, gift, name, naughty, chips) = (ended.rank, ended.gift, &ended.name, ended.naughty, ended.chips);
        format!("\n  {rank}. {seat}: {gift}, {name:?} (N{naughty}){score}, {chips} chips")
    });
    let seats: String = seats.collect();
    format!(
        "{:?}, bank {}, head elf {}{seats}",
        told.result,
        told.bank,
        told.head_elf.get()
    )
}

fn kick(right: &ReprisalRight) -> String {
    format!("{}: {}, not for {}", right.number, right.seat, right.excluded)
}

fn shown(bids: &[Bid]) -> String {
    joined(bids.iter().map(|bid| format!("{}:{}", bid.seat.get(), bid.amount)))
}

fn said(reports: &Pair<Option<SeatIndex>>) -> String {
    format!("{} and {}", number(reports.challenger), number(reports.defender))
}

fn piled(pile: &[GiftId]) -> String {
    if pile.is_empty() {
        return unset();
    }
    joined(pile.iter().map(|gift| format!("g{}", gift.get())))
}

fn purse(purse: Purse) -> String {
    match purse {
        Purse::Seat(seat) => seat.to_string(),
        Purse::Bank => "the bank".to_owned(),
        Purse::Pot => "the pot".to_owned(),
    }
}

fn spot(spot: Spot) -> String {
    match spot {
        Spot::Seat(seat) => seat.to_string(),
        Spot::Pile => "the pile".to_owned(),
        Spot::Table => "the table".to_owned(),
    }
}

fn clock(seats: SeatSet) -> String {
    if seats.is_empty() {
        return String::new();
    }
    format!(", by the clock {}", numbers(seats))
}

fn mark(marked: bool, text: &str) -> String {
    if marked { text.to_owned() } else { String::new() }
}

fn id(gift: Option<GiftId>) -> String {
    gift.map_or_else(unset, |gift| gift.get().to_string())
}

fn number(seat: Option<SeatIndex>) -> String {
    seat.map_or_else(unset, |seat| seat.get().to_string())
}

fn numbers(seats: SeatSet) -> String {
    if seats.is_empty() {
        return unset();
    }
    joined(seats.iter().map(|seat| seat.get().to_string()))
}

fn joined(words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<_>>().join(" ")
}

fn unset() -> String {
    "–".to_owned()
}
