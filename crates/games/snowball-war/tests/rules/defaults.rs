//! The defaults of inactive seats (section 9).

use tinsel_snowball_war::{
    Draft, Obstacle,
    testkit::{Position, allocate, come_back, deploy, discard, pick, reroll, skip, take_hit, throw, walk},
};

use crate::support::*;

#[test]
fn in_the_draft_the_first_of_the_pool() {
    assert_eq!(default_of(&Position::draft(0).build(), 0), pick(Stephen));
    let later = Position::draft(0).then(0, pick(Stephen)).then(1, pick(Paul)).build();
    assert_eq!(default_of(&later, 0), pick(Robert));
}

#[test]
fn a_deployment_around_the_middle_of_the_edge() {
    let expected = deploy(
        (15, 150),
        &[(Stephen, (40, 150)), (Paul, (15, 175)), (Robert, (15, 125))],
    );
    assert_eq!(default_of(&Position::deployment(0).build(), 0), expected);
    let expected = deploy(
        (485, 150),
        &[(Bianca, (460, 150)), (Natasha, (485, 125)), (Emily, (485, 175))],
    );
    assert_eq!(default_of(&Position::deployment(1).build(), 1), expected);
    let odd = |index| {
        let options = open(Draft {
            field_depth: Some(501),
            field_breadth: Some(301),
            snowman_radius: Some(20),
            ..Draft::default()
        });
        Position::deployment(index).config(options).build()
    };
    let expected = deploy(
        (20, 150),
        &[(Stephen, (50, 150)), (Paul, (20, 180)), (Robert, (20, 120))],
    );
    assert_eq!(default_of(&odd(0), 0), expected);
    let expected = deploy(
        (481, 151),
        &[(Bianca, (451, 151)), (Natasha, (481, 121)), (Emily, (481, 181))],
    );
    assert_eq!(default_of(&odd(1), 1), expected);
}

#[test]
fn no_re_roll_and_dice_in_their_order() {
    let game = Position::rerolling().pool(0, &[1; 6]).pool(1, &[1; 6]).build();
    assert_eq!(default_of(&game, 1), reroll(&[]));
    let game = Position::allocating()
        .ran_away(Natasha, 1)
        .pool(0, &[1; 6])
        .pool(1, &[1; 4])
        .build();
    assert_eq!(
        default_of(&game, 0),
        allocate(&[(Stephen, [0, 1]), (Paul, [2, 3]), (Robert, [4, 5])])
    );
    assert_eq!(default_of(&game, 1), allocate(&[(Bianca, [0, 1]), (Emily, [2, 3])]));
}

#[test]
fn the_first_die_of_the_first_character_with_one_is_discarded() {
    let game = |paul, robert| Position::action(0).dice(Paul, paul).dice(Robert, robert).build();
    assert_eq!(default_of(&game([1, 1], [1, 1]), 0), discard(Paul, 0));
    assert_eq!(default_of(&game([0, 1], [1, 1]), 0), discard(Paul, 1));
    assert_eq!(default_of(&game([0, 0], [0, 5]), 0), discard(Robert, 1));
}

#[test]
fn second_symbols_are_skipped_and_hits_are_taken() {
    let second_throw = Position::action(1)
        .stands(Bianca, 300, 150)
        .dice(Bianca, [6, 0])
        .stands(Stephen, 220, 150)
        .then(1, throw(Bianca, 0, Stephen))
        .build();
    assert_eq!(default_of(&second_throw, 1), skip());
    let second_move = Position::action(1)
        .stands(Emily, 300, 150)
        .dice(Emily, [6, 0])
        .then(1, walk(Emily, 0, (310, 150)))
        .build();
    assert_eq!(default_of(&second_move, 1), skip());
    let pending = Position::action(1)
        .stands(Bianca, 300, 150)
        .dice(Bianca, [3, 0])
        .stands(Stephen, 220, 150)
        .dice(Stephen, [3, 0])
        .then(1, throw(Bianca, 0, Stephen))
        .build();
    assert_eq!(default_of(&pending, 0), take_hit());
}

/// The default is the free y nearest to the middle, the lower one on a tie, with regard to characters placed before.
#[test]
fn a_returning_character_stands_as_near_to_the_middle_as_possible() {
    let game = Position::homecoming(0)
        .snowman(0, 15, 30)
        .returning(Paul)
        .returning(Robert)
        .build();
    assert_eq!(default_of(&game, 0), come_back(&[(Paul, 150), (Robert, 130)]));
    let game = Position::homecoming(0)
        .snowman(0, 15, 30)
        .stands(Bianca, 10, 160)
        .returning(Paul)
        .returning(Robert)
        .build();
    assert_eq!(default_of(&game, 0), come_back(&[(Paul, 140), (Robert, 120)]));
    let odd = open(Draft {
        field_breadth: Some(301),
        ..Draft::default()
    });
    let game = Position::homecoming(1)
        .config(odd.clone())
        .snowman(1, 485, 30)
        .returning(Emily)
        .build();
    assert_eq!(default_of(&game, 1), come_back(&[(Emily, 150)]), "150 and 151 tie");
    // The middle is at 150.5: 175 is 24.5 away, and 125 is 25.5 away.
    let game = Position::homecoming(0)
        .config(odd)
        .snowman(0, 15, 150)
        .returning(Robert)
        .build();
    assert_eq!(default_of(&game, 0), come_back(&[(Robert, 175)]));
    let all = Position::homecoming(0)
        .snowman(0, 15, 30)
        .returning(Stephen)
        .returning(Paul)
        .returning(Robert)
        .build();
    assert_eq!(
        default_of(&all, 0),
        come_back(&[(Stephen, 150), (Paul, 130), (Robert, 170)])
    );
}

/// A deployment by default is legal on any map, since no obstacle reaches into a home strip.
#[test]
fn obstacles_at_the_edge_of_the_strip_leave_room_for_the_default() {
    for index in [0, 1] {
        let game = Position::deployment(index)
            .obstacles([
                Obstacle::rectangle(50, 0, 60, 300),
                Obstacle::rectangle(440, 0, 450, 300),
            ])
            .build();
        default_of(&game, index);
    }
}
