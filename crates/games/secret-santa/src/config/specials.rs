//! The option for the special cards besides the Elves.

use tinsel_engine::{
    ConfigError, SeatCount,
    options::{OptionFacts, OwnOption},
    present::{Branch, FormField, Kind, OptionSpec, PickOption, Reader, Text, Value},
};

use super::{SMALL_TABLE, SPECIAL_DUPLICATE, SPECIAL_NOT_FOR_THREE, SPECIAL_UNKNOWN};
use crate::{
    components::{Card, Special},
    naming::{id, named, of_id},
};

const NAME: &str = "specials";
/// The branches of the field, and the field of the second one.
const ALL: &str = "all";
const LISTED: &str = "listed";
const CARDS: &str = "cards";

pub(super) static SPECIALS: OwnOption = OwnOption { facts, spec };

fn facts() -> OptionFacts {
    OptionFacts {
        name: NAME,
        meaning: "the other special cards in the deck, one of each",
        default: "all seven; with 3 players SPECIAL_SANTA, SPECIAL_TREE and SPECIAL_FRUITCAKE".into(),
        valid: "a list, possibly empty, of SPECIAL_SANTA, SPECIAL_TREE, SPECIAL_FRUITCAKE, SPECIAL_SCROOGE, \
                SPECIAL_CAROL, SPECIAL_MOUSE and SPECIAL_GHOST, each at most once; with 3 players only the first \
                three"
            .into(),
    }
}

fn spec() -> OptionSpec {
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
    OptionSpec {
        field: FormField::new(NAME, title, Kind::Branch { branches }).help(three),
        default: Some(Value::Branch {
            id: ALL.into(),
            fields: Vec::new(),
        }),
    }
}

/// The cards of a form, `None` for an unknown one.
pub(super) fn read(values: Reader<'_>) -> Option<Vec<Option<Special>>> {
    let special = |id: &str| match of_id(id) {
        Some(Card::Special(special)) => Some(special),
        Some(Card::Gift(_)) | None => None,
    };
    let listed = values.branch(NAME).filter(|(id, _)| *id != ALL);
    listed.map(|(_, of)| of.picks(CARDS).iter().map(|id| special(id)).collect())
}

// SS-R52: a card that a match of three does not have is refused, not silently omitted
pub(super) fn check(players: SeatCount, asked: Option<Vec<Option<Special>>>) -> Result<Vec<Special>, ConfigError> {
    let small = players.get() == SMALL_TABLE;
    let Some(asked) = asked else {
        return Ok(if small {
            Special::SINGLE_FOR_THREE.to_vec()
        } else {
            Special::SINGLE.to_vec()
        });
    };
    let listable = |special: Option<Special>| special.filter(|special| Special::SINGLE.contains(special));
    let known: Option<Vec<Special>> = asked.into_iter().map(listable).collect();
    let mut known = known.ok_or_else(|| {
        let sentence = "That is no special card that can be listed.";
        SPECIAL_UNKNOWN.error(NAME, sentence)
    })?;
    known.sort_unstable();
    if known.windows(2).any(|pair| pair.first() == pair.last()) {
        let sentence = "A special card is listed twice.";
        return Err(SPECIAL_DUPLICATE.error(NAME, sentence));
    }
    if small && !known.iter().all(|special| Special::SINGLE_FOR_THREE.contains(special)) {
        let sentence = "With 3 players only SANTA, TREE and FRUITCAKE may be listed.";
        return Err(SPECIAL_NOT_FOR_THREE.error(NAME, sentence));
    }
    Ok(known)
}
