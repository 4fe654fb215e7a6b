//! Snowball War on the wire.

use tinsel_engine::{GameEngine, SeatIndex, SeatSet};
use tinsel_proto::games::snowball_war::v1 as wire;
use tinsel_snowball_war::{
    Character, Config, Draft, Event, FirstPicker, Obstacle, ObstacleDraft, Piece, SEAT_COUNT, SnowballWar, View,
};
use tinsel_wire::{Origin, Wire};

use crate::{
    GameId,
    wire::{
        WireGame,
        tests::{a_bot_finishes_a_saved_match, ids_are_those_of_the_proto, nothing_is_lost},
    },
};

fn configs() -> Vec<Config> {
    let close = Config {
        obstacles: Some(vec![
            Obstacle::circle(250, 150, 20),
            Obstacle::rectangle(100, 10, 130, 60),
        ]),
        first_picker: FirstPicker::Seat1,
        snowmen_block_sight: false,
        turn_limit: 6,
        ..Config::default()
    };
    let short = Config {
        turn_limit: 3,
        ..Config::default()
    };
    [Config::default(), close, short].into_iter().cycle().take(9).collect()
}

#[test]
fn characters_have_the_names_and_numbers_of_the_proto() {
    let ids = Character::ALL.into_iter().map(|character| (character, character.id()));
    ids_are_those_of_the_proto("tinsel.games.snowball_war.v1.Character", ids);
}

#[test]
fn whole_matches_of_every_option_read_back_as_they_were_written() {
    nothing_is_lost::<SnowballWar>(configs());
}

#[test]
fn a_bot_on_the_other_side_of_the_wire_plays_as_one_on_this_side() {
    assert!(a_bot_finishes_a_saved_match(GameId::SnowballWar, [7; 32]) > 20);
}

/// The shown options equal the options of the match, so that a client can replay a match from its public form.
#[test]
fn options_that_are_shown_decide_the_same_match() {
    for config in configs() {
        let shown = super::config::write(&config);
        let again = SnowballWar::configure(None, super::config::read_draft(&shown)).unwrap();
        assert_eq!(again, config);
    }
}

#[test]
fn obstacles_that_are_absent_are_not_an_empty_list() {
    let absent = wire::Config::default();
    assert_eq!(super::config::read_draft(&absent), Draft::default());
    let open = wire::Config {
        obstacles: Some(wire::Obstacles::default()),
        ..wire::Config::default()
    };
    assert_eq!(super::config::read_draft(&open).obstacles, Some(Vec::new()));
    let open = SnowballWar::configure(None, super::config::read_draft(&open)).unwrap();
    assert_eq!(super::config::write(&open).obstacles, Some(wire::Obstacles::default()));
    assert_eq!(super::config::write(&Config::default()).obstacles, None);
}

#[test]
fn nonsense_in_options_is_kept_for_the_game_to_judge() {
    let point = |x| wire::Point { x, y: Some(2) };
    let circle = wire::Circle {
        centre: Some(point(None)),
        radius: None,
    };
    let shape = wire::obstacle::Shape::Circle(circle);
    let config = wire::Config {
        obstacles: Some(wire::Obstacles {
            obstacles: vec![wire::Obstacle { shape: Some(shape) }, wire::Obstacle { shape: None }],
        }),
        ..wire::Config::default()
    };
    let read = super::config::read_draft(&config).obstacles.unwrap();
    let half = ObstacleDraft::Circle {
        x: None,
        y: Some(2),
        radius: None,
    };
    assert_eq!(read, [half, ObstacleDraft::Shapeless]);
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
    let told: wire::Event = event.write();
    let Some(wire::event::Event::RerollChoice(told)) = told.event else {
        panic!("another event");
    };
    assert_eq!((told.seat, told.dice), (1, vec![0, 3, 5]));
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
    assert!(SnowballWar::write_config(&Config::default()).game.is_some());
}

fn chance() -> tinsel_engine::MatchRng {
    tinsel_engine::MatchRng::new(tinsel_engine::Seed::new([1; 32]))
}
