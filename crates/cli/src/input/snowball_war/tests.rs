//! What people type.

use tinsel_proto::games::snowball_war::v1::{
    LegalActions, LegalAllocation, LegalDeployment, LegalMove, LegalPick, LegalReactions, LegalReroll, LegalReturn,
    LegalThrow, Point, Target,
};

use super::*;

fn legal(decision: Decision) -> Legal {
    Legal {
        decision: Some(decision),
    }
}

fn acting() -> Legal {
    let snowman = Target {
        piece: Piece::Snowman1.into(),
        ..Target::default()
    };
    let throw = LegalThrow {
        targets: vec![snowman],
        ..LegalThrow::default()
    };
    legal(Decision::Act(LegalActions {
        double_throw: Some(throw),
        ..LegalActions::default()
    }))
}

fn typed(line: &str, legal: &Legal) -> Kind {
    read(line, legal).unwrap().action.unwrap()
}

const fn at(x: i32, y: i32) -> Option<Point> {
    Some(Point { x: Some(x), y: Some(y) })
}

#[test]
fn good_lines_of_the_action_phase_are_read() {
    let (paul, snowman) = (i32::from(Character::Paul), i32::from(Piece::Snowman1));
    let throw = |as_value| {
        Kind::ThrowSnowball(wire::Throw {
            character: paul,
            die: Some(0),
            as_value,
            target: snowman,
        })
    };
    let step = |as_value| {
        Kind::Move(wire::Move {
            character: paul,
            die: Some(1),
            as_value,
            to: at(120, -4),
        })
    };
    let whom = i32::from(Piece::Emily);
    for (line, read_as) in [
        ("throw paul 0 snowman", throw(None)),
        (" Throw  P 0 snowman1 as 5", throw(Some(5))),
        ("move paul 1 120,-4", step(None)),
        ("move pa 1 120,-4 as 2", step(Some(2))),
        (
            "discard paul 9",
            Kind::DiscardDie(wire::DiscardDie {
                character: paul,
                die: Some(9),
            }),
        ),
        (
            "double snowman",
            Kind::DoubleThrow(wire::DoubleThrow { target: snowman }),
        ),
        (
            "force 0 emily",
            Kind::ForceReroll(wire::ForceReroll {
                die: Some(0),
                target: whom,
            }),
        ),
        (
            "swap 1 paul",
            Kind::SwapPlaces(wire::SwapPlaces {
                die: Some(1),
                team_mate: paul,
            }),
        ),
        ("rush 0", Kind::RushSnowman(wire::RushSnowman { die: Some(0) })),
    ] {
        assert_eq!(typed(line, &acting()), read_as, "{line:?}");
    }
}

#[test]
#[expect(clippy::too_many_lines, reason = "one row for each phase reads best in one place")]
fn good_lines_of_the_other_phases_are_read() {
    let (paul, emily) = (i32::from(Character::Paul), i32::from(Character::Emily));
    let pick = legal(Decision::PickCharacter(LegalPick::default()));
    assert_eq!(
        typed("Emily", &pick),
        Kind::PickCharacter(wire::PickCharacter { character: emily })
    );
    let deploy = legal(Decision::Deploy(LegalDeployment::default()));
    let placed = wire::CharacterAt {
        character: paul,
        at: at(40, 150),
    };
    assert_eq!(
        typed("15,150 paul 40,150", &deploy),
        Kind::Deploy(wire::Deploy {
            snowman: at(15, 150),
            characters: vec![placed],
        })
    );
    let reroll = legal(Decision::Reroll(LegalReroll::default()));
    let dice = |dice: &[u32]| Kind::Reroll(wire::Reroll { dice: dice.to_vec() });
    assert_eq!(typed("none", &reroll), dice(&[]));
    assert_eq!(typed("reroll 5 0", &reroll), dice(&[5, 0]));
    let allocate = legal(Decision::Allocate(LegalAllocation::default()));
    let card = wire::Card {
        character: paul,
        dice: vec![3, 1],
    };
    assert_eq!(
        typed("paul 3 1", &allocate),
        Kind::Allocate(wire::Allocate { cards: vec![card] })
    );
    let again = legal(Decision::ThrowAgain(LegalThrow::default()));
    let target = i32::from(Piece::Paul);
    assert_eq!(
        typed("throw paul", &again),
        Kind::ThrowAgain(wire::ThrowAgain { target })
    );
    assert_eq!(typed("skip", &again), Kind::Skip(wire::Skip {}));
    let again = legal(Decision::MoveAgain(LegalMove::default()));
    assert_eq!(typed("7,8", &again), Kind::MoveAgain(wire::MoveAgain { to: at(7, 8) }));
    assert_eq!(typed("skip", &again), Kind::Skip(wire::Skip {}));
    let react = legal(Decision::React(LegalReactions::default()));
    let choice = |choice| Kind::React(wire::React { choice: Some(choice) });
    let dodge = wire::Dodge {
        die: Some(1),
        as_value: Some(3),
    };
    assert_eq!(typed("dodge 1 as 3", &react), choice(wire::react::Choice::Dodge(dodge)));
    let intercept = wire::Intercept { die: Some(0) };
    assert_eq!(
        typed("intercept 0", &react),
        choice(wire::react::Choice::Intercept(intercept))
    );
    assert_eq!(
        typed("take", &react),
        choice(wire::react::Choice::TakeHit(wire::TakeHit {}))
    );
    let back = legal(Decision::ReturnCharacters(LegalReturn::default()));
    let arrival = wire::Arrival {
        character: emily,
        y: Some(-3),
    };
    assert_eq!(
        typed("return emily -3", &back),
        Kind::ReturnCharacters(wire::Return {
            characters: vec![arrival],
        })
    );
}

#[test]
fn bad_lines_are_answered_with_what_would_be_right() {
    let pick = || legal(Decision::PickCharacter(LegalPick::default()));
    let deploy = || legal(Decision::Deploy(LegalDeployment::default()));
    let reroll = || legal(Decision::Reroll(LegalReroll::default()));
    let allocate = || legal(Decision::Allocate(LegalAllocation::default()));
    let react = || legal(Decision::React(LegalReactions::default()));
    let back = || legal(Decision::ReturnCharacters(LegalReturn::default()));
    let again = || legal(Decision::ThrowAgain(LegalThrow::default()));
    let step = || legal(Decision::MoveAgain(LegalMove::default()));
    for (legal, line, part) in [
        (Legal::default(), "skip", "there is nothing to decide now"),
        (pick(), "", "such as: paul"),
        (pick(), "zoe", "\"zoe\" is no character"),
        (deploy(), "", "such as: 15,150 paul"),
        (deploy(), "15 paul 1,2", "\"15\" is no spot"),
        (deploy(), "1,2 paul", "such as: 15,150 paul"),
        (reroll(), "", "or none"),
        (reroll(), "0 x", "\"x\" is no index of a die"),
        (allocate(), "paul 1", "two dice by index"),
        (acting(), "", "act, such as: throw paul 0 snowman"),
        (acting(), "throw paul 0", "act, such as"),
        (acting(), "throw paul -1 snowman", "slots are 0 and 1"),
        (acting(), "discard paul 0 as 3", "only a throw, a move or a dodge"),
        (acting(), "move paul 0 1,99999999999", "is no spot"),
        (again(), "throw snowman", "snowman0 or snowman1"),
        (again(), "", "or: skip"),
        (step(), "a b c", "or: skip"),
        (react(), "duck", "or: take"),
        (react(), "take as 3", "or: take"),
        (back(), "paul", "where on the edge"),
        (back(), "paul x", "\"x\" is no y in mm"),
    ] {
        let told = read(line, &legal).unwrap_err();
        assert!(told.contains(part), "{line:?} is answered with {told:?}");
    }
}
