//! Every property can fail: for each mistake, one property reports it.
#![expect(clippy::expect_used, reason = "outside of a test function, and for one")]

use std::ops::Range;

use tinsel_engine_testkit::toy::{Toys, bug};
use tinsel_engine_testkit::{Failure, presentation, suite};

const SEEDS: Range<u64> = 0..32;

/// One test for each mistake, with the property that must report it and a word of its report.
macro_rules! reported {
    ($($test:ident: $bug:ident by $property:ident saying $word:literal;)*) => {
        $(
            #[test]
            fn $test() {
                says(suite::$property::<Toys<{ bug::$bug }>>(SEEDS), stringify!($property), $word);
            }
        )*
    };
}

#[track_caller]
fn says(kept: Result<(), Failure>, property: &str, word: &str) {
    let failure = kept.expect_err("the mistake goes unnoticed");
    assert_eq!(failure.law, property);
    assert!(failure.what.contains(word), "{failure}");
}

reported! {
    too_many_decisions: ENDS_LATE by every_match_ends_within_the_declared_bound saying "the most there are";
    an_outcome_too_early: OUTCOME_EARLY by owing_is_empty_exactly_when_over saying "the outcome is";
    a_pending_decision_that_is_not_listed: WAITS_FOR_FEWER by waiting_names_exactly_the_owing_seats_or_more saying "does not see that";
    a_default_shown_to_spectators: WAITING_TELLS by waiting_names_exactly_the_owing_seats_or_more saying "a spectator sees";
    a_bid_offered_and_refused: OFFERS_TOO_MUCH by listed_actions_are_accepted_and_accepted_ones_listed saying "which is refused";
    a_bid_accepted_and_not_offered: ACCEPTS_TOO_MUCH by listed_actions_are_accepted_and_accepted_ones_listed saying "which is accepted";
    a_second_bid: SEALS_TWICE by a_seat_without_pending_decision_may_do_nothing saying "has a default";
    a_second_default: DEFAULT_AGAIN by a_seat_without_pending_decision_may_do_nothing saying "owes nothing and has a default";
    a_refusal_that_draws: REFUSAL_DRAWS by a_refusal_changes_nothing saying "is refused and draws";
    a_bid_that_panics: PANICS by a_refusal_changes_nothing saying "panicked: a bid has a size";
    a_code_outside_the_catalogue: UNKNOWN_CODE by a_refusal_changes_nothing saying "not in the catalogue";
    a_fault_against_the_catalogue: WRONG_FAULT by a_refusal_changes_nothing saying "which the catalogue does not";
    a_refusal_without_a_word: SILENT by a_refusal_changes_nothing saying "has no sentence";
    a_bid_after_the_end: AFTER_END by after_the_end_everything_is_refused saying "after the end";
    chance_from_elsewhere: OWN_CHANCE by the_same_seed_and_actions_give_the_same_match saying "the second time";
    copies_that_share: SHARED by a_clone_goes_on_alike saying "changes the original";
    a_field_that_is_not_saved: NOT_SAVED by saving_and_loading_is_the_identity saying "the state is another one";
    saves_that_do_not_load: OLD_SAVES by old_saves_still_load saying "rounds have a name now";
    a_big_state: BIG by the_state_stays_small saying "bytes";
    a_secret_in_a_view: VIEW_LEAKS by no_viewer_can_distinguish_hidden_worlds saying "worlds by its view";
    a_secret_in_legal_actions: LEGAL_LEAKS by no_viewer_can_distinguish_hidden_worlds saying "worlds by its legal actions";
    a_secret_in_a_refusal: REFUSAL_LEAKS by no_viewer_can_distinguish_hidden_worlds saying "worlds by submitting";
    a_secret_in_a_default: WAITING_LEAKS by no_viewer_can_distinguish_hidden_worlds saying "decisions waited for";
    a_secret_in_an_event: EVENT_LEAKS by events_disclose_no_more_than_views saying "receives a secret";
    a_spectator_misses_an_event: SPECTATOR_MISSES by a_spectator_sees_what_every_seat_sees saying "a spectator does not";
    a_spectator_sees_too_much: SPECTATOR_KNOWS by a_spectator_sees_what_every_seat_sees saying "a spectator sees what";
    defaults_that_lead_nowhere: DEFAULT_IDLE by a_match_of_absent_players_finishes saying "the match continues";
    a_default_that_is_refused: DEFAULT_REFUSED by every_default_is_legal saying "its default is refused";
    a_default_named_wrongly: DEFAULT_ILLEGAL by every_default_is_legal saying "is refused";
    ranks_without_a_gap: DENSE_RANKS by standings_rank_every_seat_and_ties_share saying "has rank";
    points_counted_twice: DOUBLE_SCORE by score_is_conserved_where_declared saying "add up to";
    a_better_seat: FIRST_WINS by seats_are_treated_alike_where_declared saying "when seats are rotated";
    a_forfeit_without_effect: FORFEITS_WIN by forfeited_seats_rank_last_and_never_win saying "has rank";
    a_step_of_fewer_seats: STEP_OF_FEWER by secret_steps_name_their_seats saying "in a step of";
    a_default_that_shows: DEFAULT_SHOWS by a_default_looks_like_a_decision_until_it_is_disclosed saying "can distinguish a default";
    a_point_for_the_last: LAST_WINS by the_order_of_secret_decisions_does_not_matter saying "the order of";
    a_round_too_many: FOUR_ROUNDS by config_bounds_are_exact saying "is outside and is accepted";
    the_wrong_option: WRONG_OPTION by config_bounds_are_exact saying "not for \"seats\"";
    a_point_for_nothing: PLANTED by invariants_hold saying "TOY-I1";
    a_secret_sent_at_the_start: START_LEAKS by events_disclose_no_more_than_views saying "receives a secret";
    a_secret_sent_with_a_deal: DEAL_LEAKS by events_disclose_no_more_than_views saying "receives a secret";
    no_saves: NO_FILES by old_saves_still_load saying "UPDATE_SAVES=1";
    nothing_to_compare: NEVER_REDEALS by no_viewer_can_distinguish_hidden_worlds saying "nothing was compared";
    nothing_hidden_by_declaration: SAYS_OPEN by no_viewer_can_distinguish_hidden_worlds saying "but `redeal`";
    undeclared_volunteers: OFFERS_AGAIN by a_seat_without_pending_decision_may_do_nothing saying "owes nothing and";
    strangers_at_the_table: STRANGERS by a_seat_without_pending_decision_may_do_nothing saying "is not at the table";
    a_default_setup_that_is_not_first: DEFAULT_LATER by config_bounds_are_exact saying "not the default one";
    seats_that_wrap: SEATS_WRAP by config_bounds_are_exact saying "258 seats is outside";
}

/// The same for the laws of presentations.
macro_rules! presented {
    ($($test:ident: $bug:ident by $law:ident saying $word:literal;)*) => {
        $(
            #[test]
            fn $test() {
                says(presentation::$law::<Toys<{ bug::$bug }>>(SEEDS), stringify!($law), $word);
            }
        )*
    };
}

presented! {
    a_form_that_offers_too_much: FORM_OFFERS_TOO_MUCH by answers_within_a_form_are_accepted saying "within the form and is refused";
    an_answer_of_another_bid: ANSWER_DIFFERS by every_legal_action_has_an_answer saying "has no answer";
    a_scene_without_the_own_bid: SCENE_OMITS by different_views_have_different_scenes saying "have the same scene";
    a_key_of_two_patterns: KEY_TWICE by everything_is_described saying "has two patterns";
    a_component_that_does_not_exist: NO_COMPONENT by everything_is_described saying "there is no component";
    a_card_with_a_new_id: NEW_IDS by ids_are_unique_and_stable saying "had the IDs";
    two_cards_with_one_id: SAME_IDS by ids_are_unique_and_stable saying "twice";
    a_field_with_another_bound: FOUR_ROUNDS by fields_of_options_are_exact saying "this is accepted";
    another_flow: OTHER_FLOW by the_transcripts_are_unchanged saying "differs from line";
    another_flow_of_any_setup: OTHER_FLOW by the_digests_are_unchanged saying "differs from line";
    a_transcript_to_compare_with: NO_FILES by the_transcripts_are_unchanged saying "UPDATE_TRANSCRIPTS=1";
    digests_to_compare_with: NO_FILES by the_digests_are_unchanged saying "UPDATE_TRANSCRIPTS=1";
}

#[test]
fn declared_volunteers_may_act() {
    suite::a_seat_without_pending_decision_may_do_nothing::<Toys<{ bug::VOLUNTEERS }>>(SEEDS).unwrap();
    suite::listed_actions_are_accepted_and_accepted_ones_listed::<Toys<{ bug::VOLUNTEERS }>>(SEEDS).unwrap();
    says(
        suite::every_match_ends_within_the_declared_bound::<Toys<{ bug::VOLUNTEERS }>>(SEEDS),
        "every_match_ends_within_the_declared_bound",
        "the most",
    );
}
