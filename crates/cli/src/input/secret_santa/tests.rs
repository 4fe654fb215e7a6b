//! Lines as they are typed.

use tinsel_proto::games::secret_santa::v1::{LegalHolly, LegalTurn};

use super::*;
use crate::render::secret_santa::notation;

fn turn() -> Legal {
    Legal {
        decision: Some(Decision::Turn(LegalTurn::default())),
        ..Legal::default()
    }
}

fn typed(line: &str) -> Result<Kind, String> {
    read(line, &turn()).map(|action| action.action.unwrap())
}

/// What was typed, said again.
fn said(line: &str) -> String {
    notation::action(&read(line, &turn()).unwrap())
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
    assert_eq!(typed("5"), set(5, 1, 0, false, false));
    assert_eq!(typed("5 5 5"), set(5, 3, 0, false, false));
    assert_eq!(typed("3x5!"), set(5, 3, 0, false, true));
    assert_eq!(typed(" 2×5 + Elf "), set(5, 2, 1, false, false));
    assert_eq!(typed("5, 2 elves, santa !"), set(5, 1, 2, true, true));
    assert_eq!(typed("5 elf elf"), set(5, 1, 2, false, false));
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
        assert_eq!(said(line), line);
    }
    assert_eq!(said("zeros 2 elves mouse"), "zeros elf elf mouse");
}

#[test]
fn what_is_wrong_is_said_with_what_would_be_right() {
    for (line, wrong) in [
        ("", "write what to do, such as 2x5, pass or decline"),
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
        assert_eq!(typed(line), Err(wrong.to_owned()), "{line}");
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
    assert!(help(&holly).contains("carol"));
    assert_eq!(help(&nothing), "");
}
