//! Section 9: pending decisions, and the disclosure of their defaults.

use std::collections::BTreeSet;

use tinsel_engine::{GameEngine, Viewer};
use tinsel_grunkle_match::{
    Action,
    testkit::{Position, submit},
};

use crate::support::*;

/// Round 6 with seats that can bid, that cannot, and that must not.
fn unequal() -> Position {
    Position::round(6)
        .all_garnets([20, 0, 5, 20, 20, 1, 7])
        .skills(2, "GREED")
        .skills(3, "SADNESS")
        .skills(4, "PHANTOM_THIEVES")
        .skills(5, "STEVEN")
        .skills(6, "GREED")
}

// GM-R74
#[test]
fn others_see_one_default_rule_in_equal_words_for_every_seat() {
    let game = unequal().build();
    for viewer in viewers() {
        let waiting = game.pending_decisions(viewer);
        assert_eq!(
            numbers(waiting.iter().map(|decision| decision.seat)),
            [0, 1, 2, 3, 4, 5, 6]
        );
        let words: BTreeSet<_> = waiting
            .iter()
            .map(|decision| {
                let default = &decision.default;
                (decision.action, default.code, default.sentence)
            })
            .collect();
        assert_eq!(words.len(), 1, "{viewer}");
        for decision in waiting {
            assert_eq!(decision.default.action.is_some(), viewer.is(decision.seat), "{viewer}");
        }
    }
}

#[test]
fn a_seat_sees_its_exact_default_submission() {
    let position = unequal();
    let game = position.clone().build();
    for (index, expected) in [
        (0, "BANK 1"),
        (1, ""),
        (2, ""),
        (3, ""),
        (4, "BANK 1, designate P4"),
        (5, ""),
        (6, "BANK 1"),
    ] {
        assert_eq!(default_of(&game, index), submit(expected), "P{index}");
        let recorded = own_submission(&position.clone().absent(index).build(), index);
        assert_eq!(Action::SubmitRound(recorded.sheet), submit(expected), "P{index}");
        assert!(recorded.by_default);
    }
}

#[test]
fn in_the_tie_break_the_default_is_to_abstain() {
    let game = Position::end().all_garnets([1, 2, 3, 4, 5, 9, 9]).voted(1, 5).build();
    for viewer in viewers() {
        let waiting = game.pending_decisions(viewer);
        assert_eq!(numbers(waiting.iter().map(|decision| decision.seat)), [0, 2]);
        for decision in waiting {
            assert_eq!(
                (decision.action, decision.default.code),
                ("vote_elimination", "ABSTAIN")
            );
            assert_eq!(decision.default.action, None);
        }
    }
    let over = resolved(Position::end().all_garnets([1, 2, 3, 4, 5, 6, 7]));
    assert!(over.pending_decisions(Viewer::Spectator).is_empty());
}
