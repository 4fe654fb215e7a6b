//! The invariants of `RULES.md`, section 11: one function each, named by it.
//!
//! State invariants hold whenever a decision is pending, and at the end. Invariants of changes hold over every decision
//! and over the start of a match. They share no code with the rules that they check.

mod cards;
mod flow;
mod hiding;
mod places;
mod windows;

use tinsel_engine::Questions;
use tinsel_engine_testkit::Change;
pub(crate) use tinsel_engine_testkit::invariants::{equal, hold};

use crate::state::SecretSanta;

pub use cards::{
    a_single_special_takes_effect_once, cards_are_conserved, hands_are_the_cards_not_on_the_table_or_discarded,
    one_card_is_declared_or_not, out_means_without_cards, plays_climb, plays_hold_what_they_may,
};
pub use flow::{
    a_round_is_bounded, a_seat_that_cannot_act_owes_nothing, decisions_are_bounded, rounds_are_bounded,
    somebody_owes_and_can_act, while_nothing_is_in_play_only_the_barred_have_passed, windows_are_bounded,
    windows_come_where_they_belong,
};
pub use hiding::public_views_do_not_depend_on_hands;
pub use places::{places_are_given_in_order, points_add_up, the_order_is_a_permutation, totals_never_decrease};
pub use windows::standing_declines_are_given_by_their_seats;

/// The state before, if no new deal has begun since.
fn same_deal<'a>(change: Change<'a, SecretSanta>) -> Option<&'a SecretSanta> {
    let before = change.before?;
    (before.sheet.len() == change.after.sheet.len()).then_some(before)
}

/// Questions that differ from state to state.
fn questions(game: &SecretSanta) -> Questions {
    let round = &game.deal.round;
    let numbers = [
        u64::from(round.number),
        u64::from(game.deal.discards.len()),
        u64::from(round.passed.len()),
        u64::from(game.owing().len()),
    ];
    Questions::new(
        numbers
            .into_iter()
            .fold(7, |sum, number| sum.wrapping_mul(101).wrapping_add(number)),
    )
}
