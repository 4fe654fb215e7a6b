//! Snowball War on the wire.

use tinsel_engine::{GameEngine, SeatIndex, SeatSet};
use tinsel_proto::games::snowball_war::v1 as wire;
use tinsel_snowball_war::{Character, Config, Draft, Event, Piece, SEAT_COUNT, SnowballWar, View};
use tinsel_wire::{Origin, Wire};

use crate::wire::tests::ids_are_those_of_the_proto;

#[test]
fn characters_have_the_names_and_numbers_of_the_proto() {
    let ids = Character::ALL.into_iter().map(|character| (character, character.id()));
    ids_are_those_of_the_proto("tinsel.games.snowball_war.v1.Character", ids);
}

#[test]
fn an_incomplete_obstacle_is_kept_for_the_game_to_refuse() {
    let circle = wire::Circle {
        centre: Some(wire::Point { x: None, y: Some(2) }),
        radius: Some(5),
    };
    let shape = wire::obstacle::Shape::Circle(circle);
    let config = wire::Config {
        obstacles: Some(wire::Obstacles {
            obstacles: vec![wire::Obstacle { shape: Some(shape) }, wire::Obstacle { shape: None }],
        }),
        ..wire::Config::default()
    };
    let read = Draft::read(&config, Origin::Client).unwrap();
    assert_eq!(read.obstacles, Some(vec![None, None]));
}

#[test]
fn pieces_have_the_numbers_of_the_proto() {
    for (number, piece) in (1..).zip(Piece::ALL) {
        assert_eq!(piece.write(), number);
        assert_eq!(Piece::read(&number, Origin::Client), Some(piece));
    }
    for number in [i32::MIN, -1, 0, 9, i32::MAX] {
        assert_eq!(Piece::read(&number, Origin::Client), None);
    }
    assert_eq!(Piece::Snowman(SeatIndex::new(2)).write(), 0);
}

#[test]
fn a_private_event_contains_the_choice() {
    let event = Event::RerollChoice {
        seat: SeatIndex::new(1),
        dice: [0, 3, 5].into_iter().collect(),
    };
    let event: wire::Event = event.write();
    let Some(wire::event::Event::RerollChoice(event)) = event.event else {
        panic!("another event");
    };
    assert_eq!((event.seat, event.dice), (1, vec![0, 3, 5]));
}

#[test]
fn a_view_that_lacks_something_is_not_read() {
    let (game, _) = SnowballWar::start(&Config::default(), &mut chance());
    let server = Origin::Server(SEAT_COUNT);
    let whole: wire::View = game.view(tinsel_engine::Viewer::Spectator, SeatSet::EMPTY).write();
    assert!(View::read(&whole, server).is_some());
    let without: [fn(&mut wire::View); 6] = [
        |view| view.characters.truncate(5),
        |view| view.sheets.truncate(5),
        |view| view.snowmen.truncate(1),
        |view| view.field = None,
        |view| view.phase = 0,
        |view| view.first_picker = 2,
    ];
    for change in without {
        let mut lacking = whole.clone();
        change(&mut lacking);
        assert_eq!(View::read(&lacking, server), None);
    }
}

fn chance() -> tinsel_engine::MatchRng {
    tinsel_engine::MatchRng::new(tinsel_engine::Seed::new([1; 32]))
}
