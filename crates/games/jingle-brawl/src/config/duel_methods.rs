//! The option for the methods of duels.

use tinsel_engine::{
    ConfigError,
    options::{OptionFacts, OwnOption},
    present::{FormField, Id, Kind, OptionSpec, PickOption, Reader, Text, Value},
};

use super::{DUEL_METHOD_UNKNOWN, DUEL_METHODS_DUPLICATE};
use crate::{
    components::Method,
    naming::{method_id, named},
};

const NAME: &str = "duel_methods";
/// The default methods.
const USUAL: [Method; 4] = [
    Method::CoinFlip,
    Method::DiceRollOff,
    Method::HighCard,
    Method::RockPaperScissors,
];

pub(super) static DUEL_METHODS: OwnOption = OwnOption { facts, spec };

fn facts() -> OptionFacts {
    OptionFacts {
        name: NAME,
        meaning: "the methods of duels, in the order in which Defenders see them; public",
        default: "empty: DUEL_METHOD_COIN_FLIP, DUEL_METHOD_DICE_ROLL_OFF, DUEL_METHOD_HIGH_CARD, \
                  DUEL_METHOD_ROCK_PAPER_SCISSORS"
            .into(),
        valid: "the four of the default and DUEL_METHOD_REPORTED, each at most once".into(),
    }
}

fn spec() -> OptionSpec {
    let option = |one: Method| {
        let title = Text::new("option_method", "{method}").with("method", named(method_id(one)));
        PickOption::new(method_id(one), title).component(method_id(one))
    };
    let methods = Kind::Pick {
        options: Method::ALL.map(option).into(),
        min: 0,
        max: u32::try_from(Method::ALL.len()).unwrap_or(u32::MAX),
        ordered: true,
    };
    let title = "Duel methods, in the order in which defenders see them";
    let help = "None picked: all but the reported duel, which takes place elsewhere.";
    OptionSpec {
        field: FormField::new(NAME, Text::new("option_duel_methods", title), methods)
            .help(Text::new("option_methods_help", help)),
        default: Some(Value::Picks(Vec::new())),
    }
}

/// The methods in a form, `None` for an unknown one.
pub(super) fn read(values: Reader<'_>) -> Vec<Option<Method>> {
    let method = |id: &Id| Method::ALL.into_iter().find(|method| method_id(*method) == id);
    values.picks(NAME).iter().map(method).collect()
}

// JB-7, JB-R15
pub(super) fn check(asked: &[Option<Method>]) -> Result<Vec<Method>, ConfigError> {
    let known = |(index, method): (usize, &Option<Method>)| {
        method.ok_or_else(|| {
            let option = format!("{NAME}[{index}]");
            DUEL_METHOD_UNKNOWN.error(option, "Unknown duel method.")
        })
    };
    let methods: Vec<Method> = asked.iter().enumerate().map(known).collect::<Result<_, _>>()?;
    for (index, method) in methods.iter().enumerate() {
        if methods.iter().take(index).any(|before| before == method) {
            let option = format!("{NAME}[{index}]");
            let sentence = "A duel method is listed twice.";
            return Err(DUEL_METHODS_DUPLICATE.error(option, sentence));
        }
    }
    if methods.is_empty() {
        return Ok(USUAL.to_vec());
    }
    Ok(methods)
}
