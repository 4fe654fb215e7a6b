//! The laws of the engine for Grunkle Match.

use tinsel_engine::{Chance, Viewer};
use tinsel_engine_testkit::{Bound, Declared, GameSetup, Invariant, Rotation, Stated, Subject};
use tinsel_grunkle_match::{
    Action, Config, Ending, Event, GrunkleMatch, View, invariants,
    testkit::{self, redeal, rotated, rotated_action},
};

struct Grunkle;

impl Subject for Grunkle {
    type Game = GrunkleMatch;
    const FOLDER: &'static str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    const TRANSCRIPT: (&'static str, u64) = ("default", 107);

    fn setups() -> Vec<GameSetup<GrunkleMatch>> {
        testkit::setups()
    }

    fn redeal(game: &GrunkleMatch, viewer: Viewer, chance: &mut dyn Chance) -> Option<GrunkleMatch> {
        redeal(game, viewer, chance)
    }

    fn invariants() -> Vec<Invariant<GrunkleMatch>> {
        use invariants as gm;
        vec![
            Invariant::of_state("GM-I1", gm::garnets_are_bounded),
            Invariant::of_change("GM-I2", gm::garnets_add_up),
            Invariant::of_state("GM-I3", gm::skills_are_conserved),
            Invariant::of_state("GM-I4", gm::grunko_pops_add_up),
            Invariant::of_change("GM-I5", gm::a_seat_that_wins_nothing_gets_a_grunko_pop),
            Invariant::of_change("GM-I6", gm::bids_keep_their_limits),
            Invariant::of_state("GM-I7", gm::the_highest_unique_bid_wins),
            Invariant::of_change("GM-I8", gm::one_kind_at_most_is_nullified_for_ever),
            Invariant::of_state("GM-I9", gm::one_zero_bid_at_most),
            Invariant::of_change("GM-I10", gm::rounds_go_forwards_and_all_seven_submit),
            Invariant::of_state("GM-I11", gm::it_ends_after_49_submissions_and_the_votes),
            Invariant::of_state("GM-I12", gm::every_awaited_seat_has_a_legal_submission),
            Invariant::of_state("GM-I13", gm::tokens_and_the_candidate),
        ]
    }

    fn bounds() -> Vec<Bound<GrunkleMatch>> {
        testkit::bounds()
    }

    fn score_sum() -> Declared<fn(&Config) -> i64> {
        Declared::No("GM-3: garnets come from and go to an unlimited supply")
    }

    fn seats_alike() -> Declared<Rotation<GrunkleMatch>> {
        Declared::Yes(Rotation {
            game: rotated,
            action: |action, _| rotated_action(action),
        })
    }

    fn result_in_view(view: &View) -> Option<Stated> {
        view.ending.as_ref().map(stated)
    }

    fn result_in_event(event: &Event) -> Option<Stated> {
        if let Event::MatchEnded(ending) = event {
            Some(stated(ending))
        } else {
            None
        }
    }

    fn describe_action(action: &Action) -> String {
        testkit::written(action)
    }
}

fn stated(ending: &Ending) -> Stated {
    Stated {
        ranks: Some(ending.seats.iter().map(|seat| seat.rank).collect()),
        winners: Some(ending.winners),
    }
}

// The laws that prove rules and invariants of the specification:
// GM-101, GM-R73, GM-I14: `no_viewer_can_distinguish_hidden_worlds` and `events_disclose_no_more_than_views`
// GM-I15: `a_refusal_changes_nothing`
// GM-I16: `the_order_of_secret_decisions_does_not_matter`
tinsel_engine_testkit::conformance! { Grunkle, seeds = 0..16 }
tinsel_engine_testkit::presentation! { Grunkle, seeds = 0..6 }
