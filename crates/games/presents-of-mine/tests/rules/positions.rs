//! What the testkit's `Position` sets up, seen by section 7.

use tinsel_engine::{GameEngine, Viewer};
use tinsel_engine_testkit::Draws;
use tinsel_presents_of_mine::{
    Config, LastStep, PregameView, PresentsOfMine, Replacements, Theft, Transfer, bot,
    testkit::{Position, list, pass, select},
};

use crate::support::*;

const W1: [u8; 8] = [3, 0, 6, 1, 7, 4, 2, 5];

fn last_of(game: &PresentsOfMine) -> LastStep {
    spectated(game).last.unwrap()
}

fn replaced(game: &PresentsOfMine) -> Replacements {
    last_of(game).replacements.unwrap()
}

fn thefts_of(game: &PresentsOfMine, index: u8) -> Vec<Theft> {
    let Some(Transfer::Thefts(thefts)) = last_of(game).transfer else {
        panic!("presents were stolen")
    };
    let own = |theft: &Theft| theft.thief == seat(index);
    thefts.thefts.into_iter().filter(own).collect()
}

#[test]
fn in_the_pregame_no_list_is_drawn_yet() {
    let game = Position::pregame().build();
    assert_eq!(game, start(Config::default()));
    let game = Position::pregame().sealed(0, select("FGHIJ")).absent(1).build();
    assert!(viewers().iter().all(|viewer| game.view(*viewer).list.is_none()));
    let mut chance = list_of_w1();
    let (game, _) = Position::pregame().sealed(0, select("FGHIJ")).resolve(&mut chance);
    chance.assert_all_used();
    assert_eq!(spectated(&game).list.unwrap().order, list(W1));
}

#[test]
fn in_the_pregame_there_is_a_list_with_before_selection_only() {
    let position = Position::pregame().config(before_selection());
    for (position, order) in [(position.clone(), U), (position.list(W1), W1)] {
        let game = position.build();
        let shown = |viewer: Viewer| game.view(viewer).list.unwrap().order;
        assert!(viewers().into_iter().all(|viewer| shown(viewer) == list(order)));
    }
    let played = PresentsOfMine::start(&before_selection(), &mut list_of_w1()).0;
    assert_eq!(Position::pregame().list(W1).config(before_selection()).build(), played);
}

#[test]
fn a_selection_made_by_default_is_marked() {
    let position = Position::round(1).selected(0, "FGHIJ").selected_by_default(3);
    let marks = |game: &PresentsOfMine| {
        let Some(PregameView::All(pregame)) = spectated(game).pregame else {
            panic!("public")
        };
        let selected = pregame
            .selected
            .map(|_, own| format!("{} {}", own.letters, own.defaulted));
        [0, 3, 5].map(|index| selected.at(seat(index)).clone())
    };
    let expected = ["FGHIJ false", "ABCDE true", "ABCDE false"];
    assert_eq!(marks(&position.clone().build()), expected);
    let secret = position.config(private()).build();
    for viewer in viewers() {
        let mark = match secret.view(viewer).pregame {
            Some(PregameView::Own(own)) => Some(own.defaulted),
            None => None,
            Some(PregameView::All(_)) => panic!("hidden during round 1"),
        };
        assert_eq!(mark, viewer.seat().map(|own| own == seat(3)), "{viewer}");
    }
}

/// A waiting point of a match, written down from what a spectator sees.
fn copied(game: &PresentsOfMine) -> PresentsOfMine {
    let view = spectated(game);
    let position = match view.step.number() {
        _ if game.owing().is_empty() => Position::finished(),
        step => Position::round(step),
    };
    let order = view.list.unwrap().order.order().map(|seat| seat.get());
    let mut position = position.config(view.config).list(order);
    let Some(PregameView::All(pregame)) = view.pregame else {
        panic!("open")
    };
    for (owner, selected) in pregame.selected.enumerate() {
        let index = owner.get();
        position = match selected.defaulted {
            true => position.selected_by_default(index),
            false => position.selected(index, &selected.letters.to_string()),
        };
        position = position.total(index, total_of(game, index));
        position = match &last_of(game).transfer {
            // Of a pregame the hands tell all.
            None => position.hand(index, &hand_of(game, index)),
            Some(transfer) => with_last_round(position, game, index, transfer),
        };
    }
    position.build()
}

fn with_last_round(position: Position, game: &PresentsOfMine, index: u8, transfer: &Transfer) -> Position {
    let mut position = position.scored(index, &scored_hand(&line_of(game, index)));
    let defaulted = match transfer {
        Transfer::Passes(passes) => passes.seats.at(seat(index)).defaulted,
        Transfer::Thefts(thefts) => {
            let named: Vec<_> = thefts_of(game, index).iter().map(|theft| theft.named).collect();
            position = position.named(index, &text(&named));
            *thefts.defaulted.at(seat(index))
        }
    };
    if let Some(swaps) = last_of(game).replacements {
        let swap = swaps.seats.at(seat(index));
        position = position.swapped(index, &swap.discard.to_string(), &swap.take.to_string());
    }
    if defaulted {
        position = position.played_by_default(index);
    }
    position
}

#[test]
fn every_step_of_a_match_can_be_written_down_from_what_a_spectator_sees() {
    let mut random = 0;
    for (seed, config) in (0..).zip([Config::default(), before_selection(), skip(), Config::default()]) {
        let mut chance = rng(seed);
        let mut game = PresentsOfMine::start(&config, &mut chance).0;
        for step in 0..6 {
            for owing in game.owing().iter() {
                let legal = game.legal(Viewer::Seat(owing));
                let made = match (owing.get() + step) % 3 {
                    0 => game.absent(owing),
                    _ => game.resolve(owing, &bot::random(&legal, &mut chance).unwrap()),
                };
                game.commit(made.unwrap(), &mut chance);
            }
            if step == 4 {
                let thefts = (0..8).flat_map(|index| thefts_of(&game, index));
                random += thefts.filter(|theft| theft.random).count();
            }
            assert_eq!(copied(&game), game, "after step {step} of match {seed}");
        }
    }
    assert!(random > 0, "some theft was decided by chance");
}

#[test]
fn what_is_not_said_of_the_round_before_is_what_defaults_make_of_filler_hands() {
    let follows = |round: u8, next: Position| {
        let (played, _) = Position::round(round).list(U).resolve(&mut Draws::none());
        assert_eq!((0..8).fold(next, Position::played_by_default).build(), played);
    };
    follows(1, Position::round(2).list(U));
    follows(2, Position::round(3).list(V));
    follows(3, Position::round(4).list(U));
    follows(4, Position::round(5).list(U));
    follows(5, Position::finished().list(U));
}

#[test]
fn the_default_is_a_pregame_with_these_hands() {
    for position in [Position::round(1), Position::round(4), Position::finished()] {
        let last = last_of(&position.hand(2, "A0 C0 D0 G1 H0 I4").build());
        assert_eq!((last.transfer, last.replacements), (None, None));
        assert_eq!(last.scored.step.number(), 0);
        assert_eq!(scored_hand(&last.scored.lines[2]), "A0 C0 D0 G1 H0 I4");
    }
}

#[test]
fn swaps_tell_counts_and_what_entered_stale() {
    // W-3: K by seats 0–4, L by 5–7.
    let position = (1..5).fold(Position::round(3), |position, index| position.swapped(index, "G0", "K"));
    let game = position
        .scored(0, "A0*1 A1 A1 B0*2 F0*3 K2(6)")
        .swapped(0, "A2", "K")
        .build();
    assert_eq!(sums(&line_of(&game, 0)), [31, 0, 0, 0, 4, 27]);
    assert_eq!(hand_of(&game, 0), "A0 A2 A2 B0 F0 K3(3)");
    assert_eq!(line_of(&game, 7).raw.get(), 27);
    assert_eq!(hand_of(&game, 7), "A0 B0 F0 I1 I1 L1");
    assert_eq!(scored_hand(&line_of(&game, 4)), "A0*1 B0*2 F0*3 I0 I0 K2(6)");
    assert_eq!(replaced(&game).counts.map(|(_, count)| count), [5, 3]);
    assert_eq!(replaced(&game).stale.map(|letter| letter.symbol()), Some('K'));
    assert_eq!(replaced(&game).seats.at(seat(0)).discard.to_string(), "A2");
    // W-5: seat 0 took N, which shows in what it was scored with; all others M. With SKIP nothing enters stale.
    for (config, stale, filler) in [
        (Config::default(), Some('M'), "A0*1 B0*2 F0*3 I0 I0 M2"),
        (skip(), None, "A0*1 B0*2 F0*3 I0 I0 M0"),
    ] {
        let game = Position::round(4)
            .config(config)
            .scored(0, "A0*3 E1*2 F3*1 H0 I4 N0")
            .build();
        assert_eq!(replaced(&game).counts.map(|(_, count)| count), [7, 1]);
        assert_eq!(replaced(&game).stale.map(|letter| letter.symbol()), stale);
        assert_eq!(scored_hand(&line_of(&game, 1)), filler);
        assert_eq!(hand_of(&game, 0), "A0 E0 F0 H1 I5 N1");
    }
}

#[test]
fn named_thefts_tell_what_chance_decided() {
    // W-10 with list V: seats 3, 2, 1 name the A1 of seat 4, and seat 1 gets its J3.
    let game = Position::round(5)
        .list(V)
        .named(3, "A1 B0 F0")
        .named(2, "A0 A1 F0")
        .scored(1, "A0*1 B0*2 J3*3 G0 I0 I0")
        .named(1, "A0 B0 A1")
        .played_by_default(6)
        .build();
    let told = |index| {
        thefts_of(&game, index)
            .iter()
            .map(|theft| {
                let (victim, mark) = (theft.victim.get(), if theft.random { "!" } else { "" });
                format!("{}←{victim} {}{mark}", theft.named, theft.taken)
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(told(3), ["A1←4 A1", "B0←5 B0", "F0←6 F0"]);
    assert_eq!(told(2), ["A0←3 A0", "A1←4 A1", "F0←5 F0"]);
    assert_eq!(told(1), ["A0←2 A0", "B0←3 B0", "A1←4 J3!"]);
    assert_eq!(told(0), ["A0←1 A0", "B0←2 B0", "F0←3 F0"]);
    assert_eq!(scored_hand(&line_of(&game, 2)), "A0*1 A1*2 F0*3 G0 I0 I0");
    let Some(Transfer::Thefts(thefts)) = last_of(&game).transfer else {
        panic!("presents were stolen")
    };
    assert!(
        thefts
            .defaulted
            .enumerate()
            .all(|(thief, mark)| *mark == (thief == seat(6)))
    );
}

#[track_caller]
fn are_impossible(positions: impl IntoIterator<Item = (Position, &'static str)>) {
    for (position, reason) in positions {
        assert_eq!(position.try_build().unwrap_err(), reason);
    }
}

const FILLER: &str = "A0*1 B0*2 F0*3 G0 I0 I0";

#[test]
fn positions_that_contradict_their_step_are_refused_with_the_reason() {
    are_impossible([
        (
            Position::round(1).played_by_default(0),
            "no round is resolved before round 1",
        ),
        (
            Position::pregame().scored(0, FILLER),
            "there are no resolved rounds in the pregame",
        ),
        (
            Position::pregame().hand(0, "A0 B0 F0 G0 I0 I0"),
            "there are no hands in the pregame",
        ),
        (Position::pregame().total(0, 1), "there are no points in the pregame"),
        (
            Position::pregame().selected(0, "ABCDE"),
            "there are no resolved selections in the pregame",
        ),
        (Position::pregame().list(W1), "the list is drawn after the selection"),
        (Position::round(1).total(3, -1), "a total is below 0"),
        (
            Position::round(2).swapped(0, "G0", "K"),
            "nothing is swapped in round 1",
        ),
        (
            Position::round(5).swapped(0, "G0", "M"),
            "nothing is swapped in round 4",
        ),
        (
            Position::finished().named(0, "A0 B0 F0"),
            "nothing is stolen in round 5",
        ),
        (Position::round(3).swapped(0, "G0", "M"), "M is not taken in round 2"),
        (
            Position::round(3).swapped(0, "C0", "K"),
            "C0 is not kept by a seat whose scored hand is not set",
        ),
        (
            Position::round(1).sealed(0, pass("A0")),
            "seat 0 cannot submit this: Pass exactly three presents: one each to the first, second and third player below you.",
        ),
        (
            Position::finished().absent(0),
            "seat 0 cannot submit this: The match is over; no more actions are accepted.",
        ),
    ]);
}

#[test]
fn impossible_scored_hands_are_refused_with_the_reason() {
    let scored = |round, picture| Position::round(round).scored(0, picture);
    are_impossible([
        (
            scored(2, "A0*1 B0*1 F0*3 G0 I0 I0"),
            "A0*1 B0*1 F0*3 G0 I0 I0: exactly one present comes over each distance",
        ),
        // All others take L, so that a K enters fresh and with six layers.
        (
            scored(3, FILLER),
            "seat 0 takes L2, and its scored hand does not show it",
        ),
        (
            scored(3, "A0*1 B0*2 F0*3 I0 I0 K2(6)"),
            "seat 0 takes K0(6), and its scored hand does not show it",
        ),
        (
            scored(3, "A0*1 B0*2 F0*3 I0 I0 K0(6)").swapped(0, "G0", "L"),
            "seat 0 takes L2, and its scored hand does not show it",
        ),
        (
            scored(2, FILLER).hand(0, "A0 B0 F0 G0 I0 I0"),
            "the scored hand of seat 0 becomes A0 B0 F0 G1 I1 I1, and another one is set",
        ),
        (
            scored(2, FILLER).total(0, 26),
            "seat 0 gained 27, and fewer points are set",
        ),
        (scored(2, "A0*1 B0*2 F0*3 G0 I0 I8"), "I9 after round 1"),
        // Nothing collides over distance 1, and no thief took the B0 that seat 0 named over distance 2.
        (
            scored(5, FILLER).named(0, "B0 B0 F0"),
            "seat 0 named B0 of seat 7, and nothing kept it from getting that",
        ),
        (
            scored(5, FILLER).named(0, "A0 G0 F0"),
            "seat 0 named G0 of seat 6, and nothing kept it from getting that",
        ),
    ]);
}

#[test]
fn the_order_of_calls_does_not_matter() {
    let mut calls: [fn(Position) -> Position; 6] = [
        |position| position.config(skip()),
        |position| position.list(V),
        |position| position.scored(0, "A0*3 E1*2 F3*1 H0 I4 N0"),
        |position| position.swapped(1, "I0", "N"),
        |position| position.selected_by_default(2).total(1, 99),
        |position| position.played_by_default(0).absent(3),
    ];
    let built = |calls: &[fn(Position) -> Position]| {
        let position = calls.iter().fold(Position::round(4), |position, call| call(position));
        position.build()
    };
    let forwards = built(&calls);
    calls.reverse();
    assert_eq!(built(&calls), forwards);
}

#[test]
#[should_panic(expected = "already set for this seat")]
fn a_second_value_for_a_seat_is_refused() {
    drop(Position::round(1).selected(3, "ABCDE").selected_by_default(3));
}
