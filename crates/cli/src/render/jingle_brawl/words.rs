//! Words for what messages say in numbers.

use tinsel_proto::games::jingle_brawl::v1::{Card, DuelKind, DuelMethod, Phase, Suit, Throw};

/// `1 chip`, `2 chips`.
pub(super) fn chips(amount: impl Into<i64>) -> String {
    match amount.into() {
        1 => "1 chip".to_owned(),
        several => format!("{several} chips"),
    }
}

/// How a method is typed, and read.
pub(crate) const METHODS: [(&str, DuelMethod, &str); 5] = [
    ("coin", DuelMethod::CoinFlip, "a coin flip"),
    ("dice", DuelMethod::DiceRollOff, "dice"),
    ("card", DuelMethod::HighCard, "the high card"),
    ("rps", DuelMethod::RockPaperScissors, "rock, paper, scissors"),
    ("report", DuelMethod::Reported, "a duel away from the table"),
];

pub(super) fn method(method: DuelMethod) -> &'static str {
    let known = METHODS.iter().find(|(_, known, _)| *known == method);
    known.map_or("?", |(_, _, text)| text)
}

pub(super) const fn throw(throw: Throw) -> &'static str {
    match throw {
        Throw::Unspecified => "?",
        Throw::Rock => "rock",
        Throw::Paper => "paper",
        Throw::Scissors => "scissors",
    }
}

/// What a duel is called.
pub(super) const fn duel(kind: DuelKind) -> &'static str {
    match kind {
        DuelKind::TieBreak => "Tie-break",
        DuelKind::Yield => "Duel of the Challengers",
        DuelKind::Gambit => "Grinch's Gambit",
        DuelKind::Reprisal => "Reindeer Reprisal",
        DuelKind::Steal => "Steal",
        DuelKind::Unspecified
        | DuelKind::Standard
        | DuelKind::ChosenDefender
        | DuelKind::Auction
        | DuelKind::LastClaim => "Duel",
    }
}

pub(super) fn card(card: Option<&Card>) -> String {
    let Some(card) = card else {
        return "?".to_owned();
    };
    let rank = match card.rank {
        11 => "jack".to_owned(),
        12 => "queen".to_owned(),
        13 => "king".to_owned(),
        14 => "ace".to_owned(),
        number => number.to_string(),
    };
    let suit = match card.suit() {
        Suit::Unspecified => "?",
        Suit::Clubs => "clubs",
        Suit::Diamonds => "diamonds",
        Suit::Hearts => "hearts",
        Suit::Spades => "spades",
    };
    format!("{rank} of {suit}")
}

/// What is waited for, in words.
pub(super) const fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Unspecified => "",
        Phase::Opening => "a gift is to be opened",
        Phase::Bidding => "sealed bids",
        Phase::YieldChoice => "the Opener stands or yields",
        Phase::GambitChoice => "nobody bid: keep the gift or try the Grinch's Gambit",
        Phase::PathChoice => "Path A, steal a gift, or Path B, have the Misfit bid on",
        Phase::DefenderChoice => "nobody bid: somebody is to be picked for a duel",
        Phase::DuelMethod => "how to duel",
        Phase::DuelThrow => "hidden throws",
        Phase::DuelReport => "hidden reports",
        Phase::DuelVerdict => "the Head Elf's verdict",
        Phase::DiscardChoice => "one of two gifts goes to the Misfits",
        Phase::ReprisalChoice => "the loser may declare a Reindeer Reprisal",
        Phase::Finished => "the match is over",
    }
}
