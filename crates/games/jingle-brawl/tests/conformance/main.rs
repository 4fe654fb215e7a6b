//! The laws of the engine for Jingle Brawl.

use tinsel_engine::{Chance, Viewer};
use tinsel_engine_testkit::{Bound, Declared, GameSetup, Invariant, Rotation, Stated, Subject};
use tinsel_jingle_brawl::{
    Config, Ending, Event, JingleBrawl, View, invariants,
    testkit::{self, redeal, rotated, rotated_action},
};

struct Jingle;

impl Subject for Jingle {
    type Game = JingleBrawl;
    const FOLDER: &'static str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    const TRANSCRIPT: (&'static str, u64) = ("default", 202);

    fn setups() -> Vec<GameSetup<JingleBrawl>> {
        testkit::setups()
    }

    fn redeal(game: &JingleBrawl, viewer: Viewer, chance: &mut dyn Chance) -> Option<JingleBrawl> {
        redeal(game, viewer, chance)
    }

    fn invariants() -> Vec<Invariant<JingleBrawl>> {
        use invariants as jb;
        vec![
            Invariant::of_change("JB-I1", jb::chips_are_never_below_0),
            Invariant::of_state("JB-I2", jb::chips_are_conserved),
            Invariant::of_state("JB-I3", jb::each_gift_is_in_one_place),
            Invariant::of_state("JB-I4", jb::a_seat_holds_one_gift_at_most),
            Invariant::of_state("JB-I5", jb::giftless_seats_are_gifts_that_are_free),
            Invariant::of_change("JB-I6", jb::the_bag_contains_the_seats_without_a_gift),
            Invariant::of_state("JB-I7", jb::the_pile_is_small),
            Invariant::of_change("JB-I8", jb::naughty_levels_count_duels),
            Invariant::of_change("JB-I9", jb::turns_are_counted),
            Invariant::of_change("JB-I10", jb::a_turn_has_few_duels),
            Invariant::of_state("JB-I11", jb::the_pot_is_there_while_bids_are_fought_over),
            Invariant::of_change("JB-I12", jb::the_lottery_gives_nothing_away),
            Invariant::of_change("JB-I13", jb::only_a_discard_makes_a_head_elf),
            Invariant::of_state("JB-I14", jb::only_contested_gifts_lie_on_the_table),
            Invariant::of_state("JB-I16", jb::matches_end_within_the_bound),
            Invariant::of_state("JB-I17", jb::at_the_end_every_seat_holds_a_gift),
            Invariant::of_change("JB-I20", jb::only_aggressors_pay),
        ]
    }

    fn bounds() -> Vec<Bound<JingleBrawl>> {
        testkit::bounds()
    }

    fn score_sum() -> Declared<fn(&Config) -> i64> {
        Declared::No("JB-R57: what a gift is worth to one seat says nothing of what it is worth to another")
    }

    fn seats_alike() -> Declared<Rotation<JingleBrawl>> {
        Declared::Yes(Rotation {
            game: rotated,
            action: rotated_action,
        })
    }

    fn fleeting(event: &Event) -> bool {
        is_fleeting(event)
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

/// Fleeting events: they lead from one view to the next, and no view contains their facts (section 7).
///
/// A duel that a draw or the last submission decides sends all its events at once; revealed bids can disappear with
/// their turn. So can the own throw that a draw makes for an absent seat. Other facts that were hidden before are not
/// fleeting for their owner: bids and reports while they are sealed, names and wishes.
fn is_fleeting(event: &Event) -> bool {
    matches!(
        event,
        Event::BidsRevealed { .. }
            | Event::TieBreakCalled { .. }
            | Event::ChallengersNamed { .. }
            | Event::OpenerResponded { .. }
            | Event::ChipsMoved { .. }
            | Event::DuelStarted { .. }
            | Event::MethodChosen { .. }
            | Event::CoinFlipped { .. }
            | Event::DiceRolled { .. }
            | Event::CardsDrawn { .. }
            | Event::ThrowRecorded { .. }
            | Event::ThrowsRevealed { .. }
            | Event::ReportsRevealed { .. }
            | Event::VerdictGiven { .. }
            | Event::DuelEnded { .. }
            | Event::ReprisalOffered(_)
            | Event::ReprisalSkipped(_)
    )
}

fn stated(ending: &Ending) -> Stated {
    Stated {
        ranks: Some(ending.seats.iter().map(|seat| seat.rank).collect()),
        winners: None,
    }
}

// The laws that prove invariants of the specification:
// JB-I15: `owing_is_empty_exactly_when_over`
// JB-I18: `no_viewer_can_distinguish_hidden_worlds`
// JB-I19: `listed_actions_are_accepted_and_accepted_ones_listed`
tinsel_engine_testkit::conformance! { Jingle, seeds = 0..8 }

tinsel_engine_testkit::presentation! { Jingle, seeds = 0..6 }
