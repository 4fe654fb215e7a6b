//! Options.

use std::fmt;

use serde::{Deserialize, Serialize};
use tinsel_engine::{BySeat, ConfigError, SeatCount, SeatIndex, Wire, option_reasons};

use crate::components::{Garnets, SEAT_COUNT, SEATS};

option_reasons! {
    /// The requested number of seats is not 7.
    #[malformed(remedy = "Request 7 seats, or omit `seats`.")]
    WRONG_SEAT_COUNT;
    /// A number of starting garnets is out of range.
    #[malformed(
        remedy = "Send 1 to 1000 as `starting_garnets`, and 0 to 1000 as each entry of `starting_garnets_per_seat`."
    )]
    STARTING_GARNETS_OUT_OF_RANGE;
    /// The number of entries in `starting_garnets_per_seat` is not the number of seats.
    #[malformed(remedy = "Send no entries, or exactly 7 entries.")]
    STARTING_GARNETS_WRONG_LENGTH;
    /// All seats would start without garnets.
    #[malformed(remedy = "Send at least one entry above 0 in `starting_garnets_per_seat`.")]
    STARTING_GARNETS_ALL_ZERO;
    /// The text in `death_match_info` is too long.
    #[malformed(remedy = "Send at most 2000 characters.")]
    DEATH_MATCH_INFO_TOO_LONG;
}

/// The default starting garnets of each seat.
// GM-R1
const STARTING_GARNETS: u32 = 20;
/// Maximum starting garnets of a seat.
const STARTING_GARNETS_MAX: u32 = 1000;
/// Maximum length of the text about the Death Match, in Unicode code points.
const DEATH_MATCH_INFO_MAX: usize = 2000;
/// The text about the Death Match if the option is empty.
const NO_DEATH_MATCH_INFO: &str = "No information about the Death Match is available.";

/// Options as a caller requested them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Draft {
    /// The starting garnets of each seat; `None` if omitted.
    pub starting_garnets: Option<u32>,
    /// The starting garnets, seat by seat; empty if omitted.
    pub starting_garnets_per_seat: Vec<u32>,
    /// The text for the winner of Whispers of the Vortex; empty if omitted.
    pub death_match_info: DeathMatchInfo,
}

/// Valid options, each with a value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Config {
    /// The starting garnets of each seat, unless the list per seat is set.
    pub starting_garnets: Garnets,
    /// The starting garnets, seat by seat, if set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub starting_garnets_per_seat: Option<BySeat<Garnets>>,
    /// The text for the winner of Whispers of the Vortex. It is secret: no viewer sees it as an option.
    #[serde(skip_serializing_if = "DeathMatchInfo::is_empty")]
    pub death_match_info: DeathMatchInfo,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            starting_garnets: Garnets::new(STARTING_GARNETS),
            starting_garnets_per_seat: None,
            death_match_info: DeathMatchInfo::default(),
        }
    }
}

impl Config {
    /// The option `players`: always seven.
    // GM-R2
    #[must_use]
    pub const fn players(&self) -> SeatCount {
        SEAT_COUNT
    }

    /// The starting garnets of a seat.
    // GM-3
    #[must_use]
    pub fn starting(&self, seat: SeatIndex) -> Garnets {
        let own = self.starting_garnets_per_seat.as_ref();
        own.and_then(|seats| seats.get(seat).copied())
            .unwrap_or(self.starting_garnets)
    }
}

/// A text about the Death Match, for one seat only. Its `Debug` does not show it.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize, Wire)]
#[serde(transparent)]
pub struct DeathMatchInfo(String);

impl DeathMatchInfo {
    /// Wraps a text.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }

    /// The text that its reader gets: the option, or a sentence that there is none (section 4).
    #[must_use]
    pub fn delivered(&self) -> Self {
        if self.is_empty() {
            Self::new(NO_DEATH_MATCH_INFO)
        } else {
            self.clone()
        }
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Debug for DeathMatchInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DeathMatchInfo(…)")
    }
}

/// Checks options in the order of the specification, section 4.
pub(crate) fn configure(players: Option<u32>, draft: Draft) -> Result<Config, ConfigError> {
    if players.is_some_and(|players| players != u32::from(SEATS)) {
        let sentence = "Grunkle Match is played by exactly 7 players.";
        return Err(WRONG_SEAT_COUNT.error("seats", sentence));
    }
    Ok(Config {
        starting_garnets: for_all(draft.starting_garnets.unwrap_or(STARTING_GARNETS))?,
        starting_garnets_per_seat: per_seat(draft.starting_garnets_per_seat)?,
        death_match_info: told(draft.death_match_info)?,
    })
}

fn for_all(amount: u32) -> Result<Garnets, ConfigError> {
    if (1..=STARTING_GARNETS_MAX).contains(&amount) {
        return Ok(Garnets::new(amount));
    }
    let sentence = "starting_garnets must be between 1 and 1000.";
    Err(STARTING_GARNETS_OUT_OF_RANGE.error("starting_garnets", sentence))
}

fn per_seat(amounts: Vec<u32>) -> Result<Option<BySeat<Garnets>>, ConfigError> {
    let option = "starting_garnets_per_seat";
    if amounts.is_empty() {
        return Ok(None);
    }
    if amounts.len() != usize::from(SEATS) {
        let sentence = "starting_garnets_per_seat must be empty or have exactly 7 entries.";
        return Err(STARTING_GARNETS_WRONG_LENGTH.error(option, sentence));
    }
    if let Some(index) = amounts.iter().position(|amount| *amount > STARTING_GARNETS_MAX) {
        let sentence = "Every entry of starting_garnets_per_seat must be between 0 and 1000.";
        let entry = format!("{option}[{index}]");
        return Err(STARTING_GARNETS_OUT_OF_RANGE.error(entry, sentence));
    }
    if amounts.iter().all(|amount| *amount == 0) {
        let sentence = "At least one seat must start with a garnet, or nobody could ever bid.";
        return Err(STARTING_GARNETS_ALL_ZERO.error(option, sentence));
    }
    Ok(BySeat::from_vec(amounts.into_iter().map(Garnets::new).collect()))
}

fn told(info: DeathMatchInfo) -> Result<DeathMatchInfo, ConfigError> {
    if info.text().chars().count() <= DEATH_MATCH_INFO_MAX {
        return Ok(info);
    }
    let sentence = "death_match_info may have at most 2000 characters.";
    Err(DEATH_MATCH_INFO_TOO_LONG.error("death_match_info", sentence))
}
