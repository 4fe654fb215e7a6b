//! The invariants of the specification, section 11, over whole matches by chance.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use tinsel_engine::{Chance, GameEngine, MatchRng, Seed, Viewer};
use tinsel_grunkle_match::{
    DeathMatchInfo, Draft, GrunkleMatch, bot,
    invariants::{self, Kept, Passage},
};

/// How many matches are played with each option.
const MATCHES: u8 = 12;

fn drafts() -> [Draft; 4] {
    [
        Draft::default(),
        Draft {
            starting_garnets_per_seat: vec![20, 0, 1000, 5, 40, 1, 20],
            ..Draft::default()
        },
        Draft {
            starting_garnets_per_seat: vec![1, 0, 0, 1, 0, 0, 1],
            ..Draft::default()
        },
        Draft {
            death_match_info: DeathMatchInfo::new("It is a staring contest."),
            ..Draft::default()
        },
    ]
}

/// Plays matches with every option and checks every submission and vote. Now and then a seat stays away.
fn over_matches(check: impl Fn(Passage<'_>) -> Kept) {
    for (seed, draft) in (0..MATCHES).flat_map(|seed| drafts().map(|draft| (seed, draft))) {
        let config = GrunkleMatch::configure(None, draft).unwrap();
        let mut chance = MatchRng::new(Seed::new([seed; 32]));
        let (mut game, mut events) = GrunkleMatch::start(&config, &mut chance);
        let mut before = None;
        loop {
            let passage = Passage {
                before: before.as_ref(),
                after: &game,
                events: &events,
            };
            check(passage).unwrap();
            let owing: Vec<_> = game.owing().iter().collect();
            let Some(next) = <dyn Chance>::pick(&mut chance, "test: who is next", &owing).copied() else {
                break;
            };
            let stays_away = <dyn Chance>::pick(&mut chance, "test: absence", &[true, false, false, false]);
            let made = if stays_away == Some(&true) {
                game.absent(next)
            } else {
                let action = bot::random(&game.legal(Viewer::Seat(next)), &mut chance).unwrap();
                game.resolve(next, &action)
            };
            before = Some(game.clone());
            events = game.commit(made.unwrap(), &mut chance);
        }
    }
}

fn in_states(check: fn(&GrunkleMatch) -> Kept) {
    over_matches(|passage| check(passage.after));
}

#[test]
fn gm_i1_garnets_are_bounded() {
    in_states(invariants::gm_i1_garnets_are_bounded);
}

#[test]
fn gm_i2_garnets_add_up() {
    over_matches(invariants::gm_i2_garnets_add_up);
}

#[test]
fn gm_i3_skills_are_conserved() {
    in_states(invariants::gm_i3_skills_are_conserved);
}

#[test]
fn gm_i4_grunko_pops_add_up() {
    in_states(invariants::gm_i4_grunko_pops_add_up);
}

#[test]
fn gm_i5_who_wins_nothing_gets_a_grunko_pop() {
    over_matches(invariants::gm_i5_who_wins_nothing_gets_a_grunko_pop);
}

#[test]
fn gm_i6_bids_keep_their_limits() {
    over_matches(invariants::gm_i6_bids_keep_their_limits);
}

#[test]
fn gm_i7_the_highest_unique_bid_wins() {
    in_states(invariants::gm_i7_the_highest_unique_bid_wins);
}

#[test]
fn gm_i8_one_kind_at_most_is_nullified_for_ever() {
    over_matches(invariants::gm_i8_one_kind_at_most_is_nullified_for_ever);
}

#[test]
fn gm_i9_one_zero_bid_at_most() {
    in_states(invariants::gm_i9_one_zero_bid_at_most);
}

#[test]
fn gm_i10_rounds_go_forwards_and_all_seven_submit() {
    over_matches(invariants::gm_i10_rounds_go_forwards_and_all_seven_submit);
}

#[test]
fn gm_i11_it_ends_after_49_submissions_and_the_votes() {
    in_states(invariants::gm_i11_it_ends_after_49_submissions_and_the_votes);
}

#[test]
fn gm_i12_every_awaited_seat_has_a_legal_submission() {
    in_states(invariants::gm_i12_every_awaited_seat_has_a_legal_submission);
}

#[test]
fn gm_i13_tokens_and_the_candidate() {
    in_states(invariants::gm_i13_tokens_and_the_candidate);
}

#[test]
fn gm_i14_hidden_worlds_look_alike() {
    in_states(invariants::gm_i14_hidden_worlds_look_alike);
}

#[test]
fn gm_i15_a_refusal_changes_nothing() {
    in_states(invariants::gm_i15_a_refusal_changes_nothing);
}

#[test]
fn gm_i16_the_order_of_submissions_does_not_matter() {
    over_matches(invariants::gm_i16_the_order_of_submissions_does_not_matter);
}
