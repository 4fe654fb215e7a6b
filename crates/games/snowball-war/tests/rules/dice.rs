//! A turn's dice: rolled, re-rolled, allocated (2.4).

use tinsel_snowball_war::{
    Condition,
    testkit::{Position, allocate, come_back, discard, reroll, take_hit, throw},
};

use crate::support::*;

const TEAMS: [[Character; 3]; 2] = [[Stephen, Paul, Robert], [Bianca, Natasha, Emily]];

fn rerolling() -> Position {
    Position::rerolling()
        .pool(0, &[1, 2, 3, 4, 5, 6])
        .pool(1, &[6, 5, 4, 3, 2, 1])
}

fn allocating() -> Position {
    Position::allocating()
        .pool(0, &[1, 2, 3, 4, 5, 6])
        .pool(1, &[6, 5, 4, 3, 2, 1])
}

/// Allocates pairs of neighbours to a seat's characters, in canonical order.
fn in_order(index: usize) -> tinsel_snowball_war::Action {
    let pairs = [[0, 1], [2, 3], [4, 5]];
    let cards: Vec<_> = TEAMS[index].into_iter().zip(pairs).collect();
    allocate(&cards)
}

// SW-28
#[test]
fn a_character_is_in_one_condition() {
    let condition = |game: &tinsel_snowball_war::SnowballWar, who| public(game).characters.at(who).condition;
    let game = Position::deployment(0).build();
    assert_eq!(condition(&game, Stephen), None);
    let mut game = Position::action(0)
        .dice(Paul, [1, 0])
        .ran_away(Robert, 1)
        .ran_away(Emily, 2)
        .build();
    assert!(matches!(condition(&game, Paul), Some(Condition::InPlay(_))));
    assert_eq!(condition(&game, Robert), Some(Condition::RunAway));
    act(&mut game, 0, discard(Paul, 0));
    assert_eq!(condition(&game, Robert), Some(Condition::Returning));
    assert_eq!((at(&game, Robert), tokens(&game, Robert)), (None, 0));
    assert_eq!(condition(&game, Emily), Some(Condition::RunAway));
    act_with(&mut game, 0, come_back(&[(Robert, 200)]), rolled(&[1; 10]));
    assert!(matches!(condition(&game, Robert), Some(Condition::InPlay(_))));
}

// SW-29, SW-31
#[test]
fn each_character_in_play_at_the_start_of_the_turn_gives_two_dice() {
    let mut game = Position::action(0)
        .dice(Paul, [1, 0])
        .ran_away(Robert, 3)
        .ran_away(Natasha, 3)
        .ran_away(Emily, 2)
        .build();
    let sent = act_with(&mut game, 0, discard(Paul, 0), rolled(&[1, 2, 3, 4, 5, 6]));
    let expected = [
        "Robert - = 2",
        "Natasha - = 2",
        "Emily - = 1",
        "turn 4",
        "rolled 0: 1 2 3 4",
        "rolled 1: 5 6",
    ];
    assert_eq!(sent[1..], expected);
    // A character that ran away in the middle of its turn lost its dice, and gets none.
    assert_eq!((pool(&game, 0).len(), pool(&game, 1).len()), (4, 2));
    assert!(Character::ALL.into_iter().all(|who| dice(&game, who) == [0, 0]));
}

// SW-32, SW-R23
#[test]
fn any_dice_once_and_none_is_a_choice() {
    let all: Vec<u32> = (0..6).collect();
    codes(
        &rerolling().build(),
        0,
        &[
            (reroll(&[]), "ok"),
            (reroll(&[3]), "ok"),
            (reroll(&all), "ok"),
            (reroll(&[5, 0, 2]), "ok"),
        ],
    );
    let mut game = rerolling().build();
    act(&mut game, 0, reroll(&[]));
    assert_eq!(now(&game), "REROLL 1");
    act_with(&mut game, 1, reroll(&all), redrawn(&[1; 6]));
    assert_eq!(now(&game), "ALLOCATE 0 1", "new values stand, and nobody chooses again");
    assert_eq!((pool(&game, 0), pool(&game, 1)), (vec![1, 2, 3, 4, 5, 6], vec![1; 6]));
}

// SW-33, SW-R22, SW-30, SW-R21
#[test]
fn dice_are_redrawn_when_the_last_choice_is_in_and_in_one_order() {
    for order in [[0, 1], [1, 0]] {
        let mut game = rerolling().build();
        let chosen = [reroll(&[5, 1]), reroll(&[4, 0, 2])];
        let [first, last] = order;
        act(&mut game, first, chosen[usize::from(first)].clone());
        assert_eq!(
            (pool(&game, 0), pool(&game, 1)),
            (vec![1, 2, 3, 4, 5, 6], vec![6, 5, 4, 3, 2, 1])
        );
        let drawn = redrawn(&[3, 4, 1, 2, 6]);
        let sent = act_with(&mut game, last, chosen[usize::from(last)].clone(), drawn);
        let sent: Vec<_> = sent.iter().filter(|line| line.starts_with("re-rolled")).collect();
        assert_eq!(sent, ["re-rolled 0: 1 5 = 3 4", "re-rolled 1: 0 2 4 = 1 2 6"]);
        assert_eq!(pool(&game, 0), [1, 3, 3, 4, 5, 4]);
        assert_eq!(pool(&game, 1), [1, 5, 2, 3, 6, 1]);
    }
}

// SW-34
#[test]
fn two_dice_each_the_first_into_slot_0() {
    let mut game = allocating().build();
    act(
        &mut game,
        0,
        allocate(&[(Robert, [5, 0]), (Stephen, [1, 4]), (Paul, [3, 2])]),
    );
    act(&mut game, 1, in_order(1));
    assert_eq!(dice(&game, Robert), [6, 1]);
    assert_eq!(dice(&game, Stephen), [2, 5]);
    assert_eq!(dice(&game, Paul), [4, 3]);
    assert_eq!(dice(&game, Bianca), [6, 5]);
    assert_eq!(
        (pool(&game, 0), pool(&game, 1)),
        (vec![], vec![]),
        "empty until the next roll"
    );
}

// SW-34
#[test]
fn a_seat_with_one_character_is_allocated_automatically() {
    let position = || {
        Position::rerolling()
            .ran_away(Paul, 2)
            .ran_away(Robert, 2)
            .pool(0, &[4, 6])
            .pool(1, &[1, 1, 1, 1, 1, 1])
    };
    let mut game = position().build();
    act(&mut game, 0, reroll(&[]));
    act(&mut game, 1, reroll(&[]));
    assert_eq!(now(&game), "ALLOCATE 1");
    assert_eq!(dice(&game, Stephen), [0, 0], "its card is empty until the reveal");
    assert_eq!(pool(&game, 0), [4, 6]);
    assert_eq!(code(&game, 0, &allocate(&[(Stephen, [1, 0])])), "NO_DECISION_OWED");
    let sent = act(&mut game, 1, in_order(1));
    assert_eq!(sent[2], "dealt 0: Stephen [4, 6]");
    assert_eq!(dice(&game, Stephen), [4, 6]);
    // No seat has two characters: there is no such decision.
    let mut game = duel(Position::rerolling(), Paul, Emily)
        .pool(0, &[2, 3])
        .pool(1, &[6, 1])
        .build();
    act(&mut game, 1, reroll(&[]));
    act_with(&mut game, 0, reroll(&[1]), redrawn(&[5]));
    assert_eq!((dice(&game, Paul), dice(&game, Emily)), ([2, 5], [6, 1]));
    // Three characters against none: only this seat decides.
    let alone = TEAMS[1]
        .into_iter()
        .fold(Position::rerolling(), |position, who| position.ran_away(who, 2));
    let mut game = alone.pool(0, &[1, 2, 3, 4, 5, 6]).build();
    assert_eq!(now(&game), "REROLL 0");
    act(&mut game, 0, reroll(&[]));
    assert_eq!(now(&game), "ALLOCATE 0");
    let sent = act(&mut game, 0, in_order(0));
    assert!(sent.contains(&"due 0".to_owned()));
}

/// The sums of both seats, and the starter.
fn sums(own: [u8; 2], other: [u8; 2], position: Position) -> (String, String) {
    let mut game = duel(position, Stephen, Bianca).pool(0, &own).pool(1, &other).build();
    act(&mut game, 0, reroll(&[]));
    let sent = act(&mut game, 1, reroll(&[]));
    let opening = sent.iter().find(|line| line.contains("started by")).unwrap().clone();
    let shown = public(&game).opening.unwrap();
    assert_eq!(shown.turn, public(&game).turn);
    assert!(
        opening.contains(&format!("started by {}", shown.starter.get())),
        "it is recorded"
    );
    (opening, now(&game))
}

// SW-35
#[test]
fn the_lower_sum_starts() {
    let third = Position::rerolling;
    assert_eq!(sums([1, 1], [1, 2], third()).0, "turn 3 started by 0: 2 3");
    assert_eq!(sums([6, 6], [6, 5], third()).0, "turn 3 started by 1: 12 11");
    assert_eq!(sums([1, 1], [1, 2], third().started(0, 2, [4, 9])).1, "ACTION 0");
}

// SW-35, SW-R26
#[test]
fn with_equal_sums_the_seat_that_did_not_start_the_latest_turn_starts() {
    let equal = |position| sums([2, 5], [3, 4], position).1;
    let first_turn = |first| Position::rerolling().turn(1).first_picker(first);
    assert_eq!(equal(first_turn(0)), "ACTION 1");
    assert_eq!(equal(first_turn(1)), "ACTION 0");
    assert_eq!(equal(Position::rerolling().started(0, 2, [2, 3])), "ACTION 1");
    assert_eq!(equal(Position::rerolling().started(1, 2, [2, 1])), "ACTION 0");
    // The latest turn with a starter can be longer ago.
    assert_eq!(
        equal(Position::rerolling().turn(9).first_picker(0).started(1, 5, [2, 1])),
        "ACTION 0"
    );
    let sent = sums([2, 5], [3, 4], Position::rerolling().started(1, 2, [2, 1])).0;
    assert_eq!(sent, "turn 3 started by 0: 7 7, tie");
}

// SW-35, SW-R27
#[test]
fn a_seat_without_dice_does_not_start_with_its_sum_of_0() {
    let alone = TEAMS[0]
        .into_iter()
        .fold(Position::rerolling(), |position, who| position.ran_away(who, 2));
    let mut game = alone
        .ran_away(Natasha, 3)
        .ran_away(Emily, 3)
        .pool(1, &[6, 6])
        .started(0, 2, [2, 3])
        .build();
    assert_eq!(now(&game), "REROLL 1");
    let sent = act(&mut game, 1, reroll(&[]));
    assert_eq!(
        sent[2..],
        [
            "re-rolled 1:  =",
            "dealt 1: Bianca [6, 6]",
            "turn 3 started by 1: 0 12",
            "due 1"
        ]
    );
    // SW-R26: it counts as the latest turn with a starter.
    let opening = public(&game).opening.unwrap();
    assert_eq!((opening.turn, opening.starter), (3, seat(1)));
}

/// Play cannot reach this state, so the test edits it: Stephen has thrown and is gone, and Bianca takes the hit.
// SW-R28
#[test]
fn a_turn_without_characters_in_play_has_no_decision_and_no_starter() {
    let nobody = [(Paul, 3), (Robert, 4), (Natasha, 3), (Emily, 3)];
    let position = nobody.into_iter().fold(Position::action(0), |position, (who, tokens)| {
        position.ran_away(who, tokens)
    });
    let pending = position
        .first_picker(1)
        .started(0, 3, [4, 5])
        .stands(Stephen, 300, 150)
        .dice(Stephen, [4, 0])
        .stands(Bianca, 380, 150)
        .dice(Bianca, [1, 0])
        .tokens(Bianca, 2)
        .then(0, throw(Stephen, 0, Bianca))
        .build();
    let mut written = serde_json::to_value(&pending).unwrap();
    let stephen = &mut written["table"]["characters"][0];
    stephen["condition"] = "RunAway".into();
    stephen["tokens"] = 2.into();
    let mut game = serde_json::from_value(written).unwrap();
    let sent = act(&mut game, 1, take_hit());
    assert_eq!(
        sent,
        [
            "Bianca + = 3",
            "Bianca runs away, lost: 1",
            "Stephen - = 1",
            "Paul - = 2",
            "Robert - = 3",
            "Bianca - = 2",
            "Natasha - = 2",
            "Emily - = 2",
            "turn 4",
            "Stephen - = 0",
            "Paul - = 1",
            "Robert - = 2",
            "Bianca - = 1",
            "Natasha - = 1",
            "Emily - = 1",
            "back 0: Stephen"
        ]
    );
    assert_eq!(
        public(&game).opening.unwrap().turn,
        3,
        "the latest turn that had a starter"
    );
}
