//! The presentation, where the laws of all games do not see it.

use tinsel_engine::{
    GameEngine, RejectCode, SeatSet, Viewer,
    present::{Answer, FieldAnswer, Form, Kind, PickOption, Present, Reader, Value, seat_id},
};
use tinsel_presents_of_mine::{
    Asked, Config, Draft, ListReveal, PregameHands, PresentsOfMine, Rejected, Round3Majority, testkit::Position,
};

use crate::support::*;

type Game = PresentsOfMine;

fn form(game: &Game, index: u8) -> Form {
    let viewer = Viewer::Seat(seat(index));
    Game::form(&game.view(viewer, SeatSet::EMPTY), &game.legal(viewer)).unwrap()
}

fn options<'a>(form: &'a Form, id: &str) -> &'a [PickOption] {
    let field = form.fields.fields.iter().find(|field| field.id == id).unwrap();
    let (Kind::Pick { options, .. } | Kind::Assign { options, .. }) = &field.kind else {
        panic!("{id} has no options");
    };
    options
}

fn ids(options: &[PickOption]) -> Vec<&str> {
    options.iter().map(|option| &*option.id).collect()
}

fn picks(field: &'static str, ids: &[&'static str]) -> FieldAnswer {
    FieldAnswer::new(field, Value::Picks(ids.iter().map(|id| (*id).into()).collect()))
}

/// The passes of seat 0 to the seats below it in list U.
fn passes(ids: [&'static str; 3]) -> FieldAnswer {
    let slots = (1..).map(|index| seat_id(seat(index))).zip(ids.map(Into::into));
    FieldAnswer::new("passes", Value::Assignment(slots.collect()))
}

/// The reason for which the game refuses an answer of seat 0.
fn refused<const N: usize>(game: &Game, fields: [FieldAnswer; N]) -> Option<Rejected> {
    let viewer = Viewer::Seat(seat(0));
    let (view, legal) = (game.view(viewer, SeatSet::EMPTY), game.legal(viewer));
    let action = Game::decision(&view, &legal)
        .unwrap()
        .read(Answer::new(fields).read())
        .unwrap();
    game.resolve(seat(0), &action).err()
}

fn code<const N: usize>(game: &Game, fields: [FieldAnswer; N]) -> &'static str {
    refused(game, fields).map_or("accepted", |rejected| rejected.code())
}

#[test]
fn every_present_and_variation_of_the_rulebook_is_a_component() {
    let components = Game::components();
    let titles = |kind: &str| -> Vec<String> {
        let of_kind = components.iter().filter(|component| component.kind == kind);
        of_kind.map(|component| component.title.to_string()).collect()
    };
    let presents = "Average Bonus Chain Diameter Egg Fruit Golden Help Inversion Jinx Kaboom Limiting Musky Nebulizer";
    let presents: Vec<String> = presents.split(' ').map(|name| format!("{name} Present")).collect();
    assert_eq!(titles("present"), presents);
    let variations = ["Theme", "Bomb Squad", "Cleaning Supplies", "Yoink", "Monopoly"];
    assert_eq!(titles("variation"), variations);
    assert_eq!(titles("term"), ["List", "Staleness", "Points"]);
}

#[test]
fn every_value_of_an_option_is_set_by_a_draft() {
    let draft = |field, value| Game::draft(Reader::new(&[picks(field, &[value])]));
    for (value, list_reveal) in [
        ("after_selection", Asked::Given(ListReveal::AfterSelection)),
        ("before_selection", Asked::Given(ListReveal::BeforeSelection)),
        ("never", Asked::Unknown),
    ] {
        assert_eq!(
            draft("list_reveal", value),
            Draft {
                list_reveal,
                ..Draft::default()
            }
        );
    }
    for (value, pregame_hands) in [
        ("public", Asked::Given(PregameHands::Public)),
        ("private", Asked::Given(PregameHands::Private)),
        ("secret", Asked::Unknown),
    ] {
        assert_eq!(
            draft("pregame_hands", value),
            Draft {
                pregame_hands,
                ..Draft::default()
            }
        );
    }
    for (value, round3_majority) in [
        ("apply", Asked::Given(Round3Majority::Apply)),
        ("skip", Asked::Given(Round3Majority::Skip)),
        ("maybe", Asked::Unknown),
    ] {
        assert_eq!(
            draft("round3_majority", value),
            Draft {
                round3_majority,
                ..Draft::default()
            }
        );
    }
}

#[test]
fn a_selection_shows_later_presents_with_their_round() {
    let game = Position::pregame().build();
    let form = form(&game, 0);
    let refused: Vec<(&str, String)> = options(&form, "selection")
        .iter()
        .filter_map(|option| Some((&*option.id, option.refused.as_ref()?.to_plain(&|seat| seat.to_string()))))
        .collect();
    let enters = |round| format!("It enters the game in round {round}.");
    let expected = [("present.k", 2), ("present.l", 2), ("present.m", 3), ("present.n", 3)];
    assert_eq!(refused, expected.map(|(id, round)| (id, enters(round))));
}

#[test]
fn copies_in_the_own_hand_are_distinct_and_those_of_a_victim_are_one_option() {
    let hand = "A1 A1 B0 K3(4) K3(4) K3(5)";
    let game = Position::round(2).hand(0, hand).build();
    let form_of_passes = form(&game, 0);
    let expected = [
        "present.a.1/0",
        "present.a.1/1",
        "present.b.0/0",
        "present.k.3.4/0",
        "present.k.3.4/1",
        "present.k.3.5/0",
    ];
    assert_eq!(ids(options(&form_of_passes, "passes")), expected);
    assert_eq!(ids(options(&form_of_passes, "discard")), expected);
    let game = Position::round(4).hand(7, hand).build();
    let form = form(&game, 0);
    let expected = ["present.a.1", "present.b.0", "present.k.3.4", "present.k.3.5"];
    assert_eq!(ids(options(&form, "seat7")), expected);
}

#[test]
fn answers_outside_a_form_are_refused_with_the_reasons_of_the_game() {
    let pregame = Position::pregame().build();
    let four = ["present.a", "present.b", "present.c", "present.d"];
    assert_eq!(code(&pregame, [picks("selection", &four)]), "SELECTION_COUNT");
    let five = |last| [four.as_slice(), &[last]].concat();
    for (last, expected) in [
        ("present.k", "UNKNOWN_PRESENT"),
        ("present.z", "UNKNOWN_PRESENT"),
        ("present.d", "DUPLICATE_PRESENT"),
        ("present.e", "accepted"),
    ] {
        assert_eq!(code(&pregame, [picks("selection", &five(last))]), expected, "{last}");
    }

    let hand = "A0 A0 B1 C2 H3 I1";
    let first = Position::round(1).hand(0, hand).build();
    let second = Position::round(2).hand(0, hand).build();
    let good = || passes(["present.a.0/0", "present.b.1/0", "present.c.2/0"]);
    let discard = |id| picks("discard", &[id]);
    let take = |id| picks("take", &[id]);
    assert_eq!(code(&first, []), "PASS_COUNT");
    for (third, expected) in [
        ("present.z.0", "BAD_PRESENT_REF"),
        ("present.b.2/0", "PRESENT_NOT_HELD"),
        ("present.b.1/1", "NOT_ENOUGH_COPIES"),
    ] {
        assert_eq!(
            code(&first, [passes(["present.a.0/0", "present.b.1/0", third])]),
            expected
        );
    }
    assert_eq!(code(&first, [good(), take("present.k")]), "REPLACEMENT_NOT_ALLOWED");
    assert_eq!(code(&second, [good()]), "REPLACEMENT_REQUIRED");
    assert_eq!(code(&second, [good(), take("present.k")]), "BAD_PRESENT_REF");
    let discarded = |id, letter| code(&second, [good(), discard(id), take(letter)]);
    assert_eq!(discarded("present.b.1/0", "present.k"), "REPLACEMENT_NOT_KEPT");
    assert_eq!(discarded("present.h.3/0", "present.m"), "UNKNOWN_REPLACEMENT");
    assert_eq!(discarded("present.a.0/1", "present.k"), "accepted");

    let fourth = Position::round(4).build();
    let [from_7, from_6] = ["seat7", "seat6"].map(|victim| picks(victim, &["present.a.0"]));
    assert_eq!(code(&fourth, [from_7.clone(), from_6.clone()]), "STEAL_COUNT");
    let from_5 = picks("seat5", &["present.k.2.6"]);
    assert_eq!(code(&fourth, [from_7, from_6, from_5]), "TARGET_LACKS_PRESENT");
}

#[test]
fn the_own_hand_comes_first_and_the_others_follow_in_the_order_of_the_list() {
    let game = Position::round(1).list(V).build();
    let owners = |viewer| -> Vec<u8> {
        let zones = Game::scene(&game.view(viewer, SeatSet::EMPTY), viewer).zones;
        zones.iter().filter_map(|zone| Some(zone.owner?.get())).collect()
    };
    assert_eq!(owners(Viewer::Seat(seat(4))), [4, 7, 6, 5, 3, 2, 1, 0]);
    assert_eq!(owners(Viewer::Spectator), V);
}

#[test]
fn hidden_hands_lie_face_down() {
    let config = Config {
        pregame_hands: PregameHands::Private,
        ..Config::default()
    };
    let game = Position::round(1).config(config).build();
    let viewer = Viewer::Seat(seat(0));
    let scene = Game::scene(&game.view(viewer, SeatSet::EMPTY), viewer);
    let hands: Vec<_> = scene.zones.iter().filter(|zone| zone.owner.is_some()).collect();
    assert_eq!(hands.len(), 8);
    for zone in hands {
        let presents: u32 = zone.items.iter().map(|item| item.count).sum();
        assert_eq!(presents, 6, "{}", zone.id);
        let is_own = zone.owner == Some(seat(0));
        assert!(zone.items.iter().all(|item| item.face_down != is_own), "{}", zone.id);
    }
}
