//! Options.

mod first_dealer;
mod specials;

use serde::{Deserialize, Serialize};
use tinsel_engine::{
    ConfigError, SeatCount, SeatIndex, Wire, option_reasons,
    options::{FlagOption, GameOption, NumberOption, SeatsOption},
    present::{Reader, Text},
};

use crate::components::{Cards, Gift, SEATS_MAX, SEATS_MIN, Special};

option_reasons! {
    /// The requested number of seats is missing or not 3 to 8.
    #[malformed(remedy = "Request 3 to 8 seats.")]
    PLAYERS_OUT_OF_RANGE;
    /// `deals` is out of range.
    #[malformed(remedy = "Send 1 to 20, or omit it.")]
    DEALS_OUT_OF_RANGE;
    /// `elves` is out of range.
    #[malformed(remedy = "Send 0 to 8, or omit it.")]
    ELVES_OUT_OF_RANGE;
    /// `specials` contains Elves, or an unspecified or unknown value.
    #[malformed(
        remedy = "List only Santa, Tree, Fruitcake, Scrooge, Carol, Mouse and Ghost; set the number of Elves in `elves`."
    )]
    SPECIAL_UNKNOWN;
    /// `specials` lists a card twice, but the deck has one of each.
    #[malformed(remedy = "List each card at most once.")]
    SPECIAL_DUPLICATE;
    /// `specials` lists a card that a match of 3 seats does not use.
    #[malformed(remedy = "With 3 seats list only Santa, Tree and Fruitcake.")]
    SPECIAL_NOT_FOR_THREE;
    /// `first_dealer` is not a seat of the match.
    #[malformed(remedy = "Name a seat of the match, or omit it for a random dealer.")]
    FIRST_DEALER_OUT_OF_RANGE;
}

static PLAYERS: SeatsOption = SeatsOption {
    range: SEATS_MIN..=SEATS_MAX,
    default: None,
    reason: PLAYERS_OUT_OF_RANGE,
    sentence: "Secret Santa needs 3 to 8 players.",
};

// SS-R3
static DEALS: NumberOption = NumberOption {
    name: "deals",
    meaning: "the number of deals; the points of all deals are added",
    range: 1..=20,
    also: "",
    default: 3,
    means: "",
    unit: "deals",
    title: Text::new("option_deals", "Number of deals"),
    help: Some(Text::new("option_deals_help", "The points of all deals are added.")),
    reason: DEALS_OUT_OF_RANGE,
};

// SS-R1
static ELVES: NumberOption = NumberOption {
    name: "elves",
    meaning: "the number of Elves in the deck",
    range: 0..=8,
    also: "",
    default: 3,
    means: "",
    unit: "cards",
    title: Text::new("option_elves", "Elves in the deck"),
    help: None,
    reason: ELVES_OUT_OF_RANGE,
};

// SS-53
static AUTO_FINAL_GIFT: FlagOption = FlagOption {
    name: "auto_final_gift",
    meaning: "whether the service declares \"Final Gift!\" for all players, so that no player can forget it",
    title: Text::new("option_auto_final_gift", "Automatic \"Final Gift!\""),
    help: Some(Text::new(
        "option_auto_final_gift_help",
        "The game declares \"Final Gift!\" for every player. Otherwise, a player with one card left must declare \
         it, or miss a turn.",
    )),
    default: false,
};

/// The options, in the order in which they are checked (section 4 of the rules).
pub(crate) const OPTIONS: &[&dyn GameOption] = &[
    &PLAYERS,
    &DEALS,
    &ELVES,
    &specials::SPECIALS,
    &first_dealer::FIRST_DEALER,
    &AUTO_FINAL_GIFT,
];

/// The number of seats that play with the smaller deck.
// SS-72
const SMALL_TABLE: u8 = 3;
/// The lowest value of the smaller deck.
// SS-72
const LOWEST_FOR_THREE: u8 = 4;

/// Options as a caller requested them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Wire)]
#[wire(as = Config)]
pub struct Draft {
    /// The number of deals; `None` if omitted.
    pub deals: Option<u32>,
    /// The number of Elves; `None` if omitted.
    pub elves: Option<u32>,
    /// The special cards besides the Elves, `None` for an unknown one; if omitted, the deck has all of them.
    #[wire(with = crate::wire::special_list)]
    pub specials: Option<Vec<Option<Special>>>,
    /// The first dealer; drawn if omitted.
    pub first_dealer: Option<u32>,
    /// Whether the engine declares every Final Gift.
    pub auto_final_gift: bool,
}

/// Valid options, each with a value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Config {
    /// The number of seats.
    pub players: SeatCount,
    /// The number of deals of a match.
    pub deals: u8,
    /// The number of Elves in the deck.
    pub elves: u8,
    /// The other special cards in the deck, in canonical order.
    // SS-73
    pub specials: Vec<Special>,
    /// The first dealer; `None` if it is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_dealer: Option<SeatIndex>,
    /// Whether the engine declares every Final Gift (SS-53).
    pub auto_final_gift: bool,
}

impl Config {
    /// The options, which are all public. A first dealer that is drawn stays unset.
    pub(crate) fn public(&self) -> Draft {
        Draft {
            deals: Some(self.deals.into()),
            elves: Some(self.elves.into()),
            specials: Some(self.specials.iter().copied().map(Some).collect()),
            first_dealer: self.first_dealer.map(|seat| seat.get().into()),
            auto_final_gift: self.auto_final_gift,
        }
    }

    /// Every card of the deck.
    // SS-8, SS-72, SS-73, SS-R71
    #[must_use]
    pub fn deck(&self) -> Cards {
        let small = self.players.get() == SMALL_TABLE;
        let gifts = Gift::ALL
            .into_iter()
            .filter(|gift| !small || gift.get() >= LOWEST_FOR_THREE);
        let gifts = gifts.map(|gift| (gift.into(), gift.copies()));
        let specials = self.specials.iter().map(|special| ((*special).into(), 1));
        let elves = [(Special::Elves.into(), self.elves)];
        gifts.chain(specials).chain(elves).collect()
    }
}

/// Checks options in the order of the specification, section 4.
pub(crate) fn configure(players: Option<u32>, draft: Draft) -> Result<Config, ConfigError> {
    let players = PLAYERS.check(players)?;
    Ok(Config {
        players,
        deals: DEALS.check(draft.deals)?,
        elves: ELVES.check(draft.elves)?,
        specials: specials::check(players, draft.specials)?,
        first_dealer: first_dealer::check(players, draft.first_dealer)?,
        auto_final_gift: AUTO_FINAL_GIFT.check(Some(draft.auto_final_gift)),
    })
}

/// The options of a completed form.
pub(crate) fn draft(values: Reader<'_>) -> Draft {
    Draft {
        deals: DEALS.read(values),
        elves: ELVES.read(values),
        specials: specials::read(values),
        first_dealer: first_dealer::read(values),
        auto_final_gift: AUTO_FINAL_GIFT.read(values).unwrap_or_default(),
    }
}
