//! Lines as they are typed.

use tinsel_proto::games::secret_santa::v1::{LegalFruitcake, LegalHolly, LegalSnow, LegalTurn};

use super::*;
use crate::render::secret_santa::notation;

/// What was typed, said again.
fn said_again(line: &str) -> String {
    let action = Some(said(line).unwrap());
    notation::action(&Action { action })
}

#[test]
fn a_set_is_written_as_it_lies_on_the_table() {
    let set = |value, gifts, elves, with_santa, final_gift| {
        Ok(Kind::PlayGifts(PlayGifts {
            value,
            gifts,
            elves,
            with_santa,
            final_gift,
        }))
    };
    assert_eq!(said("5"), set(5, 1, 0, false, false));
    assert_eq!(said("5 5 5"), set(5, 3, 0, false, false));
    assert_eq!(said("3x5!"), set(5, 3, 0, false, true));
    assert_eq!(said(" 2×5 + Elf "), set(5, 2, 1, false, false));
    assert_eq!(said("5, 2 elves, santa !"), set(5, 1, 2, true, true));
    assert_eq!(said("5 elf elf"), set(5, 1, 2, false, false));
}

#[test]
fn everything_that_can_be_said_is_read_as_it_is_shown() {
    for line in [
        "3x5 2 elves santa!",
        "1x12",
        "zeros fruitcake elf elf!",
        "santa!",
        "pass",
        "carol 2",
        "mouse!",
        "ghost",
        "tree self",
        "tree left!",
        "scrooge 0",
        "fruitcake 3 to 2",
        "decline",
        "decline round",
        "decline deal",
        "withdraw",
    ] {
        assert_eq!(said_again(line), line);
    }
    assert_eq!(said_again("zeros 2 elves mouse"), "zeros elf elf mouse");
}

#[test]
fn what_is_wrong_is_said_with_what_would_be_right() {
    for (line, wrong) in [
        ("", "write what to do, such as 2x5, pass or decline"),
        ("help", "write ? for help"),
        ("5 6", "all gifts of a set have one value, such as 5 5 5"),
        (
            "myrrh",
            "myrrh is no card; write such as 3x5, 5 5 5, 2x5 elf, pass or decline",
        ),
        ("zeros 5x1", "5x1 is no special card, such as elf or mouse"),
        ("carol", "say which seat, such as carol 2"),
        ("scrooge x", "x is no number; seats and values are numbers"),
        ("tree", "say with whom the Tree begins: tree self or tree left"),
        ("fruitcake 3", "say what goes to whom, such as fruitcake 3 to 2"),
        ("decline all", "write decline, decline round or decline deal"),
        ("pass!", "! is said with cards that are played; leave it out"),
    ] {
        assert_eq!(said(line), Err(wrong.to_owned()), "{line}");
    }
}

/// Everything that can be asked for, each with what it takes and what is said of what it does not take.
#[test]
fn what_answers_something_else_is_said_with_what_would_be_right() {
    let following = LegalTurn {
        can_pass: true,
        ..LegalTurn::default()
    };
    for (decision, fitting, right) in [
        (
            Decision::Turn(following),
            &["pass", "2x5", "santa", "zeros elf"][..],
            "it is your turn: write cards to play, such as 2x5, or pass",
        ),
        (
            Decision::Turn(LegalTurn::default()),
            &["pass", "2x5", "santa", "zeros elf"],
            "you lead: write cards to play, such as 2x5 or zeros elf",
        ),
        (
            Decision::Fruitcake(LegalFruitcake::default()),
            &["decline", "decline deal", "fruitcake 3 to 2"],
            "now the Fruitcake can be played: write such as fruitcake 3 to 2, or decline",
        ),
        (
            Decision::Holly(LegalHolly::default()),
            &["decline", "decline deal", "carol 1", "mouse", "ghost"],
            "a turn can be answered with a Holly card: write such as mouse, or decline",
        ),
        (
            Decision::Snow(LegalSnow::default()),
            &["decline", "decline deal", "tree self", "scrooge 1"],
            "between rounds Snow cards can be played: write such as tree self, or decline",
        ),
    ] {
        let legal = Legal {
            decision: Some(decision),
            ..Legal::default()
        };
        for line in [
            "pass",
            "2x5",
            "santa",
            "zeros elf",
            "decline",
            "decline deal",
            "fruitcake 3 to 2",
            "carol 1",
            "mouse",
            "ghost",
            "tree self",
            "scrooge 1",
            "withdraw",
        ] {
            let read = read(line, &legal).map(|action| notation::action(&action));
            let expected = if fitting.contains(&line) || line == "withdraw" {
                Ok(line.to_owned())
            } else {
                Err(right.to_owned())
            };
            assert_eq!(read, expected, "{line} at {:?}", legal.decision);
        }
    }
}

#[test]
fn a_decline_can_be_withdrawn_at_any_time_and_nothing_else_done() {
    let nothing = Legal {
        can_withdraw: true,
        ..Legal::default()
    };
    assert!(read("withdraw", &nothing).is_ok());
    assert_eq!(
        read("mouse", &nothing),
        Err("there is nothing to decide now".to_owned())
    );
    let holly = Legal {
        decision: Some(Decision::Holly(LegalHolly::default())),
        ..Legal::default()
    };
    for word in ["carol", "decline round", "decline deal", "withdraw"] {
        assert!(help(&holly).contains(word), "{word}");
    }
    assert_eq!(help(&nothing), "");
}
