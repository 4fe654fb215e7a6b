//! Options.

use serde::{Deserialize, Serialize};
use tinsel_engine::{ConfigError, SeatCount, Wire, option_reasons};

use crate::components::{SEAT_COUNT, SEATS};

option_reasons! {
    /// An option of the new match is invalid.
    #[malformed(remedy = "Send one of the values that the error message names.")]
    INVALID_CONFIG;
}

/// The time at which the list becomes public.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
pub enum ListReveal {
    /// It is drawn after the last selection (PM-13).
    #[default]
    AfterSelection,
    /// It is drawn at the start of the match (PM-R8).
    BeforeSelection,
}

/// Whether the selections, hands and scores before round 1 are public at once.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
pub enum PregameHands {
    /// They are public from the pregame scoring on (PM-R13).
    #[default]
    Public,
    /// They are public at the end of round 1; until then each seat knows its own only.
    Private,
}

/// Whether the more popular letter of M and N starts stale, like K and L (PM-R56).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
pub enum Round3Majority {
    /// It enters with staleness 2.
    #[default]
    Apply,
    /// All M and N enter with staleness 0.
    Skip,
}

/// An option as a caller requested it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Asked<T> {
    /// Omitted: the default applies.
    #[default]
    LeftOut,
    /// One of its values.
    Given(T),
    /// A value that it does not have.
    Unknown,
}

/// Options as a caller requested them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Draft {
    /// The time at which the list becomes public.
    pub list_reveal: Asked<ListReveal>,
    /// Whether the pregame is public at once.
    pub pregame_hands: Asked<PregameHands>,
    /// Whether the majority rule applies in round 3.
    pub round3_majority: Asked<Round3Majority>,
}

/// Valid options, each with a value.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
pub struct Config {
    /// The time at which the list becomes public.
    pub list_reveal: ListReveal,
    /// Whether the pregame is public at once.
    pub pregame_hands: PregameHands,
    /// Whether the majority rule applies in round 3.
    pub round3_majority: Round3Majority,
}

impl Config {
    /// The option `players`: always eight.
    // PM-R1
    #[must_use]
    pub const fn players(&self) -> SeatCount {
        SEAT_COUNT
    }
}

/// Checks options in the order of the specification, section 4.
pub(crate) fn configure(players: Option<u32>, draft: Draft) -> Result<Config, ConfigError> {
    if let Some(players) = players.filter(|players| *players != u32::from(SEATS)) {
        let sentence = format!("players must be 8: Presents of Mine is for exactly eight players (got {players}).");
        return Err(INVALID_CONFIG.error("seats", sentence));
    }
    Ok(Config {
        list_reveal: decided(
            draft.list_reveal,
            "list_reveal",
            "list_reveal must be AFTER_SELECTION or BEFORE_SELECTION.",
        )?,
        pregame_hands: decided(
            draft.pregame_hands,
            "pregame_hands",
            "pregame_hands must be PUBLIC or PRIVATE.",
        )?,
        round3_majority: decided(
            draft.round3_majority,
            "round3_majority",
            "round3_majority must be APPLY or SKIP.",
        )?,
    })
}

fn decided<T: Default>(asked: Asked<T>, option: &'static str, sentence: &'static str) -> Result<T, ConfigError> {
    match asked {
        Asked::LeftOut => Ok(T::default()),
        Asked::Given(value) => Ok(value),
        Asked::Unknown => Err(INVALID_CONFIG.error(option, sentence)),
    }
}
