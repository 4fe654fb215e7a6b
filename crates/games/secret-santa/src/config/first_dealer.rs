//! The option for the first dealer.

use tinsel_engine::{
    ConfigError, SeatCount, SeatIndex,
    options::{OptionFacts, OwnOption},
    present::{FormField, OptionSpec, PickOption, Reader, Text, Value, seat_id, seat_of_id},
};

use super::FIRST_DEALER_OUT_OF_RANGE;
use crate::components::SEATS_MAX;

const NAME: &str = "first_dealer";
/// The value without a seat.
const RANDOM: &str = "random";

pub(super) static FIRST_DEALER: OwnOption = OwnOption { facts, spec };

fn facts() -> OptionFacts {
    OptionFacts {
        name: NAME,
        meaning: "the seat that deals first; the seat to its left leads",
        default: "random".into(),
        valid: "a seat of the match".into(),
    }
}

fn spec() -> OptionSpec {
    let seat = |seat: SeatIndex| {
        let title = Text::new("option_dealer_seat", "Seat {seat}").with("seat", seat.get());
        PickOption::new(seat_id(seat), title)
    };
    let random = PickOption::new(RANDOM, Text::new("option_dealer_random", "Drawn at random"));
    let seats = (0..SEATS_MAX).map(SeatIndex::new).map(seat);
    let help = "The player to the left of the dealer leads the first round. Seats are numbered from 0.";
    let field = FormField::pick_one(
        NAME,
        Text::new("option_dealer", "First dealer"),
        [random].into_iter().chain(seats),
    )
    .help(Text::new("option_dealer_help", help));
    OptionSpec {
        field,
        default: Some(Value::Picks(vec![RANDOM.into()])),
    }
}

/// The seat in a form; `None` for a random one. A seat that no draft can hold becomes one that no match has.
pub(super) fn read(values: Reader<'_>) -> Option<u32> {
    let dealer = values.pick(NAME).filter(|id| *id != RANDOM)?;
    Some(seat_of_id(dealer).map_or(u32::MAX, |seat| seat.get().into()))
}

pub(super) fn check(players: SeatCount, asked: Option<u32>) -> Result<Option<SeatIndex>, ConfigError> {
    let Some(asked) = asked else { return Ok(None) };
    let seat = u8::try_from(asked).ok().map(SeatIndex::new);
    let seat = seat.filter(|seat| players.has(*seat));
    let sentence = "first_dealer must be a seat of this match.";
    seat.map(Some)
        .ok_or_else(|| FIRST_DEALER_OUT_OF_RANGE.error(NAME, sentence))
}
