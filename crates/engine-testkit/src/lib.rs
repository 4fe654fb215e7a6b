//! The laws of every game, as a suite that each game runs.
//!
//! A game provides a [`Subject`]: options to test, and its invariants. The subject can also replace everything that is
//! hidden from a viewer. Invalid actions follow from the type of the game's actions ([`nonsense()`]).
//! [`conformance!`] makes a named test of every property in [`suite`].
//!
//! # A new game
//!
//! The example is a whole `tests/conformance.rs`; it calls the game's own `bot.rs` and `invariants.rs`. The toy in this
//! crate's [`toy`] is a whole game with its subject.
//!
//! ```ignore
//! //! The laws of the engine, kept by Bidders.
//!
//! use tinsel_bidders::{Bidders, Config, Draft, bot, invariants};
//! use tinsel_engine::{Chance, Viewer};
//! use tinsel_engine_testkit::{Bound, Declared, Invariant, Rotation, Subject, GameSetup};
//!
//! struct AtTheTable;
//!
//! impl Subject for AtTheTable {
//!     type Game = Bidders;
//!     const FOLDER: &'static str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
//!
//!     fn setups() -> Vec<GameSetup<Bidders>> {
//!         vec![
//!             GameSetup::new("default", Draft::default()),
//!             GameSetup::new("two-seats-open", Draft { open: Some(true), ..Draft::default() }).seats(2),
//!         ]
//!     }
//!     fn redeal(game: &Bidders, viewer: Viewer, chance: &mut dyn Chance) -> Option<Bidders> {
//!         bot::redeal(game, viewer, chance)
//!     }
//!     fn invariants() -> Vec<Invariant<Bidders>> {
//!         vec![Invariant::of_state("BD-I1", invariants::chips_are_conserved)]
//!     }
//!     fn bounds() -> Vec<Bound<Bidders>> {
//!         let chips = |chips| Draft { chips: Some(chips), ..Draft::default() };
//!         vec![Bound::new("chips", "CHIPS_OUT_OF_RANGE", chips(1), chips(0))]
//!     }
//!     fn score_sum() -> Declared<fn(&Config) -> i64> { Declared::Yes(|config| config.prizes()) }
//!     fn seats_alike() -> Declared<Rotation<Bidders>> { Declared::No("BD-7: ties go to the lowest seat") }
//! }
//!
//! tinsel_engine_testkit::conformance! { AtTheTable, seeds = 0..64 }
//! tinsel_engine_testkit::presentation! { AtTheTable, seeds = 0..8 }
//! ```
//!
//! Then `UPDATE_TRANSCRIPTS=1 UPDATE_SAVES=1 cargo test` writes the transcript, the digests and the saves of the current
//! schema. Check the transcript against the rules before you commit it. From then on a changed line is a decision, and a
//! saved state never changes.
//!
//! # When a law is broken
//!
//! The test prints the violation and a test to paste, with the fewest decisions that still show it ([`replay`]). The
//! actions of the pasted test are JSON; [`Subject::describe_action`] can replace them with a notation of the game.
//!
//! # Limits of the suite
//!
//! - *Hiding* is only as good as [`Subject::redeal`]: facts that it does not replace are not checked.
//! - *Events* are compared where a viewer's answers agree before and after. If an event discloses a secret together
//!   with a visible change, the law can miss it; the tests of the specification cover these cases.
//! - *Legal* is checked with random, misplaced and invalid actions, not with all possible ones.
//!
//! Seeds decide everything: a failure occurs again in the next run.
#![expect(clippy::panic, reason = "a broken law stops the test it is found in")]

mod absence;
mod ask;
mod bounds;
mod dice;
mod disclosure;
mod files;
mod flow;
mod forfeits;
mod hiding;
mod nonsense;
mod play;
pub mod presentation;
mod refusal;
mod saves;
mod saving;
mod script;
mod secrecy;
mod shrink;
mod step;
mod subject;
mod text;
mod walk;

pub mod checks;
pub mod invariants;
pub mod laws;
pub mod short;
pub mod suite;
pub mod toy;

use tinsel_engine::{MatchRng, SeatIndex, Seed};

pub use bounds::{RefusedSetup, refused_setups};
pub use dice::Dice;
pub use forfeits::{ranks_and, seat_set};
pub use nonsense::nonsense;
pub use play::{Moment, Verdict, match_seed};
pub use script::{Draw, Draws, Recording};
pub use step::Step;
pub use subject::{
    Action, Bound, Change, Config, Declared, Event, GameSetup, Holds, Invariant, Legal, Reject, Rotation, Stated,
    Subject, View,
};
pub use walk::{Failure, Replay, replay};

/// Makes one test of every property, for a [`Subject`] and a range of seeds.
///
/// The tests are in the calling module, each with its property's name. See the crate's documentation.
///
/// ```ignore
/// tinsel_engine_testkit::conformance! { AtTheTable, seeds = 0..64 }
/// // test a_refusal_changes_nothing ... ok
/// // test no_viewer_can_distinguish_hidden_worlds ... ok
/// ```
#[macro_export]
macro_rules! conformance {
    ($subject:ty, seeds = $seeds:expr $(,)?) => {
        $crate::conformance! { @each $subject, $seeds,
            every_match_ends_within_the_declared_bound
            owing_is_empty_exactly_when_over
            waiting_names_exactly_the_owing_seats_or_more
            listed_actions_are_accepted_and_accepted_ones_listed
            a_seat_without_pending_decision_may_do_nothing
            a_refusal_changes_nothing
            after_the_end_everything_is_refused
            the_same_seed_and_actions_give_the_same_match
            a_clone_goes_on_alike
            saving_and_loading_is_the_identity
            events_disclose_no_more_than_views
            a_spectator_sees_what_every_seat_sees
            a_match_of_absent_players_finishes
            every_default_is_legal
            standings_rank_every_seat_and_ties_share
            score_is_conserved_where_declared
            seats_are_treated_alike_where_declared
            forfeited_seats_rank_last_and_never_win
            secret_steps_name_their_seats
            a_default_looks_like_a_decision_until_it_is_disclosed
            the_order_of_secret_decisions_does_not_matter
            invariants_hold
            no_viewer_can_distinguish_hidden_worlds
            the_state_stays_small
            old_saves_still_load
            config_bounds_are_exact
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

/// Makes one test of every law of presentations, for a [`Subject`] whose game implements
/// [`Present`](tinsel_engine::present::Present), and a range of seeds.
#[macro_export]
macro_rules! presentation {
    ($subject:ty, seeds = $seeds:expr $(,)?) => {
        $crate::presentation! { @each $subject, $seeds,
            answers_within_a_form_are_accepted
            every_legal_action_has_an_answer
            different_views_have_different_scenes
            everything_is_described
            ids_are_unique_and_stable
            fields_of_options_are_exact
            the_transcripts_are_unchanged
            the_digests_are_unchanged
        }
    };
    (@each $subject:ty, $seeds:expr, $($law:ident)*) => {
        $(
            #[test]
            fn $law() {
                $crate::assert_kept($crate::presentation::$law::<$subject>($seeds));
            }
        )*
    };
}

/// The seat of an index.
#[must_use]
pub const fn seat(index: u8) -> SeatIndex {
    SeatIndex::new(index)
}

/// Draws of a seed.
#[must_use]
pub fn rng(seed: u8) -> MatchRng {
    MatchRng::new(Seed::new([seed; 32]))
}

/// An action as JSON, for a test to paste and for messages of tests: its `Debug` can be redacted.
#[must_use]
pub fn written(action: &impl serde::Serialize) -> String {
    serde_json::to_string(action).unwrap_or_else(|error| error.to_string())
}

/// An action from its JSON, in a test to paste.
///
/// # Panics
///
/// The text is no action.
#[must_use]
#[track_caller]
pub fn action<A: serde::de::DeserializeOwned>(json: &str) -> A {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{json} is no action: {error}"))
}

/// The name of an event in its saved form, which is that of its variant.
///
/// # Panics
///
/// The event cannot be saved, or is no variant of an enum.
#[must_use]
#[track_caller]
pub fn event_name(event: &impl serde::Serialize) -> String {
    match serde_json::to_value(event) {
        Ok(serde_json::Value::String(name)) => name,
        Ok(serde_json::Value::Object(members)) if members.len() == 1 => {
            members.into_iter().map(|(name, _)| name).collect()
        }
        other => panic!("an event is saved as a variant, not {other:?}"),
    }
}

/// Stops the test if a property does not hold.
///
/// # Panics
///
/// The message contains the law, the violation, and a test that shows it.
#[track_caller]
pub fn assert_kept(kept: Result<(), Failure>) {
    if let Err(failure) = kept {
        panic!("{failure}");
    }
}
