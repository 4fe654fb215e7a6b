//! Options.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use tinsel_engine::{ConfigError, SeatCount, SeatIndex};

use crate::components::{Cards, Gift, SEATS_MAX, SEATS_MIN, Special};

/// The code of a match for too few or too many.
pub const PLAYERS_OUT_OF_RANGE: &str = "PLAYERS_OUT_OF_RANGE";
/// The code of too few or too many deals.
pub const DEALS_OUT_OF_RANGE: &str = "DEALS_OUT_OF_RANGE";
/// The code of too many Elves.
pub const ELVES_OUT_OF_RANGE: &str = "ELVES_OUT_OF_RANGE";
/// The code of a listed card that is no special card, or not one to be listed.
pub const SPECIAL_UNKNOWN: &str = "SPECIAL_UNKNOWN";
/// The code of a special card that is listed twice.
pub const SPECIAL_DUPLICATE: &str = "SPECIAL_DUPLICATE";
/// The code of a special card that three do not play with.
pub const SPECIAL_NOT_FOR_THREE: &str = "SPECIAL_NOT_FOR_THREE";
/// The code of a first dealer who does not play.
pub const FIRST_DEALER_OUT_OF_RANGE: &str = "FIRST_DEALER_OUT_OF_RANGE";

/// How many deals there are unless something else is asked for.
// SS-R3
const DEALS: u8 = 3;
/// The most deals.
const DEALS_MAX: u8 = 20;
/// How many Elves there are unless something else is asked for.
// SS-R1
const ELVES: u8 = 3;
/// The most Elves.
const ELVES_MAX: u8 = 8;
/// How many play with the smaller deck.
// SS-72
const SMALL_TABLE: u8 = 3;
/// The lowest value that is in the smaller deck.
// SS-72
const LOWEST_FOR_THREE: u8 = 4;

/// Options as somebody asked for them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Draft {
    /// How many deals; `None` if it was left out.
    pub deals: Option<u32>,
    /// How many Elves; `None` if it was left out.
    pub elves: Option<u32>,
    /// Which special cards besides the Elves, each of them `None` if it is unknown; all there are if it was left out.
    pub specials: Option<Vec<Option<Special>>>,
    /// Who deals first; drawn by chance if it was left out.
    pub first_dealer: Option<u32>,
    /// Whether the engine declares every Final Gift.
    pub auto_final_gift: bool,
}

/// Options that can be played with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Config {
    /// How many play.
    pub players: SeatCount,
    /// How many deals a match has.
    pub deals: u8,
    /// How many Elves are in the deck.
    pub elves: u8,
    /// Which other special cards are in the deck, in canonical order.
    // SS-73
    pub specials: Vec<Special>,
    /// Who deals first; drawn by chance if it is nobody.
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
        .ok_or_else(|| invalid("players", PLAYERS_OUT_OF_RANGE, sentence))
}

fn deals(asked: Option<u32>) -> Result<u8, ConfigError> {
    let deals = asked.map_or(Some(DEALS), |asked| within(asked, 1, DEALS_MAX));
    deals.ok_or_else(|| invalid("deals", DEALS_OUT_OF_RANGE, "deals must be 1 to 20."))
}

fn elves(asked: Option<u32>) -> Result<u8, ConfigError> {
    let elves = asked.map_or(Some(ELVES), |asked| within(asked, 0, ELVES_MAX));
    elves.ok_or_else(|| invalid("elves", ELVES_OUT_OF_RANGE, "elves must be 0 to 8."))
}

// SS-R52: what three do not play with is refused, not silently left out
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
        invalid("specials", SPECIAL_UNKNOWN, sentence)
    })?;
    known.sort_unstable();
    if known.windows(2).any(|pair| pair.first() == pair.last()) {
        let sentence = "A special card is listed twice.";
        return Err(invalid("specials", SPECIAL_DUPLICATE, sentence));
    }
    if small && !known.iter().all(|special| Special::SINGLE_FOR_THREE.contains(special)) {
        let sentence = "With 3 players only SANTA, TREE and FRUITCAKE may be listed.";
        return Err(invalid("specials", SPECIAL_NOT_FOR_THREE, sentence));
    }
    Ok(known)
}

fn first_dealer(players: SeatCount, asked: Option<u32>) -> Result<Option<SeatIndex>, ConfigError> {
    let Some(asked) = asked else { return Ok(None) };
    let seat = u8::try_from(asked).ok().map(SeatIndex::new);
    let seat = seat.filter(|seat| players.has(*seat));
    let sentence = "first_dealer must be a seat of this match.";
    seat.map(Some)
        .ok_or_else(|| invalid("first_dealer", FIRST_DEALER_OUT_OF_RANGE, sentence))
}

fn within(asked: u32, least: u8, most: u8) -> Option<u8> {
    u8::try_from(asked).ok().filter(|asked| (least..=most).contains(asked))
}

fn invalid(option: &'static str, code: &'static str, sentence: &'static str) -> ConfigError {
    ConfigError {
        option: Cow::Borrowed(option),
        code,
        sentence: Cow::Borrowed(sentence),
    }
}
