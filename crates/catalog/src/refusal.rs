//! A game's refusal, without the game's type.

use tinsel_engine::{ConfigError, Fault, GameFacts, RejectCode};

/// Why a game refuses an action or an option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The reason, in `UPPER_SNAKE`: a value of the game's `RejectReason` without its prefix.
    pub code: &'static str,
    /// The ID of the game.
    game: &'static str,
    /// The rule that forbids it, if there is one.
    pub rule: Option<&'static str>,
    /// The maximum or minimum that the request had to respect, if the reason is about a number.
    pub limit: Option<u64>,
    /// Whether no match accepts the request. Otherwise it is well formed, and the match does not allow it.
    pub malformed: bool,
    /// The path, within the request, of the field to correct, if one is known.
    pub field: Option<String>,
    /// The fault and the remedy, as a sentence.
    pub sentence: String,
}

impl Refusal {
    pub(crate) fn of_action<R: RejectCode>(facts: &GameFacts, reject: &R) -> Self {
        let field = match reject.fault() {
            Fault::Malformed { field } => Some(format!("action.{}.{field}", facts.id)),
            Fault::Refused => None,
        };
        Self {
            code: reject.code(),
            game: facts.id,
            rule: Some(reject.rule()),
            limit: reject.limit(),
            malformed: field.is_some(),
            field,
            sentence: reject.to_string(),
        }
    }

    /// The refusal of an answer, which was read as the refused action. `path` is its value outside the form.
    pub(crate) fn of_answer<R: RejectCode>(facts: &GameFacts, reject: &R, path: &str) -> Self {
        Self {
            field: Some(format!("answer.{path}")),
            ..Self::of_action(facts, reject)
        }
    }

    pub(crate) fn of_config(facts: &GameFacts, error: ConfigError) -> Self {
        Self {
            code: error.code,
            game: facts.id,
            rule: None,
            limit: None,
            malformed: true,
            field: Some(path_of_option(facts, &error.option)),
            sentence: error.sentence.into_owned(),
        }
    }

    /// The refusal of an option that was given as a value of its specification.
    pub(crate) fn of_option_value(facts: &GameFacts, error: ConfigError) -> Self {
        let option = error.option.split(['[', '.']).next().unwrap_or_default();
        let field = match option {
            "seats" => option.to_owned(),
            option => format!("options.values[{option}]"),
        };
        Self {
            field: Some(field),
            ..Self::of_config(facts, error)
        }
    }

    /// The domain of the reason: the package of the game's messages.
    #[must_use]
    pub fn domain(&self) -> String {
        domain(self.game)
    }
}

/// The number of seats is the platform's field; every other option is the game's.
fn path_of_option(facts: &GameFacts, option: &str) -> String {
    if option == "seats" {
        "seats".to_owned()
    } else {
        format!("config.{}.{option}", facts.id)
    }
}

/// The package of a game's messages, which is the domain of its reasons.
pub(crate) fn domain(game: &str) -> String {
    format!("tinsel.games.{game}.v1")
}
