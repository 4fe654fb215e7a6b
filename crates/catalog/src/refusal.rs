//! A game's refusal, without the game's type.

use tinsel_engine::{ConfigError, Fault, GameFacts, RejectCode};

/// Why a game refuses an action or an option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The reason, in `UPPER_SNAKE`: a value of the game's `RejectReason` without its prefix.
    pub code: &'static str,
    /// The package of the game's messages.
    pub domain: String,
    /// The rule that forbids it, where one does.
    pub rule: Option<&'static str>,
    /// The most or the least that may be asked for, where the reason is about a number.
    pub limit: Option<u64>,
    /// The path, within the request, of the field that can never be right. `None` if the request is well formed and
    /// the match does not allow it.
    pub malformed: Option<String>,
    /// What was wrong and what would be right.
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
    if option == "players" {
        "seats".to_owned()
    } else {
        format!("config.{}.{option}", facts.id)
    }
}

/// The package of a game's messages, which is the domain of its reasons.
pub(crate) fn domain(facts: &GameFacts) -> String {
    format!("tinsel.games.{}.v1", facts.id)
}
