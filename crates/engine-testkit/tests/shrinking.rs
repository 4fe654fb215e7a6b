//! The report of a broken law.

use tinsel_engine::{GameEngine, SeatSet};
use tinsel_engine_testkit::toy::{Bid, Toys, bug};
use tinsel_engine_testkit::{Step, replay, suite};

type Planted = Toys<{ bug::PLANTED }>;

#[test]
fn a_long_match_is_cut_to_the_decisions_that_matter() {
    let failure = suite::invariants_hold::<Planted>(0..64).unwrap_err();
    let test = failure.test.unwrap();
    // The steps are the first round, then seat 0, then the wrong bid. The bid in the first round matters, too: without
    // it there would be a draw for a tie, and other chips in the second round.
    assert_eq!(failure.decisions, 4, "{test}");
    let body = test.strip_prefix("#[test]\n").unwrap();
    assert!(include_str!("shrinking.rs").contains(body), "{test}");
}

/// A test that the kit printed, pasted. It fails like the match that it was cut from.
#[rustfmt::skip]
#[test]
#[should_panic(expected = "TOY-I1: 3 points in 2 rounds")]
fn again_invariants_hold() {
    use tinsel_engine_testkit::{Step, laws, replay};
    replay::<Toys<34>>(
        "default",
        2,
        &[
            Step::absent(1),
            Step::act(0, Bid::Chips(3)),
            Step::absent(0),
            Step::act(1, Bid::Chips(2)),
        ],
    )
    .keeps(4, laws::invariants_hold);
}
#[test]
fn a_failing_seed_is_found_again_alike() {
    let [one, two] = [0, 1].map(|_| suite::invariants_hold::<Planted>(0..64).unwrap_err());
    assert_eq!(one, two);
}

#[test]
fn a_replay_gives_the_state_it_ends_in() {
    let steps = [Step::act(1, Bid::Chips(0)), Step::absent(0)];
    let toy = replay::<Toys<{ bug::NONE }>>("default", 7, &steps).state();
    assert_eq!(toy.round.0, 1);
    assert!(toy.outcome(SeatSet::EMPTY).is_none());
}

#[test]
#[should_panic(expected = "decision 2 is refused: Act(SeatIndex(0), Unset)")]
fn a_replay_reports_the_refused_step() {
    let steps = [Step::absent(1), Step::act(0, Bid::Unset)];
    let _ = replay::<Toys<{ bug::NONE }>>("default", 7, &steps).state();
}
