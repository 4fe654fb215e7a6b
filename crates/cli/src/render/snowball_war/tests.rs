//! What people see of Snowball War.

use tinsel_catalog::GameId;
use tinsel_engine::{Seed, Viewer};
use tinsel_proto::{
    games::snowball_war::v1 as wire,
    v1::{self, GameConfig, MatchEvent, MatchState, game_legal, game_view, match_event},
};
use wire::{Character, DieUse, Piece, event::Event as Kind};

use super::svg;
use crate::{
    input,
    render::{Detail, Names, Teller},
};

fn names() -> Names {
    let mut names = Names::default();
    for (seat, name) in (0..).zip(["Ada", "<Boris & \"Zoë\">"]) {
        names.note(&v1::Seat {
            seat,
            display_name: name.to_owned(),
            ..v1::Seat::default()
        });
    }
    names
}

const fn at(x: i32, y: i32) -> Option<wire::Point> {
    Some(wire::Point { x: Some(x), y: Some(y) })
}

fn character(who: Character, seat: u32, spot: Option<wire::Point>) -> wire::CharacterView {
    let condition = if spot.is_some() {
        wire::ConditionKind::InPlay
    } else {
        wire::ConditionKind::RunAway
    };
    wire::CharacterView {
        character: who.into(),
        seat: Some(seat),
        condition: condition.into(),
        at: spot,
        tokens: 1,
        dice: vec![wire::CardDie { die: 1, value: 6 }],
    }
}

/// A small field with one of everything on it.
fn scene() -> wire::View {
    let circle = wire::Circle {
        centre: at(100, 60),
        radius: Some(18),
    };
    let rectangle = wire::Rectangle {
        low: at(150, 10),
        high: at(170, 50),
    };
    let obstacle = |shape| wire::Obstacle { shape: Some(shape) };
    let snowman = |seat, spot| wire::SnowmanView {
        seat,
        at: spot,
        tokens: seat,
    };
    wire::View {
        phase: wire::Phase::Action.into(),
        turn: 2,
        turn_limit: 30,
        snowman_limit: 4,
        field: Some(wire::Field {
            field_depth: 240,
            field_breadth: 90,
            move_distance: 88,
            snowball_distance: 148,
            character_radius: 10,
            snowman_radius: 15,
            contact_gap: 1,
        }),
        obstacles: vec![
            obstacle(wire::obstacle::Shape::Circle(circle)),
            obstacle(wire::obstacle::Shape::Rectangle(rectangle)),
        ],
        characters: vec![
            character(Character::Stephen, 0, at(40, 20)),
            character(Character::Bianca, 1, at(200, 75)),
            character(Character::Emily, 1, None),
            wire::CharacterView {
                dice: Vec::new(),
                ..character(Character::Paul, 0, at(40, 75))
            },
        ],
        snowmen: vec![snowman(0, at(15, 45)), snowman(1, at(225, 45))],
        ..wire::View::default()
    }
}

#[test]
fn the_field_is_drawn_with_everything_on_it() {
    let mut names = Names::default();
    for (seat, name) in (0..).zip(["Ada", "Boris"]) {
        names.note(&v1::Seat {
            seat,
            display_name: name.to_owned(),
            ..v1::Seat::default()
        });
    }
    let drawn = super::view(&scene(), &names);
    let lines: Vec<&str> = drawn.lines().collect();
    assert_eq!(lines.first().copied(), Some(""));
    assert!(drawn.contains("Turn 2 of 30: Actions\n  ┌"), "{drawn}");
    // 15 rows of 80 letters and the frame.
    assert_eq!(lines.iter().filter(|line| line.starts_with("  │")).count(), 15);
    assert!(
        lines
            .iter()
            .filter(|line| line.starts_with("  │"))
            .all(|line| line.chars().count() == 84)
    );
    for part in ["[S]", "(B)", "[0]", "(1)", "▒▒▒▒▒▒▒", "▒0▒", "▒1▒"] {
        assert!(drawn.contains(part), "{part} is not in\n{drawn}");
    }
    assert!(
        drawn.contains("  [0] Ada: snowman 0/4 at 15,45   Stephen 1/0 ·6 at 40,20   Paul 1/0 at 40,75\n"),
        "{drawn}"
    );
    assert!(
        drawn.contains("  (1) Boris: snowman 1/4 at 225,45   Bianca 1/0 ·6 at 200,75   Emily 1/0 away\n"),
        "{drawn}"
    );
}

/// Faces, scarf and ability of every card are shown where they decide something, and nowhere else.
#[test]
fn the_cards_are_shown_in_the_draft_and_in_the_allocation() {
    let face = |action: wire::FaceAction, times, dodge| wire::Face {
        action: action.into(),
        times: Some(times),
        dodge: Some(dodge),
    };
    let (throw, step, none) = (wire::FaceAction::Throw, wire::FaceAction::Move, wire::FaceAction::None);
    let paul = wire::Sheet {
        character: Character::Paul.into(),
        scarf: Some(3),
        faces: vec![
            face(step, 1, false),
            face(none, 1, true),
            face(none, 1, false),
            face(throw, 1, true),
            face(throw, 2, false),
            face(step, 2, false),
        ],
    };
    let card =
        "    Paul, scarf 3: 1 M  2 D  3 -  4 TD  5 TT  6 MM; both his dice, each 4 or 5: two hits on one target\n";
    for (phase, is_shown) in [
        (wire::Phase::Draft, true),
        (wire::Phase::Allocate, true),
        (wire::Phase::Action, false),
    ] {
        let view = wire::View {
            phase: phase.into(),
            sheets: vec![paul.clone()],
            ..scene()
        };
        assert_eq!(super::view(&view, &names()).contains(card), is_shown, "{phase:?}");
    }
}

#[test]
fn the_picture_has_everything_to_scale_and_nothing_of_a_name_is_read_as_a_tag() {
    let picture = svg::picture(&scene(), &names()).unwrap();
    for part in [
        "viewBox=\"-24 -24 288 138\"",
        "<rect x=\"0\" y=\"0\" width=\"240\" height=\"90\"",
        "<circle cx=\"100\" cy=\"60\" r=\"18\"",
        "<rect x=\"150\" y=\"10\" width=\"20\" height=\"40\"",
        "<circle cx=\"40\" cy=\"20\" r=\"10\"",
        "<circle cx=\"225\" cy=\"45\" r=\"15\"",
        "<title>obstacle 1</title></rect>",
        "<title>Stephen, 1/0 tokens, dice 6</title>",
        "<title>Paul, 1/0 tokens, dice none</title>",
        "snowman of seat 1, 1/4 tokens",
        "&lt;Boris &amp; &quot;Zoë&quot;&gt;",
        "turn 2 of 30",
        "move: 88 mm",
        "snowball: 148 mm",
    ] {
        assert!(picture.contains(part), "{part} is not in\n{picture}");
    }
    assert!(!picture.contains("<Boris"), "{picture}");
    assert!(!picture.contains("Emily"), "{picture}");
    let open = picture.matches('<').count();
    assert_eq!(open, picture.matches('>').count(), "{picture}");
    assert_eq!(picture.matches("<text").count(), picture.matches("</text>").count());
    assert_eq!(svg::picture(&wire::View::default(), &names()), None);
}

fn told(detail: Detail, kind: Kind) -> String {
    let game = v1::game_event::Game::SnowballWar(wire::Event { event: Some(kind) });
    let event = match_event::Event::Game(v1::GameEvent { game: Some(game) });
    let state = MatchState {
        view: Some(v1::GameView {
            game: Some(game_view::Game::SnowballWar(scene())),
        }),
        ..MatchState::default()
    };
    let update = v1::Update {
        events: vec![MatchEvent { event: Some(event) }],
        state: Some(state),
        ..v1::Update::default()
    };
    Teller::new(detail).tell(&tinsel_client::Watched::Update(update))
}

#[test]
fn the_field_is_drawn_after_each_action_and_only_then() {
    let spent = Kind::DieSpent(wire::DieSpent {
        seat: 0,
        character: Character::Stephen.into(),
        die: 0,
        value: 3,
        as_value: 4,
        r#use: DieUse::Throw.into(),
    });
    let drawn = told(Detail::Story, spent);
    assert!(
        drawn.starts_with("\nseat 0 uses a 3 of Stephen as a 4.\n  ┌"),
        "{drawn}"
    );
    let committed = |seat| Kind::RerollCommitted(wire::RerollCommitted { seat });
    assert_eq!(told(Detail::Story, committed(1)), "");
    assert_eq!(
        told(Detail::All, committed(1)),
        "  seat 1 has chosen what to re-roll.\n"
    );
    let hit = Kind::TokenAdded(wire::TokenAdded {
        piece: Piece::Snowman0.into(),
        tokens: 2,
    });
    assert!(told(Detail::Story, hit).starts_with("  snowman0 is hit: 2 tokens.\n  ┌"));
}

/// Where a seat may deploy is told with an example beside its own home edge, whichever that is.
#[test]
fn a_deployment_is_asked_for_at_the_own_edge() {
    let game = GameId::SnowballWar.game();
    let options = game.configure(None, &GameConfig::default()).unwrap().options;
    let mut playing = game.start(&options, Seed::new([1; 32])).unwrap().after;
    let mut told = [false; 2];
    while told != [true; 2] {
        let seat = playing.owing().iter().next().unwrap();
        let legal = playing.legal(Viewer::Seat(seat));
        let text = Teller::new(Detail::All).legal(&legal);
        if text.starts_with("Place your snowman") {
            let (across, example) = if seat.get() == 0 {
                ("x 15 to 88", "\n  15,150 ")
            } else {
                ("x 412 to 485", "\n  485,150 ")
            };
            let range = format!("Place your snowman, {across} and y 15 to 285, and ");
            assert!(text.starts_with(&range) && text.contains(example), "{text}");
            told[usize::from(seat.get())] = true;
        }
        let action = playing.bot(seat, [7; 32]).unwrap();
        playing = playing.act(seat, &action, &playing.facts().context()).unwrap().after;
    }
}

#[test]
fn a_target_is_told_with_all_that_is_against_it() {
    let target = |in_range, obstacles: &[u32]| wire::Target {
        piece: Piece::Emily.into(),
        in_range,
        line_clear: obstacles.is_empty(),
        blocked_by_obstacles: obstacles.to_vec(),
        ..wire::Target::default()
    };
    let targets = vec![
        target(true, &[]),
        target(false, &[]),
        target(true, &[2]),
        target(false, &[0, 2]),
    ];
    let throw = wire::LegalThrow {
        character: Character::Paul.into(),
        targets,
    };
    let legal = wire::Legal {
        decision: Some(wire::legal::Decision::ThrowAgain(throw)),
    };
    let text = super::legal(&legal, &names());
    let expected = "Paul may throw again, such as: throw Emily; or: skip\n    Emily: can be hit\n    Emily: too far away\n    \
                    Emily: behind obstacle 2\n    Emily: too far away and behind obstacle 0, obstacle 2\n";
    assert_eq!(text, expected);
}

/// Whole matches are told: everything that can be done is said with a line that is read as an action, and every view is
/// drawn.
#[test]
fn what_is_told_of_what_can_be_done_can_be_typed() {
    let game = GameId::SnowballWar.game();
    let mut typed = 0;
    for seed in 1..4 {
        let options = game.configure(None, &GameConfig::default()).unwrap().options;
        let mut playing = game.start(&options, Seed::new([seed; 32])).unwrap().after;
        while let Some(seat) = playing.owing().iter().next() {
            let legal = playing.legal(Viewer::Seat(seat));
            let text = Teller::new(Detail::All).legal(&legal);
            assert!(!text.is_empty());
            if let Some(game_legal::Game::SnowballWar(wire::Legal {
                decision: Some(wire::legal::Decision::Act(_)),
            })) = &legal.game
            {
                for line in text
                    .lines()
                    .filter(|line| line.starts_with("  ") && !line.starts_with("    "))
                {
                    let line = line.split(['(', '\n']).next().unwrap_or_default();
                    let line = line.split(" or ").next().unwrap_or_default().trim();
                    if line.split(' ').count() > 3 || !line.starts_with("throw") {
                        let read = input::read(line, &legal);
                        assert!(read.is_ok(), "{line:?}: {read:?}");
                        typed += 1;
                    }
                }
            }
            let action = playing.bot(seat, [7; 32]).unwrap();
            playing = playing.act(seat, &action, &playing.facts().context()).unwrap().after;
        }
    }
    assert!(typed > 200, "{typed}");
}
