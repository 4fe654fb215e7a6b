//! For how long it stays secret that a decision was taken by default.

use tinsel_engine::Secrecy;

use crate::{components::Phase, state::JingleBrawl};

/// Of bids, throws and reports until they are revealed; of any other decision never.
// Section 7, JB-R64
pub(crate) fn secrecy(game: &JingleBrawl) -> Secrecy {
    match game.phase() {
        Phase::Bidding | Phase::DuelThrow | Phase::DuelReport => {
            Secrecy::until_resolved(game.owing(), game.submitted())
        }
        Phase::Opening
        | Phase::YieldChoice
        | Phase::GambitChoice
        | Phase::PathChoice
        | Phase::DefenderChoice
        | Phase::DuelMethod
        | Phase::DuelVerdict
        | Phase::DiscardChoice
        | Phase::ReprisalChoice
        | Phase::Finished => Secrecy::NONE,
    }
}
