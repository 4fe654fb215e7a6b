//! The invariants of the specification, section 11, over whole matches by chance.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod support;

use support::*;
use tinsel_engine::{GameEngine, Viewer};
use tinsel_engine_testkit::Recording;
use tinsel_presents_of_mine::{
    Config, PresentsOfMine, bot,
    invariants::{self, Kept, Passage},
};

/// Plays matches with every option and checks every submission.
fn over_matches(check: impl Fn(Passage<'_>) -> Kept) {
    for (seed, config) in (0..).zip([Config::default(), private(), before_selection(), skip(), private()]) {
        let mut chance = Recording::new(rng(seed));
        let (mut game, mut events) = PresentsOfMine::start(&config, &mut chance);
        let mut before = None;
        loop {
            let draws: Vec<&'static str> = chance.draws.drain(..).map(|draw| draw.name).collect();
            let passage = Passage {
                before: before.as_ref(),
                after: &game,
                events: &events,
                draws: &draws,
            };
            check(passage).unwrap();
            let owing: Vec<_> = game.owing().iter().collect();
            let mut order = rng(seed);
            let Some(next) = <dyn tinsel_engine::Chance>::pick(&mut order, "test", &owing).copied() else {
                break;
            };
            let action = bot::random(&game.legal(Viewer::Seat(next)), &mut chance.chance).unwrap();
            before = Some(game.clone());
            events = game.apply(next, &action, &mut chance).unwrap();
        }
    }
}

fn in_states(check: fn(&PresentsOfMine) -> Kept) {
    over_matches(|passage| check(passage.after));
}

#[test]
fn i_1_eight_hands_of_six() {
    in_states(invariants::i_1_eight_hands_of_six);
}

#[test]
fn i_2_copies_after_the_pregame_are_what_was_selected() {
    in_states(invariants::i_2_copies_after_the_pregame_are_what_was_selected);
}

#[test]
fn i_3_presents_are_conserved() {
    over_matches(invariants::i_3_presents_are_conserved);
}

#[test]
fn i_4_k_and_l_are_eight_and_fall_m_and_n_stay_eight() {
    over_matches(invariants::i_4_k_and_l_are_eight_and_fall_m_and_n_stay_eight);
}

#[test]
fn i_5_three_passed_presents_one_per_distance() {
    over_matches(invariants::i_5_three_passed_presents_one_per_distance);
}

#[test]
fn i_6_staleness_is_bounded() {
    in_states(invariants::i_6_staleness_is_bounded);
}

#[test]
fn i_7_staleness_changes_by_the_rule() {
    over_matches(invariants::i_7_staleness_changes_by_the_rule);
}

#[test]
fn i_8_layers_are_one_to_six_and_never_grow() {
    over_matches(invariants::i_8_layers_are_one_to_six_and_never_grow);
}

#[test]
fn i_9_totals_never_fall_and_raw_is_the_sum() {
    over_matches(invariants::i_9_totals_never_fall_and_raw_is_the_sum);
}

#[test]
fn i_10_points_per_copy_are_in_range() {
    in_states(invariants::i_10_points_per_copy_are_in_range);
}

#[test]
fn i_11_an_i_earns_six_where_it_is_stalest() {
    in_states(invariants::i_11_an_i_earns_six_where_it_is_stalest);
}

#[test]
fn i_12_chains_and_diameters_are_mutual() {
    in_states(invariants::i_12_chains_and_diameters_are_mutual);
}

#[test]
fn i_13_monopoly_points_add_up() {
    in_states(invariants::i_13_monopoly_points_add_up);
}

#[test]
fn i_14_the_list_changes_by_one_reversal_and_draws_are_few() {
    over_matches(invariants::i_14_the_list_changes_by_one_reversal_and_draws_are_few);
}

#[test]
fn i_15_owing_shrinks_by_one_and_is_refilled_by_a_round() {
    over_matches(invariants::i_15_owing_shrinks_by_one_and_is_refilled_by_a_round);
}

#[test]
fn i_16_the_order_of_submissions_does_not_matter() {
    in_states(invariants::i_16_the_order_of_submissions_does_not_matter);
}

#[test]
fn i_17_sealed_content_is_its_owners_only() {
    in_states(invariants::i_17_sealed_content_is_its_owners_only);
}
