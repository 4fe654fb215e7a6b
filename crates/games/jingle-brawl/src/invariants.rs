//! The invariants of `RULES.md`, section 11: one function each, named by it.
//!
//! State invariants hold whenever a decision is pending, and at the end. Invariants of changes hold over every decision
//! and over the start of a match. They share no code with the rules that they check.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "an invariant looks at the events that it is about"
)]
#![expect(clippy::missing_errors_doc, reason = "the error of an invariant is what is wrong")]

mod chips;
mod flow;
mod gifts;

pub(crate) use tinsel_engine_testkit::invariants::{equal, hold};

pub use chips::{
    chips_are_conserved, chips_are_never_below_0, only_aggressors_pay, the_lottery_gives_nothing_away,
    the_pot_is_there_while_bids_are_fought_over,
};
pub use flow::{
    a_turn_has_few_duels, at_the_end_every_seat_holds_a_gift, matches_end_within_the_bound,
    only_a_discard_makes_a_head_elf, turns_are_counted,
};
pub use gifts::{
    a_seat_holds_one_gift_at_most, each_gift_is_in_one_place, giftless_seats_are_gifts_that_are_free,
    naughty_levels_count_duels, only_contested_gifts_lie_on_the_table, the_bag_contains_the_seats_without_a_gift,
    the_pile_is_small,
};
