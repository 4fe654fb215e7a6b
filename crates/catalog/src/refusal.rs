//! A game's refusal, without the game's type.

use tinsel_engine::{ConfigError, Fault, GameFacts, RejectCode};

/// Why a game refuses an action or an option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The reason, in `UPPER_SNAKE`: a value of the game's `RejectReason` without its prefix.
    pub code: &'static str,
    /// The package of the game's messages.
    pub domain: String,
    /// The rule that forbids it, if there is one.
    pub rule: Option<&'static str>,
    /// The maximum or minimum that the request had to respect, if the reason is about a number.
    pub limit: Option<u64>,
    /// The path, within the request, of the field that no match accepts. `None` if the request is well formed and the
    /// match does not allow it.
    pub malformed: Option<String>,
    /// The fault and the remedy, as a sentence.
    pub sentence: String,
}

impl Refusal {
    pub(crate) fn of_action<R: RejectCode>(facts: &GameFacts, reject: &R) -> Self {
        Self {
            code: reject.code(),
            domain: domain(facts),
            rule: Some(reject.rule()),
            limit: reject.limit(),
            malformed: match reject.fault() {
                Fault::Malformed { field } => Some(format!("action.{}.{field}", facts.id)),
                Fault::Refused => None,
            },
            sentence: reject.to_string(),
        }
    }

    pub(crate) fn of_config(facts: &GameFacts, error: ConfigError) -> Self {
        Self {
            code: error.code,
            domain: domain(facts),
            rule: None,
            limit: None,
            malformed: Some(path_of_option(facts, &error.option)),
            sentence: error.sentence.into_owned(),
        }
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
pub(crate) fn domain(facts: &GameFacts) -> String {
    format!("tinsel.games.{}.v1", facts.id)
}
