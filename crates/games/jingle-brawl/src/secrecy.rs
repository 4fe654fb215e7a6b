//! How long it stays secret that a decision was a default.

use tinsel_engine::Secrecy;

use crate::{components::Phase, state::JingleBrawl};

/// Defaults of bids, throws and reports stay secret until they are revealed; those of other decisions are public.
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
