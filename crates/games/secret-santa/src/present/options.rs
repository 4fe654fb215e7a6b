//! The options of a new match as fields.

use tinsel_engine::{
    SeatIndex,
    present::{Branch, FieldAnswer, FormField, Kind, OptionSpec, PickOption, Reader, Text, Value, seat_id, seat_of_id},
};

use super::components::{id, named, of_id};
use crate::{
    components::{Card, SEATS_MAX, Special},
    config::Draft,
};

const DEALS: &str = "deals";
const ELVES: &str = "elves";
const SPECIALS: &str = "specials";
const FIRST_DEALER: &str = "first_dealer";
const AUTO_FINAL_GIFT: &str = "auto_final_gift";
/// The values of [`SPECIALS`], and the field of the second one.
const ALL: &str = "all";
const LISTED: &str = "listed";
const CARDS: &str = "cards";
/// The value of [`FIRST_DEALER`] without a seat.
const RANDOM: &str = "random";

/// Every option.
pub(super) fn all() -> Vec<OptionSpec> {
    let deals = number(DEALS, Text::new("option_deals", "Number of deals"), 1..=20, "deals");
    let elves = number(ELVES, Text::new("option_elves", "Elves in the deck"), 0..=8, "cards");
    let auto_title = Text::new("option_auto_final_gift", "Automatic \"Final Gift!\"");
    let auto_help = Text::new(
        "option_auto_final_gift_help",
        "The game declares \"Final Gift!\" for every player. Otherwise a player who comes down to one card and does not \
         declare it misses a turn.",
    );
    vec![
        option(
            deals.help(Text::new("option_deals_help", "The points of all deals are added.")),
            Value::Number(3),
        ),
        option(elves, Value::Number(3)),
        option(specials(), branch(ALL)),
        option(first_dealer(), Value::Picks(vec![RANDOM.into()])),
        option(
            FormField::new(AUTO_FINAL_GIFT, auto_title, Kind::Flag).help(auto_help),
            Value::Flag(false),
        ),
    ]
}

const fn option(field: FormField, default: Value) -> OptionSpec {
    OptionSpec {
        field,
        default: Some(default),
    }
}

fn branch(id: &'static str) -> Value {
    FieldAnswer::branch(SPECIALS, id, Vec::new()).value
}

fn number(id: &'static str, title: Text, range: std::ops::RangeInclusive<i64>, unit: &'static str) -> FormField {
    let (min, max) = range.into_inner();
    FormField::new(
        id,
        title,
        Kind::Number {
            min,
            max,
            step: 1,
            unit,
        },
    )
}

fn specials() -> FormField {
    let card = |special: Special| {
        let title = Text::new("card", "{card}").with("card", named(special));
        PickOption::new(id(special), title).component(id(special))
    };
    let cards = FormField::pick(
        CARDS,
        Text::new("option_specials_cards", "Special cards"),
        Special::SINGLE.map(card),
        0,
        7,
    );
    let three = Text::new(
        "option_specials_help",
        "With 3 players the deck can have Santa, the Christmas Tree and the Fruitcake only.",
    );
    let branches = vec![
        Branch::new(ALL, Text::new("option_specials_all", "All of them"), []),
        Branch::new(LISTED, Text::new("option_specials_listed", "Only some"), [cards]),
    ];
    let title = Text::new("option_specials", "Special cards in the deck besides the Elves");
    FormField::new(SPECIALS, title, Kind::Branch { branches }).help(three)
}

fn first_dealer() -> FormField {
    let seat = |seat: SeatIndex| {
        let title = Text::new("option_dealer_seat", "Seat {seat}").with("seat", seat.get());
        PickOption::new(seat_id(seat), title)
    };
    let random = PickOption::new(RANDOM, Text::new("option_dealer_random", "Drawn at random"));
    let seats = (0..SEATS_MAX).map(SeatIndex::new).map(seat);
    let help = "The player to the left of the dealer leads the first round. Seats are numbered from 0.";
    FormField::pick_one(
        FIRST_DEALER,
        Text::new("option_dealer", "First dealer"),
        [random].into_iter().chain(seats),
    )
    .help(Text::new("option_dealer_help", help))
}

/// The draft with these values. A number or a seat that no draft can hold is read as one outside the bounds.
pub(super) fn draft(values: Reader<'_>) -> Draft {
    let number = |id| {
        let asked = values.value(id).map(|_| values.number(id));
        asked.map(|asked| u32::try_from(asked).unwrap_or(u32::MAX))
    };
    let special = |id: &str| match of_id(id) {
        Some(Card::Special(special)) => Some(special),
        Some(Card::Gift(_)) | None => None,
    };
    let listed = values.branch(SPECIALS).filter(|(id, _)| *id != ALL);
    let dealer = values.pick(FIRST_DEALER).filter(|id| *id != RANDOM);
    Draft {
        deals: number(DEALS),
        elves: number(ELVES),
        specials: listed.map(|(_, of)| of.picks(CARDS).iter().map(|id| special(id)).collect()),
        first_dealer: dealer.map(|id| seat_of_id(id).map_or(u32::MAX, |seat| u32::from(seat.get()))),
        auto_final_gift: values.flag(AUTO_FINAL_GIFT),
    }
}
