//! Options.

mod duel_methods;
mod gift_names;
mod head_elf_seat;

use serde::{Deserialize, Serialize};
use tinsel_engine::{
    ConfigError, SeatCount, SeatIndex, Wire, option_reasons,
    options::{Asked, ChoiceOption, GameOption, NumberOption, SeatsOption},
    present::{Reader, Text},
};

use crate::components::{Chips, GiftName, Method, SEATS_MAX, SEATS_MIN, Scoring};

option_reasons! {
    /// The requested number of seats is not 3 to 20.
    #[malformed(remedy = "Request 3 to 20 seats.")]
    PLAYERS_OUT_OF_RANGE;
    /// `starting_chips` is out of range.
    #[malformed(remedy = "Send 1 to 99, or 0 for the default of the rules.")]
    STARTING_CHIPS_OUT_OF_RANGE;
    /// The number of `gift_names` is not the number of seats.
    #[malformed(remedy = "Send no names, or exactly one name per seat.")]
    GIFT_NAMES_COUNT;
    /// A gift name is empty, too long, or contains a control character.
    #[malformed(remedy = "Send names of 1 to 80 characters without control characters.")]
    GIFT_NAME_INVALID;
    /// `head_elf_seat` is not a seat of the match.
    #[malformed(remedy = "Send 0 to the number of seats minus 1.")]
    HEAD_ELF_SEAT_OUT_OF_RANGE;
    /// A duel method is unspecified or unknown.
    #[malformed(remedy = "List only values of DuelMethod.")]
    DUEL_METHOD_UNKNOWN;
    /// A duel method is listed twice.
    #[malformed(remedy = "List each method at most once.")]
    DUEL_METHODS_DUPLICATE;
    /// `rps_max_rounds` is out of range.
    #[malformed(remedy = "Send 1 to 20, or 0 for 5.")]
    RPS_MAX_ROUNDS_OUT_OF_RANGE;
    /// `scoring` is unknown.
    #[malformed(remedy = "Send a value of Scoring.")]
    SCORING_UNKNOWN;
}

// JB-1, JB-R61
static PLAYERS: SeatsOption = SeatsOption {
    range: SEATS_MIN..=SEATS_MAX,
    default: Some(6),
    reason: PLAYERS_OUT_OF_RANGE,
    sentence: "Jingle Brawl takes 3 to 20 players.",
};

// JB-2
static STARTING_CHIPS: NumberOption = NumberOption {
    name: "starting_chips",
    meaning: "the Jingle Chips of each seat at the start; public",
    range: 0..=99,
    also: ", where 0 stands for the number of the rulebook",
    default: 0,
    means: ": 10 each for up to 10 players, and 12 each for more, as in the rulebook",
    unit: "",
    title: Text::new("option_chips", "Jingle Chips of each player at the start"),
    help: Some(Text::new(
        "option_chips_help",
        "0 stands for the number of the rulebook: 10, or 12 for more than 10 players.",
    )),
    reason: STARTING_CHIPS_OUT_OF_RANGE,
};

static RPS_MAX_ROUNDS: NumberOption = NumberOption {
    name: "rps_max_rounds",
    meaning: "the number of tied rounds of rock-paper-scissors after which a coin decides; public",
    range: 0..=20,
    also: ", where 0 stands for 5",
    default: 0,
    means: ": 5 rounds",
    unit: "",
    title: Text::new(
        "option_throws",
        "Tied throws of rock-paper-scissors after which a coin decides",
    ),
    help: Some(Text::new("option_throws_help", "0 stands for 5.")),
    reason: RPS_MAX_ROUNDS_OUT_OF_RANGE,
};

static SCORING: ChoiceOption<Scoring> = ChoiceOption {
    name: "scoring",
    meaning: "whether the match has a ranking, by secret values of the gifts for each seat; public",
    words: &[
        ("none", Scoring::None, Text::new("scoring_none", "No ranking")),
        (
            "wish_points",
            Scoring::WishPoints,
            Text::new(
                "scoring_wishes",
                "By the points that the final gift is worth to its holder, drawn in secret for each player",
            ),
        ),
    ],
    title: Text::new("option_scoring", "Ranking at the end"),
    help: None,
    reason: SCORING_UNKNOWN,
};

/// The options, in the order in which they are checked (section 4 of the rules).
pub(crate) const OPTIONS: &[&dyn GameOption] = &[
    &PLAYERS,
    &STARTING_CHIPS,
    &gift_names::GIFT_NAMES,
    &head_elf_seat::HEAD_ELF_SEAT,
    &duel_methods::DUEL_METHODS,
    &RPS_MAX_ROUNDS,
    &SCORING,
];

/// Maximum number of players of a small group.
const SMALL_GROUP_MAX: u8 = 10;
/// Default starting chips of each seat in a small group.
// JB-2
const CHIPS_SMALL_GROUP: Chips = Chips::new(10);
/// Default starting chips of each seat in a large group.
// JB-2
const CHIPS_LARGE_GROUP: Chips = Chips::new(12);
/// Default number of tied throws before a coin decides.
const RPS_ROUNDS: u8 = 5;

/// Options as a caller requested them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Wire)]
#[wire(as = Config)]
pub struct Draft {
    /// The starting chips of each seat; 0 for the book's number.
    pub starting_chips: u32,
    /// The names of the gifts, in any order; empty if omitted.
    pub gift_names: Vec<GiftName>,
    /// The Head Elf at the start.
    pub head_elf_seat: u32,
    /// The duel methods in play, `None` for a method that does not exist; empty if omitted.
    pub duel_methods: Vec<Option<Method>>,
    /// Maximum number of rounds of rock-paper-scissors; 0 for the default.
    pub rps_max_rounds: u32,
    /// The rule that ranks the seats.
    pub scoring: Asked<Scoring>,
}

/// Valid options, each with a value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Config {
    /// The number of seats.
    pub players: SeatCount,
    /// The starting chips of each seat.
    pub starting_chips: Chips,
    /// The names of the gifts, if given. They are secret: no viewer sees them as an option.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gift_names: Vec<GiftName>,
    /// The Head Elf at the start.
    pub head_elf_seat: SeatIndex,
    /// The duel methods in play, in the order in which Defenders see them.
    pub duel_methods: Vec<Method>,
    /// Maximum number of rounds of rock-paper-scissors in a duel.
    pub rps_max_rounds: u8,
    /// The rule that ranks the seats.
    pub scoring: Scoring,
}

impl Config {
    /// These options, without the names of the gifts. A new option does not compile here until it is public or secret.
    // JB-R9
    pub(crate) fn without_names(&self) -> Self {
        let Self {
            players,
            starting_chips,
            gift_names: _,
            head_elf_seat,
            ref duel_methods,
            rps_max_rounds,
            scoring,
        } = *self;
        Self {
            players,
            starting_chips,
            gift_names: Vec::new(),
            head_elf_seat,
            duel_methods: duel_methods.clone(),
            rps_max_rounds,
            scoring,
        }
    }

    /// The options without the names of the gifts.
    // JB-R9
    pub(crate) fn public(&self) -> Draft {
        let Self {
            players: _,
            starting_chips,
            gift_names,
            head_elf_seat,
            duel_methods,
            rps_max_rounds,
            scoring,
        } = self.without_names();
        Draft {
            starting_chips: starting_chips.get().into(),
            gift_names,
            head_elf_seat: head_elf_seat.get().into(),
            duel_methods: duel_methods.into_iter().map(Some).collect(),
            rps_max_rounds: rps_max_rounds.into(),
            scoring: Asked::Given(scoring),
        }
    }

    /// All options, if the gifts have names.
    // JB-R9
    pub(crate) fn disclosed(&self) -> Option<Draft> {
        let gift_names = self.gift_names.clone();
        (!gift_names.is_empty()).then(|| Draft {
            gift_names,
            ..self.public()
        })
    }

    /// Maximum number of decisions of a match.
    // JB-I16
    pub(crate) fn decisions_max(&self) -> u64 {
        let seats = u64::from(self.players.get());
        let of_a_duel = u64::from(self.rps_max_rounds)
            .saturating_mul(2)
            .max(3)
            .saturating_add(1);
        let main = seats.saturating_add(5).saturating_add(of_a_duel.saturating_mul(4));
        let lottery = seats.saturating_add(of_a_duel.saturating_mul(2));
        let lotteries = seats.saturating_sub(2);
        seats
            .saturating_mul(main)
            .saturating_add(lotteries.saturating_mul(lottery))
    }

    /// The name at this position of the list; "Gift 1", "Gift 2" and so on without names.
    // JB-R9
    pub(crate) fn gift_name(&self, place: u8) -> GiftName {
        self.gift_names.get(usize::from(place)).cloned().unwrap_or_else(|| {
            let number = place.saturating_add(1);
            GiftName::new(format!("Gift {number}"))
        })
    }
}

/// Checks options in the order of the specification, section 4.
pub(crate) fn configure(players: Option<u32>, draft: Draft) -> Result<Config, ConfigError> {
    let players = PLAYERS.check(players)?;
    Ok(Config {
        starting_chips: starting(players, STARTING_CHIPS.check(Some(draft.starting_chips))?),
        gift_names: gift_names::check(players, &draft.gift_names)?,
        head_elf_seat: head_elf_seat::check(players, draft.head_elf_seat)?,
        duel_methods: duel_methods::check(&draft.duel_methods)?,
        rps_max_rounds: match RPS_MAX_ROUNDS.check(Some(draft.rps_max_rounds))? {
            0 => RPS_ROUNDS,
            rounds => rounds,
        },
        scoring: SCORING.check(draft.scoring)?,
        players,
    })
}

/// The options of a completed form. Names of gifts are in the typed message only.
pub(crate) fn draft(values: Reader<'_>) -> Draft {
    Draft {
        starting_chips: STARTING_CHIPS.read(values).unwrap_or_default(),
        gift_names: Vec::new(),
        head_elf_seat: head_elf_seat::read(values),
        duel_methods: duel_methods::read(values),
        rps_max_rounds: RPS_MAX_ROUNDS.read(values).unwrap_or_default(),
        scoring: SCORING.read(values),
    }
}

// JB-2
const fn starting(players: SeatCount, chips: u16) -> Chips {
    match chips {
        0 if players.get() <= SMALL_GROUP_MAX => CHIPS_SMALL_GROUP,
        0 => CHIPS_LARGE_GROUP,
        _ => Chips::new(chips),
    }
}
