//! The options, each with its range, its default and its texts.

use std::borrow::Cow;

use tinsel_engine::{
    options::{ChoiceOption, GameOption, NumberOption, OptionFacts, OwnOption, SeatsOption},
    present::{FormField, Id, Kind, OptionSpec, PickOption, Reader, Text, Value},
};

use super::{PLAYERS_OUT_OF_RANGE, RPS_MAX_ROUNDS_OUT_OF_RANGE, SCORING_UNKNOWN, STARTING_CHIPS_OUT_OF_RANGE};
use crate::{
    components::{Method, SEATS_MAX, SEATS_MIN, Scoring},
    naming::{method_id, named},
};

/// The options, in the order in which they are checked (section 4 of the rules).
pub(crate) const OPTIONS: &[&dyn GameOption] = &[
    &PLAYERS,
    &STARTING_CHIPS,
    &GIFT_NAMES,
    &HEAD_ELF_SEAT,
    &DUEL_METHODS,
    &RPS_MAX_ROUNDS,
    &SCORING,
];

// JB-1, JB-R61
pub(super) static PLAYERS: SeatsOption = SeatsOption {
    range: SEATS_MIN..=SEATS_MAX,
    default: Some(6),
    reason: PLAYERS_OUT_OF_RANGE,
    says: "Jingle Brawl takes 3 to 20 players.",
};

// JB-2
pub(super) static STARTING_CHIPS: NumberOption = NumberOption {
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

static GIFT_NAMES: OwnOption = OwnOption {
    facts: OptionFacts {
        name: "gift_names",
        meaning: "the names of the gifts, which are assigned to the wrapped gifts at random; each is secret until \
                  its gift is opened",
        default: Cow::Borrowed("empty: \"Gift 1\", \"Gift 2\" and so on"),
        valid: Cow::Borrowed(
            "empty, or one name for each player, of 1 to 80 characters after trimming, without control characters",
        ),
    },
    spec: || OptionSpec {
        field: FormField::new(
            "gift_names",
            Text::new("option_names", "Names of the gifts, one for each player"),
            Kind::Typed,
        ),
        default: None,
    },
};

static HEAD_ELF_SEAT: OwnOption = OwnOption {
    facts: OptionFacts {
        name: "head_elf_seat",
        meaning: "the seat that is Head Elf at the start; public",
        default: Cow::Borrowed("0"),
        valid: Cow::Borrowed("0 to the number of players less 1"),
    },
    spec: || {
        let kind = Kind::Number {
            min: 0,
            max: i64::from(SEATS_MAX) - 1,
            step: 1,
            unit: "",
        };
        let title = Text::new("option_elf", "Number of the seat of the first Head Elf");
        let help = "The seats of a match with 6 players have the numbers 0 to 5.";
        OptionSpec {
            field: FormField::new("head_elf_seat", title, kind).help(Text::new("option_elf_help", help)),
            default: Some(Value::Number(0)),
        }
    },
};

/// The seat in a form. A seat that no draft can hold becomes one that no match has.
pub(super) fn read_head_elf(values: Reader<'_>) -> u32 {
    u32::try_from(values.number("head_elf_seat")).unwrap_or(u32::MAX)
}

static DUEL_METHODS: OwnOption = OwnOption {
    facts: OptionFacts {
        name: "duel_methods",
        meaning: "the methods of duels, in the order in which Defenders see them; public",
        default: Cow::Borrowed(
            "empty: DUEL_METHOD_COIN_FLIP, DUEL_METHOD_DICE_ROLL_OFF, DUEL_METHOD_HIGH_CARD, \
                  DUEL_METHOD_ROCK_PAPER_SCISSORS",
        ),
        valid: Cow::Borrowed("the four of the default and DUEL_METHOD_REPORTED, each at most once"),
    },
    spec: duel_methods,
};

fn duel_methods() -> OptionSpec {
    let option = |one: Method| {
        let title = Text::new("option_method", "{method}").with("method", named(method_id(one)));
        PickOption::new(method_id(one), title).component(method_id(one))
    };
    let methods = Kind::Pick {
        options: Method::ALL.map(option).into(),
        min: 0,
        max: 5,
        ordered: true,
    };
    OptionSpec {
        field: FormField::new(
            "duel_methods",
            Text::new(
                "option_duel_methods",
                "Duel methods, in the order in which defenders see them",
            ),
            methods,
        )
        .help(Text::new(
            "option_methods_help",
            "None picked: all but the reported duel, which takes place elsewhere.",
        )),
        default: Some(Value::Picks(Vec::new())),
    }
}

/// The methods in a form, `None` for an unknown one.
pub(super) fn read_duel_methods(values: Reader<'_>) -> Vec<Option<Method>> {
    let method = |id: &Id| Method::ALL.into_iter().find(|method| method_id(*method) == id);
    values.picks("duel_methods").iter().map(method).collect()
}

pub(super) static RPS_MAX_ROUNDS: NumberOption = NumberOption {
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

pub(super) static SCORING: ChoiceOption<Scoring> = ChoiceOption {
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
