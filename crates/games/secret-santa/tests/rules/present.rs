//! The presentation beyond its laws: every card, option and refused branch.

use tinsel_engine::{
    GameEngine, RejectCode, SeatSet, Viewer,
    present::{Answer, Branch, FieldAnswer, Form, Kind, Present, Value},
};
use tinsel_secret_santa::{SecretSanta, Special, testkit::act};

use crate::support::*;

fn form(game: &SecretSanta, index: u8) -> Form {
    let viewer = Viewer::Seat(seat(index));
    SecretSanta::form(&game.view(viewer, SeatSet::EMPTY), &game.legal(viewer)).unwrap()
}

fn branches(form: &Form) -> &[Branch] {
    match &form.fields.fields[0].kind {
        Kind::Branch { branches } => branches,
        other => panic!("{other:?}"),
    }
}

/// Each branch with its fields, such as `gift.5(gifts, elves)`, or with `-` if it is refused.
fn offered(game: &SecretSanta, index: u8) -> Vec<String> {
    let one = |branch: &Branch| {
        let fields: Vec<&str> = branch.fields.fields.iter().map(|field| &*field.id).collect();
        match &branch.refused {
            Some(_) => format!("-{}", branch.id),
            None if fields.is_empty() => branch.id.to_string(),
            None => format!("{}({})", branch.id, fields.join(", ")),
        }
    };
    branches(&form(game, index)).iter().map(one).collect()
}

fn plain(text: &tinsel_engine::present::Text) -> String {
    text.to_plain(&|seat| format!("P{}", seat.get()))
}

fn reason(game: &SecretSanta, index: u8, id: &str) -> String {
    let form = form(game, index);
    let branch = branches(&form).iter().find(|branch| branch.id == id).unwrap();
    plain(branch.refused.as_ref().unwrap())
}

fn chosen(id: &'static str, fields: Vec<FieldAnswer>) -> Answer {
    Answer::new([FieldAnswer::branch("action", id, fields)])
}

#[test]
fn every_card_of_the_rulebook_is_a_component() {
    let all = SecretSanta::components();
    let of = |kind| all.iter().filter(|component| component.kind == kind).count();
    assert_eq!(["gift", "star", "snow", "holly"].map(of), [12, 2, 3, 3]);
    assert_eq!(all.len(), 20);
    let rings = all.iter().find(|component| component.id == "gift.5").unwrap();
    assert_eq!((&*rings.title, &*rings.symbol), ("Gold Rings (5)", "5"));
    assert!(rings.text.starts_with("Gift card of value 5, 8 in the deck."));
}

#[test]
fn every_value_of_an_option_can_be_set() {
    let number = |id, number| FieldAnswer::new(id, Value::Number(number));
    let draft = |field: FieldAnswer| SecretSanta::draft(Answer::new([field]).read());
    assert_eq!(draft(number("deals", 20)), deals(20));
    assert_eq!(draft(number("deals", -1)).deals, Some(u32::MAX));
    assert_eq!(draft(number("elves", 8)).elves, Some(8));
    let dealer = |id: &'static str| draft(FieldAnswer::pick("first_dealer", id)).first_dealer;
    assert_eq!(
        ["random", "seat0", "seat7", "other"].map(dealer),
        [None, Some(0), Some(7), Some(u32::MAX)]
    );
    let auto = draft(FieldAnswer::new("auto_final_gift", Value::Flag(true)));
    assert!(auto.auto_final_gift);
    for special in Special::SINGLE {
        let ids: Vec<_> = SecretSanta::components().into_iter().map(|card| card.id).collect();
        let id = ids[12 + Special::ALL.iter().position(|other| *other == special).unwrap()].clone();
        let cards = FieldAnswer::new("cards", Value::Picks(vec![id]));
        let listed = draft(FieldAnswer::branch("specials", "listed", vec![cards]));
        assert_eq!(listed.specials, Some(vec![Some(special)]));
    }
    let none = draft(FieldAnswer::branch("specials", "listed", Vec::new()));
    assert_eq!(none.specials, Some(Vec::new()));
}

// SS-13, SS-27, SS-29
#[test]
fn a_leader_is_offered_sets_and_sees_why_not_the_rest() {
    let game = four(["3×5, 9, Elf, Tree, Fruitcake, Mouse", "2×3", "2×4", "2×6"]).build();
    let expected = [
        "gift.5(gifts, elves)",
        "gift.9(elves)",
        "-star.elves",
        "-snow.tree",
        "-snow.fruitcake",
        "-holly.mouse",
        "-zeros",
        "-pass",
    ];
    assert_eq!(offered(&game, 0), expected);
    for (id, expected) in [
        ("star.elves", "Elves are added to a set with at least one gift card."),
        ("snow.tree", "It is played between two rounds."),
        (
            "snow.fruitcake",
            "The Fruitcake is played before the first round of a deal only.",
        ),
        (
            "holly.mouse",
            "Holly cards are played right after another player's turn.",
        ),
        ("zeros", "You still hold gift cards."),
        ("pass", "A player who leads must play at least one card."),
    ] {
        assert_eq!(reason(&game, 0, id), expected);
    }
}

// SS-14, SS-29, SS-33
#[test]
fn a_follower_sees_why_a_set_does_not_beat() {
    let game = four(["3×2", "3, 4×6, 8, Elf, Santa", "2×4", "2×9"])
        .play(0, "2×5 + Elf")
        .turn(1)
        .build();
    let expected = [
        "-gift.3",
        "gift.6(elves, santa)",
        "-gift.8",
        "star.santa",
        "-star.elves",
        "pass",
        "-zeros",
    ];
    assert_eq!(offered(&game, 1), expected);
    assert_eq!(reason(&game, 1, "gift.3"), "The value must be above 5.");
    let few = "You need 3 cards of a value above 5, Elves included, and have 1 with 1 Elf.";
    assert_eq!(reason(&game, 1, "gift.8"), few);
    assert_eq!(
        reason(&game, 1, "zeros"),
        "The value 0 beats nothing: it can only be led."
    );
    let title = "The set of P0 to beat: 2 × Gold Rings (5) and Elves. Play 3 cards of a value above 5, or pass.";
    assert_eq!(plain(&form(&game, 1).title), title);
}

// SS-39, SS-45, SS-46
#[test]
fn a_window_shows_the_cards_of_its_type_that_cannot_follow() {
    let mut game = four(["3, 4, 5", "2×3, Mouse, Ghost", "2×4, Santa", "2×9"]).build();
    run(&mut game, "0 3");
    assert_eq!(offered(&game, 2), ["decline", "decline_round", "decline_deal"]);
    assert!(offered(&game, 1).starts_with(&["holly.mouse".to_owned(), "holly.ghost".to_owned()]));
    run(&mut game, "-; 1 pass; -; 2 pass");
    let expected = [
        "holly.mouse",
        "-holly.ghost",
        "decline",
        "decline_round",
        "decline_deal",
    ];
    assert_eq!(offered(&game, 1), expected);
    let ghost = "The Ghost of Christmas Present can only follow a turn whose set is still on the table.";
    assert_eq!(reason(&game, 1, "holly.ghost"), ghost);
}

// SS-64
#[test]
fn scrooge_shows_why_he_cannot_name_the_others() {
    let mut game = four(["3, 4, 5", "2×3, Scrooge", "2×4", "2×9"]).build();
    run(&mut game, "0 3; 1 pass; 2 4!; 3 pass; 0 pass; 2 pass");
    let form = form(&game, 1);
    let scrooge = branches(&form)
        .iter()
        .find(|branch| branch.id == "snow.scrooge")
        .unwrap();
    let Kind::Pick { options, .. } = &scrooge.fields.fields[0].kind else {
        panic!("a player is picked")
    };
    let named: Vec<_> = options
        .iter()
        .map(|option| (&*option.id, option.refused.as_ref().map(plain)))
        .collect();
    let gave = || Some("This player played gift cards in the last round.".to_owned());
    assert_eq!(
        named,
        [("seat1", None), ("seat3", None), ("seat0", gave()), ("seat2", gave())]
    );
}

// SS-49, SS-50, SS-51
#[test]
fn final_gift_is_decided_exactly_when_one_card_is_left() {
    let game = four(["3×5, 9", "2×3", "2×4", "2×6"]).build();
    let form = form(&game, 0);
    let gifts = |gifts| FieldAnswer::new("gifts", Value::Number(gifts));
    let declared = || FieldAnswer::pick("final_gift", "declare");
    let fits = |fields| form.check(&chosen("gift.5", fields)).is_ok();
    assert!(fits(vec![gifts(3), declared()]) && fits(vec![gifts(2)]));
    assert!(fits(vec![gifts(3), FieldAnswer::pick("final_gift", "silent")]));
    assert!(!fits(vec![gifts(3)]) && !fits(vec![gifts(2), declared()]));
    // The set is all of the hand but one card, with Santa or without him.
    let santa = four(["3×2", "2×6, 7, Santa", "2×4", "2×9"])
        .play(0, "2×5")
        .turn(1)
        .build();
    let with = |fields| self::form(&santa, 1).check(&chosen("gift.6", fields)).is_ok();
    let santa = || FieldAnswer::new("santa", Value::Flag(true));
    assert!(with(vec![santa(), declared()]) && with(vec![]));
    assert!(!with(vec![santa()]) && !with(vec![declared()]));
}

// SS-75
#[test]
fn a_standing_decline_can_be_withdrawn_without_a_decision() {
    let mut game = four(["3, 4, 5", "2×3, Mouse", "2×4, Santa", "2×9"]).build();
    run(&mut game, "0 3; 1 decline deal");
    assert_eq!(form(&game, 1).decision, "withdraw_decline");
    assert_eq!(offered(&game, 1), ["withdraw_decline"]);
    run(&mut game, "1 withdraw");
    let viewer = Viewer::Seat(seat(1));
    assert_eq!(
        SecretSanta::form(&game.view(viewer, SeatSet::EMPTY), &game.legal(viewer)),
        None
    );
}

#[test]
fn an_answer_outside_the_form_is_refused_by_the_game() {
    let game = four(["3×5, 9, Elf, Mouse", "2×3", "2×4", "2×6"]).build();
    let viewer = Viewer::Seat(seat(0));
    let (view, legal) = (game.view(viewer, SeatSet::EMPTY), game.legal(viewer));
    let decision = SecretSanta::decision(&view, &legal).unwrap();
    let number = |id, number| FieldAnswer::new(id, Value::Number(number));
    for (answer, code) in [
        (chosen("star.elves", vec![]), "GIFT_REQUIRED"),
        (chosen("gift.5", vec![number("gifts", 4)]), "CARD_NOT_IN_HAND"),
        (chosen("gift.5", vec![number("gifts", -1)]), "GIFT_REQUIRED"),
        (chosen("holly.mouse", vec![]), "WRONG_PHASE"),
        (chosen("pass", vec![]), "MUST_LEAD"),
        (chosen("zeros", vec![]), "EMPTY_PLAY"),
    ] {
        let action = decision.read(answer.read()).unwrap();
        assert_eq!(
            game.resolve(seat(0), &action).err().map(|reject| reject.code()),
            Some(code)
        );
        assert_eq!(decision.answer(&action), None, "{code}: the action is not legal");
    }
    for other in ["withdraw_decline", "other"] {
        assert_eq!(decision.read(chosen(other, vec![]).read()), None);
    }
    assert_eq!(decision.answer(&act("3×9")), None);
}
