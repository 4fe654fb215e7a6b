//! For how long it stays secret that a decision was taken by default.

use tinsel_engine::Secrecy;

use crate::{components::Phase, state::SnowballWar};

/// Of re-rolls and allocations until both seats have committed; of any other decision never.
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
