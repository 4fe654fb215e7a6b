//! Options.

mod options;

use serde::{Deserialize, Serialize};
use tinsel_engine::{ConfigError, SeatCount, SeatIndex, Wire, option_reasons, options::Asked, present::Reader};

use options::{PLAYERS, RPS_MAX_ROUNDS, SCORING, STARTING_CHIPS, read_duel_methods, read_head_elf};

use crate::components::{Chips, GiftName, Method, Scoring};

pub(crate) use options::OPTIONS;

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

/// Maximum number of players of a small group.
const SMALL_GROUP_MAX: u8 = 10;
/// Default starting chips of each seat in a small group.
// JB-2
const CHIPS_SMALL_GROUP: Chips = Chips::new(10);
/// Default starting chips of each seat in a large group.
// JB-2
const CHIPS_LARGE_GROUP: Chips = Chips::new(12);
/// Maximum length of a gift's name, in Unicode scalar values.
const GIFT_NAME_MAX: usize = 80;
/// Default number of tied throws before a coin decides.
const RPS_ROUNDS: u8 = 5;
/// The default methods.
const DUEL_METHODS: [Method; 4] = [
    Method::CoinFlip,
    Method::DiceRollOff,
    Method::HighCard,
    Method::RockPaperScissors,
];

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
    /// The options without the names of the gifts.
    // JB-R9
    pub(crate) fn public(&self) -> Draft {
        Draft {
            starting_chips: self.starting_chips.get().into(),
            gift_names: Vec::new(),
            head_elf_seat: self.head_elf_seat.get().into(),
            duel_methods: self.duel_methods.iter().copied().map(Some).collect(),
            rps_max_rounds: self.rps_max_rounds.into(),
            scoring: Asked::Given(self.scoring),
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
        gift_names: named(players, &draft.gift_names)?,
        head_elf_seat: head_elf(players, draft.head_elf_seat)?,
        duel_methods: methods(&draft.duel_methods)?,
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
        head_elf_seat: read_head_elf(values),
        duel_methods: read_duel_methods(values),
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

// JB-4, JB-R2, JB-R63
fn named(players: SeatCount, names: &[GiftName]) -> Result<Vec<GiftName>, ConfigError> {
    if !names.is_empty() && names.len() != usize::from(players.get()) {
        let sentence = "gift_names must be empty or have exactly one name per player.";
        return Err(GIFT_NAMES_COUNT.error("gift_names", sentence));
    }
    let one = |(index, name): (usize, &GiftName)| {
        let name = name.text().trim();
        let long = name.chars().count();
        if (1..=GIFT_NAME_MAX).contains(&long) && !name.chars().any(char::is_control) {
            return Ok(GiftName::new(name));
        }
        let sentence = "Each gift name must have 1 to 80 characters and no control characters.";
        Err(GIFT_NAME_INVALID.error(format!("gift_names[{index}]"), sentence))
    };
    names.iter().enumerate().map(one).collect()
}

// JB-6, JB-R11
fn head_elf(players: SeatCount, seat: u32) -> Result<SeatIndex, ConfigError> {
    let seat = u8::try_from(seat).ok().map(SeatIndex::new);
    seat.filter(|seat| players.has(*seat)).ok_or_else(|| {
        let sentence = "head_elf_seat must be a seat of this match.";
        HEAD_ELF_SEAT_OUT_OF_RANGE.error("head_elf_seat", sentence)
    })
}

// JB-7, JB-R15
fn methods(asked: &[Option<Method>]) -> Result<Vec<Method>, ConfigError> {
    let known = |(index, method): (usize, &Option<Method>)| {
        method.ok_or_else(|| {
            let option = format!("duel_methods[{index}]");
            DUEL_METHOD_UNKNOWN.error(option, "Unknown duel method.")
        })
    };
    let methods: Vec<Method> = asked.iter().enumerate().map(known).collect::<Result<_, _>>()?;
    for (index, method) in methods.iter().enumerate() {
        if methods.iter().take(index).any(|before| before == method) {
            let option = format!("duel_methods[{index}]");
            let sentence = "A duel method is listed twice.";
            return Err(DUEL_METHODS_DUPLICATE.error(option, sentence));
        }
    }
    if methods.is_empty() {
        return Ok(DUEL_METHODS.to_vec());
    }
    Ok(methods)
}
