//! Phrases that events, scenes and forms share.

use tinsel_engine::{
    SeatIndex, SeatSet,
    present::{Arg, Text},
};

use crate::{
    components::{Card, DuelKind, GiftId, Method, Pair, Part, Purse, Spot, Suit, Throw},
    event::Bid,
    naming::{gift, method_id, named, throw_id},
    score::{Ending, ResultKind, SeatEnding},
};

/// The turn of a part.
pub(super) fn turn(part: Part, turn: u8) -> Text {
    let text = match part {
        Part::Main => Text::new("main_turn", "Main Game, turn {turn}"),
        Part::Lottery => Text::new("lottery_turn", "Misfit Lottery, turn {turn}"),
    };
    text.with("turn", turn)
}

/// A method as a value.
pub(crate) fn method(method: Method) -> Arg {
    named(method_id(method))
}

/// A throw as a value.
pub(super) fn throw(throw: Throw) -> Arg {
    named(throw_id(throw))
}

/// A card, such as "queen of hearts".
pub(super) fn card(card: Card) -> Arg {
    let suit = match card.suit {
        Suit::Clubs => "clubs",
        Suit::Diamonds => "diamonds",
        Suit::Hearts => "hearts",
        Suit::Spades => "spades",
    };
    Arg::word(format!("{:?} of {suit}", card.rank).to_lowercase())
}

/// The name of a kind of duel.
pub(super) fn duel(kind: DuelKind) -> Text {
    match kind {
        DuelKind::TieBreak => Text::new("duel_tie_break", "tie-break duel"),
        DuelKind::Standard => Text::new("duel_standard", "{duel}").with("duel", named("rule.standard_duel")),
        DuelKind::Yield => Text::new("duel_yield", "yield duel"),
        DuelKind::Gambit => Text::new("duel_gambit", "duel of a {gambit}").with("gambit", named("rule.gambit")),
        DuelKind::Reprisal => {
            Text::new("duel_reprisal", "duel of a {reprisal}").with("reprisal", named("rule.reprisal"))
        }
        DuelKind::Steal => Text::new("duel_steal", "duel of a steal"),
        DuelKind::ChosenDefender => Text::new("duel_chosen", "duel with a chosen defender"),
        DuelKind::Auction => Text::new("duel_auction", "duel of the auction"),
        DuelKind::LastClaim => Text::new("duel_last_claim", "duel with the last player"),
    }
}

/// A place of chips.
pub(super) fn purse(purse: Purse) -> Arg {
    match purse {
        Purse::Seat(seat) => seat.into(),
        Purse::Bank => named("place.north_pole_fund"),
        Purse::Pot => Text::new("pot", "the pot").into(),
    }
}

/// A place of gifts.
pub(super) fn spot(spot: Spot) -> Arg {
    match spot {
        Spot::Seat(seat) => seat.into(),
        Spot::Pile => Text::new("the_pile", "the {pile}")
            .with("pile", named("place.misfit_pile"))
            .into(),
        Spot::Table => Text::new("the_table", "the table").into(),
    }
}

/// Bids.
pub(super) fn bids(bids: &[Bid]) -> Arg {
    let bid = |bid: &Bid| {
        Text::new("bid_of", "{chips} by {player}")
            .with("player", bid.seat)
            .with("chips", bid.amount.get())
    };
    Arg::list(bids.iter().map(bid))
}

/// Who did not answer in time; empty if nobody.
pub(super) fn late(late: SeatSet) -> Arg {
    if late.is_empty() {
        return Arg::word("");
    }
    Text::new("late", " Not in time, so the default applied: {players}.")
        .with("players", late)
        .into()
}

/// Values of both duelists.
pub(super) fn pair(pair: &Pair<Arg>) -> Text {
    Text::new("against", "{challenger} against {defender}")
        .with("challenger", pair.challenger.clone())
        .with("defender", pair.defender.clone())
}

/// The reported winners.
pub(super) fn reports(reports: &Pair<Option<SeatIndex>>) -> Text {
    let report =
        |winner: &Option<SeatIndex>| winner.map_or_else(|| Text::new("no_report", "no report").into(), Arg::from);
    pair(&reports.map(report))
}

/// An opened gift by parcel and name.
pub(super) fn opened(number: GiftId, name: &str) -> Text {
    Text::new("opened_gift", "{parcel}, “{name}”")
        .with("parcel", gift(number))
        .with("name", Arg::word(name.to_owned()))
}

/// The result of the match, one line for each seat.
pub(super) fn ending(ending: &Ending) -> Vec<Text> {
    let is_equal = ending.seats.iter().all(|end| end.rank == 1);
    let line = |(seat, end): (SeatIndex, &SeatEnding)| {
        let (key, pattern) = match (ending.result, end.score) {
            (ResultKind::Ranked, Some(_)) => (
                "end_ranked",
                "Rank {rank}: {player} with {gift} (Naughty Level {naughty}), worth {score|wish point|wish points}, and {chips|chip|chips}.",
            ),
            (ResultKind::Ranked, None) => (
                "end_unscored",
                "Rank {rank}: {player} with {gift} (Naughty Level {naughty}) and {chips|chip|chips}.",
            ),
            (ResultKind::Shared, _) if is_equal => (
                "end_shared",
                "{player} keeps {gift} (Naughty Level {naughty}) and {chips|chip|chips}.",
            ),
            (ResultKind::Shared, _) => (
                "end_forfeited",
                "{player} keeps {gift} (Naughty Level {naughty}) and {chips|chip|chips}; rank {rank}, because of a forfeit.",
            ),
        };
        let text = match (ending.result, is_equal) {
            (ResultKind::Shared, true) => Text::new(key, pattern),
            _ => Text::new(key, pattern).with("rank", end.rank),
        };
        let text = text
            .with("player", seat)
            .with("gift", opened(end.gift, &end.name))
            .with("naughty", end.naughty.get())
            .with("chips", end.chips.get());
        match (ending.result, end.score) {
            (ResultKind::Ranked, Some(score)) => text.with("score", score),
            (ResultKind::Ranked, None) | (ResultKind::Shared, _) => text,
        }
    };
    let bank = Text::new("end_bank", "The {fund} has {bank|chip|chips}, and {elf} is {title}.")
        .with("fund", named("place.north_pole_fund"))
        .with("bank", ending.bank.get())
        .with("elf", ending.head_elf)
        .with("title", named("title.head_elf"));
    ending.seats.enumerate().map(line).chain([bank]).collect()
}
