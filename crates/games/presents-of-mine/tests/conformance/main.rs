//! The laws of the engine for Presents of Mine.

use tinsel_engine::{Chance, Viewer};
use tinsel_engine_testkit::{Declared, GameSetup, Invariant, Rotation, Stated, Subject};
use tinsel_presents_of_mine::{
    Config, Event, PresentsOfMine, Ranking, View, invariants,
    testkit::{redeal, rotated, setups},
};

struct Presents;

impl Subject for Presents {
    type Game = PresentsOfMine;
    const FOLDER: &'static str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    const TRANSCRIPT: (&'static str, u64) = ("default", 31);

    fn setups() -> Vec<GameSetup<PresentsOfMine>> {
        setups()
    }

    fn redeal(game: &PresentsOfMine, viewer: Viewer, chance: &mut dyn Chance) -> Option<PresentsOfMine> {
        redeal(game, viewer, chance)
    }

    fn invariants() -> Vec<Invariant<PresentsOfMine>> {
        use invariants as i;
        vec![
            Invariant::of_state("I-1", i::eight_hands_of_six),
            Invariant::of_state("I-2", i::copies_after_the_pregame_are_what_was_selected),
            Invariant::of_change("I-3", i::presents_are_conserved),
            Invariant::of_change("I-4", i::k_and_l_are_eight_and_fall_m_and_n_stay_eight),
            Invariant::of_change("I-5", i::three_passed_presents_one_per_distance),
            Invariant::of_state("I-6", i::staleness_is_bounded),
            Invariant::of_change("I-7", i::staleness_changes_by_the_rule),
            Invariant::of_change("I-8", i::layers_are_one_to_six_and_never_grow),
            Invariant::of_change("I-9", i::totals_never_fall_and_raw_is_the_sum),
            Invariant::of_state("I-10", i::points_per_copy_are_in_range),
            Invariant::of_state("I-11", i::an_i_earns_six_where_it_is_stalest),
            Invariant::of_state("I-12", i::chains_and_diameters_are_mutual),
            Invariant::of_state("I-13", i::monopoly_points_add_up),
            Invariant::of_change("I-14", i::the_list_changes_by_one_reversal_and_draws_are_few),
            Invariant::of_change("I-15", i::owing_shrinks_by_one_and_is_refilled_by_a_round),
        ]
    }

    fn score_sum() -> Declared<fn(&Config) -> i64> {
        Declared::No("PM-34: points come from abilities and staleness, whatever others get")
    }

    fn seats_alike() -> Declared<Rotation<PresentsOfMine>> {
        Declared::Yes(Rotation {
            game: rotated,
            action: |action, _| action.clone(),
        })
    }

    fn result_in_view(view: &View) -> Option<Stated> {
        view.ranking.as_ref().map(stated)
    }

    fn result_in_event(event: &Event) -> Option<Stated> {
        if let Event::MatchFinished { ranking } = event {
            Some(stated(ranking))
        } else {
            None
        }
    }
}

fn stated(ranking: &Ranking) -> Stated {
    let mut seats = ranking.seats.clone();
    seats.sort_by_key(|ranked| ranked.seat);
    Stated {
        ranks: Some(seats.iter().map(|ranked| ranked.rank).collect()),
        winners: Some(ranking.winners.iter().copied().collect()),
    }
}

// The laws that prove rules and invariants of the specification:
// PM-R5, I-17: `no_viewer_can_distinguish_hidden_worlds`
// I-16: `the_order_of_secret_decisions_does_not_matter`
tinsel_engine_testkit::conformance! { Presents, seeds = 0..16 }
tinsel_engine_testkit::presentation! { Presents, seeds = 0..8 }
