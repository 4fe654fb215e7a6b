//! Refusals: typed, catalogued, and harmless.

use std::{borrow::Cow, error::Error, fmt};

use crate::ConfigError;

/// The facts that every refusal of a game provides.
///
/// A refusal is a variant with its numbers; `#[derive(RejectCode)]` implements this trait. Its `Display` sentence states the fault and the remedy, and nothing that
/// the acting seat may not know.
pub trait RejectCode: Error + Clone + PartialEq + fmt::Debug + Send + Sync + 'static {
    /// The reasons of refused actions, in the order of the specification.
    const CATALOGUE: &'static [Reason];

    /// The facts of this refusal.
    fn info(&self) -> RejectInfo;

    /// The reason, in `UPPER_SNAKE`. One of [`RejectCode::CATALOGUE`].
    fn code(&self) -> &'static str {
        self.info().code
    }

    /// The rule that forbids the action, as the specification names it.
    fn rule(&self) -> &'static str {
        self.info().rule
    }

    /// The limit that the action exceeds; see [`RejectInfo::limit`].
    fn limit(&self) -> Option<u64> {
        self.info().limit
    }

    /// Whether the request is malformed, or refused by the state of the match.
    fn fault(&self) -> Fault {
        self.info().fault
    }
}

/// The facts of a refusal for a client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RejectInfo {
    /// The reason, in `UPPER_SNAKE`. One of [`RejectCode::CATALOGUE`].
    pub code: &'static str,
    /// The rule that forbids the action, as the specification names it.
    pub rule: &'static str,
    /// The number that the action had to respect, if the reason is about one: the maximum or the minimum. It contains
    /// nothing that the acting seat may not know.
    pub limit: Option<u64>,
    /// Whether the request is malformed, or refused by the state of the match.
    pub fault: Fault,
}

impl RejectInfo {
    /// The action is well formed, and the state of the match refuses it.
    #[must_use]
    pub const fn refused(code: &'static str, rule: &'static str) -> Self {
        Self {
            code,
            rule,
            limit: None,
            fault: Fault::Refused,
        }
    }

    /// The field, by its path inside the action, is wrong in any match.
    #[must_use]
    pub fn malformed(code: &'static str, rule: &'static str, field: impl Into<Cow<'static, str>>) -> Self {
        Self {
            fault: Fault::Malformed { field: field.into() },
            ..Self::refused(code, rule)
        }
    }

    /// The same with the limit that the action exceeds. A negative limit is omitted.
    #[must_use]
    pub fn beyond(self, limit: impl TryInto<u64>) -> Self {
        Self {
            limit: limit.try_into().ok(),
            ..self
        }
    }
}

/// One reason of a game's catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reason {
    /// Its code, in `UPPER_SNAKE`.
    pub code: &'static str,
    /// Whether the request alone decides it, in any match. This never varies for one reason.
    pub malformed: bool,
    /// Whether its refusals contain the number that the action had to respect.
    pub limit: bool,
    /// Its meaning for any match, in a sentence.
    pub meaning: &'static str,
    /// The remedy, in a sentence.
    pub remedy: &'static str,
}

impl Reason {
    /// A reason for which an option is refused.
    #[must_use]
    pub const fn of_option(code: &'static str, meaning: &'static str, remedy: &'static str) -> Self {
        Self {
            code,
            malformed: true,
            limit: false,
            meaning: meaning.trim_ascii_start(),
            remedy,
        }
    }

    /// The refusal of an option for this reason. The sentence contains the fault and the valid values.
    #[must_use]
    pub fn error(&self, option: impl Into<Cow<'static, str>>, sentence: impl Into<Cow<'static, str>>) -> ConfigError {
        ConfigError {
            option: option.into(),
            code: self.code,
            sentence: sentence.into(),
        }
    }
}

/// The meaning, then the remedy.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.meaning, self.remedy)
    }
}

/// Declares the reasons for which options are refused, with the attributes of `#[derive(RejectCode)]`: a constant for
/// each, and `REASONS` with all of them.
#[macro_export]
macro_rules! option_reasons {
    ($($(#[doc = $meaning:literal])+ #[malformed(remedy = $remedy:literal)] $code:ident;)+) => {
        $(
            $(#[doc = $meaning])+
            const $code: $crate::Reason =
                $crate::Reason::of_option(stringify!($code), concat!($($meaning),+), $remedy);
        )+
        /// The reasons for which options are refused, in the order of the checks.
        pub(crate) const REASONS: &[$crate::Reason] = &[$($code),+];
    };
}

/// The cause of a refusal: the request or the match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// The request can never be right: an unset, unknown or out-of-range field, a wrong count, a duplicate.
    Malformed {
        /// The path of the field inside the action, such as `passes[1]`.
        field: Cow<'static, str>,
    },
    /// The request is well formed; the current state of the match does not allow it.
    Refused,
}
