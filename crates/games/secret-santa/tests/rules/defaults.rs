//! The defaults of inactive seats (section 9).

use tinsel_engine::{GameEngine, SeatSet, Viewer};
use tinsel_secret_santa::{Draft, Standing, testkit::act};

use crate::support::*;

/// The code that a viewer sees, and whether it sees the exact default action.
fn pending(game: &tinsel_secret_santa::SecretSanta, viewer: Viewer) -> Vec<(u8, &'static str, bool)> {
    let waiting = game.pending_decisions(viewer).into_iter();
    waiting
        .map(|decision| {
            (
                decision.seat.get(),
                decision.default.code,
                decision.default.action.is_some(),
            )
        })
        .collect()
}

#[test]
fn a_fruitcake_window_is_declined() {
    let game = four(["5×1", "2×3", "2×2, Fruitcake", "2×5"]).fruitcake().build();
    assert_eq!(default_of(&game, 2), act("decline"), "even by its holder");
    let expected = [0, 1, 2, 3].map(|index| (index, "DECLINE", index == 2));
    assert_eq!(pending(&game, Viewer::Seat(seat(2))), expected);
}

#[test]
fn a_following_seat_passes() {
    let game = four(["5×1", "2×3, Santa", "2×2", "2×5"]).play(0, "2").turn(1).build();
    assert_eq!(default_of(&game, 1), act("pass"));
    assert_eq!(pending(&game, Viewer::Seat(seat(1))), [(1, "PASS", true)]);
    assert_eq!(pending(&game, Viewer::Seat(seat(0))), [(1, "PASS", false)]);
    assert_eq!(pending(&game, Viewer::Spectator), [(1, "PASS", false)]);
}

#[test]
fn a_leading_seat_plays_one_gift_of_its_lowest_value() {
    for (hand, expected) in [
        ("3×4, 9, Elf, Santa", "4"),
        ("12, 2×11", "11"),
        ("7", "7"),
        ("7, 8", "7!"),
        ("2×7", "7!"),
        ("7, Mouse", "7!"),
    ] {
        let game = four([hand, "2×3", "2×2", "2×5"]).build();
        assert_eq!(default_of(&game, 0), act(expected), "{hand}");
        assert_eq!(pending(&game, Viewer::Seat(seat(0))), [(0, "LEAD_LOWEST", true)]);
        assert_eq!(pending(&game, Viewer::Seat(seat(3))), [(0, "LEAD_LOWEST", false)]);
    }
}

#[test]
fn a_leading_seat_without_a_gift_plays_the_first_special_of_the_list() {
    let order = [
        "Fruitcake",
        "Elf",
        "Carol",
        "Scrooge",
        "Tree",
        "Ghost",
        "Mouse",
        "Santa",
    ];
    for from in 0..order.len() {
        let hand = order[from..].join(", ");
        let game = four([&hand, "2×3", "2×2", "2×5"]).build();
        let flag = if order.len() - from == 2 { "!" } else { "" };
        assert_eq!(
            default_of(&game, 0),
            act(&format!("zeros {}{flag}", order[from])),
            "{hand}"
        );
        assert_eq!(
            pending(&game, Viewer::Spectator),
            [(0, "LEAD_LOWEST", false)],
            "both leading rows look alike"
        );
    }
}

#[test]
fn with_auto_final_gift_the_default_declares_too() {
    let draft = Draft {
        auto_final_gift: true,
        ..Draft::default()
    };
    let game = four(["7, 8", "2×3", "2×2", "2×5"]).options(draft).build();
    let mut after = game.clone();
    let made = after.absent(seat(0)).unwrap();
    let sent = lines(&after.commit(made, SeatSet::EMPTY, &mut rng(0)));
    assert_eq!(sent[..2], ["0 plays 1×7, left 1", "declared 0"]);
    assert_eq!(default_of(&game, 0), default_of(&game.clone(), 0));
}

#[test]
fn a_holly_default_declines_one_window_and_is_listed_for_every_eligible_seat() {
    let mut game = four(["5×1", "2×3", "2×2, Mouse", "2×5"])
        .declines(3, Standing::Deal)
        .build();
    run(&mut game, "0 1");
    assert_eq!(default_of(&game, 2), act("decline"), "even by who holds the Mouse");
    let mut after = game.clone();
    let made = after.absent(seat(1)).unwrap();
    after.commit(made, SeatSet::EMPTY, &mut rng(0));
    assert_eq!(own(&after, 1).standing, None, "it gives no standing decline");
    assert_eq!(own(&after, 3).standing, Some(Standing::Deal), "it ends none");
    for state in [&game, &after] {
        assert_eq!(
            pending(state, Viewer::Spectator),
            [1, 2, 3].map(|index| (index, "DECLINE", false))
        );
        assert_eq!(
            pending(state, Viewer::Seat(seat(2))),
            [1, 2, 3].map(|index| (index, "DECLINE", index == 2))
        );
    }
    assert_eq!(
        pending(&after, Viewer::Seat(seat(1))),
        [2, 3].map(|index| (index, "DECLINE", false))
    );
}

#[test]
fn an_interlude_window_is_declined() {
    let mut game = four(["5×1, 2", "2×3", "2×2, Tree", "2×5"]).build();
    run(&mut game, "0 2; 1 pass; 2 pass; 3 pass; 0 pass");
    assert_eq!(default_of(&game, 2), act("decline"));
    assert_eq!(
        pending(&game, Viewer::Seat(seat(2))),
        [0, 1, 2, 3].map(|index| (index, "DECLINE", index == 2))
    );
}
