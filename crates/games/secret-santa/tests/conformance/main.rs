//! The laws of the engine for Secret Santa.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests")]

#[path = "../support/mod.rs"]
mod support;

use tinsel_engine::{Chance, GameEngine, MatchRng, SeatCount, Seed, Viewer, present::Present};
use tinsel_engine_testkit::{Bound, Declared, GameSetup, Invariant, Rotation, Subject};
use tinsel_secret_santa::{
    Action, Config, Draft, Event, SecretSanta, invariants,
    testkit::{self, redeal, rotated, rotated_action, written},
};

struct Santa;

impl Subject for Santa {
    type Game = SecretSanta;
    const FOLDER: &'static str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    const TRANSCRIPT: (&'static str, u64) = ("three", 266);
    const VOLUNTEERS: Option<&'static str> = Some("SS-75: a standing decline can be withdrawn at any time");

    fn setups() -> Vec<GameSetup<SecretSanta>> {
        testkit::setups()
    }

    fn redeal(game: &SecretSanta, viewer: Viewer, chance: &mut dyn Chance) -> Option<SecretSanta> {
        redeal(game, viewer, chance)
    }

    fn invariants() -> Vec<Invariant<SecretSanta>> {
        use invariants as ss;
        vec![
            Invariant::of_state("SS-I1", ss::cards_are_conserved),
            Invariant::of_state("SS-I2", ss::hands_are_the_cards_not_on_the_table_or_discarded),
            Invariant::of_state("SS-I3", ss::out_means_without_cards),
            Invariant::of_state("SS-I4", ss::one_card_is_declared_or_not),
            Invariant::of_state("SS-I5", ss::plays_climb),
            Invariant::of_state("SS-I6", ss::plays_hold_what_they_may),
            Invariant::of_state("SS-I7", ss::somebody_owes_and_can_act),
            Invariant::of_change("SS-I8", ss::a_seat_that_cannot_act_owes_nothing),
            Invariant::of_change("SS-I9", ss::windows_come_where_they_belong),
            Invariant::of_state("SS-I10", ss::while_nothing_is_in_play_only_the_barred_have_passed),
            Invariant::of_change("SS-I11", ss::rounds_are_bounded),
            Invariant::of_change("SS-I12", ss::a_round_is_bounded),
            Invariant::of_change("SS-I13", ss::windows_are_bounded),
            Invariant::of_change("SS-I14", ss::a_single_special_takes_effect_once),
            Invariant::of_change("SS-I15", ss::the_order_is_a_permutation),
            Invariant::of_change("SS-I16", ss::places_are_given_in_order),
            Invariant::of_state("SS-I17", ss::points_add_up),
            Invariant::of_state("SS-I19", ss::public_views_do_not_depend_on_hands),
            Invariant::of_change("SS-I20", ss::totals_never_decrease),
            Invariant::of_state("SS-I21", ss::decisions_are_bounded),
            Invariant::of_change("SS-I22", ss::standing_declines_are_given_by_their_seats),
        ]
    }

    fn bounds() -> Vec<Bound<SecretSanta>> {
        testkit::bounds()
    }

    fn score_sum() -> Declared<fn(&Config) -> i64> {
        Declared::Yes(|config| {
            let seats = i64::from(config.players.get());
            i64::from(config.deals) * seats * (seats + 1) / 2
        })
    }

    fn seats_alike() -> Declared<Rotation<SecretSanta>> {
        Declared::Yes(Rotation {
            game: rotated,
            action: |action, seats: SeatCount| rotated_action(action, seats),
        })
    }

    /// Section 7: the view contains the present only. Only events contain cards that were given and taken back. The
    /// next deal's views do not contain the open plays of the last round.
    fn fleeting(event: &Event) -> bool {
        match event {
            Event::FruitcakePlayed { .. }
            | Event::FruitcakeGift { .. }
            | Event::TreePlayed { .. }
            | Event::TreeGift { .. }
            | Event::GiftsPlayed { .. }
            | Event::ZerosPlayed { .. }
            | Event::SantaPlayed { .. }
            | Event::FinalGiftDeclared { .. }
            | Event::FinalGiftForgotten { .. }
            | Event::Passed { .. }
            | Event::TurnMissed { .. }
            | Event::CarolPlayed { .. }
            | Event::MousePlayed { .. }
            | Event::GhostPlayed { .. }
            | Event::ScroogePlayed { .. }
            | Event::PlayerOut { .. }
            | Event::RoundEnded { .. } => true,
            Event::DealStarted { .. }
            | Event::HandDealt { .. }
            | Event::DecisionsOwed { .. }
            | Event::Answered { .. }
            | Event::StandingDecline { .. }
            | Event::FruitcakeWindowClosed { .. }
            | Event::RoundStarted { .. }
            | Event::AnswerNotUsed { .. }
            | Event::WindowClosed { .. }
            | Event::TableCleared
            | Event::DealEnded { .. }
            | Event::MatchEnded { .. } => false,
        }
    }

    fn describe_action(action: &Action) -> String {
        format!("act(\"{}\")", written(action))
    }
}

// The laws that prove invariants of the specification:
// SS-I18: `a_refusal_changes_nothing`
// SS-I23: `no_viewer_can_distinguish_hidden_worlds`, `events_disclose_no_more_than_views`,
// `a_default_looks_like_a_decision_until_it_is_disclosed` and `the_order_of_secret_decisions_does_not_matter`
tinsel_engine_testkit::conformance! { Santa, seeds = 0..6 }
tinsel_engine_testkit::presentation! { Santa, seeds = 0..2 }

/// A stored state does not grow with the past, except for a row of the score sheet for each deal.
#[test]
fn a_state_takes_two_kib_at_most() {
    let draft = Draft {
        deals: Some(20),
        elves: Some(8),
        ..Draft::default()
    };
    let config = SecretSanta::configure(Some(8), draft).unwrap();
    let mut chance = MatchRng::new(Seed::new([8; 32]));
    let (mut game, _) = SecretSanta::start(&config, &mut chance);
    let (mut largest, mut sum, mut states) = (0, 0, 0);
    while let Some(seat) = game.owing().iter().next() {
        let bytes = rmp_serde::to_vec_named(&game).unwrap().len();
        largest = bytes.max(largest);
        sum += bytes;
        states += 1;
        let action = game.any_action(Viewer::Seat(seat), &mut chance).unwrap();
        game.apply(seat, &action, &mut chance).unwrap();
    }
    println!(
        "{states} states of 20 deals for eight: {} bytes on average, {largest} at most",
        sum / states
    );
    assert!(largest <= 2048, "{largest} bytes");
}
