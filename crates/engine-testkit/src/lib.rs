//! The laws every game keeps, as a suite that each game runs.
#![expect(clippy::panic, reason = "a broken law stops the test it is found in")]

mod absence;
mod ask;
mod bounds;
mod files;
mod flow;
mod hiding;
mod play;
mod playthrough;
mod refusal;
mod saves;
mod saving;
mod script;
mod shrink;
mod step;
mod subject;
mod text;
mod walk;

pub mod laws;
pub mod suite;

pub use play::{Moment, Verdict, match_seed};
pub use playthrough::transcript;
pub use script::{Draw, Draws, Recording};
pub use step::Step;
pub use subject::{
    Action, Bound, Change, Config, Declared, Event, Holds, Invariant, Legal, Reject, Rotation, Subject, Table, View,
};
pub use walk::{Failure, Replay, replay};

/// Makes one test of every property, for a [`Subject`] and a range of seeds.
///
/// ```ignore
/// tinsel_engine_testkit::conformance! { Presents, seeds = 0..64 }
/// ```
#[macro_export]
macro_rules! conformance {
    ($subject:ty, seeds = $seeds:expr $(,)?) => {
        $crate::conformance! { @each $subject, $seeds,
            every_match_ends_within_the_declared_bound
            owing_is_empty_exactly_when_over
            waiting_names_exactly_the_owing_seats_or_more
            listed_actions_are_accepted_and_accepted_ones_listed
            who_owes_nothing_may_do_nothing
            a_refusal_changes_nothing
            after_the_end_everything_is_refused
            the_same_seed_and_actions_give_the_same_match
            a_clone_goes_on_alike
            saving_and_loading_is_the_identity
            events_tell_each_viewer_no_more_than_its_view
            a_spectator_sees_what_every_seat_sees
            a_table_of_absent_players_finishes
            every_default_is_legal
            standings_rank_every_seat_and_ties_share
            score_is_conserved_where_declared
            seats_are_treated_alike_where_declared
            invariants_hold
            no_viewer_can_tell_hidden_worlds_apart
            the_state_stays_small
            old_saves_still_load
            config_bounds_are_exact
            the_playthroughs_are_unchanged
            there_is_a_playthrough
        }
    };
    (@each $subject:ty, $seeds:expr, $($property:ident)*) => {
        $(
            #[test]
            fn $property() {
                $crate::assert_kept($crate::suite::$property::<$subject>($seeds));
            }
        )*
    };
}

/// Stops the test if a property does not hold.
///
/// # Panics
///
/// With the law, what is wrong, and a test that shows it.
#[track_caller]
pub fn assert_kept(kept: Result<(), Failure>) {
    if let Err(failure) = kept {
        panic!("{failure}");
    }
}
