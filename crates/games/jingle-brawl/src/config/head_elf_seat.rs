//! The option for the first Head Elf.

use tinsel_engine::{
    ConfigError, SeatCount, SeatIndex,
    options::{OptionFacts, OwnOption},
    present::{FormField, Kind, OptionSpec, Reader, Text, Value},
};

use super::HEAD_ELF_SEAT_OUT_OF_RANGE;
use crate::components::SEATS_MAX;

const NAME: &str = "head_elf_seat";

pub(super) static HEAD_ELF_SEAT: OwnOption = OwnOption { facts, spec };

fn facts() -> OptionFacts {
    OptionFacts {
        name: NAME,
        meaning: "the seat that is Head Elf at the start; public",
        default: "0".into(),
        valid: "0 to the number of players less 1".into(),
    }
}

fn spec() -> OptionSpec {
    let kind = Kind::Number {
        min: 0,
        max: i64::from(SEATS_MAX) - 1,
        step: 1,
        unit: "",
    };
    let title = Text::new("option_elf", "Number of the seat of the first Head Elf");
    let help = "The seats of a match with 6 players have the numbers 0 to 5.";
    OptionSpec {
        field: FormField::new(NAME, title, kind).help(Text::new("option_elf_help", help)),
        default: Some(Value::Number(0)),
    }
}

/// The seat in a form. A seat that no draft can hold becomes one that no match has.
pub(super) fn read(values: Reader<'_>) -> u32 {
    u32::try_from(values.number(NAME)).unwrap_or(u32::MAX)
}

// JB-6, JB-R11
pub(super) fn check(players: SeatCount, seat: u32) -> Result<SeatIndex, ConfigError> {
    let seat = u8::try_from(seat).ok().map(SeatIndex::new);
    seat.filter(|seat| players.has(*seat)).ok_or_else(|| {
        let sentence = "head_elf_seat must be a seat of this match.";
        HEAD_ELF_SEAT_OUT_OF_RANGE.error(NAME, sentence)
    })
}
