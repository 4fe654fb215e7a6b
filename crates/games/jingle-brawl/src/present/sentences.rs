//! Events as sentences.

use tinsel_engine::present::{Arg, Text};

use super::words;
use crate::{
    components::{Chips, CoinReason, Context, Face, GiftId, Path, Phase, Purse, Reason, Response, Spot},
    event::{Event, ReprisalRight},
    naming::{gift, named},
};

/// The event as sentences.
#[expect(clippy::too_many_lines, reason = "one arm for each event")]
pub(super) fn sentence(event: &Event) -> Text {
    match event {
        Event::MatchStarted { options } => Text::new(
            "match_started",
            "Every player starts with {chips|chip|chips}, and {elf} is {title}.",
        )
        .with("chips", options.starting_chips.get())
        .with("elf", options.head_elf_seat)
        .with("title", named("title.head_elf")),
        Event::NameDrawn { part, turn, seat } => Text::new("name_drawn", "{turn}: {player} is drawn from the {sack}.")
            .with("turn", words::turn(*part, *turn))
            .with("player", *seat)
            .with("sack", named("place.santa_sack")),
        Event::GiftOpened {
            seat,
            gift,
            name,
            forced,
        } => {
            let text = match forced {
                true => Text::new("gift_opened_last", "{player} opens the last parcel: {gift}."),
                false => Text::new("gift_opened", "{player} opens {gift}."),
            };
            text.with("player", *seat).with("gift", words::opened(*gift, name))
        }
        Event::WishPointsShown { gift: of, points } => Text::new(
            "wish",
            "The gift in {parcel} is worth {points|wish point|wish points} to you.",
        )
        .with("parcel", gift(*of))
        .with("points", *points),
        Event::BiddingStarted {
            context,
            gift: of,
            owing,
        } => bidding(*context).with("parcel", gift(*of)).with("players", *owing),
        Event::BidPlaced { seat } => Text::new("bid_placed", "{player} has sealed a bid.").with("player", *seat),
        Event::BidRecorded { amount } => {
            Text::new("bid_recorded", "Your sealed bid is {chips|chip|chips}.").with("chips", amount.get())
        }
        Event::BidsRevealed { bids, by_default } => Text::new("bids_revealed", "The bids are revealed: {bids}.{late}")
            .with("bids", words::bids(bids))
            .with("late", words::late(*by_default)),
        Event::TieBreakCalled { tied, duelists } if tied == duelists => Text::new(
            "tied",
            "{players} made the highest bid and duel for the right to challenge.",
        )
        .with("players", *tied),
        Event::TieBreakCalled { tied, duelists } => Text::new(
            "tied_drawn",
            "{players} made the highest bid. {duelists} are drawn and duel for the right to challenge.",
        )
        .with("players", *tied)
        .with("duelists", *duelists),
        Event::ChallengersNamed { first, second: None } => {
            Text::new("challenger", "{first} is Challenger 1.").with("first", *first)
        }
        Event::ChallengersNamed {
            first,
            second: Some(second),
        } => Text::new("challengers", "{first} is Challenger 1 and {second} is Challenger 2.")
            .with("first", *first)
            .with("second", *second),
        Event::OpenerResponded { seat, response } => {
            let text = match response {
                Response::Stand => Text::new("stands", "{player} stands and duels Challenger 1."),
                Response::Yield => Text::new("yields", "{player} yields: the two Challengers duel for the gift."),
            };
            text.with("player", *seat)
        }
        Event::ChipsMoved {
            from,
            to,
            amount,
            reason,
        } => chips(*from, *to, *amount, *reason),
        Event::GiftMoved { gift: of, from, to } => moved(*of, *from, *to),
        Event::NaughtyRaised { gift: of, naughty } => {
            Text::new("naughty", "The {level} of {parcel} rises to {naughty}.")
                .with("level", named("rule.naughty_level"))
                .with("parcel", gift(*of))
                .with("naughty", naughty.get())
        }
        Event::HeadElfChanged { seat } => Text::new("head_elf", "{player} is the new {title}.")
            .with("player", *seat)
            .with("title", named("title.head_elf")),
        Event::BagChanged { added, removed } => Text::new(
            "bag_changed",
            "Names put into the {sack}: {added}. Names taken out: {removed}.",
        )
        .with("sack", named("place.santa_sack"))
        .with("added", *added)
        .with("removed", *removed),
        Event::TurnEnded { part, turn } => {
            Text::new("turn_ended", "{turn} is over.").with("turn", words::turn(*part, *turn))
        }
        Event::ClockRanOut { seat, phase } => Text::new(
            "clock",
            "{player} did not answer in time; the default applies ({decision}).",
        )
        .with("player", *seat)
        .with("decision", Arg::word(decision(*phase))),
        Event::MatchEnded(ending) => {
            Text::new("match_ended", "The match is over.{lines}").with("lines", Arg::lines(words::ending(ending)))
        }
        Event::LotteryStarted { bag, pile } => Text::new(
            "lottery",
            "The Misfit Lottery begins for {players}. The Misfits, oldest first: {pile}.",
        )
        .with("players", *bag)
        .with("pile", Arg::list(pile.iter().map(|of| gift(*of)))),
        Event::TargetMisfitDrawn { gift: of } => {
            Text::new("target", "The oldest Misfit is at stake: {parcel}.").with("parcel", gift(*of))
        }
        Event::LastClaim { seat, gift: of } => Text::new(
            "last_claim",
            "{player} is the last player without a gift and claims {parcel}.",
        )
        .with("player", *seat)
        .with("parcel", gift(*of)),
        Event::DuelStarted {
            kind,
            challenger,
            defender,
            gift: of,
        } => {
            let text = match of {
                Some(of) => Text::new(
                    "duel_started",
                    "{challenger} challenges {defender} for {parcel} ({kind}).",
                )
                .with("parcel", gift(*of)),
                None => Text::new("duel_tie", "{challenger} duels {defender} ({kind})."),
            };
            text.with("challenger", *challenger)
                .with("defender", *defender)
                .with("kind", words::duel(*kind))
        }
        Event::MethodChosen { method, forced } => {
            let text = match forced {
                true => Text::new("method_only", "The only method is {method}."),
                false => Text::new("method", "The defender chooses {method}."),
            };
            text.with("method", words::method(*method))
        }
        Event::CoinFlipped { face, reason } => coin(*face, *reason),
        Event::DiceRolled { roll, dice } => Text::new("dice", "Roll {roll}: {dice}.")
            .with("roll", *roll)
            .with("dice", words::pair(&dice.map(|die| Arg::from(*die)))),
        Event::CardsDrawn { cards } => {
            Text::new("cards", "The cards: {cards}.").with("cards", words::pair(&cards.map(|card| words::card(*card))))
        }
        Event::ThrowMade { seat } => Text::new("throw_made", "{player} has thrown.").with("player", *seat),
        Event::ThrowRecorded { throw } => {
            Text::new("throw_recorded", "You throw {throw}.").with("throw", words::throw(*throw))
        }
        Event::ThrowsRevealed {
            round,
            throws,
            by_default,
        } => Text::new("throws", "Throw {round}: {throws}.{late}")
            .with("round", *round)
            .with("throws", words::pair(&throws.map(|throw| words::throw(*throw))))
            .with("late", words::late(*by_default)),
        Event::ReportMade { seat } => Text::new("report_made", "{player} has reported.").with("player", *seat),
        Event::ReportRecorded { winner: Some(winner) } => {
            Text::new("report_recorded", "You report that {winner} won.").with("winner", *winner)
        }
        Event::ReportRecorded { winner: None } => Text::new("report_missed", "You did not report in time."),
        Event::ReportsRevealed { reports, by_default } => {
            Text::new("reports", "The reported winners: {reports}.{late}")
                .with("reports", words::reports(reports))
                .with("late", words::late(*by_default))
        }
        Event::VerdictGiven { head_elf, winner } => Text::new("verdict", "{title} {elf} decides that {winner} won.")
            .with("title", named("title.head_elf"))
            .with("elf", *head_elf)
            .with("winner", *winner),
        Event::DuelEnded { kind, winner, loser } => Text::new("duel_ended", "{winner} beats {loser} in the {kind}.")
            .with("winner", *winner)
            .with("loser", *loser)
            .with("kind", words::duel(*kind)),
        Event::GiftKept { seat, gift: of, forced } => {
            let text = match forced {
                true => Text::new("gift_kept_only", "{player} keeps {parcel}, the only choice."),
                false => Text::new("gift_kept", "{player} keeps {parcel}."),
            };
            text.with("player", *seat).with("parcel", gift(*of))
        }
        Event::GambitDeclared {
            seat, gift: of, holder, ..
        } => Text::new("gambit", "{player} declares a {gambit} for {parcel} of {holder}.")
            .with("player", *seat)
            .with("gambit", named("rule.gambit"))
            .with("parcel", gift(*of))
            .with("holder", *holder),
        Event::ReprisalOffered(of) => reprisal(
            "reprisal_offered",
            "{player} may declare {reprisal} {number}, but not for {parcel}.",
            of,
        ),
        Event::ReprisalDeclined(of) => reprisal(
            "reprisal_declined",
            "{player} declines {reprisal} {number} ({parcel} was excluded).",
            of,
        ),
        Event::ReprisalSkipped(of) => reprisal(
            "reprisal_skipped",
            "There is no gift that {player} can challenge for in {reprisal} {number} ({parcel} is excluded).",
            of,
        ),
        Event::ReprisalDeclared {
            seat,
            gift: of,
            defender,
            misfit,
            number,
            ..
        } => {
            let text = match misfit {
                true => Text::new(
                    "reprisal_misfit",
                    "{player} declares {reprisal} {number} for the Misfit {parcel}, defended by {defender}.",
                ),
                false => Text::new(
                    "reprisal",
                    "{player} declares {reprisal} {number} for {parcel} of {defender}.",
                ),
            };
            text.with("player", *seat)
                .with("reprisal", named("rule.reprisal"))
                .with("number", *number)
                .with("parcel", gift(*of))
                .with("defender", *defender)
        }
        Event::PathChosen {
            seat,
            path,
            steal,
            forced,
        } => {
            let text = match (path, steal, forced) {
                (Path::Steal, Some(price), _) => {
                    Text::new("path_steal", "{player} takes Path A and challenges for {parcel}.")
                        .with("parcel", gift(price.gift))
                }
                (_, _, true) => Text::new(
                    "path_auction_only",
                    "{player} can only take Path B: the others may bid for the Misfit.",
                ),
                (_, _, false) => Text::new(
                    "path_auction",
                    "{player} takes Path B: the others may bid for the Misfit.",
                ),
            };
            text.with("player", *seat)
        }
        Event::DefenderChosen { seat, defender } => {
            Text::new("defender", "{player} chooses {defender} as the defender.")
                .with("player", *seat)
                .with("defender", *defender)
        }
    }
}

fn bidding(context: Context) -> Text {
    match context {
        Context::Main => Text::new("bidding", "Sealed bids for the right to duel for {parcel}: {players}."),
        Context::Auction => Text::new(
            "bidding_auction",
            "Sealed bids for the right to duel for the Misfit {parcel}: {players}.",
        ),
        Context::LastClaim => Text::new(
            "bidding_claim",
            "The others may bid for the right to duel for {parcel}: {players}.",
        ),
    }
}

/// A sentence about a right to a Reprisal.
fn reprisal(key: &'static str, pattern: &'static str, right: &ReprisalRight) -> Text {
    Text::new(key, pattern)
        .with("player", right.seat)
        .with("reprisal", named("rule.reprisal"))
        .with("number", right.number)
        .with("parcel", gift(right.excluded))
}

fn chips(from: Purse, to: Purse, amount: Chips, reason: Reason) -> Text {
    let text = match reason {
        Reason::Bid => Text::new("chips_bid", "{from} pays the bid of {chips|chip|chips} into {to}."),
        Reason::HalfBid => Text::new(
            "chips_half_bid",
            "{from} pays half the bid, {chips|chip|chips}, into {to}.",
        ),
        Reason::MinimumCost => Text::new("chips_cost", "{from} pays {chips|chip|chips} to the {to}."),
        Reason::SantaTax => Text::new("chips_tax", "Santa Tax: {from} pays {chips|chip|chips} to the {to}."),
        Reason::Pot => Text::new("chips_pot", "{to} gets {chips|chip|chips} from {from}."),
        Reason::Toll => Text::new(
            "chips_toll",
            "{from} pays the Misfit Toll of {chips|chip|chips} to {to}.",
        ),
        Reason::Dividend => Text::new(
            "chips_dividend",
            "Loser's Dividend: {to} gets {chips|chip|chips} from the {from}.",
        ),
    };
    text.with("from", capital(from))
        .with("to", words::purse(to))
        .with("chips", amount.get())
}

/// A purse that may begin a sentence.
fn capital(purse: Purse) -> Arg {
    match purse {
        Purse::Pot => Text::new("pot", "the pot").into(),
        Purse::Seat(_) | Purse::Bank => words::purse(purse),
    }
}

fn moved(of: GiftId, from: Spot, to: Spot) -> Text {
    Text::new("gift_moved", "The gift in {parcel} goes from {from} to {to}.")
        .with("parcel", gift(of))
        .with("from", words::spot(from))
        .with("to", words::spot(to))
}

fn coin(face: Face, reason: CoinReason) -> Text {
    let text = match reason {
        CoinReason::Method => Text::new("coin", "The coin shows {face}."),
        CoinReason::TieBound => Text::new("coin_tie", "Too many ties, so a coin decides: {face}."),
        CoinReason::Dispute => Text::new("coin_dispute", "The Head Elf is a duelist, so a coin decides: {face}."),
        CoinReason::VerdictClock => Text::new(
            "coin_clock",
            "The Head Elf did not decide in time, so a coin decides: {face}.",
        ),
    };
    let face = match face {
        Face::Heads => Text::new("heads", "heads, for the Challenger"),
        Face::Tails => Text::new("tails", "tails, for the Defender"),
    };
    text.with("face", face)
}

const fn decision(phase: Phase) -> &'static str {
    match phase {
        Phase::Opening => "the first parcel is opened",
        Phase::Bidding => "no bid",
        Phase::YieldChoice => "stand",
        Phase::GambitChoice => "keep the gift",
        Phase::PathChoice => "Path B",
        Phase::DefenderChoice => "the default defender",
        Phase::DuelMethod => "the first method",
        Phase::DuelThrow => "a random throw",
        Phase::DuelReport => "no report",
        Phase::DuelVerdict => "a coin",
        Phase::DiscardChoice => "the new gift goes to the Misfit Gift pile",
        Phase::ReprisalChoice => "no Reprisal",
        Phase::Finished => "nothing",
    }
}
