//! Section 7: which viewer sees which facts, and possible leaks.

use std::{any::type_name, fmt::Debug};

use tinsel_engine::{GameEngine, SeatSet, Viewer};
use tinsel_engine_testkit::{Draws, nonsense};
use tinsel_presents_of_mine::{
    Action, Config, Held, Legal, Letter, Passing, Picture, PregameView, PresentsOfMine, Replacement, Sealed, Selection,
    Swap, Three, Transfer,
    testkit::{self, Position, pass, present, select, steal, swap},
};

use crate::support::*;

/// Only seat 0 can distinguish the two, by view, legal actions, pending decisions or refusals.
fn only_seat_0_can_tell(one: &PresentsOfMine, other: &PresentsOfMine) {
    let mut chance = rng(8);
    let tries: Vec<Action> = (0..300).map(|_| nonsense(&mut chance)).collect();
    for viewer in viewers().into_iter().filter(|viewer| !viewer.is(seat(0))) {
        assert_eq!(
            one.view(viewer, SeatSet::EMPTY),
            other.view(viewer, SeatSet::EMPTY),
            "{viewer}"
        );
        assert_eq!(one.legal(viewer), other.legal(viewer), "{viewer}");
        assert_eq!(
            one.pending_decisions(viewer),
            other.pending_decisions(viewer),
            "{viewer}"
        );
        let Some(seat) = viewer.seat() else { continue };
        for action in &tries {
            assert_eq!(one.resolve(seat, action).err(), other.resolve(seat, action).err());
        }
    }
    assert_ne!(seen(one, 0).own, seen(other, 0).own);
}

// PM-R5, PM-R75
#[test]
fn sealed_content_is_its_owners_only_in_every_phase() {
    let pairs = [
        (Position::round(1), pass("A0 B0 F0"), pass("I0 I0 G0")),
        (
            Position::round(2),
            swap("A0 B0 F0", "G0", "K"),
            swap("A0 B0 F0", "G0", "L"),
        ),
        (
            Position::round(3),
            swap("A0 B0 F0", "G0", "M"),
            swap("A0 B0 F0", "I0", "M"),
        ),
        (Position::round(4), steal("A0 B0 F0"), steal("G0 G0 G0")),
        (Position::round(5), pass("A0 B0 F0"), pass("B0 A0 F0")),
        (Position::pregame(), select("ABCDE"), select("FGHIJ")),
    ];
    for (position, one, other) in pairs {
        let sealed = |action: Action| position.clone().sealed(0, action).build();
        only_seat_0_can_tell(&sealed(one.clone()), &sealed(other));
        let by_default = position.clone().absent(0).build();
        assert_eq!(
            by_default.view(Viewer::Spectator, SeatSet::EMPTY),
            sealed(one).view(Viewer::Spectator, SeatSet::EMPTY)
        );
    }
}

#[test]
fn all_viewers_see_the_owing_seats_in_seat_order() {
    let game = Position::round(1).absent(5).absent(2).build();
    for viewer in viewers() {
        let view = game.view(viewer, SeatSet::EMPTY);
        assert_eq!(
            view.owing.iter().map(|seat| seat.get()).collect::<Vec<_>>(),
            [0, 1, 3, 4, 6, 7]
        );
        let waiting = game.pending_decisions(viewer);
        assert_eq!(
            waiting.iter().map(|decision| decision.seat).collect::<Vec<_>>(),
            view.owing.iter().collect::<Vec<_>>()
        );
    }
}

// PM-R77
#[test]
fn defaults_are_public_as_a_rule_and_for_the_seat_as_presents() {
    let hand = "A0 A2 E1 H1 K3(2) K3(5)";
    let round = |number| Position::round(number).hand(3, hand);
    for (position, name, code, action) in [
        (Position::pregame(), "select_presents", "SELECT_A_TO_E", select("ABCDE")),
        (round(1), "pass_presents", "PASS_FIRST_THREE", pass("A0 A2 E1")),
        (
            round(2),
            "pass_presents",
            "PASS_FIRST_THREE_TAKE_L",
            swap("A0 A2 E1", "H1", "L"),
        ),
        (
            round(3),
            "pass_presents",
            "PASS_FIRST_THREE_TAKE_M",
            swap("A0 A2 E1", "H1", "M"),
        ),
        (
            round(4),
            "steal_presents",
            "STEAL_FIRST_SECOND_THIRD",
            steal("A0 B0 F0"),
        ),
        (round(5), "pass_presents", "PASS_FIRST_THREE", pass("A0 A2 E1")),
    ] {
        let game = position.config(private()).build();
        for viewer in viewers() {
            let waiting = game.pending_decisions(viewer);
            let decision = waiting.iter().find(|decision| decision.seat == seat(3)).unwrap();
            assert_eq!((decision.action, decision.default.code), (name, code));
            let expected = viewer.is(seat(3)).then(|| action.clone());
            assert_eq!(decision.default.action, expected, "{viewer}");
            assert!(!decision.default.sentence.is_empty());
        }
        assert!(game.resolve(seat(3), &action).is_ok(), "a default is legal");
    }
}

#[test]
fn default_marks_are_public_when_the_step_resolves() {
    let (game, _) = Position::round(4)
        .sealed(2, steal("A0 B0 F0"))
        .resolve(&mut Draws::none());
    let Some(Transfer::Thefts(thefts)) = spectated(&game).last.unwrap().transfer else {
        panic!("round 4 steals")
    };
    let marks: Vec<bool> = thefts.defaulted.iter().copied().collect();
    assert_eq!(marks, [true, true, false, true, true, true, true, true]);
}

#[test]
fn with_private_a_default_mark_of_a_selection_waits_for_the_end_of_round_1() {
    let (mut real, mut default) = (start(private()), start(private()));
    for game in [&mut real, &mut default] {
        for index in 1..8 {
            game.apply(seat(index), &select("ABCDE"), &mut Draws::none()).unwrap();
        }
    }
    let told = real.apply(seat(0), &select("ABCDE"), &mut list_of_w1()).unwrap();
    let made = default.absent(seat(0)).unwrap();
    let told_default = default.commit(made, SeatSet::EMPTY, &mut list_of_w1());
    for viewer in viewers().into_iter().filter(|viewer| !viewer.is(seat(0))) {
        assert_eq!(real.view(viewer, SeatSet::EMPTY), default.view(viewer, SeatSet::EMPTY));
        assert!(told.seen_by(viewer).eq(told_default.seen_by(viewer)));
    }
    all_absent(&mut real, &mut Draws::none());
    all_absent(&mut default, &mut Draws::none());
    assert_ne!(spectated(&real).pregame, spectated(&default).pregame);
}

#[test]
fn legal_is_empty_for_a_seat_that_owes_nothing() {
    let game = Position::round(2).absent(0).build();
    assert_eq!(game.legal(Viewer::Seat(seat(0))), Legal::Nothing);
    assert_eq!(game.legal(Viewer::Spectator), Legal::Nothing);
    assert_eq!(game.legal(Viewer::Seat(seat(9))), Legal::Nothing);
}

#[test]
fn legal_contains_all_that_a_form_needs() {
    let Legal::Select { count, from } = start(Config::default()).legal(Viewer::Seat(seat(0))) else {
        panic!("a selection is due")
    };
    assert_eq!(count, 5);
    assert_eq!(
        from.iter().map(|letter| letter.symbol()).collect::<String>(),
        "ABCDEFGHIJ"
    );
    for (round, takes) in [(1, None), (2, Some("KL")), (3, Some("MN")), (5, None)] {
        let game = Position::round(round).hand(0, "B0 A0 A0 C1 D1 E1").build();
        let Legal::Pass { hand, targets, take } = game.legal(Viewer::Seat(seat(0))) else {
            panic!("passes are due")
        };
        assert_eq!(hand.to_string(), "A0 A0 B0 C1 D1 E1");
        assert_eq!(targets.map(|seat| seat.get()), [1, 2, 3]);
        let take = take.map(|take| take.iter().map(|letter| letter.symbol()).collect::<String>());
        assert_eq!(take.as_deref(), takes);
    }
}

/// Its `Debug` shows the name of its type and nothing else.
#[track_caller]
fn shows_nothing<T: Debug>(value: &T) {
    let name = type_name::<T>().rsplit("::").next().unwrap();
    for text in [format!("{value:?}"), format!("{value:#?}")] {
        assert_eq!(text, format!("{name}(…)"));
    }
}

#[test]
fn debug_shows_neither_hands_nor_submissions() {
    let hand = "A4242 B4242 C4242 D4242 E4242 K4242(3)";
    let mut printed = String::new();
    for (round, action) in [
        (1, pass("A4242 B4242 C4242")),
        (2, swap("A4242 B4242 C4242", "K4242(3)", "L")),
        (4, steal("A4242 B4242 C4242")),
    ] {
        let position = Position::round(round).config(private());
        let position = (0..8).fold(position, |position, index| {
            position.hand(index, hand).total(index, 4242)
        });
        let mut game = position
            .selected_by_default(0)
            .sealed(0, action.clone())
            .absent(1)
            .build();
        shows_nothing(&game);
        shows_nothing(&action);
        shows_nothing(&game.resolve(seat(2), &action).unwrap());
        let refused = game.resolve(seat(2), &pass("J4242 J4242 J4242")).unwrap_err();
        let views = viewers().into_iter().map(|viewer| game.view(viewer, SeatSet::EMPTY));
        for view in views {
            shows_nothing(&view);
            view.own.iter().for_each(shows_nothing);
            view.seats.iter().for_each(shows_nothing);
            view.pregame.iter().for_each(shows_nothing);
            view.last.iter().for_each(shows_nothing);
        }
        shows_nothing(&game.legal(Viewer::Seat(seat(2))));
        printed += &format!("{refused:?} {:?}", game.pending_decisions(Viewer::Seat(seat(2))));
        let events = all_absent(&mut game, &mut rng(0));
        events.iter().for_each(|addressed| shows_nothing(&addressed.event));
        let last = spectated(&game).last.unwrap();
        let transfer = last.transfer.as_ref().unwrap();
        shows_nothing(transfer);
        match transfer {
            Transfer::Passes(passes) => {
                shows_nothing(passes);
                shows_nothing(passes.seats.at(seat(0)));
                shows_nothing(&passes.seats.at(seat(0)).passes[0]);
            }
            Transfer::Thefts(thefts) => {
                shows_nothing(thefts);
                shows_nothing(&thefts.thefts[0]);
            }
        }
        last.replacements.iter().for_each(shows_nothing);
        shows_nothing(&last.scored);
        shows_nothing(&last.scored.lines[0]);
        shows_nothing(&last.scored.lines[0].presents[0]);
        let layers = last
            .scored
            .lines
            .iter()
            .flat_map(|line| line.presents.iter().filter_map(|each| each.layers));
        layers.for_each(|layers| shows_nothing(&layers));
        printed += &format!("{events:?} {last:?}");
    }
    assert!(!printed.contains("4242"), "{printed}");
}

#[test]
fn debug_shows_nothing_of_the_parts_of_hands_and_submissions() {
    let Some(PregameView::All(pregame)) = spectated(&Position::round(2).build()).pregame else {
        panic!("open")
    };
    shows_nothing(&pregame);
    shows_nothing(pregame.selected.at(seat(0)));
    shows_nothing(&pregame.letters[0]);
    let (discard, take, presents) = (present("A1"), Letter::L, "A1 B1 C1".parse::<Three>().unwrap());
    let swap = Swap { discard, take };
    shows_nothing(&discard);
    shows_nothing(&discard.reference());
    shows_nothing(&Held::kept(discard));
    shows_nothing(&swap);
    shows_nothing(&presents);
    shows_nothing(&Passing {
        presents,
        swap: Some(swap),
    });
    shows_nothing(&Replacement::default());
    shows_nothing(&Selection::DEFAULT);
    shows_nothing(&testkit::hand("A1 A1 A1 B1 B1 B1"));
    shows_nothing(&"A1*1 A1*2 A1*3 B1 B1 B1".parse::<Picture>().unwrap());
    shows_nothing(&Position::round(1));
    let (content, defaulted) = (discard, true);
    assert_eq!(format!("{:?}", Sealed { content, defaulted }), "Sealed(…)");
    let Legal::Steal { victims } = Position::round(4).build().legal(Viewer::Seat(seat(0))) else {
        panic!("thefts are due")
    };
    shows_nothing(&victims[0]);
}
