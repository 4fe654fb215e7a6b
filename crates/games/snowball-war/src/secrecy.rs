//! How long it stays secret that a decision was a default.

use tinsel_engine::Secrecy;

use crate::{components::Phase, state::SnowballWar};

/// Defaults of re-rolls and allocations stay secret until both seats have committed; those of other decisions are
/// public.
// SW-32, SW-34, SW-R73
pub(crate) fn secrecy(game: &SnowballWar) -> Secrecy {
    match game.phase() {
        Phase::Reroll | Phase::Allocate => Secrecy::until_resolved(game.owing(), game.committed()),
        Phase::Draft
        | Phase::Deploy
        | Phase::Action
        | Phase::Reaction
        | Phase::ThrowAgain
        | Phase::MoveAgain
        | Phase::Return
        | Phase::Finished => Secrecy::NONE,
    }
}
