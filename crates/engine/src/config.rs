//! Refusals of invalid options.

use std::borrow::Cow;

/// The first option of a draft that is not valid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{sentence}")]
pub struct ConfigError {
    /// The option, by its name in the game's configuration, or `seats`.
    pub option: Cow<'static, str>,
    /// The reason, in `UPPER_SNAKE`, as in the game's catalogue.
    pub code: &'static str,
    /// A sentence with the fault and the valid values.
    pub sentence: Cow<'static, str>,
}
