//! The contents of `legal` (section 5). A law checks that the game accepts exactly these actions.

use tinsel_secret_santa::{
    Choice, Draft, GiftSet,
    testkit::{Position, act, cards},
};

use crate::support::*;

fn set_of(value: u32, gifts_min: u8, gifts_max: u8, elves_max: u8) -> GiftSet {
    GiftSet {
        gift: tinsel_secret_santa::Gift::new(value).unwrap(),
        gifts_min,
        gifts_max,
        elves_max,
    }
}

// SS-12
#[test]
fn a_leader_may_play_any_sum() {
    let game = four(["3×2, 9, 2 Elves, Mouse", "2×3", "2×4", "2×5"]).build();
    let turn = turns(&game, 0);
    assert_eq!(turn.sets, [set_of(2, 1, 3, 2), set_of(9, 1, 1, 2)]);
    assert_eq!(
        (turn.can_pass, turn.can_play_santa, turn.can_add_santa, turn.count),
        (false, false, false, None)
    );
    assert!(turn.zeros.is_empty());
}

// SS-14
#[test]
fn following_only_values_with_a_legal_combination_are_listed() {
    let game = four(["2×1", "4×2, 5, 2×6, 3×7, 12, Elf, Santa", "2×4", "2×5"])
        .play(0, "3×4")
        .turn(1)
        .build();
    let turn = turns(&game, 1);
    // 2 is too low; 5 and 12 with one Elf are two cards; 6 needs two and the Elf; 7 needs three, or two and the Elf.
    assert_eq!(turn.sets, [set_of(6, 2, 2, 1), set_of(7, 2, 3, 1)]);
    assert_eq!(
        (turn.can_pass, turn.can_play_santa, turn.can_add_santa, turn.count),
        (true, true, true, Some(3))
    );
}

/// A set of two has room for one Elf, a single gift for none, for any hand.
// SS-14, SS-27
#[test]
fn following_so_many_elves_fit_as_leave_room_for_a_gift() {
    for (top, count, expected) in [("4", 1, set_of(5, 1, 1, 0)), ("2×4", 2, set_of(5, 1, 2, 1))] {
        let game = four(["2×1", "3×5, 3 Elves", "2×3", "2×6"]).play(0, top).turn(1).build();
        let turn = turns(&game, 1);
        assert_eq!((turn.count, turn.sets), (Some(count), vec![expected]), "{top}");
    }
}

// SS-33
#[test]
fn santa_is_added_only_where_some_value_is_listed() {
    let game = four(["2×1", "2×2, Santa", "2×4", "2×5"]).play(0, "12").turn(1).build();
    let turn = turns(&game, 1);
    assert_eq!((turn.can_play_santa, turn.can_add_santa), (true, false));
}

// SS-29
#[test]
fn zeros_are_offered_to_a_leader_without_gifts() {
    let game = four(["Mouse, 2 Elves, Ghost", "2×3", "2×4", "2×5"]).build();
    assert_eq!(turns(&game, 0).zeros, cards("Mouse, 2 Elves, Ghost"));
}

// SS-58
#[test]
fn in_a_fruitcake_window() {
    let game = four(["Mouse, 2×2, 9, Fruitcake", "2×3", "2×4", "2×5"])
        .fruitcake()
        .build();
    let Choice::Fruitcake { recipients, gifts } = legal(&game, 0).choice else {
        panic!("it is owed")
    };
    assert_eq!(numbers(recipients.iter()), [1, 2, 3]);
    assert_eq!(
        gifts.iter().map(|gift| gift.get()).collect::<Vec<_>>(),
        [2, 9],
        "distinct values"
    );
    let Choice::Fruitcake { recipients, gifts } = legal(&game, 1).choice else {
        panic!("it is owed")
    };
    assert!(recipients.is_empty() && gifts.is_empty());
}

// SS-44, SS-45, SS-46
#[test]
fn in_a_holly_window() {
    let mut game = four(["5×1", "2×3, Carol", "2×4, Mouse, Ghost", "2×5"]).build();
    run(&mut game, "0 1");
    let of = |index| match legal(&game, index).choice {
        Choice::Holly { carol, mouse, ghost } => (numbers(carol.iter()), mouse, ghost),
        other => panic!("{other:?}"),
    };
    assert_eq!(of(1), (vec![0, 2, 3], false, false));
    assert_eq!(of(2), (vec![], true, true));
    assert_eq!(of(3), (vec![], false, false));
    assert_eq!(legal(&game, 0).choice, Choice::Nothing);
    let mut passed = game.clone();
    run(&mut passed, "-; 1 pass");
    let after_a_pass = Choice::Holly {
        carol: tinsel_engine::SeatSet::EMPTY,
        mouse: true,
        ghost: false,
    };
    assert_eq!(legal(&passed, 2).choice, after_a_pass);
}

// SS-63, SS-64
#[test]
fn in_an_interlude() {
    let mut game = four(["2×1, 2", "2×3, 9, Tree", "2×4, Scrooge", "2×5"]).build();
    run(&mut game, "0 2; 1 9; 2 pass; 3 pass; 0 pass; 1 pass");
    let of = |index| match legal(&game, index).choice {
        Choice::Snow { tree, scrooge } => (tree, numbers(scrooge.iter())),
        other => panic!("{other:?}"),
    };
    assert_eq!(of(1), (true, vec![]));
    assert_eq!(of(2), (false, vec![2, 3]));
    assert_eq!(of(3), (false, vec![]));
}

// SS-49
#[test]
fn the_final_gift_due_at() {
    for (hand, due) in [("9", 0), ("2×2", 1), ("2, 3, Mouse", 2), ("5×1, 5×2", 9)] {
        let game = four([hand, "2×3", "2×4", "2×5"]).build();
        assert_eq!(legal(&game, 0).final_gift_due_at, due, "{hand}");
    }
    let draft = Draft {
        auto_final_gift: true,
        ..Draft::default()
    };
    let game = four(["2×2", "2×3", "2×4", "2×5"]).options(draft).build();
    assert_eq!(
        (legal(&game, 0).final_gift_due_at, legal(&game, 0).auto_final_gift),
        (0, true)
    );
    let mut holly = four(["5×1", "2×3, Mouse", "2×4, Carol", "4, 5"]).build();
    run(&mut holly, "0 1");
    assert_eq!([1, 2, 3].map(|index| legal(&holly, index).final_gift_due_at), [2, 2, 1]);
}

/// For any size of hand, the legal turns have one line for each value.
#[test]
fn legal_is_bounded_for_any_hand() {
    let draft = Draft {
        elves: Some(8),
        ..Draft::default()
    };
    let gifts = "12×1, 11×2, 10×3, 9×4, 8×5, 7×6, 6×7, 5×8, 4×9, 3×10, 2×11, 12, 8 Elves, Santa, Tree";
    let game = Position::seats(4)
        .options(draft)
        .hand(0, gifts)
        .hand(1, "Mouse")
        .hand(2, "Ghost")
        .hand(3, "Carol")
        .build();
    let turn = turns(&game, 0);
    assert_eq!(turn.sets.len(), 12);
    for (set, value) in turn.sets.iter().zip(1..) {
        assert_eq!(*set, set_of(value, 1, 13 - u8::try_from(value).unwrap(), 8));
    }
    codes(&game, 0, &[("12×1 + 8 Elves + Santa", "ok")]);
    assert_eq!(asked(&game, 0, &act("12 + 8 Elves")), "ok");
}
