//! The options of a new match, as fields.

use tinsel_engine::present::{
    AmountSlot, At, Branch, Fields, FormField, Kind, OptionSpec, Reader, Rule, Text, Value, seat_id,
};

use super::words;
use crate::{
    components::SEAT_COUNT,
    config::{DeathMatchInfo, Draft},
};

const STARTING_GARNETS: &str = "starting_garnets";
const PER_SEAT: &str = "starting_garnets_per_seat";
const DEATH_MATCH_INFO: &str = "death_match_info";
/// The branches of the garnets seat by seat, and the field of the second.
const SAME: &str = "same";
const DIFFERENT: &str = "different";
const AMOUNTS: &str = "amounts";

/// Maximum starting garnets of a seat.
const GARNETS_MAX: i64 = 1000;
/// Maximum length of the text in bytes: a text of this length has at most as many characters.
const INFO_MAX: u32 = 2000;

/// The options, in the order of the facts.
pub(super) fn options() -> Vec<OptionSpec> {
    let same = Value::Branch {
        id: SAME.into(),
        fields: Vec::new(),
    };
    vec![
        option(starting_garnets(), Value::Number(20)),
        option(per_seat(), same),
        option(death_match_info(), Value::Text(String::new())),
    ]
}

const fn option(field: FormField, default: Value) -> OptionSpec {
    OptionSpec {
        field,
        default: Some(default),
    }
}

fn starting_garnets() -> FormField {
    let kind = Kind::Number {
        min: 1,
        max: GARNETS_MAX,
        step: 1,
        unit: "garnets",
    };
    FormField::new(
        STARTING_GARNETS,
        Text::new("option_garnets", "Starting garnets of each player"),
        kind,
    )
    .help(Text::new(
        "option_garnets_help",
        "All players see this number. With 10 or fewer, players often cannot bid; with 40 or more, they can bid \
         almost without limits.",
    ))
}

fn per_seat() -> FormField {
    let slots = SEAT_COUNT.iter().map(|seat| AmountSlot {
        id: seat_id(seat),
        title: words::seat(seat),
        component: None,
        seat: Some(seat),
        min: 0,
        max: GARNETS_MAX,
    });
    let amounts = Kind::Amounts {
        slots: slots.collect(),
        step: 1,
        unit: "garnets",
    };
    let amounts = FormField::new(AMOUNTS, Text::new("option_amounts", "Starting garnets"), amounts);
    let some = Rule::AtLeastOneOf {
        of: vec![At::field(AMOUNTS)],
    };
    let different = Fields::from([amounts]).constrained(
        some,
        Text::new(
            "option_not_all_zero",
            "At least one player must start with at least 1 garnet.",
        ),
    );
    let branches = vec![
        Branch::new(SAME, Text::new("option_same", "The same number for all players"), []),
        Branch::new(
            DIFFERENT,
            Text::new("option_different", "A number for each player"),
            different,
        ),
    ];
    FormField::new(
        PER_SEAT,
        Text::new("option_per_seat", "Different starting garnets"),
        Kind::Branch { branches },
    )
    .help(Text::new(
        "option_per_seat_help",
        "All players see these numbers. They replace the number for all players.",
    ))
}

fn death_match_info() -> FormField {
    FormField::new(
        DEATH_MATCH_INFO,
        Text::new("option_info", "Information about the Death Match"),
        Kind::Text { max: INFO_MAX },
    )
    .help(Text::new(
        "option_info_help",
        "Only the winner of Whispers of the Vortex receives this text. Without a text, it learns that there is no \
         information.",
    ))
}

/// The options with these values.
pub(super) fn draft(values: Reader<'_>) -> Draft {
    let amounts = match values.branch(PER_SEAT) {
        Some((DIFFERENT, fields)) => seat_by_seat(fields.amounts(AMOUNTS)),
        Some(_) | None => Vec::new(),
    };
    let starting = values.value(STARTING_GARNETS).map(|_| values.number(STARTING_GARNETS));
    Draft {
        starting_garnets: starting.map(garnets),
        starting_garnets_per_seat: amounts,
        death_match_info: DeathMatchInfo::new(values.text(DEATH_MATCH_INFO)),
    }
}

fn seat_by_seat<Id: AsRef<str>>(amounts: &[(Id, i64)]) -> Vec<u32> {
    let of_seat = |seat| {
        let set = amounts.iter().find(|(id, _)| id.as_ref() == seat_id(seat));
        set.map_or(0, |(_, amount)| garnets(*amount))
    };
    SEAT_COUNT.iter().map(of_seat).collect()
}

/// A number of garnets; one that no draft can hold becomes one that is out of range.
fn garnets(number: i64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
