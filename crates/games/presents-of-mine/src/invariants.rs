//! The invariants of `RULES.md`, section 11: one function each, named by it.
//!
//! State invariants hold whenever a decision is pending, and at the end. Invariants of changes hold over every submission
//! and over the start of a match. They share no code with the rules that they check.

mod flow;
mod hands;
mod points;

use tinsel_engine_testkit::Change;
pub(crate) use tinsel_engine_testkit::invariants::{equal, hold};

use crate::{
    components::{Letter, Picture, Present},
    state::{Last, PresentsOfMine, Table},
};

pub use flow::{owing_shrinks_by_one_and_is_refilled_by_a_round, the_list_changes_by_one_reversal_and_draws_are_few};
pub use hands::{
    copies_after_the_pregame_are_what_was_selected, eight_hands_of_six, k_and_l_are_eight_and_fall_m_and_n_stay_eight,
    layers_are_one_to_six_and_never_grow, presents_are_conserved, staleness_changes_by_the_rule, staleness_is_bounded,
    three_passed_presents_one_per_distance,
};
pub use points::{
    an_i_earns_six_where_it_is_stalest, chains_and_diameters_are_mutual, monopoly_points_add_up,
    points_per_copy_are_in_range, totals_never_fall_and_raw_is_the_sum,
};

/// A round that the last submission resolved.
struct Resolved<'a> {
    before: &'a Table,
    after: &'a Table,
    pictures: Vec<Picture>,
}

/// The round that this change resolved, if any.
fn round<'a>(change: Change<'a, PresentsOfMine>) -> Option<Resolved<'a>> {
    let (before, after) = (change.before?.table()?, change.after.table()?);
    let pictures = pictures(after)?;
    (change.before?.step() != change.after.step() || change.after.owing().is_empty()).then_some(Resolved {
        before,
        after,
        pictures,
    })
}

/// The scored pictures of the last round, if there was one.
fn pictures(table: &Table) -> Option<Vec<Picture>> {
    match &table.last {
        Last::Pregame => None,
        Last::Passed { pictures, .. } | Last::Stolen { pictures, .. } => Some(pictures.iter().copied().collect()),
    }
}

/// Number of presents on the table with one of these letters.
fn copies(table: &Table, letters: &[Letter]) -> usize {
    presents(table)
        .iter()
        .filter(|present| letters.contains(&present.letter()))
        .count()
}

fn presents(table: &Table) -> Vec<Present> {
    table.hands.iter().flat_map(|hand| hand.presents().to_vec()).collect()
}

fn sorted<T: Ord>(mut things: Vec<T>) -> Vec<T> {
    things.sort_unstable();
    things
}
