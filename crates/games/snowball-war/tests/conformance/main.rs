//! The laws of the engine for Snowball War.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]
#![allow(
    clippy::too_many_lines,
    clippy::wildcard_enum_match_arm,
    reason = "transcripts have one row for each event"
)]

mod reach;
mod sides;

use tinsel_engine::{Chance, Viewer};
use tinsel_engine_testkit::{Bound, Declared, GameSetup, Invariant, Rotation, Stated, Subject};
use tinsel_snowball_war::{
    Config, Ending, Event, SnowballWar, View, invariants,
    testkit::{self, redeal},
};

struct Snowballs;

impl Subject for Snowballs {
    type Game = SnowballWar;
    const FOLDER: &'static str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    const TRANSCRIPT: (&'static str, u64) = ("cramped", 57);

    fn setups() -> Vec<GameSetup<SnowballWar>> {
        testkit::setups()
    }

    fn redeal(game: &SnowballWar, viewer: Viewer, chance: &mut dyn Chance) -> Option<SnowballWar> {
        redeal(game, viewer, chance)
    }

    fn invariants() -> Vec<Invariant<SnowballWar>> {
        use invariants as sw;
        vec![
            Invariant::of_state("SW-I1", sw::pool_and_teams_share_the_characters),
            Invariant::of_state("SW-I2", sw::every_character_is_in_one_condition),
            Invariant::of_state("SW-I3", sw::discs_lie_inside_and_apart),
            Invariant::of_change("SW-I4", sw::snowmen_keep_their_places),
            Invariant::of_change("SW-I5", sw::snowmen_only_get_colder),
            Invariant::of_change("SW-I6", sw::tokens_of_characters_go_by_one),
            Invariant::of_change("SW-I7", sw::tokens_are_added_and_removed),
            Invariant::of_change("SW-I8", sw::dice_come_and_go_by_the_rule),
            Invariant::of_state("SW-I9", sw::a_seat_that_must_act_has_a_die),
            Invariant::of_change("SW-I10", sw::turns_go_forwards_to_the_limit),
            Invariant::of_state("SW-I11", sw::somebody_is_in_play),
            Invariant::of_state("SW-I13", sw::range_and_line_are_symmetric),
            Invariant::of_state("SW-I14", sw::a_generated_map_is_symmetric_and_keeps_gaps),
        ]
    }

    fn bounds() -> Vec<Bound<SnowballWar>> {
        testkit::bounds()
    }

    fn score_sum() -> Declared<fn(&Config) -> i64> {
        Declared::No("SW-51: tokens come from an unlimited supply, and a score is what was hit")
    }

    fn seats_alike() -> Declared<Rotation<SnowballWar>> {
        Declared::No("section 9: characters that come back by default take the lower y on a tie, on both sides")
    }

    // Sections 7 and 8: all facts of the action phase are public. Fleeting events contain the value in use of a die, or
    // a dodge, which no later view contains.
    fn fleeting(event: &Event) -> bool {
        match event {
            Event::DieSpent { .. }
            | Event::SnowballThrown { .. }
            | Event::SnowmanRushed { .. }
            | Event::HitPending { .. }
            | Event::HitDodged { .. }
            | Event::HitIntercepted { .. }
            | Event::TokenAdded { .. }
            | Event::CharacterRanAway { .. }
            | Event::HitsLost { .. }
            | Event::CharacterMoved { .. }
            | Event::PlacesSwapped { .. }
            | Event::DiceForced { .. }
            | Event::SecondDue { .. }
            | Event::SecondSkipped { .. } => true,
            Event::MatchCreated { .. }
            | Event::CharacterPicked { .. }
            | Event::TeamDeployed { .. }
            | Event::TurnStarted { .. }
            | Event::DiceRolled { .. }
            | Event::RerollCommitted { .. }
            | Event::RerollChoice { .. }
            | Event::DiceRerolled { .. }
            | Event::AllocationCommitted { .. }
            | Event::AllocationChoice { .. }
            | Event::DiceAllocated { .. }
            | Event::ActionPhaseStarted { .. }
            | Event::ActionDue { .. }
            | Event::TokenRemoved { .. }
            | Event::ReturnDue { .. }
            | Event::CharacterReturned { .. }
            | Event::MatchEnded(_) => false,
        }
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
}

fn stated(ending: &Ending) -> Stated {
    Stated {
        ranks: None,
        winners: Some(ending.winner.into_iter().collect()),
    }
}

// The laws that prove invariants of the specification:
// SW-I15: `every_default_is_legal`
// SW-I16: `a_refusal_changes_nothing`
// SW-I17: `no_viewer_can_distinguish_hidden_worlds`
// SW-I18: `the_order_of_secret_decisions_does_not_matter`
tinsel_engine_testkit::conformance! { Snowballs, seeds = 0..8 }

tinsel_engine_testkit::presentation! { Snowballs, seeds = 0..4 }
