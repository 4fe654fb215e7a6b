//! The invariants of `RULES.md`, section 11: one function each, named by it.
//!
//! State invariants hold whenever a decision is pending, and at the end. Invariants of changes hold over every submission
//! and vote, and over the start of a match. They share no code with the rules that they check.

mod auctions;
mod ending;
mod flow;
mod garnets;
mod skills;

use tinsel_engine_testkit::Change;
pub(crate) use tinsel_engine_testkit::invariants::{equal, hold};

use crate::{
    components::{Round, Skill},
    state::GrunkleMatch,
    table::{PastRound, Table},
};

pub use auctions::{bids_keep_their_limits, one_zero_bid_at_most, the_highest_unique_bid_wins};
pub use ending::tokens_and_the_candidate;
pub use flow::{
    every_awaited_seat_has_a_legal_submission, it_ends_after_49_submissions_and_the_votes,
    rounds_go_forwards_and_all_seven_submit,
};
pub use garnets::{garnets_add_up, garnets_are_bounded};
pub use skills::{
    a_seat_that_wins_nothing_gets_a_grunko_pop, grunko_pops_add_up, one_kind_at_most_is_nullified_for_ever,
    skills_are_conserved,
};

/// A round that the last submission resolved.
#[derive(Debug, Clone, Copy)]
struct Resolved<'a> {
    after: &'a GrunkleMatch,
    round: Round,
    past: &'a PastRound,
}

/// The round that this change resolved, if any.
fn resolved<'a>(change: Change<'a, GrunkleMatch>) -> Option<Resolved<'a>> {
    let (before, after) = (change.before?, change.after);
    let index = before.table.past.len();
    Some(Resolved {
        after,
        round: *Round::ALL.get(index)?,
        past: after.table.past.get(index)?,
    })
}

/// The resolved rounds with their numbers and lists, in order.
fn rounds(table: &Table) -> impl Iterator<Item = (u8, &'static [Skill], &PastRound)> {
    let rounds = Round::ALL.into_iter().zip(&table.past);
    rounds.map(|(round, past)| (round.number(), round.list(), past))
}
