//! Options that cannot be played with.

use std::borrow::Cow;

/// The first option of a draft that is not valid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{sentence}")]
pub struct ConfigError {
    /// The option, by its name in the game's configuration; the number of seats is `players`.
    pub option: Cow<'static, str>,
    /// The reason, in `UPPER_SNAKE`, as the game's catalogue has it.
    pub code: &'static str,
    /// What was wrong and what would be right.
    pub sentence: Cow<'static, str>,
}
