//! Options.

mod per_seat;

use serde::{Deserialize, Serialize};
use tinsel_engine::{
    BySeat, ConfigError, SeatCount, SeatIndex, Wire, option_reasons,
    options::{GameOption, NumberOption, SeatsOption, TextOption},
    present::{Reader, Text},
};

use crate::components::{Garnets, SEAT_COUNT, SEATS};

option_reasons! {
    /// The requested number of seats is not 7.
    #[malformed(remedy = "Request 7 seats, or omit `seats`.")]
    PLAYERS_OUT_OF_RANGE;
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

// GM-R2
static PLAYERS: SeatsOption = SeatsOption {
    range: SEATS..=SEATS,
    default: Some(7),
    reason: PLAYERS_OUT_OF_RANGE,
    sentence: "Grunkle Match is played by exactly 7 players.",
};

// GM-R1
static STARTING_GARNETS: NumberOption = NumberOption {
    name: "starting_garnets",
    meaning: "the garnets of each seat at the start; public",
    range: 1..=GARNETS_MAX,
    also: "",
    default: 20,
    means: "",
    unit: "garnets",
    title: Text::new("option_garnets", "Starting garnets of each player"),
    help: Some(Text::new(
        "option_garnets_help",
        "All players see this number. With 10 or fewer, players often cannot bid; with 40 or more, they can bid \
         almost without limits.",
    )),
    reason: STARTING_GARNETS_OUT_OF_RANGE,
};

static DEATH_MATCH_INFO: TextOption = TextOption {
    name: "death_match_info",
    meaning: "the text that only the winner of Whispers of the Vortex receives, once",
    max: 2000,
    title: Text::new("option_info", "Information about the Death Match"),
    help: Some(Text::new(
        "option_info_help",
        "Only the winner of Whispers of the Vortex receives this text. Without a text, it learns that there is no \
         information.",
    )),
    reason: DEATH_MATCH_INFO_TOO_LONG,
};

/// The options, in the order in which they are checked (section 4 of the rules).
pub(crate) const OPTIONS: &[&dyn GameOption] = &[&PLAYERS, &STARTING_GARNETS, &per_seat::PER_SEAT, &DEATH_MATCH_INFO];

/// Maximum starting garnets of a seat.
const GARNETS_MAX: u32 = 1000;
/// The text about the Death Match if the option is empty.
const NO_DEATH_MATCH_INFO: &str = "No information about the Death Match is available.";

/// Options as a caller requested them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Wire)]
#[wire(as = Config)]
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
            starting_garnets: Garnets::new(STARTING_GARNETS.default),
            starting_garnets_per_seat: None,
            death_match_info: DeathMatchInfo::default(),
        }
    }
}

impl Config {
    /// The number of seats: always seven.
    // GM-R2
    #[must_use]
    pub const fn players(&self) -> SeatCount {
        SEAT_COUNT
    }

    /// The options without the text about the Death Match, which is never disclosed.
    // GM-61
    pub(crate) fn public(&self) -> Draft {
        let per_seat = self.starting_garnets_per_seat.iter().flat_map(BySeat::iter);
        Draft {
            starting_garnets: Some(self.starting_garnets.get()),
            starting_garnets_per_seat: per_seat.map(|garnets| garnets.get()).collect(),
            death_match_info: DeathMatchInfo::default(),
        }
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

tinsel_engine::redacted!(DeathMatchInfo);

/// A text about the Death Match, for one seat only.
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

/// Checks options in the order of the specification, section 4.
pub(crate) fn configure(players: Option<u32>, draft: Draft) -> Result<Config, ConfigError> {
    PLAYERS.check(players)?;
    let starting_garnets = STARTING_GARNETS.check(draft.starting_garnets).map(Garnets::new)?;
    let starting_garnets_per_seat = per_seat::check(draft.starting_garnets_per_seat)?;
    DEATH_MATCH_INFO.check(draft.death_match_info.text())?;
    Ok(Config {
        starting_garnets,
        starting_garnets_per_seat,
        death_match_info: draft.death_match_info,
    })
}

/// The options of a completed form.
pub(crate) fn draft(values: Reader<'_>) -> Draft {
    Draft {
        starting_garnets: STARTING_GARNETS.read(values),
        starting_garnets_per_seat: per_seat::read(values),
        death_match_info: DeathMatchInfo::new(DEATH_MATCH_INFO.read(values)),
    }
}
