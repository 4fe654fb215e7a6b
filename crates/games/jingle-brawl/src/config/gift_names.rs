//! The option for the names of the gifts.

use tinsel_engine::{
    ConfigError, SeatCount,
    options::{OptionFacts, OwnOption, typed},
    present::{OptionSpec, Text},
};

use super::{GIFT_NAME_INVALID, GIFT_NAMES_COUNT};
use crate::components::GiftName;

const NAME: &str = "gift_names";
/// Maximum length of a gift's name, in Unicode scalar values.
const LENGTH_MAX: usize = 80;

pub(super) static GIFT_NAMES: OwnOption = OwnOption { facts, spec };

fn facts() -> OptionFacts {
    OptionFacts {
        name: NAME,
        meaning: "the names of the gifts, which are assigned to the wrapped gifts at random; each is secret until \
                  its gift is opened",
        default: "empty: \"Gift 1\", \"Gift 2\" and so on".into(),
        valid: format!(
            "empty, or one name for each player, of 1 to {LENGTH_MAX} characters after trimming, without control \
             characters"
        )
        .into(),
    }
}

fn spec() -> OptionSpec {
    typed(
        NAME,
        Text::new("option_names", "Names of the gifts, one for each player"),
    )
}

// JB-4, JB-R2, JB-R63
pub(super) fn check(players: SeatCount, names: &[GiftName]) -> Result<Vec<GiftName>, ConfigError> {
    if !names.is_empty() && names.len() != usize::from(players.get()) {
        let sentence = "gift_names must be empty or have exactly one name per player.";
        return Err(GIFT_NAMES_COUNT.error(NAME, sentence));
    }
    let one = |(index, name): (usize, &GiftName)| {
        let name = name.text().trim();
        let long = name.chars().count();
        if (1..=LENGTH_MAX).contains(&long) && !name.chars().any(char::is_control) {
            return Ok(GiftName::new(name));
        }
        let sentence = format!("Each gift name must have 1 to {LENGTH_MAX} characters and no control characters.");
        Err(GIFT_NAME_INVALID.error(format!("{NAME}[{index}]"), sentence))
    };
    names.iter().enumerate().map(one).collect()
}
