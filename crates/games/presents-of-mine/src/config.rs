//! Options.

use serde::{Deserialize, Serialize};
use tinsel_engine::{
    ConfigError, SeatCount, Wire, option_reasons,
    options::{Asked, ChoiceOption, GameOption, SeatsOption},
    present::{Reader, Text},
};

use crate::components::{SEAT_COUNT, SEATS};

option_reasons! {
    /// The requested number of seats is not 8.
    #[malformed(remedy = "Request 8 seats, or omit `seats`.")]
    PLAYERS_OUT_OF_RANGE;
    /// `list_reveal` is unknown.
    #[malformed(remedy = "Send a value of ListReveal.")]
    LIST_REVEAL_UNKNOWN;
    /// `pregame_hands` is unknown.
    #[malformed(remedy = "Send a value of PregameHands.")]
    PREGAME_HANDS_UNKNOWN;
    /// `round3_majority` is unknown.
    #[malformed(remedy = "Send a value of Round3Majority.")]
    ROUND3_MAJORITY_UNKNOWN;
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

// PM-R1
static PLAYERS: SeatsOption = SeatsOption {
    range: SEATS..=SEATS,
    default: Some(8),
    reason: PLAYERS_OUT_OF_RANGE,
    sentence: "Presents of Mine is played by exactly 8 players.",
};

static LIST_REVEAL: ChoiceOption<ListReveal> = ChoiceOption {
    name: "list_reveal",
    meaning: "when the list, the order of the seats in the loop, becomes public",
    words: &[
        (
            "after_selection",
            ListReveal::AfterSelection,
            Text::new("option_list_after", "After the selection of presents"),
        ),
        (
            "before_selection",
            ListReveal::BeforeSelection,
            Text::new("option_list_before", "Before the selection of presents"),
        ),
    ],
    title: Text::new("option_list_reveal", "When the list is drawn"),
    help: Some(Text::new(
        "option_list_reveal_help",
        "The list is the random order of the players. It decides who passes to whom.",
    )),
    reason: LIST_REVEAL_UNKNOWN,
};

static PREGAME_HANDS: ChoiceOption<PregameHands> = ChoiceOption {
    name: "pregame_hands",
    meaning: "whether selections, hands and scores of the pregame are public at once or at the end of round 1",
    words: &[
        (
            "public",
            PregameHands::Public,
            Text::new("option_pregame_public", "At once"),
        ),
        (
            "private",
            PregameHands::Private,
            Text::new("option_pregame_private", "At the end of round 1"),
        ),
    ],
    title: Text::new(
        "option_pregame_hands",
        "When selections, hands and scores of the pregame become public",
    ),
    help: Some(Text::new(
        "option_pregame_hands_help",
        "Until then, each player sees only its own selection, hand and score, and not which players have submitted.",
    )),
    reason: PREGAME_HANDS_UNKNOWN,
};

static ROUND3_MAJORITY: ChoiceOption<Round3Majority> = ChoiceOption {
    name: "round3_majority",
    meaning: "whether the more often taken of M and N enters with staleness 2",
    words: &[
        (
            "apply",
            Round3Majority::Apply,
            Text::new("option_majority_applies", "Yes"),
        ),
        (
            "skip",
            Round3Majority::Skip,
            Text::new("option_majority_skipped", "No, both start with 0"),
        ),
    ],
    title: Text::new(
        "option_round3_majority",
        "Does the new present that more players take in round 3 start with staleness 2?",
    ),
    help: Some(Text::new(
        "option_round3_majority_help",
        "In round 2, this rule always applies to Kaboom and Limiting Presents. Round 3 has Musky and Nebulizer Presents.",
    )),
    reason: ROUND3_MAJORITY_UNKNOWN,
};

/// The options, in the order in which they are checked (section 4 of the rules).
pub(crate) const OPTIONS: &[&dyn GameOption] = &[&PLAYERS, &LIST_REVEAL, &PREGAME_HANDS, &ROUND3_MAJORITY];

/// Options as a caller requested them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Wire)]
#[wire(as = Config)]
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
    /// The options, which are all public.
    pub(crate) const fn public(self) -> Draft {
        Draft {
            list_reveal: Asked::Given(self.list_reveal),
            pregame_hands: Asked::Given(self.pregame_hands),
            round3_majority: Asked::Given(self.round3_majority),
        }
    }

    /// The number of seats: always eight.
    // PM-R1
    #[must_use]
    pub const fn players(&self) -> SeatCount {
        SEAT_COUNT
    }
}

/// Checks options in the order of the specification, section 4.
pub(crate) fn configure(players: Option<u32>, draft: Draft) -> Result<Config, ConfigError> {
    PLAYERS.check(players)?;
    Ok(Config {
        list_reveal: LIST_REVEAL.check(draft.list_reveal)?,
        pregame_hands: PREGAME_HANDS.check(draft.pregame_hands)?,
        round3_majority: ROUND3_MAJORITY.check(draft.round3_majority)?,
    })
}

/// The options of a completed form.
pub(crate) fn draft(values: Reader<'_>) -> Draft {
    Draft {
        list_reveal: LIST_REVEAL.read(values),
        pregame_hands: PREGAME_HANDS.read(values),
        round3_majority: ROUND3_MAJORITY.read(values),
    }
}
