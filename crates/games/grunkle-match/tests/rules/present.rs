//! The presentation, as far as the laws of presentations cannot test it.

use std::collections::BTreeSet;

use tinsel_engine::{
    GameEngine, SeatSet, Viewer,
    present::{Component, FieldAnswer, Form, Id, Present, Reader, Value, seat_id},
};
use tinsel_grunkle_match::{Config, Draft, GrunkleMatch, Skill, testkit::Position};

use crate::support::*;

fn presented(game: &GrunkleMatch, index: u8) -> Form {
    let viewer = Viewer::Seat(seat(index));
    GrunkleMatch::form(&game.view(viewer, SeatSet::EMPTY), &game.legal(viewer)).unwrap()
}

/// The title and all texts of the form of P0, in plain English.
fn texts(game: &GrunkleMatch) -> String {
    let form = presented(game, 0);
    let texts = form.fields.parts().into_iter().flat_map(|part| part.texts);
    let texts = texts.map(|text| text.to_plain(&|seat| seat.to_string()) + "\n");
    form.title.to_plain(&|seat| seat.to_string()) + "\n" + &texts.collect::<String>()
}

/// `accepted`, or the code of the refusal, for an answer of P0 to its form.
fn read(game: &GrunkleMatch, fields: Vec<FieldAnswer>) -> &'static str {
    let viewer = Viewer::Seat(seat(0));
    let (view, legal) = (game.view(viewer, SeatSet::EMPTY), game.legal(viewer));
    let decision = GrunkleMatch::decision(&view, &legal).unwrap();
    match decision.read(Reader::new(&fields)) {
        Some(action) => asked(game, 0, &action),
        None => "unreadable",
    }
}

fn bid(skill: &'static str, amount: i64) -> FieldAnswer {
    FieldAnswer::new("bids", Value::Amounts(vec![(Id::from(skill), amount)]))
}

#[test]
fn every_skill_of_the_book_is_a_component() {
    let components = GrunkleMatch::components();
    let of_kind = |kind: &str| components.iter().filter(|component| component.kind == kind).count();
    assert_eq!((of_kind("skill"), of_kind("token")), (31, 3));
    for skill in Skill::ALL {
        let id = format!("skill.{}", skill.id().to_lowercase());
        let component = components.iter().find(|component| component.id == id);
        assert_eq!(component.map(|component| &*component.title), Some(skill.title()));
    }
    let symbols: BTreeSet<_> = components.iter().map(|component| &component.symbol).collect();
    assert_eq!(symbols.len(), components.len());
}

/// The number of a skill without and with Secret Book.
#[test]
fn every_number_that_the_book_raises_is_named_with_it() {
    let components = GrunkleMatch::components();
    let text = |skill: &str| -> &str {
        let Component { text, .. } = components.iter().find(|component| component.id == skill).unwrap();
        text
    };
    for (skill, numbers) in [
        ("skill.garnet_pouch", ["10 garnets", "11 with"]),
        ("skill.garnet_replenish", ["1 garnet ", "2 garnets with"]),
        ("skill.garnet_thief", ["3 garnets", "4 with"]),
        ("skill.max_bid_up", ["1 garnet higher", "2 with"]),
        ("skill.max_bid_down", ["1 garnet lower", "2 with"]),
        ("skill.garnet_bonanza", ["5 garnets", "6 if"]),
        ("skill.eyes_on_the_prize", ["1 skill", "2 with"]),
        ("skill.garnet_chest", ["15 garnets", "16 with"]),
        ("skill.corrosive_greed", ["5 garnets", "6 with"]),
        ("skill.garnet_bank", ["20 garnets", "21 with"]),
        ("skill.dark_ritual", ["0 garnets", "1 with"]),
        ("skill.garnet_vault", ["30 garnets", "31 with"]),
        ("skill.treachery", ["1 Grunko", "2 if"]),
        ("skill.supernova", ["15 garnets", "16 if"]),
        ("skill.desecration", ["17 garnets", "18 instead"]),
        ("skill.grunko_pop", ["20 garnets", "21 with"]),
    ] {
        for number in numbers {
            assert!(
                text(skill).contains(number),
                "{skill} has no {number:?}: {}",
                text(skill)
            );
        }
    }
}

fn configured(values: &[FieldAnswer]) -> Result<Config, &'static str> {
    let draft = GrunkleMatch::draft(Reader::new(values));
    GrunkleMatch::configure(None, draft).map_err(|error| error.code)
}

#[test]
fn each_option_can_be_set_by_its_field() {
    let per_seat = |amounts: Vec<(u8, i64)>| {
        let amounts = amounts
            .into_iter()
            .map(|(index, amount)| (seat_id(seat(index)), amount));
        let amounts = FieldAnswer::new("amounts", Value::Amounts(amounts.collect()));
        FieldAnswer::branch("starting_garnets_per_seat", "different", vec![amounts])
    };
    let common = |number| FieldAnswer::new("starting_garnets", Value::Number(number));
    let info = FieldAnswer::new("death_match_info", Value::Text("Chess.".to_owned()));
    let config = configured(&[common(30), per_seat(vec![(6, 9), (0, 1)]), info]).unwrap();
    let expected = Draft {
        starting_garnets: Some(30),
        starting_garnets_per_seat: vec![1, 0, 0, 0, 0, 0, 9],
        death_match_info: tinsel_grunkle_match::DeathMatchInfo::new("Chess."),
    };
    assert_eq!(Ok(config), GrunkleMatch::configure(None, expected));
    for (value, code) in [
        (common(0), "STARTING_GARNETS_OUT_OF_RANGE"),
        (common(-1), "STARTING_GARNETS_OUT_OF_RANGE"),
        (common(1001), "STARTING_GARNETS_OUT_OF_RANGE"),
        (per_seat(vec![(3, 1001)]), "STARTING_GARNETS_OUT_OF_RANGE"),
        (per_seat(vec![]), "STARTING_GARNETS_ALL_ZERO"),
    ] {
        assert_eq!(configured(std::slice::from_ref(&value)), Err(code), "{value:?}");
    }
}

#[test]
fn options_that_a_player_would_expect_are_refused_with_the_reason() {
    let round = Position::round;
    for (position, reason) in [
        (round(3), "Grunko Pop cannot be nullified."),
        (round(2).skills(0, "GARNET_THIEF"), "You must name another player."),
        (
            round(7).skills(0, "SKILL_THIEF").skills(1, "BALLER"),
            "You can only steal from another player who holds a skill.",
        ),
        (
            round(4).skills(0, "GOD_DEFYING_WILL"),
            "You cannot use God-Defying Will: there is no Grunko Pop to discard.",
        ),
        (
            round(4)
                .skills(0, "GOD_DEFYING_WILL, POP")
                .nullified("GOD_DEFYING_WILL"),
            "You cannot use God-Defying Will: it is nullified.",
        ),
        (
            round(6).skills(0, "SADNESS, DARK_RITUAL"),
            "Overwhelming Sadness forbids all bids in this round.",
        ),
        (
            round(6).skills(0, "DARK_RITUAL, BOOK").garnets(0, 0),
            "with Secret Book, the zero bid costs 1 garnet, which the limits of the bids do not allow.",
        ),
        (
            round(7).skills(0, "DARK_RITUAL, BALLER").played(6, 0, "zero BALLER"),
            "You cannot use Dark Ritual: the zero bid has been made.",
        ),
        (three_tied([0, 0, 0]), "This player is not tied for the highest total."),
    ] {
        let texts = texts(&position.build());
        assert!(texts.contains(reason), "{reason:?} is not in {texts}");
    }
}

#[test]
fn ids_outside_the_form_get_the_refusal_of_the_game() {
    let game = Position::round(7)
        .skills(0, "DARK_RITUAL, GARNET_THIEF, SKILL_THIEF")
        .skills(1, "BALLER")
        .build();
    let pouch = || bid("skill.garnet_vault", 1);
    let target = |id: &'static str| FieldAnswer::pick("garnet_thief_target", id);
    let steal = |from: &'static str, skill: &'static str| {
        FieldAnswer::branch("skill_thief", from, vec![FieldAnswer::pick("skill", skill)])
    };
    for (answer, expected) in [
        (vec![pouch(), FieldAnswer::pick("treachery_target", "none")], "accepted"),
        (vec![bid("skill.garnet_vault", 11)], "BID_OVER_MAX"),
        (vec![bid("skill.garnet_vault", -1)], "BID_NOT_POSITIVE"),
        (vec![bid("skill.garnet_pouch", 1)], "SKILL_NOT_ON_AUCTION"),
        (vec![bid("skill.nothing", 1)], "SKILL_NOT_ON_AUCTION"),
        (
            vec![FieldAnswer::pick("dark_ritual_skill", "skill.nothing")],
            "SKILL_NOT_ON_AUCTION",
        ),
        (vec![pouch(), target("seat0")], "TARGET_IS_SELF"),
        (vec![pouch(), target("seat7")], "UNKNOWN_SEAT"),
        (vec![pouch(), target("everyone")], "unreadable"),
        (
            vec![pouch(), steal("seat1", "skill.garnet_vault")],
            "TARGET_LACKS_SKILL",
        ),
        (vec![pouch(), steal("seat9", "skill.baller")], "unreadable"),
    ] {
        assert_eq!(read(&game, answer.clone()), expected, "{answer:?}");
    }
    let tied = three_tied([0, 0, 0]).build();
    assert_eq!(read(&tied, vec![FieldAnswer::pick("seat", "seat3")]), "NOT_A_CANDIDATE");
    assert_eq!(read(&tied, Vec::new()), "NOT_A_CANDIDATE");
}
