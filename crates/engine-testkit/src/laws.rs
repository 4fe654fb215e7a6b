//! The laws that are checked at every moment of a match, one function each, for use with [`crate::replay`].

pub use crate::{
    absence::{a_match_of_absent_players_finishes, every_default_is_legal},
    disclosure::events_disclose_no_more_than_views,
    flow::{
        a_seat_without_pending_decision_may_do_nothing, after_the_end_everything_is_refused,
        every_match_ends_within_the_declared_bound, invariants_hold,
        listed_actions_are_accepted_and_accepted_ones_listed, owing_is_empty_exactly_when_over,
        score_is_conserved_where_declared, seats_are_treated_alike_where_declared,
        standings_rank_every_seat_and_ties_share, waiting_names_exactly_the_owing_seats_or_more,
    },
    forfeits::forfeited_seats_rank_last_and_never_win,
    hiding::{a_spectator_sees_what_every_seat_sees, no_viewer_can_distinguish_hidden_worlds},
    refusal::a_refusal_changes_nothing,
    saving::{
        a_clone_goes_on_alike, saving_and_loading_is_the_identity, the_same_seed_and_actions_give_the_same_match,
        the_state_stays_small,
    },
    secrecy::{
        a_default_looks_like_a_decision_until_it_is_disclosed, secret_steps_name_their_seats,
        the_order_of_secret_decisions_does_not_matter,
    },
};
