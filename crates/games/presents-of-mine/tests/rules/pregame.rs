//! Section 2.3.

use tinsel_engine::{Events, GameEngine, SeatSet, Viewer};
use tinsel_engine_testkit::Draws;
use tinsel_presents_of_mine::{
    Config, Event, ListReveal, PregameHands, PregameView, PresentsOfMine, Round3Majority,
    testkit::{hand, select},
};

use crate::support::*;

fn selected(config: Config, letters: [&str; 8]) -> (PresentsOfMine, Events<Event>) {
    let mut game = start(config);
    let events = all(&mut game, &letters.map(select), &mut list_of_w1());
    (game, events)
}

// PM-10
#[test]
fn five_different_letters_of_ten_in_any_order() {
    let mut game = start(Config::default());
    game.apply(seat(0), &select("JACHB"), &mut Draws::none()).unwrap();
    assert_eq!(seen(&game, 0).own.unwrap().content, select("ABCHJ"));
    for letters in ["ABCD", "ABCDEF", "", "ABCDK", "AABCD", "ABCD?"] {
        assert!(game.resolve(seat(1), &select(letters)).is_err(), "{letters}");
    }
}

// PM-11
#[test]
fn the_more_select_a_letter_the_staler_it_starts() {
    for (count, staleness) in (0..=8u8).zip([
        None,
        Some(0),
        Some(0),
        Some(1),
        Some(2),
        Some(2),
        Some(3),
        Some(3),
        Some(3),
    ]) {
        let letters = (0..8u8).map(|index| if index < count { "BCDEJ" } else { "BCDEI" });
        let letters: Vec<&str> = letters.collect();
        let (game, _) = selected(Config::default(), letters.try_into().unwrap());
        let Some(PregameView::All(pregame)) = spectated(&game).pregame else {
            panic!("public")
        };
        let jinx = pregame.letters[9];
        assert_eq!((jinx.letter.symbol(), jinx.count), ('J', count));
        assert_eq!(jinx.staleness.map(|staleness| staleness.get()), staleness);
        if let Some(staleness) = staleness {
            assert!(hand_of(&game, 0).ends_with(&format!("J{staleness}")));
        }
    }
}

// PM-11
#[test]
fn selections_made_by_timeout_count() {
    let mut game = start(Config::default());
    all_absent(&mut game, &mut list_of_w1());
    assert_eq!(hand_of(&game, 0), "A0 A3 B3 C3 D3 E3");
}

// PM-12, PM-R3, PM-R4
#[test]
fn every_seat_gets_one_fresh_a_that_does_not_count() {
    let letters = ["ABCDE", "ABCDE", "ABCDE", "FGHIJ", "FGHIJ", "FGHIJ", "FGHIJ", "FGHIJ"];
    let (game, _) = selected(Config::default(), letters);
    assert_eq!(hand_of(&game, 0), "A0 A1 B1 C1 D1 E1");
    assert_eq!(hand_of(&game, 7), "A0 F2 G2 H2 I2 J2");
    let Some(PregameView::All(pregame)) = spectated(&game).pregame else {
        panic!("public")
    };
    assert_eq!(pregame.letters[0].count, 3);
}

// PM-13, PM-R7, PM-4
#[test]
fn the_list_is_drawn_when_the_last_selection_is_in() {
    let mut game = start(Config::default());
    for index in 0..7 {
        game.apply(seat(index), &select("ABCDE"), &mut Draws::none()).unwrap();
        assert!(
            viewers()
                .iter()
                .all(|viewer| game.view(*viewer, SeatSet::EMPTY).list.is_none())
        );
    }
    let mut chance = list_of_w1();
    game.apply(seat(7), &select("ABCDE"), &mut chance).unwrap();
    chance.assert_all_used();
    assert!(spectated(&game).list.is_some());
}

// PM-13, PM-R8
#[test]
fn the_list_can_be_shown_before_the_selection() {
    let mut chance = list_of_w1();
    let (mut game, events) = PresentsOfMine::start(&before_selection(), &mut chance);
    chance.assert_all_used();
    assert_eq!(names(&events, Viewer::Spectator), ["MatchStarted", "ListDrawn"]);
    let shown = spectated(&game).list.unwrap();
    assert!(!shown.reversed);
    let events = all_absent(&mut game, &mut Draws::none());
    assert!(!names(&events, Viewer::Spectator).contains(&"ListDrawn".to_owned()));
    assert_eq!(spectated(&game).list, Some(shown));
}

// PM-15, PM-R13
#[test]
fn with_public_all_see_the_pregame_at_once() {
    let game = after_w1(Config::default());
    for viewer in viewers() {
        let view = game.view(viewer, SeatSet::EMPTY);
        assert_eq!(view.seats, spectated(&game).seats);
        assert!(
            view.seats
                .iter()
                .all(|seat| seat.hand.is_some() && seat.total.is_some())
        );
        assert!(matches!(view.pregame, Some(PregameView::All(_))));
        assert_eq!(view.last.unwrap().scored.lines.len(), 8);
    }
}

// PM-15
#[test]
fn with_private_each_sees_its_own_until_the_end_of_round_1() {
    let mut game = after_w1(private());
    for index in 0..8 {
        let view = seen(&game, index);
        for (other, shown) in view.seats.enumerate() {
            assert_eq!(shown.hand.is_some(), other == seat(index));
            assert_eq!(shown.total.is_some(), other == seat(index));
        }
        let Some(PregameView::Own { selected: own, .. }) = view.pregame else {
            panic!("its own only")
        };
        assert_eq!(own.letters.to_string(), SELECTIONS_OF_W1[usize::from(index)]);
        let lines = view.last.unwrap().scored.lines;
        assert_eq!(lines.iter().map(|line| line.seat).collect::<Vec<_>>(), [seat(index)]);
    }
    let view = spectated(&game);
    assert!(
        view.seats
            .iter()
            .all(|seat| seat.hand.is_none() && seat.total.is_none())
    );
    assert_eq!((view.pregame, view.last), (None, None));
    let events = all(
        &mut game,
        &PASSES_OF_W2.map(tinsel_presents_of_mine::testkit::pass),
        &mut Draws::none(),
    );
    let sent: Vec<&Event> = events.seen_by(Viewer::Spectator).collect();
    let Event::PregameRevealed { hands, .. } = sent[0] else {
        panic!("revealed: {sent:?}")
    };
    assert_eq!(*hands.at(seat(3)), hand("A0 B1 C2 E3 H3 J2"));
    let Event::Scored(scored) = sent[1] else {
        panic!("scored")
    };
    assert_eq!((scored.step.number(), scored.lines.len()), (0, 8));
    assert_eq!(scored.lines[0].total.get(), 21, "the total of then, not of now");
    assert!(matches!(spectated(&game).pregame, Some(PregameView::All(_))));
}

// PM-R84
#[test]
fn all_options_are_shown_in_every_view() {
    let config = config(ListReveal::BeforeSelection, PregameHands::Private, Round3Majority::Skip);
    let game = PresentsOfMine::start(&config, &mut list_of_w1()).0;
    for viewer in viewers() {
        let view = game.view(viewer, SeatSet::EMPTY);
        assert_eq!((view.config, view.seats.iter().len()), (config, 8), "{viewer}");
    }
}
