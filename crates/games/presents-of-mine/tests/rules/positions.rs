//! Positions of the testkit's `Position`, seen by section 7.

use tinsel_engine::{GameEngine, SeatSet};
use tinsel_presents_of_mine::{
    PregameView, PresentsOfMine,
    testkit::{Position, pass},
};

use crate::support::*;

#[test]
fn a_selection_made_by_default_is_marked() {
    let position = Position::round(1).selected(0, "FGHIJ").selected_by_default(3);
    let marks = |game: &PresentsOfMine| {
        let Some(PregameView::All(pregame)) = spectated(game).pregame else {
            panic!("public")
        };
        let selected = pregame
            .selected
            .map(|_, own| format!("{} {}", own.letters, own.by_default));
        [0, 3, 5].map(|index| selected.at(seat(index)).clone())
    };
    let expected = ["FGHIJ false", "ABCDE true", "ABCDE false"];
    assert_eq!(marks(&position.clone().build()), expected);
    let secret = position.config(private()).build();
    for viewer in viewers() {
        let mark = match secret.view(viewer, SeatSet::EMPTY).pregame {
            Some(PregameView::Own { selected, .. }) => Some(selected.by_default),
            None => None,
            Some(PregameView::All(_)) => panic!("hidden during round 1"),
        };
        assert_eq!(mark, viewer.seat().map(|own| own == seat(3)), "{viewer}");
    }
}

#[test]
fn positions_that_contradict_their_step_are_refused_with_the_reason() {
    for (position, reason) in [
        (
            Position::pregame().hand(0, "A0 B0 F0 G0 I0 I0"),
            "there are no hands in the pregame",
        ),
        (Position::pregame().total(0, 1), "there are no points in the pregame"),
        (
            Position::pregame().selected(0, "ABCDE"),
            "there are no resolved selections in the pregame",
        ),
        (Position::pregame().list(U), "the list is drawn after the selection"),
        (Position::round(1).total(3, -1), "a total is below 0"),
        (
            Position::round(1).sealed(0, pass("A0")),
            "seat 0 cannot submit this: Pass exactly three presents: one each to the first, second and third player below you.",
        ),
        (
            Position::finished().absent(0),
            "seat 0 cannot submit this: The match is over; no more actions are accepted.",
        ),
    ] {
        assert_eq!(position.try_build().unwrap_err(), reason);
    }
}

#[test]
#[should_panic(expected = "already set for this seat")]
fn a_second_value_for_a_seat_is_refused() {
    drop(Position::round(1).selected(3, "ABCDE").selected_by_default(3));
}
