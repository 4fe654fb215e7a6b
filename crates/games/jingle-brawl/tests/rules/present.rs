//! The presentation, where the laws of all games do not see it.

use tinsel_engine::{
    GameEngine, SeatSet, Viewer,
    present::{Branch, Form, Kind, Present},
};
use tinsel_jingle_brawl::{JingleBrawl, testkit::Position};

use crate::support::*;

fn form(game: &JingleBrawl, index: u8) -> Form {
    let viewer = Viewer::Seat(seat(index));
    JingleBrawl::form(&game.view(viewer, SeatSet::EMPTY), &game.legal(viewer)).unwrap()
}

fn branches(form: &Form) -> &[Branch] {
    match &form.fields.fields[0].kind {
        Kind::Branch { branches } => branches,
        other => panic!("{other:?}"),
    }
}

/// The gifts of a branch, with the reason for each that cannot be picked.
fn gifts(branch: &Branch) -> Vec<(String, Option<String>)> {
    let Kind::Pick { options, .. } = &branch.fields.fields[0].kind else {
        panic!("{branch:?}")
    };
    let plain = |text: &tinsel_engine::present::Text| text.to_plain(&|seat| format!("P{}", seat.get()));
    let options = options.iter();
    options
        .map(|option| (option.id.to_string(), option.refused.as_ref().map(plain)))
        .collect()
}

#[test]
fn every_method_throw_place_and_cost_of_the_rulebook_is_a_component() {
    let components = JingleBrawl::components();
    let titles = |kind: &str| -> Vec<String> {
        let of_kind = components.iter().filter(|component| component.kind == kind);
        of_kind.map(|component| component.title.to_string()).collect()
    };
    assert_eq!(titles("gift").len(), 20);
    assert_eq!(
        titles("method"),
        [
            "coin flip",
            "dice roll-off",
            "high card",
            "rock-paper-scissors",
            "reported duel"
        ]
    );
    assert_eq!(titles("throw"), ["rock", "paper", "scissors"]);
    assert_eq!(titles("place"), ["Santa Sack", "Misfit Gift pile", "North Pole Fund"]);
}

/// Seat 1 has lost the duel for gift 0. Seat 2 holds gift 2, gifts 3 and 4 are Misfits, of which it cannot pay for the
/// second; gift 5 is wrapped.
#[test]
fn a_reprisal_shows_each_gift_where_it_lies_with_the_reason_against_it() {
    let position = Position::opened(6, 0, 0)
        .holds("1:g1(N0) 2:g2(N1)")
        .pile("g3(N2) g4(N30)")
        .bids("1:1")
        .won(0);
    let form = form(&drawn(&position, []).0, 1);
    let [_, held, misfit] = branches(&form) else {
        panic!("{form:?}")
    };
    let gifts_of_branch = [held, misfit].map(|branch| (&*branch.id, gifts(branch)));
    let gift = |id: &str, refused: Option<&str>| (id.to_owned(), refused.map(str::to_owned));
    let of_others = vec![
        gift("gift.2", None),
        gift("gift.0", Some("It was contested in the duel that you lost.")),
        gift("gift.1", Some("You hold it.")),
        gift("gift.5", Some("It is still wrapped.")),
    ];
    let misfits = vec![
        gift("gift.3", None),
        gift("gift.4", Some("It costs 31 chips, more than you have.")),
    ];
    assert_eq!(gifts_of_branch, [("held", of_others), ("misfit", misfits)]);
}
