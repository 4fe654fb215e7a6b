//! Refusals: typed, catalogued, and harmless.

use std::{borrow::Cow, error::Error, fmt};

/// What every refusal of a game can say of itself.
///
/// A refusal is a variant with its numbers; its `Display` sentence says what was wrong and what would be right, and
/// nothing that the asking seat may not know.
pub trait RejectCode: Error + Clone + PartialEq + fmt::Debug + Send + Sync + 'static {
    /// Every reason the game can give, in the order of its specification.
    const CATALOGUE: &'static [Reason];

    /// The reason, in `UPPER_SNAKE`. One of [`RejectCode::CATALOGUE`].
    fn code(&self) -> &'static str;

    /// The rule that forbids the action, as the specification names it.
    fn rule(&self) -> &'static str;

    /// The number that the action had to respect, where the reason is about one: the most or the least that may be asked
    /// for. Nothing that the asking seat may not know.
    fn limit(&self) -> Option<u64> {
        None
    }

    /// What is to blame: the request as such, or the request at this point of this match.
    fn fault(&self) -> Fault;
}

/// One reason of a game's catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reason {
    /// Its code, in `UPPER_SNAKE`.
    pub code: &'static str,
    /// Whether it can be judged from the request alone. A reason has one answer to this, always.
    pub malformed: bool,
    /// What it means and what would be right, for any match.
    pub meaning: &'static str,
}

/// What a refusal blames.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// The request can never be right: an unset, unknown or out-of-range field, a wrong count, a duplicate.
    Malformed {
        /// The path of the field inside the action, such as `passes[1]`.
        field: Cow<'static, str>,
    },
    /// The request is well formed; the match, as it is now, does not allow it.
    Refused,
}
