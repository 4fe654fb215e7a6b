//! The draws and their order (2.2).

use tinsel_engine::{GameEngine, SeatSet, Viewer, present::Present};
use tinsel_engine_testkit::{Draws, Recording, written};
use tinsel_snowball_war::{
    Action, Asked, Condition, Draft, FirstPicker, SnowballWar, draws,
    testkit::{Position, draws as script},
};

use crate::support::*;

/// A draw happens even if a bound leaves one value only.
// SW-14
#[test]
fn a_draw_is_made_also_where_only_one_value_is_left() {
    // Z = 70, so that a rectangle of 60 has one place along the depth.
    let narrow = config(Draft {
        field_depth: Some(200),
        move_distance: Some(40),
        snowman_radius: Some(25),
        obstacle_count: Some(2),
        first_picker: Asked::Given(FirstPicker::Seat1),
        ..Draft::default()
    });
    let drawn = [
        script(draws::KIND, (0, 1), &[1]),
        script(draws::RECTANGLE, (20, 60), &[60, 20]),
        script(draws::RECTANGLE, (70, 70), &[70]),
        script(draws::RECTANGLE, (0, 280), &[0]),
    ];
    let mut chance = Draws::new(drawn.into_iter().flatten());
    let (_, events) = SnowballWar::start(&narrow, &mut chance);
    chance.assert_all_used();
    assert_eq!(lines(&events), ["created 1: (70,0,130,20) (70,280,130,300)"]);
}

/// Both ends of a range can be drawn.
// SW-14
#[test]
fn both_ends_of_a_draw_are_included() {
    let start = |drawn: Vec<Vec<Scripted>>| {
        let options = config(Draft {
            obstacle_count: Some(3),
            first_picker: Asked::Given(FirstPicker::Seat0),
            ..Draft::default()
        });
        let mut chance = Draws::new(drawn.into_iter().flatten());
        let (_, events) = SnowballWar::start(&options, &mut chance);
        chance.assert_all_used();
        lines(&events).remove(0)
    };
    let least = start(vec![
        script(draws::MIDDLE, (10, 25), &[10, 10]),
        script(draws::KIND, (0, 1), &[0]),
        script(draws::CIRCLE, (10, 25), &[10]),
        script(draws::CIRCLE, (60, 440), &[60]),
        script(draws::CIRCLE, (10, 290), &[10]),
    ]);
    assert_eq!(least, "created 0: (240,140,260,160) (60,10,10) (440,290,10)");
    let most = start(vec![
        script(draws::MIDDLE, (10, 25), &[25, 25]),
        script(draws::KIND, (0, 1), &[1]),
        script(draws::RECTANGLE, (20, 60), &[60, 60]),
        script(draws::RECTANGLE, (50, 390), &[390]),
        script(draws::RECTANGLE, (0, 240), &[240]),
    ]);
    assert_eq!(most, "created 0: (225,125,275,175) (390,240,450,300) (50,0,110,60)");
    // All values of dice occur.
    let mut chance = rng(9);
    let mut seen = [0; 7];
    let mut game = Position::deployment(0).build();
    away(&mut game, 0, []);
    for _ in 0..40 {
        let mut again = game.clone();
        let made = again.absent(seat(1)).unwrap();
        again.commit(made, SeatSet::EMPTY, &mut chance);
        for value in pool(&again, 0).into_iter().chain(pool(&again, 1)) {
            seen[usize::from(value)] += 1;
        }
    }
    assert!(seen[1..].iter().all(|count| *count > 40), "{seen:?}");
}

/// Number of characters of both seats in play.
fn in_play(game: &SnowballWar) -> usize {
    let view = public(game);
    let conditions = view.characters.iter().map(|(_, shown)| shown.condition);
    conditions
        .filter(|condition| matches!(condition, Some(Condition::InPlay(_))))
        .count()
}

/// The draws of an action itself, with their number.
fn draws_are_of(action: &Action, is_first_of_two: bool, names: &[&'static str], counts: &mut [usize; 3]) {
    match action {
        Action::ForceReroll { .. } => {
            assert!((1..=2).contains(&names.len()), "{names:?}");
            assert!(names.iter().all(|name| *name == draws::FORCED));
            counts[0] += 1;
        }
        Action::Reroll { .. } if is_first_of_two => {
            assert!(names.is_empty(), "nothing is drawn before both have chosen");
        }
        Action::Reroll { dice } => {
            assert!(names.iter().all(|name| *name == draws::REROLL));
            assert!(names.len() >= dice.len());
            counts[1] += 1;
        }
        _ => assert!(names.is_empty(), "{}: {names:?}", written(action)),
    }
}

/// The order of draws within one decision: those of a forced re-roll, then those of a next turn.
// SW-14, SW-15
#[test]
fn nothing_else_draws_and_everything_in_its_order() {
    let options = Draft {
        field_depth: Some(260),
        field_breadth: Some(264),
        snowball_distance: Some(400),
        turn_limit: Some(9),
        ..Draft::default()
    };
    let mut counts = [0; 3];
    for number in 0..12 {
        let (mut dice, mut chance) = (rng(number + 60), Recording::new(rng(number)));
        let (mut game, _) = SnowballWar::start(&config(options.clone()), &mut chance);
        let at_start: Vec<_> = chance.draws.iter().map(|draw| draw.name).collect();
        assert_eq!(at_start[..2], [draws::FIRST_PICKER, draws::OBSTACLES]);
        assert!(!at_start.contains(&draws::ROLL));
        while let Some(owing) = game.owing().iter().next() {
            let before = chance.draws.len();
            let (was, owed) = (public(&game), game.owing().len());
            let action = game.any_action(Viewer::Seat(owing), &mut dice).unwrap();
            done(&mut game, owing.get(), &action, &mut chance);
            let names: Vec<_> = chance.draws[before..].iter().map(|draw| draw.name).collect();
            let is_new_turn = public(&game).turn > was.turn && now(&game) != "FINISHED";
            let rolls = if is_new_turn { 2 * in_play(&game) } else { 0 };
            let (first, rest) = names.split_at(names.len() - rolls);
            assert!(
                rest.iter().all(|name| *name == draws::ROLL),
                "{}: {names:?}",
                written(&action)
            );
            draws_are_of(&action, owed == 2, first, &mut counts);
            counts[2] += usize::from(is_new_turn);
        }
    }
    assert!(counts.iter().all(|count| *count > 10), "{counts:?}");
}
