//! Section 7: which viewer sees which facts. A law checks that hidden facts stay hidden.

use std::{any::type_name, fmt::Debug};

use tinsel_engine::{GameEngine, SeatSet, Viewer};
use tinsel_engine_testkit::Draws;
use tinsel_presents_of_mine::{
    Config, Held, Legal, Letter, Passing, Picture, PregameView, Replacement, Sealed, Selection, Swap, Three, Transfer,
    testkit::{self, Position, pass, present, select, steal, swap},
};

use crate::support::*;

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
    let marks: Vec<bool> = thefts.by_default.iter().copied().collect();
    assert_eq!(marks, [true, true, false, true, true, true, true, true]);
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
    let (content, by_default) = (discard, true);
    assert_eq!(format!("{:?}", Sealed { content, by_default }), "Sealed(…)");
    let Legal::Steal { victims } = Position::round(4).build().legal(Viewer::Seat(seat(0))) else {
        panic!("thefts are due")
    };
    shows_nothing(&victims[0]);
}
