//! Tests of the terminal, without a server.

mod dialogs;

use std::ffi::OsStr;

use tinsel_proto::v1::{
    Arrangement, Circle, Component, Field, FieldPoint, Game, Item, Match, MatchState, Meter, NamedArea, Rectangle,
    Scene, Seat, Shape, Text, TextRun, Zone, shape, text_run::Subject,
};

use super::{Painter, Style, svg};

fn text(text: &str) -> Option<Text> {
    let run = TextRun {
        text: text.to_owned(),
        subject: None,
    };
    Some(Text {
        runs: vec![run],
        ..Text::default()
    })
}

fn painter() -> Painter {
    let component = |id: &str, title: &str, text: &str| Component {
        component_id: id.to_owned(),
        title: title.to_owned(),
        text: text.to_owned(),
        symbol: title.chars().take(1).collect(),
        ..Component::default()
    };
    let components = vec![
        component("card.elf", "Elf", "It helps."),
        component("piece", "Snowman", "It stands."),
    ];
    let mut painter = Painter::new(Style::PLAIN, components, Game::default());
    let seat = |seat, name: &str| Seat {
        seat,
        display_name: name.to_owned(),
        ..Seat::default()
    };
    painter.note(&MatchState {
        r#match: Some(Match {
            seats: vec![seat(0, "Ann"), seat(1, "<Bob>")],
            ..Match::default()
        }),
        ..MatchState::default()
    });
    painter
}

fn circle(x: i32, y: i32) -> Option<Shape> {
    let circle = Circle {
        centre: Some(FieldPoint { x, y }),
        radius: 10,
    };
    Some(Shape {
        shape: Some(shape::Shape::Circle(circle)),
    })
}

fn field_zone() -> Zone {
    let obstacle = Rectangle {
        low: Some(FieldPoint { x: 320, y: 0 }),
        high: Some(FieldPoint { x: 400, y: 60 }),
        margin: 0,
    };
    let obstacle = Item {
        title: text("obstacle"),
        place: Some(Shape {
            shape: Some(shape::Shape::Rectangle(obstacle)),
        }),
        ..Item::default()
    };
    let piece = Item {
        component: "piece".to_owned(),
        seat: Some(1),
        place: circle(64, 40),
        ..Item::default()
    };
    Zone {
        title: text("Field"),
        arrangement: Arrangement::Field.into(),
        items: vec![piece, obstacle],
        field: Some(Field {
            width: 640,
            height: 100,
            unit: "mm".to_owned(),
            areas: vec![NamedArea {
                title: text("home"),
                shape: circle(600, 0),
                ..NamedArea::default()
            }],
        }),
        ..Zone::default()
    }
}

fn scene() -> Scene {
    let meter = |seat, value, max| Meter {
        title: text("points"),
        seat,
        value,
        max,
        ..Meter::default()
    };
    let hand = Item {
        component: "card.elf".to_owned(),
        count: 2,
        face_down: true,
        marks: vec![text("sealed").unwrap()],
        ..Item::default()
    };
    Scene {
        title: text("Round 1"),
        status: text("Ann acts."),
        zones: vec![
            Zone {
                title: text("Hand"),
                seat: Some(0),
                items: vec![hand],
                ..Zone::default()
            },
            field_zone(),
        ],
        meters: vec![
            meter(Some(0), 7, None),
            meter(Some(1), 12, Some(20)),
            meter(None, 3, None),
        ],
    }
}

#[test]
fn a_scene_is_written_with_a_table_of_scores_and_a_field_to_scale() {
    let shown = painter().scene(&scene());
    for part in [
        "\n── Round 1 ──\n",
        "  Hand (Ann): 2 × Elf (face down, sealed)\n",
        "one column is 10 mm, one row is 20 mm",
        "    S Snowman of <Bob> at 64,40 (radius 10)\n",
        "    · home at 600,0 (radius 10)\n",
        "    ▒ obstacle at 320,0 to 400,60\n",
        "  points: 3\n",
        "         points\n  Ann         7\n  <Bob>  12 of 20\nAnn acts.\n",
    ] {
        assert!(shown.contains(part), "{part:?} is missing: {shown}");
    }
    // The piece at 64,40 is in the column of 60 and in the row of 40.
    let row = shown
        .lines()
        .find(|line| line.contains('S') && line.contains('│'))
        .unwrap();
    assert_eq!(row.split_once('│').unwrap().1.find('S'), Some(6), "{shown}");
}

#[test]
fn a_picture_escapes_names() {
    let picture = svg::picture(&painter(), &Match::default(), &scene());
    assert!(
        picture.contains("&lt;Bob&gt;") && !picture.contains("<Bob>"),
        "{picture}"
    );
    assert!(picture.contains("<title>obstacle</title>"), "{picture}");
}

#[test]
fn colours_need_a_terminal_that_supports_them_and_no_objection() {
    let runs = |subject| Text {
        runs: vec![TextRun {
            text: "Ann".to_owned(),
            subject: Some(subject),
        }],
        ..Text::default()
    };
    let coloured = |terminal, no_color: Option<&str>, term: Option<&str>| {
        let painter = Painter::new(
            Style::of(terminal, no_color.map(OsStr::new), term.map(OsStr::new)),
            Vec::new(),
            Game::default(),
        );
        painter.text(Some(&runs(Subject::Seat(0)))).contains('\x1b')
    };
    assert!(coloured(true, None, Some("xterm")));
    assert!(coloured(true, Some(""), None));
    assert!(!coloured(true, Some("1"), Some("xterm")));
    assert!(!coloured(true, None, Some("dumb")));
    assert!(!coloured(false, None, Some("xterm")));
}

#[test]
fn a_text_of_the_server_cannot_control_the_terminal() {
    let evil = text("It\u{1b}[2J\u{7} stands\u{9b}.\nIt falls.");
    assert_eq!(painter().text(evil.as_ref()), "It[2J stands.\nIt falls.");
}

#[test]
fn a_name_from_right_to_left_is_isolated_in_a_sentence() {
    let sentence = Text {
        runs: vec![
            TextRun {
                text: "שלום".to_owned(),
                subject: Some(Subject::Seat(0)),
            },
            TextRun {
                text: " bids 3.".to_owned(),
                subject: None,
            },
        ],
        ..Text::default()
    };
    assert_eq!(painter().text(Some(&sentence)), "\u{2068}שלום\u{2069} bids 3.");
}
