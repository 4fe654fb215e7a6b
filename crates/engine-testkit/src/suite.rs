//! Every property as a function over a subject and its seeds. [`crate::conformance!`] makes one test of each.

use std::ops::Range;

use tinsel_engine::{SeatSet, Viewer};

use crate::{
    ask::bytes,
    hiding::worlds,
    laws,
    play::Moment,
    subject::Subject,
    walk::{Failure, walk},
};

pub use crate::{bounds::config_bounds_are_exact, saves::old_saves_still_load};

macro_rules! walked {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        $(
            $(#[$doc])*
            ///
            /// # Errors
            ///
            /// The law is broken.
            pub fn $name<S: Subject>(seeds: Range<u64>) -> Result<(), Failure> {
                walk::<S>(stringify!($name), seeds, &mut laws::$name::<S>)
            }
        )*
    };
}

walked! {
    /// See [`laws::every_match_ends_within_the_declared_bound`].
    every_match_ends_within_the_declared_bound,
    /// See [`laws::owing_is_empty_exactly_when_over`].
    owing_is_empty_exactly_when_over,
    /// See [`laws::waiting_names_exactly_the_owing_seats_or_more`].
    waiting_names_exactly_the_owing_seats_or_more,
    /// See [`laws::listed_actions_are_accepted_and_accepted_ones_listed`].
    listed_actions_are_accepted_and_accepted_ones_listed,
    /// See [`laws::a_seat_without_pending_decision_may_do_nothing`].
    a_seat_without_pending_decision_may_do_nothing,
    /// See [`laws::a_refusal_changes_nothing`].
    a_refusal_changes_nothing,
    /// See [`laws::after_the_end_everything_is_refused`].
    after_the_end_everything_is_refused,
    /// See [`laws::the_same_seed_and_actions_give_the_same_match`].
    the_same_seed_and_actions_give_the_same_match,
    /// See [`laws::a_clone_goes_on_alike`].
    a_clone_goes_on_alike,
    /// See [`laws::saving_and_loading_is_the_identity`].
    saving_and_loading_is_the_identity,
    /// See [`laws::forfeited_seats_rank_last_and_never_win`].
    forfeited_seats_rank_last_and_never_win,
    /// See [`laws::secret_steps_name_their_seats`].
    secret_steps_name_their_seats,
    /// See [`laws::a_default_looks_like_a_decision_until_it_is_disclosed`].
    a_default_looks_like_a_decision_until_it_is_disclosed,
    /// See [`laws::the_order_of_secret_decisions_does_not_matter`].
    the_order_of_secret_decisions_does_not_matter,
    /// See [`laws::events_disclose_no_more_than_views`].
    events_disclose_no_more_than_views,
    /// See [`laws::a_spectator_sees_what_every_seat_sees`].
    a_spectator_sees_what_every_seat_sees,
    /// See [`laws::a_match_of_absent_players_finishes`].
    a_match_of_absent_players_finishes,
    /// See [`laws::every_default_is_legal`].
    every_default_is_legal,
    /// See [`laws::standings_rank_every_seat_and_ties_share`].
    standings_rank_every_seat_and_ties_share,
    /// See [`laws::score_is_conserved_where_declared`].
    score_is_conserved_where_declared,
    /// See [`laws::seats_are_treated_alike_where_declared`].
    seats_are_treated_alike_where_declared,
    /// See [`laws::invariants_hold`].
    invariants_hold,
}

/// See [`laws::no_viewer_can_distinguish_hidden_worlds`]. A subject that never gives another world must declare the
/// reason.
///
/// # Errors
///
/// The law is broken, or was never tried.
pub fn no_viewer_can_distinguish_hidden_worlds<S: Subject>(seeds: Range<u64>) -> Result<(), Failure> {
    let name = "no_viewer_can_distinguish_hidden_worlds";
    let mut dealt = false;
    walk::<S>(name, seeds, &mut |moment: &Moment<'_, S>| {
        dealt = dealt || worlds(moment).any(|(_, other)| other != *moment.game());
        laws::no_viewer_can_distinguish_hidden_worlds(moment)
    })?;
    let what = match (dealt, S::NOTHING_HIDDEN) {
        (true, None) => return Ok(()),
        (false, Some(reason)) if !reason.trim().is_empty() => return Ok(()),
        (true, Some(_)) => "the subject declares that nothing is hidden, but `redeal` finds another world",
        (false, _) => "`redeal` never finds another world: nothing was compared; see `Subject::NOTHING_HIDDEN`",
    };
    Err(Failure::plain(name, what.to_owned()))
}

/// See [`laws::the_state_stays_small`]. Prints the sizes of the largest state and view.
///
/// # Errors
///
/// The law is broken.
pub fn the_state_stays_small<S: Subject>(seeds: Range<u64>) -> Result<(), Failure> {
    let (mut state, mut view) = (0, 0);
    walk::<S>("the_state_stays_small", seeds, &mut |moment: &Moment<'_, S>| {
        state = state.max(bytes(moment.game())?.len());
        view = view.max(
            format!(
                "{:?}",
                tinsel_engine::GameEngine::view(moment.game(), Viewer::Spectator, SeatSet::EMPTY)
            )
            .len(),
        );
        laws::the_state_stays_small(moment)
    })?;
    #[expect(clippy::print_stdout, reason = "a number to look at with `--nocapture`")]
    {
        println!("the largest state takes {state} bytes; a spectator's view has at most {view} letters");
    }
    Ok(())
}
