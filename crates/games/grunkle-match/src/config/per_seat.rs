//! The option for starting garnets, seat by seat.

use tinsel_engine::{
    BySeat, ConfigError,
    options::{OptionFacts, OwnOption},
    present::{AmountSlot, At, Branch, Fields, FormField, Kind, OptionSpec, Reader, Rule, Text, Value, seat_id},
};

use super::{GARNETS_MAX, STARTING_GARNETS_ALL_ZERO, STARTING_GARNETS_OUT_OF_RANGE, STARTING_GARNETS_WRONG_LENGTH};
use crate::components::{Garnets, SEAT_COUNT, SEATS};

const NAME: &str = "starting_garnets_per_seat";
/// The branches of the field, and the field of the second one.
const SAME: &str = "same";
const DIFFERENT: &str = "different";
const AMOUNTS: &str = "amounts";

pub(super) static PER_SEAT: OwnOption = OwnOption { facts, spec };

fn facts() -> OptionFacts {
    OptionFacts {
        name: NAME,
        meaning: "the garnets of each seat at the start, one entry for each seat, in place of one amount for all; \
                  public",
        default: "empty: the amount for all".into(),
        valid: format!("empty, or {SEATS} entries of 0 to {GARNETS_MAX}, not all 0").into(),
    }
}

fn spec() -> OptionSpec {
    let slots = SEAT_COUNT.iter().map(|seat| AmountSlot {
        id: seat_id(seat),
        title: Text::new("seat", "{seat}").with("seat", seat),
        component: None,
        seat: Some(seat),
        min: 0,
        max: GARNETS_MAX.into(),
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
    let field = FormField::new(
        NAME,
        Text::new("option_per_seat", "Different starting garnets"),
        Kind::Branch { branches },
    )
    .help(Text::new(
        "option_per_seat_help",
        "All players see these numbers. They replace the number for all players.",
    ));
    OptionSpec {
        field,
        default: Some(Value::Branch {
            id: SAME.into(),
            fields: Vec::new(),
        }),
    }
}

/// The amounts of a form; empty if the branch without amounts is chosen.
pub(super) fn read(values: Reader<'_>) -> Vec<u32> {
    let Some((DIFFERENT, fields)) = values.branch(NAME) else {
        return Vec::new();
    };
    let amounts = fields.amounts(AMOUNTS);
    let of_seat = |seat| {
        let set = amounts.iter().find(|(id, _)| *id == seat_id(seat));
        set.map_or(0, |(_, amount)| u32::try_from(*amount).unwrap_or(u32::MAX))
    };
    SEAT_COUNT.iter().map(of_seat).collect()
}

pub(super) fn check(amounts: Vec<u32>) -> Result<Option<BySeat<Garnets>>, ConfigError> {
    if amounts.is_empty() {
        return Ok(None);
    }
    if amounts.len() != usize::from(SEATS) {
        let sentence = format!("{NAME} must be empty or have exactly {SEATS} entries.");
        return Err(STARTING_GARNETS_WRONG_LENGTH.error(NAME, sentence));
    }
    if let Some(index) = amounts.iter().position(|amount| *amount > GARNETS_MAX) {
        let sentence = format!("Every entry of {NAME} must be between 0 and {GARNETS_MAX}.");
        return Err(STARTING_GARNETS_OUT_OF_RANGE.error(format!("{NAME}[{index}]"), sentence));
    }
    if amounts.iter().all(|amount| *amount == 0) {
        let sentence = "At least one seat must start with a garnet; otherwise, no seat could ever bid.";
        return Err(STARTING_GARNETS_ALL_ZERO.error(NAME, sentence));
    }
    Ok(BySeat::from_vec(amounts.into_iter().map(Garnets::new).collect()))
}
