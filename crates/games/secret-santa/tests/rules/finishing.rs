//! Going out, places, points, ends (SS-60, SS-65 to SS-71; section 10).

use tinsel_engine::{GameEngine, SeatSet};
use tinsel_engine_testkit::Draws;
use tinsel_secret_santa::{Place, SecretSanta, testkit::Position};

use crate::support::*;

fn ended(sent: &[String]) -> String {
    let line = sent
        .iter()
        .find(|line| line.starts_with("round") && line.contains("won by"));
    line.unwrap().clone()
}

// SS-60
#[test]
fn when_a_seat_goes_out() {
    // A seat goes out at once after Santa.
    let mut game = four(["2×1", "Santa", "2×4, Mouse", "2×5"]).play(0, "2").turn(1).build();
    let sent = run(&mut game, "1 santa");
    assert_eq!(sent[..3], ["santa 1, left 0", "out 1", "round 1 won by 1: 1 at 1"]);
    // A seat goes out after the effect of its own Holly card, before the window is tested again.
    let mut game = four(["2×1, 2", "Carol", "2×4, Mouse", "2×5"]).build();
    let sent = run(&mut game, "0 2; 2 decline; 3 decline; 1 carol 3");
    assert_eq!(
        sent[2..],
        ["carol 1 with 3: 0 3 2 1, left 0", "out 1", "owed HOLLY 2 3"]
    );
    // A seat goes out after the effect of its own Snow card.
    let mut game = four(["2×1", "Scrooge", "2×4, Tree", "2×5"])
        .play(0, "2")
        .passed([1, 2, 3])
        .turn(0)
        .build();
    let sent = run(&mut game, "0 pass; 0 decline; 2 decline; 3 decline; 1 scrooge 2");
    assert_eq!(sent[2..], ["scrooge 1 on 2, left 0", "out 1 at 1", "owed SNOW 0 2 3"]);
}

// SS-60
#[test]
fn the_holly_player_goes_out_before_the_turns_seat() {
    // A Mouse is the last card after another seat's last card.
    let mut game = four(["9", "Mouse", "2×4", "2×5"]).build();
    let sent = run(&mut game, "0 9; 2 decline; 3 decline; 1 mouse");
    assert_eq!(
        sent,
        [
            "answered 1 -> 1",
            "closed HOLLY",
            "mouse 1, won by 0, left 0",
            "out 1",
            "out 0",
            "round 1 won by 0: 0 at 1, 1 at 2",
            "cleared",
            "round 2 led by 2",
            "owed TURN 2"
        ]
    );
    // The same holds for a Carol.
    let mut game = four(["9", "Carol", "2×4", "2×5"]).build();
    let sent = run(&mut game, "0 9; 2 decline; 3 decline; 1 carol 2");
    assert_eq!(sent[2..5], ["carol 1 with 2: 0 2 1 3, left 0", "out 1", "out 0"]);
}

// SS-65
#[test]
fn points_of_a_deal() {
    for players in 3..=8u8 {
        let seats = config(players.into(), one_deal()).players;
        assert_eq!(Place::FIRST.points(seats).get(), u16::from(players));
    }
    let over = |players| Position::seats(players).options(one_deal()).over();
    assert_eq!(totals(&over(3).finished([2, 0, 1]).build()), [2, 1, 3]);
    assert_eq!(totals(&over(5).finished([4, 3, 2, 1, 0]).build()), [1, 2, 3, 4, 5]);
    let eight = over(8).finished([0, 2, 4, 6, 1, 3, 5, 7]).build();
    assert_eq!(totals(&eight), [8, 4, 7, 3, 6, 2, 5, 1]);
}

// SS-67, SS-R41
#[test]
fn finish_values() {
    // Santa ranks above 12: a seat that played a 12 and went out is behind.
    let mut game = four(["12", "Santa", "2×4", "2×5"]).build();
    assert_eq!(
        ended(&run(&mut game, "0 12; 1 santa")),
        "round 1 won by 1: 1 at 1, 0 at 2"
    );
    // The same holds for Santa with gifts.
    let mut game = four(["9", "10, Santa", "2×4", "2×5"]).build();
    assert_eq!(
        ended(&run(&mut game, "0 9; 1 10 + Santa")),
        "round 1 won by 1: 1 at 1, 0 at 2"
    );
    // A seat that only played a Holly card counts -1, behind zeros, which count 0.
    let mut game = four(["Elf", "Carol", "2×4", "2×5"]).build();
    let sent = run(&mut game, "0 zeros Elf; 2 decline; 3 decline; 1 carol 2");
    assert_eq!(sent[3..5], ["out 1", "out 0"]);
    run(&mut game, "2 pass");
    assert_eq!(ended(&run(&mut game, "3 pass")), "round 1 won by 0: 0 at 1, 1 at 2");
}

// SS-67
#[test]
fn santa_as_a_zero_counts_0() {
    let mut game = four(["Santa", "1", "2×4", "2×5"]).build();
    let sent = run(&mut game, "0 zeros Santa; 1 1; 2 pass; 3 pass");
    assert_eq!(ended(&sent), "round 1 won by 1: 1 at 1, 0 at 2");
}

// SS-67
#[test]
fn the_highest_of_its_plays_that_stand_counts() {
    // Seat 2 goes out with a 3; seat 1 plays a 6 and goes out later by its Carol: its 6 counts.
    let mut game = four(["2×9, 5, 7", "6, Carol", "3", "2×5"]).leads(2).build();
    run(&mut game, "2 3; -; 3 pass; -; 0 5; -; 1 6!; -; 0 7");
    assert_eq!(now(&game), "HOLLY 1 3");
    run(&mut game, "3 decline; 1 carol 2");
    assert_eq!(out(&game), [1, 2]);
    assert_eq!(ended(&run(&mut game, "0 pass")), "round 1 won by 0: 1 at 1, 2 at 2");
}

// SS-67
#[test]
fn the_highest_of_several_plays_counts() {
    // Seat 0 plays a 3 and, after seat 1 went out with a 7, a 10.
    let mut game = four(["3, 10", "7", "2×4", "2×5"]).build();
    let sent = run(&mut game, "0 3!; 1 7; 2 pass; 3 pass; 0 10");
    assert_eq!(ended(&sent), "round 1 won by 0: 0 at 1, 1 at 2");
}

// SS-67
#[test]
fn with_equal_values_the_seat_that_went_out_earlier_is_ahead() {
    // Seats 1 and 2 go out by Holly cards alone: both count -1.
    let mut game = four(["3×1, 5", "Carol", "Ghost", "2×5"]).build();
    run(&mut game, "0 5; 1 decline; 3 decline; 2 ghost; 3 decline; 1 carol 3");
    assert_eq!(out(&game), [1, 2]);
    run(&mut game, "3 5!; 0 pass");
    let sent = run(&mut game, "3 pass");
    assert_eq!(ended(&sent), "round 1 won by 3: 2 at 1, 1 at 2");
}

// SS-68, SS-R42
#[test]
fn out_in_an_interlude_is_placed_at_once_behind_all_before() {
    // Seat 1 goes out in the round, seat 2 in its interlude.
    let position = four(["Tree", "9", "Scrooge", "2×5"]).play(3, "3").play(0, "4");
    let mut game = position.passed([0, 2]).turn(1).build();
    let sent = run(&mut game, "1 9; 3 pass");
    assert_eq!(ended(&sent), "round 1 won by 1: 1 at 1");
    assert_eq!(now(&game), "SNOW 0 2 3");
    let sent = run(&mut game, "0 decline; 3 decline; 2 scrooge 2");
    assert_eq!(sent[2..], ["scrooge 2 on 2, left 0", "out 2 at 2", "owed SNOW 0 3"]);
    assert_eq!(numbers(public(&game).places), [1, 2]);
}

// SS-69, SS-R43, SS-R44, SS-R65
#[test]
fn the_last_holder_still_has_its_turns() {
    let mut game = last_four(["8", "9", "10", "11, 12"]).build();
    let sent = run(&mut game, "0 8; 1 9; 2 10");
    assert_eq!(sent.last().unwrap(), "owed TURN 3", "it plays on alone");
    run(&mut game, "3 11!");
    assert_eq!(now(&game), "TURN 3");
    let sent = run(&mut game, "3 12");
    assert_eq!(
        ended(&sent),
        "round 1 won by 3: 3 at 1, 2 at 2, 1 at 3, 0 at 4",
        "ahead of all that went out"
    );
    assert_eq!(totals(&game), [1, 2, 3, 4]);
}

// SS-69, SS-R43
#[test]
fn with_nothing_in_play_it_must_lead() {
    // The others leave by Holly cards: seat 1's Ghost gives the only play back.
    let mut game = last_four(["8, 7", "Ghost", "", ""]).placed([2, 3]).build();
    run(&mut game, "0 7; 1 ghost");
    assert_eq!((out(&game), now(&game).as_str()), (vec![1, 2, 3], "TURN 0"));
    codes(&game, 0, &[("pass", "MUST_LEAD")]);
    run(&mut game, "0 7!");
    let sent = run(&mut game, "0 8");
    assert_eq!(ended(&sent), "round 1 won by 0: 0 at 3, 1 at 4");
}

// SS-70, SS-R51
#[test]
fn the_last_seat_in_is_placed_last_and_its_cards_are_not_shown() {
    let mut game = last_four(["8", "", "10", "2×1, 3"]).placed([1]).build();
    let before = public(&game).discards;
    let events = play(&mut game, "0 8; 2 10; 3 pass", &mut Draws::none());
    assert_eq!(
        lines(&events),
        [
            "3 passes",
            "round 1 won by 2: 2 at 2, 0 at 3",
            "cleared",
            "deal 1 ends: 1 2 0 3, points 2 4 3 1, totals 2 4 3 1",
            "match ends: 1 2 0 3, totals 2 4 3 1"
        ]
    );
    assert_eq!(now(&game), "OVER");
    assert_eq!(
        public(&game).discards.len(),
        before.len() + 2,
        "8 and 10, not the last seat's cards"
    );
    let spectator = public(&game);
    assert!(spectator.own.is_none() && spectator.plays.is_empty());
}

// SS-71
#[test]
fn settlement_order() {
    // The order is winner, places, targets of Scrooge, then the interlude; a seat that goes out in it is no longer a
    // target.
    let position = four(["2×1", "9", "Tree", "2×5, Scrooge"]).play(0, "3");
    let mut game = position.passed([0, 2, 3]).turn(1).build();
    let sent = run(&mut game, "1 9");
    assert_eq!(sent[1..], ["out 1", "round 1 won by 1: 1 at 1", "owed SNOW 0 2 3"]);
    let view = public(&game);
    assert_eq!(
        (view.winner, numbers(view.places), numbers(view.misers.iter())),
        (Some(seat(1)), vec![1], vec![2, 3])
    );
    let mut gone = four(["2×1, 2×2", "2×9", "Tree", "2×5, Scrooge"])
        .play(0, "3")
        .passed([1, 2, 3])
        .turn(0)
        .build();
    run(&mut gone, "0 pass; 0 decline; 1 decline; 3 decline; 2 tree left");
    assert_eq!(out(&gone), [2]);
    assert_eq!(numbers(public(&gone).misers.iter()), [1, 3]);
    codes(&gone, 3, &[("scrooge 2", "TARGET_OUT"), ("scrooge 1", "ok")]);
}

fn ranks(game: &SecretSanta) -> Vec<(u8, Option<i64>, Vec<&'static str>)> {
    let standings = game.outcome(SeatSet::EMPTY).unwrap().standings;
    let all = standings.iter().map(|standing| {
        let labels = standing.labels.iter().map(|label| label.0).collect();
        (standing.rank, standing.score, labels)
    });
    all.collect()
}

// SS-R45, SS-R69
#[test]
fn ties_share_a_rank_and_labels() {
    const BEST: &str = "BEST_PERSON_IN_THE_ROOM";
    const WINNER: &str = "WINNER";
    const FIRST: &str = "DEAL_WINNER";
    // Two deals, 0-1-2-3 and 1-0-3-2, give totals 7, 7, 3, 3.
    let two = Position::seats(4)
        .options(deals(2))
        .finished([0, 1, 2, 3])
        .finished([1, 0, 3, 2])
        .over()
        .build();
    // The labels come in the order of section 10: that of a deal, then that of the match.
    assert_eq!(
        ranks(&two),
        [
            (1, Some(7), vec![FIRST, WINNER, BEST]),
            (1, Some(7), vec![FIRST, WINNER, BEST]),
            (3, Some(3), vec![]),
            (3, Some(3), vec![])
        ]
    );
    // One seat won a deal and not the match; one won the match and no deal; one that won two is labelled once.
    let three = Position::seats(3)
        .finished([0, 1, 2])
        .finished([2, 1, 0])
        .finished([2, 1, 0])
        .over()
        .build();
    assert_eq!(totals(&three), [5, 6, 7]);
    let labels: Vec<_> = ranks(&three)
        .into_iter()
        .map(|(rank, _, labels)| (rank, labels.len()))
        .collect();
    assert_eq!(labels, [(3, 1), (2, 0), (1, 3)]);
    let steady = Position::seats(4)
        .finished([0, 1, 2, 3])
        .finished([2, 1, 3, 0])
        .finished([3, 1, 0, 2])
        .over()
        .build();
    assert_eq!(totals(&steady), [7, 9, 7, 7]);
    assert_eq!(ranks(&steady)[1], (1, Some(9), vec![WINNER, BEST]));
    assert!(ranks(&steady).iter().all(|(rank, ..)| [1, 2].contains(rank)));
    assert_eq!(
        public(&three).sheet.len(),
        3,
        "the places of every deal stay in the view"
    );
}

// SS-R45
#[test]
fn equal_totals_are_listed_by_number() {
    // After 3-1-2-0 the last deal ends 0-2-1-3, so that all have 5.
    let mut game = Position::hands(["", "2×1", "", "2×2"])
        .options(deals(2))
        .finished([3, 1, 2, 0])
        .placed([0, 2])
        .leads(1)
        .build();
    let sent = run(&mut game, "1 2×1; 3 pass");
    assert_eq!(sent.last().unwrap(), "match ends: 0 1 2 3, totals 5 5 5 5");
}
