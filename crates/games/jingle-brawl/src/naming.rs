//! The things of the game, by their names in the rulebook.

use tinsel_engine::present::{Arg, Component, Id, Identified};

use crate::components::{GiftId, Method, SEATS_MAX, Throw};

/// Every gift, duel method and throw, and the special actions and costs of the rulebook.
pub(crate) fn all() -> Vec<Component> {
    let gifts = (0..SEATS_MAX).map(|number| Component {
        id: gift_id(GiftId::new(number)),
        kind: "gift",
        title: format!("parcel {}", u16::from(number) + 1).into(),
        text: "A wrapped gift. Its name appears when it is opened, and its Naughty Level then starts at 0.".into(),
        symbol: (u16::from(number) + 1).to_string().into(),
        art: None,
    });
    let row = |(kind, name, title, symbol, text): Row| Component {
        id: format!("{kind}.{name}").into(),
        kind,
        title: title.into(),
        text: text.into(),
        symbol: symbol.into(),
        art: None,
    };
    gifts.chain(ROWS.into_iter().map(row)).collect()
}

/// Kind, name, title, symbol and effect.
type Row = (&'static str, &'static str, &'static str, &'static str, &'static str);

const ROWS: [Row; 20] = [
    (
        "method",
        "coin_flip",
        "coin flip",
        "CF",
        "A coin decides: heads for the Challenger, tails for the Defender.",
    ),
    (
        "method",
        "dice_roll_off",
        "dice roll-off",
        "DR",
        "Each duelist rolls a die. The higher one wins; equal dice roll again.",
    ),
    (
        "method",
        "high_card",
        "high card",
        "HC",
        "Each duelist draws a card. The higher rank wins, then the higher suit.",
    ),
    (
        "method",
        "rock_paper_scissors",
        "rock-paper-scissors",
        "RP",
        "Both duelists throw in secret. Equal throws are repeated, and after too many a coin decides.",
    ),
    (
        "method",
        "reported",
        "reported duel",
        "RD",
        "The duel takes place elsewhere. Both duelists report the winner in secret; if they differ, the Head Elf decides.",
    ),
    ("throw", "rock", "rock", "R", "Beats scissors."),
    ("throw", "paper", "paper", "P", "Beats rock."),
    ("throw", "scissors", "scissors", "S", "Beats paper."),
    (
        "token",
        "chip",
        "Jingle Chip",
        "¢",
        "Chips pay for bids and challenges. Defending is free.",
    ),
    (
        "title",
        "head_elf",
        "Head Elf",
        "HE",
        "Decides reported duels on which the duelists disagree. Whoever has a gift sent to the Misfit Gift pile becomes Head Elf.",
    ),
    (
        "place",
        "santa_sack",
        "Santa Sack",
        "SS",
        "The draw bag with the names of players whose turn is still to come. A player without a gift returns to it.",
    ),
    (
        "place",
        "misfit_pile",
        "Misfit Gift pile",
        "MP",
        "Gifts that nobody holds, oldest first. They are given away in the Misfit Lottery.",
    ),
    (
        "place",
        "north_pole_fund",
        "North Pole Fund",
        "NP",
        "The bank. It receives costs and Santa Tax, and pays dividends, also if it has too few chips.",
    ),
    (
        "rule",
        "naughty_level",
        "Naughty Level",
        "NL",
        "The number of duels for a gift. A direct challenge for the gift costs 1 chip more than its Naughty Level.",
    ),
    (
        "rule",
        "standard_duel",
        "standard duel",
        "SD",
        "The duel of Challenger 1 with the opener for the opened gift, after the bids.",
    ),
    (
        "rule",
        "gambit",
        "Grinch's Gambit",
        "GG",
        "If nobody bids, the opener may pay to challenge another player for the gift of that player.",
    ),
    (
        "rule",
        "reprisal",
        "Reindeer Reprisal",
        "RR",
        "The loser of a standard duel or a Gambit may pay to challenge for another gift, also a Misfit. At most 2 follow each other.",
    ),
    (
        "rule",
        "santa_tax",
        "Santa Tax",
        "ST",
        "If the pot of a duel has 3 chips or more, 1 goes to the North Pole Fund.",
    ),
    (
        "rule",
        "dividend",
        "Loser's Dividend",
        "LD",
        "The loser of a duel gets 1 chip. Tie-break and yield duels and all duels of the Misfit Lottery pay none.",
    ),
    (
        "rule",
        "toll",
        "Misfit Toll",
        "MT",
        "An active player who loses to a chosen defender takes the Misfit and pays that defender 1 chip.",
    ),
];

/// The ID of a gift.
pub(crate) fn gift_id(gift: GiftId) -> Id {
    format!("gift.{}", gift.get()).into()
}

/// A gift by the number on its wrapping, as a value of a sentence.
pub(crate) fn gift(gift: GiftId) -> Arg {
    Arg::Component {
        id: gift_id(gift),
        title: format!("parcel {}", u16::from(gift.get()) + 1).into(),
    }
}

/// A thing of the table above, as a value of a sentence.
pub(crate) fn named(id: &'static str) -> Arg {
    let row = ROWS
        .into_iter()
        .find(|(kind, name, ..)| id.split_once('.') == Some((kind, name)));
    Arg::Component {
        id: id.into(),
        title: row.map_or(id, |(_, _, title, ..)| title).into(),
    }
}

/// The ID of a method.
pub(crate) const fn method_id(method: Method) -> &'static str {
    match method {
        Method::CoinFlip => "method.coin_flip",
        Method::DiceRollOff => "method.dice_roll_off",
        Method::HighCard => "method.high_card",
        Method::RockPaperScissors => "method.rock_paper_scissors",
        Method::Reported => "method.reported",
    }
}

/// The ID of a throw.
pub(crate) const fn throw_id(throw: Throw) -> &'static str {
    match throw {
        Throw::Rock => "throw.rock",
        Throw::Paper => "throw.paper",
        Throw::Scissors => "throw.scissors",
    }
}

impl Identified for GiftId {
    fn id(&self) -> Id {
        gift_id(*self)
    }

    fn of_id(id: &str) -> Option<Self> {
        Some(Self::new(id.strip_prefix("gift.")?.parse().ok()?))
    }
}

impl Identified for Method {
    fn id(&self) -> Id {
        method_id(*self).into()
    }

    fn of_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method_id(*method) == id)
    }
}

impl Identified for Throw {
    fn id(&self) -> Id {
        throw_id(*self).into()
    }

    fn of_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|throw| throw_id(*throw) == id)
    }
}
