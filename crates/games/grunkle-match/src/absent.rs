//! The defaults of inactive seats, and the pending decisions that show them (section 9).

use tinsel_engine::{Decision, SeatIndex, Viewer};

use crate::{
    action::Action,
    components::{BySlot, Round, Skill, Slot},
    facts::{ABSTAIN, FIRST_SKILL},
    limits::Limits,
    state::{GrunkleMatch, Stage},
    submission::{Ballot, Made, Submission},
    table::Table,
};

/// The default of `seat`, or `None` once the match is over.
// GM-R83
pub(crate) fn default_of(game: &GrunkleMatch, seat: SeatIndex) -> Option<Made> {
    match &game.stage {
        Stage::Bidding { round, .. } => Some(Made::Submitted(default_submission(&game.table, *round, seat))),
        // GM-97, GM-R79
        Stage::TieBreak { .. } => Some(Made::Voted(Ballot::Abstained)),
        Stage::Ended { .. } => None,
    }
}

// GM-26, GM-R12, GM-R13
fn default_submission(table: &Table, round: Round, seat: SeatIndex) -> Submission {
    let limits = Limits::of(table, round, seat);
    let mut bids = BySlot::default();
    if limits.is_able(false) {
        bids.put(Slot::FIRST, limits.unit);
    }
    Submission {
        bids,
        phantom_target: table.works(seat, Skill::PhantomThieves).then_some(seat),
        by_default: true,
        ..Submission::default()
    }
}

/// The pending decisions, as `viewer` may know them.
///
/// Only the seat itself sees the content of its default. Others see the rule, in the same words for every seat, so that
/// it does not show which seats can bid.
pub(crate) fn pending_decisions(game: &GrunkleMatch, viewer: Viewer) -> Vec<Decision<Action>> {
    let decision = |seat: SeatIndex| match &game.stage {
        Stage::Bidding { round, .. } => {
            let own = viewer.is(seat);
            let own = own.then(|| default_submission(&game.table, *round, seat).action(*round));
            Some(FIRST_SKILL.pending(seat, own))
        }
        Stage::TieBreak { .. } => Some(ABSTAIN.pending(seat, None)),
        Stage::Ended { .. } => None,
    };
    game.owing().iter().filter_map(decision).collect()
}
