//! Standing declines, and the visible facts of Holly windows (SS-40, SS-75, SS-76).

use tinsel_secret_santa::{SecretSanta, Standing, testkit::act};

use crate::support::*;

fn standing(game: &SecretSanta, index: u8) -> Option<Standing> {
    own(game, index).standing
}

// SS-75
#[test]
fn withdrawing_is_possible_at_any_time_and_counts_from_the_next_window_on() {
    let mut game = four(["5×1, 4", "2×3", "2×2, Mouse", "2×5"]).build();
    run(&mut game, "0 1; 1 decline deal");
    // The withdrawal comes in an open window, which stays declined.
    let sent = run(&mut game, "1 withdraw");
    assert_eq!(sent, ["standing NONE -> 1"]);
    assert_eq!((standing(&game, 1), now(&game).as_str()), (None, "HOLLY 2 3"));
    codes(
        &game,
        1,
        &[("withdraw", "NO_STANDING_DECLINE"), ("decline", "NO_DECISION_OWED")],
    );
    run(&mut game, "2 decline; 3 decline deal; 1 pass; -");
    // The withdrawal comes in another seat's turn, without a pending decision.
    assert_eq!(now(&game), "TURN 2");
    assert_eq!(run(&mut game, "3 withdraw"), ["standing NONE -> 3"]);
    run(&mut game, "2 2");
    assert_eq!(now(&game), "HOLLY 0 1 3", "the next window asks it again");
    // The withdrawals come in an interlude and in the seat's own turn.
    let mut game = four(["5×1, 4", "2×3", "2×2, Tree", "2×5"])
        .declines(1, Standing::Deal)
        .turn(1)
        .play(0, "2")
        .build();
    run(&mut game.clone(), "1 withdraw");
    run(&mut game, "1 pass; 2 pass; 3 pass; 0 pass");
    assert_eq!(now(&game), "SNOW 0 1 2 3");
    let sent = run(&mut game, "1 withdraw");
    assert_eq!(
        (sent, now(&game).as_str()),
        (vec!["standing NONE -> 1".to_owned()], "SNOW 0 1 2 3")
    );
}

// SS-75
#[test]
fn withdrawing_from_a_window_declined_by_a_standing_decline_leaves_it_declined() {
    let mut game = four(["5×1, 4", "2×3", "2×2, Mouse", "2×5"])
        .declines(1, Standing::Deal)
        .build();
    run(&mut game, "0 1");
    assert_eq!(now(&game), "HOLLY 2 3");
    run(&mut game, "1 withdraw");
    assert_eq!(now(&game), "HOLLY 2 3");
    codes(&game, 1, &[("decline", "NO_DECISION_OWED")]);
    run(&mut game, "-; 1 pass; -; 2 2");
    assert_eq!(now(&game), "HOLLY 0 1 3");
}

// SS-R70
#[test]
fn ones_own_decline_is_shown_with_the_scope_that_it_has() {
    let hands = ["5×1, 4", "2×3", "2×2, Mouse", "2×5"];
    let mut game = four(hands).declines(3, Standing::Round).build();
    run(&mut game, "0 1; 1 decline deal");
    let shown = |game: &SecretSanta, index| (own(game, index).answer, standing(game, index));
    assert_eq!(shown(&game, 1), (Some(act("decline deal")), Some(Standing::Deal)));
    assert_eq!(
        shown(&game, 3),
        (Some(act("decline round")), Some(Standing::Round)),
        "its standing decline answers for it"
    );
    assert_eq!(shown(&game, 2), (None, None), "it has not answered");
    run(&mut game, "1 withdraw; 3 withdraw");
    for index in [1, 3] {
        assert_eq!(
            shown(&game, index),
            (Some(act("decline")), None),
            "withdrawn, it stays a decline of this window"
        );
    }
}

// SS-75
#[test]
fn a_new_one_takes_the_place_of_the_old() {
    // After a withdrawal, the seat can give another scope in the next window.
    let mut game = four(["5×1, 4", "2×3", "2×2, Mouse", "2×5"]).build();
    let sent = run(
        &mut game,
        "0 1; 1 decline round; 2 decline; 3 decline; 1 withdraw; 1 pass; -; 2 2; 1 decline deal",
    );
    assert_eq!(sent, ["answered 1 -> 1", "standing DEAL -> 1"]);
    assert_eq!(standing(&game, 1), Some(Standing::Deal));
}

// SS-75
#[test]
fn it_ends_with_the_round_or_with_the_deal() {
    let hands = ["12", "3×3, Mouse", "2×2", "2×5"];
    let declining = four(hands).declines(1, Standing::Round).declines(2, Standing::Deal);
    let mut game = declining.build();
    run(&mut game, "0 12; -; 1 pass; -; 2 pass; -; 3 pass");
    assert_eq!(public(&game).round, 2);
    assert_eq!([1, 2].map(|index| standing(&game, index)), [None, Some(Standing::Deal)]);
    // All standing declines end with the deal.
    let declining = four(["12", "2", "3", "4"])
        .declines(3, Standing::Deal)
        .declines(2, Standing::Deal);
    let mut game = declining.build();
    run(&mut game, "0 12; 1 pass; 2 pass; 3 pass; 1 2; 2 3; 3 4");
    assert_eq!(public(&game).deal, 2);
    assert!((0..4).all(|index| standing(&game, index).is_none()));
}

// SS-75
#[test]
fn it_ends_with_the_last_deal_also_for_a_seat_with_cards() {
    let declining = last_four(["12", "2×2", "", ""]).placed([2, 3]);
    for standing in [Standing::Round, Standing::Deal] {
        let mut game = declining.clone().declines(1, standing).build();
        run(&mut game, "0 12; 1 pass");
        assert_eq!(now(&game), "OVER");
        holds(&game, 1, "2×2");
        assert_eq!(own(&game, 1).standing, None, "{standing:?}");
        assert!(!legal(&game, 1).can_withdraw, "{standing:?}");
    }
}

// SS-75
#[test]
fn it_ends_when_its_seat_goes_out() {
    let declining = four(["12", "2×3, Mouse", "2×2", "2×5"]).declines(0, Standing::Deal);
    let mut game = declining.build();
    run(&mut game, "0 12");
    assert_eq!(standing(&game, 0), Some(Standing::Deal), "it is not out yet");
    run(&mut game, "-");
    assert_eq!((out(&game), standing(&game, 0)), (vec![0], None));
    codes(&game, 0, &[("withdraw", "NO_STANDING_DECLINE")]);
}

// SS-75, SS-R66
#[test]
fn cards_that_come_in_end_it_whatever_they_are() {
    for scope in [Standing::Round, Standing::Deal] {
        // A card of the Ghost ends it.
        let declining = four(["5×1, 4", "2×3", "2×2, Ghost", "2×5"])
            .declines(0, scope)
            .declines(1, scope);
        let mut game = declining.build();
        let sent = run(&mut game, "0 4; 3 decline; 2 ghost");
        assert_eq!(
            [0, 1].map(|index| standing(&game, index)),
            [None, Some(scope)],
            "{scope:?}"
        );
        assert!(
            !sent.iter().any(|line| line.starts_with("standing")),
            "it has no event of its own: {sent:?}"
        );
    }
    // With the Tree, seats 3 and 0 get a card, seat 1 does not.
    let declining = four(["2×1, 4", "2×3", "2×2", "2×5, 7, Tree"]);
    let declining = declining
        .declines(0, Standing::Deal)
        .declines(1, Standing::Deal)
        .declines(3, Standing::Deal);
    let mut game = declining.build();
    run(
        &mut game,
        "0 4; 1 pass; 2 pass; 3 7; 0 pass; 3 pass; 0 decline; 1 decline; 2 decline; 3 tree self",
    );
    assert_eq!(
        [0, 1, 3].map(|index| standing(&game, index)),
        [None, Some(Standing::Deal), None]
    );
}

// SS-75
#[test]
fn a_standing_decline_stays_when_its_seat_plays_a_card() {
    // The seat gave it after the window of the round before; its own Snow card does not end it.
    let declining = four(["2×1, 4", "2×3", "2×2", "2×5, 7, Scrooge"]).declines(3, Standing::Deal);
    let mut game = declining.build();
    run(
        &mut game,
        "0 4; 1 pass; 2 pass; 3 7; 0 pass; 3 pass; 0 decline; 1 decline; 2 decline; 3 scrooge 1",
    );
    assert_eq!(standing(&game, 3), Some(Standing::Deal));
}

// SS-40
#[test]
fn a_reopened_window_is_declined_too() {
    let mut game = four(["5×1, 4", "2×3", "2×2, Carol, Ghost", "2×5"]).build();
    run(&mut game, "0 1; 1 decline round; 3 decline; 2 carol 1");
    assert_eq!(now(&game), "HOLLY 2 3");
    assert_eq!(numbers(public(&game).eligible.iter()), [1, 2, 3]);
}

/// SS-41: at once, if all eligible seats have standing declines.
// SS-41, SS-76, SS-R50
#[test]
fn a_window_that_declines_itself_opens_and_closes_within_the_action() {
    let hands = ["5×1, 4", "2×3", "2×2, Mouse", "2×5"];
    let declining = four(hands)
        .declines(1, Standing::Deal)
        .declines(2, Standing::Round)
        .declines(3, Standing::Round);
    let mut quiet = declining.build();
    let at_once = run(&mut quiet, "0 1");
    assert_eq!(
        at_once,
        ["0 plays 1×1, left 5", "owed HOLLY 1 2 3", "closed HOLLY", "owed TURN 1"]
    );
    // The public events are the same as with declines by action.
    let mut open = four(hands).build();
    let mut sent = run(&mut open, "0 1");
    for step in ["1 decline", "2 decline", "3 decline"] {
        sent.extend(run(&mut open, step).into_iter().filter(|line| !line.contains("->")));
    }
    assert_eq!(sent, at_once);
    assert_eq!(public(&quiet), public(&open));
}

// SS-41
#[test]
fn a_window_that_declines_itself_lets_the_turns_seat_out() {
    let declining = four(["4", "2×3", "2×2, Mouse", "2×5"]);
    let declining = declining
        .declines(1, Standing::Deal)
        .declines(2, Standing::Round)
        .declines(3, Standing::Round);
    let mut game = declining.build();
    let sent = run(&mut game, "0 4");
    assert_eq!(
        sent,
        [
            "0 plays 1×4, left 0",
            "owed HOLLY 1 2 3",
            "closed HOLLY",
            "out 0",
            "owed TURN 1"
        ]
    );
}

/// SS-R67: in the other windows all viewers see which seats have answered.
// SS-R67
#[test]
fn in_fruitcake_and_interlude_windows_answered_seats_are_public() {
    let mut game = four(["5×1", "2×3", "2×2, Fruitcake", "2×5"]).fruitcake().build();
    assert_eq!(run(&mut game, "1 decline"), ["answered 1"]);
    for viewer in viewers(&game) {
        assert_eq!(awaited(&game, viewer), [0, 2, 3], "{viewer}");
    }
    let mut game = four(["5×1, 4", "2×3", "2×2, Tree", "2×5"]).build();
    run(&mut game, "0 4; 1 pass; 2 pass; 3 pass; 0 pass");
    assert_eq!(
        run(&mut game, "2 tree self"),
        ["answered 2"],
        "the same for a card and a decline"
    );
    for viewer in viewers(&game) {
        assert_eq!(awaited(&game, viewer), [0, 1, 3], "{viewer}");
    }
}
