//! Options.

use serde::{Deserialize, Serialize};
use tinsel_engine::{ConfigError, SeatCount, SeatIndex, option_reasons};

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

/// The default number of deals.
// SS-R3
const DEALS: u8 = 3;
/// Maximum number of deals.
const DEALS_MAX: u8 = 20;
/// The default number of Elves.
// SS-R1
const ELVES: u8 = 3;
/// Maximum number of Elves.
const ELVES_MAX: u8 = 8;
/// The number of seats that play with the smaller deck.
// SS-72
const SMALL_TABLE: u8 = 3;
/// The lowest value of the smaller deck.
// SS-72
const LOWEST_FOR_THREE: u8 = 4;

/// Options as a caller requested them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Draft {
    /// The number of deals; `None` if omitted.
    pub deals: Option<u32>,
    /// The number of Elves; `None` if omitted.
    pub elves: Option<u32>,
    /// The special cards besides the Elves, `None` for an unknown one; if omitted, the deck has all of them.
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
    let players = players_of(players)?;
    Ok(Config {
        players,
        deals: deals(draft.deals)?,
        elves: elves(draft.elves)?,
        specials: specials(players, draft.specials)?,
        first_dealer: first_dealer(players, draft.first_dealer)?,
        auto_final_gift: draft.auto_final_gift,
    })
}

fn players_of(asked: Option<u32>) -> Result<SeatCount, ConfigError> {
    let players = asked.and_then(|asked| within(asked, SEATS_MIN, SEATS_MAX));
    let sentence = "Secret Santa needs 3 to 8 players.";
    players
        .and_then(SeatCount::new)
        .ok_or_else(|| PLAYERS_OUT_OF_RANGE.error("seats", sentence))
}

fn deals(asked: Option<u32>) -> Result<u8, ConfigError> {
    let deals = asked.map_or(Some(DEALS), |asked| within(asked, 1, DEALS_MAX));
    deals.ok_or_else(|| DEALS_OUT_OF_RANGE.error("deals", "deals must be 1 to 20."))
}

fn elves(asked: Option<u32>) -> Result<u8, ConfigError> {
    let elves = asked.map_or(Some(ELVES), |asked| within(asked, 0, ELVES_MAX));
    elves.ok_or_else(|| ELVES_OUT_OF_RANGE.error("elves", "elves must be 0 to 8."))
}

// SS-R52: a card that a match of three does not have is refused, not silently omitted
fn specials(players: SeatCount, asked: Option<Vec<Option<Special>>>) -> Result<Vec<Special>, ConfigError> {
    let small = players.get() == SMALL_TABLE;
    let Some(asked) = asked else {
        return Ok(if small {
            Special::SINGLE_FOR_THREE.to_vec()
        } else {
            Special::SINGLE.to_vec()
        });
    };
    let listable = |special: Option<Special>| special.filter(|special| Special::SINGLE.contains(special));
    let known: Option<Vec<Special>> = asked.into_iter().map(listable).collect();
    let mut known = known.ok_or_else(|| {
        let sentence = "That is no special card that can be listed.";
        SPECIAL_UNKNOWN.error("specials", sentence)
    })?;
    known.sort_unstable();
    if known.windows(2).any(|pair| pair.first() == pair.last()) {
        let sentence = "A special card is listed twice.";
        return Err(SPECIAL_DUPLICATE.error("specials", sentence));
    }
    if small && !known.iter().all(|special| Special::SINGLE_FOR_THREE.contains(special)) {
        let sentence = "With 3 players only SANTA, TREE and FRUITCAKE may be listed.";
        return Err(SPECIAL_NOT_FOR_THREE.error("specials", sentence));
    }
    Ok(known)
}

fn first_dealer(players: SeatCount, asked: Option<u32>) -> Result<Option<SeatIndex>, ConfigError> {
    let Some(asked) = asked else { return Ok(None) };
    let seat = u8::try_from(asked).ok().map(SeatIndex::new);
    let seat = seat.filter(|seat| players.has(*seat));
    let sentence = "first_dealer must be a seat of this match.";
    seat.map(Some)
        .ok_or_else(|| FIRST_DEALER_OUT_OF_RANGE.error("first_dealer", sentence))
}

fn within(asked: u32, least: u8, most: u8) -> Option<u8> {
    u8::try_from(asked).ok().filter(|asked| (least..=most).contains(asked))
}
