//! The invariants of `RULES.md`, section 11: one function each, named by it.
//!
//! State invariants hold whenever a decision is pending, and at the end. Invariants of changes hold over every decision
//! and over the start of a match. They share no code with the rules that they check.

mod field;
mod flow;
mod tokens;

pub(crate) use tinsel_engine_testkit::invariants::{equal, hold};

pub use field::{
    a_generated_map_is_symmetric_and_keeps_gaps, discs_lie_inside_and_apart, range_and_line_are_symmetric,
    snowmen_keep_their_places,
};
pub use flow::{
    a_seat_that_must_act_has_a_die, decisions_are_bounded, dice_come_and_go_by_the_rule,
    pool_and_teams_share_the_characters, somebody_is_in_play, turns_go_forwards_to_the_limit,
};
pub use tokens::{
    every_character_is_in_one_condition, snowmen_only_get_colder, tokens_are_added_and_removed,
    tokens_of_characters_go_by_one,
};
