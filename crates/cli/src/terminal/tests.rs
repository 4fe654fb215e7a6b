//! Tests of the terminal, without a server.

use std::ffi::OsStr;

use tinsel_proto::v1::{
    Amount, AmountSlot, Amounts, AmountsField, Answer, Arrangement, AssignField, AssignSlot, AssignedOption,
    Assignment, Branch, BranchAnswer, BranchField, Circle, Component, Field, FieldAnswer, FieldPoint, FlagField, Form,
    FormField, Item, Match, MatchState, Meter, NumberField, PickField, PickOption, Picks, PlaceField, Rectangle, Scene,
    Seat, Shape, Text, TextField, TextRun, Zone, field_answer::Value, form_field::Kind, shape, text_run::Subject,
};

use super::{Dialog, Painter, Style, svg};

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

fn field(id: &str, kind: Kind) -> FormField {
    FormField {
        field_id: id.to_owned(),
        title: text(id),
        help: None,
        kind: Some(kind),
    }
}

fn options(ids: &[&str]) -> Vec<PickOption> {
    let option = |id: &&str| PickOption {
        option_id: (*id).to_owned(),
        title: text(id),
        refused: id.starts_with("no").then(|| text("It is gone.")).flatten(),
        ..PickOption::default()
    };
    ids.iter().map(option).collect()
}

fn pick(min: u32, max: u32) -> Kind {
    Kind::Pick(PickField {
        options: options(&["no_elf", "elf", "sock", "bell"]),
        min,
        max,
        ordered: false,
    })
}

fn picks(ids: &[&str]) -> Value {
    let options = ids.iter().map(|id| (*id).to_owned()).collect();
    Value::Picks(Picks { options })
}

fn number() -> Kind {
    Kind::Number(NumberField {
        min: 0,
        max: 30,
        step: 5,
        unit: "chips".to_owned(),
    })
}

fn amounts() -> Kind {
    let slot = |id: &str| AmountSlot {
        slot_id: id.to_owned(),
        title: text(id),
        max: 9,
        ..AmountSlot::default()
    };
    Kind::Amounts(AmountsField {
        slots: vec![slot("pouch"), slot("thief")],
        step: 1,
        unit: "garnets".to_owned(),
    })
}

fn assign() -> Kind {
    let slot = |id: &str| AssignSlot {
        slot_id: id.to_owned(),
        title: text(id),
        ..AssignSlot::default()
    };
    Kind::Assign(AssignField {
        slots: vec![slot("first"), slot("second")],
        options: options(&["elf", "sock"]),
        repeats: false,
    })
}

fn place() -> Kind {
    Kind::Place(PlaceField {
        unit: "mm".to_owned(),
        suggestions: vec![FieldPoint { x: 10, y: 20 }],
        ..PlaceField::default()
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
    let mut painter = Painter::new(Style::PLAIN, components);
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

/// The value that one line gives to a field of this kind, or the fault.
fn typed(kind: Kind, line: &str) -> Result<Value, String> {
    let mut dialog = Dialog::new(Form {
        fields: vec![field("only", kind)],
        ..Form::default()
    });
    let answer = dialog.enter(line)?.expect("a complete answer");
    Ok(answer.fields[0].value.clone().expect("a value"))
}

#[test]
fn each_kind_of_field_is_read_from_a_line() {
    let amount = |slot: &str, number| Amount {
        slot: slot.to_owned(),
        number,
    };
    let assigned = |slot: &str, option: &str| AssignedOption {
        slot: slot.to_owned(),
        option: option.to_owned(),
    };
    let read = [
        (pick(1, 1), "1", picks(&["elf"])),
        (pick(1, 1), "SOCK", picks(&["sock"])),
        (pick(1, 2), "3, 1", picks(&["bell", "elf"])),
        (pick(0, 2), "", picks(&[])),
        (number(), " 25 ", Value::Number(25)),
        (
            amounts(),
            "2=3 pouch=1",
            Value::Amounts(Amounts {
                amounts: vec![amount("thief", 3), amount("pouch", 1)],
            }),
        ),
        (amounts(), "", Value::Amounts(Amounts::default())),
        (Kind::Flag(FlagField {}), "Yes", Value::Flag(true)),
        (Kind::Flag(FlagField {}), "n", Value::Flag(false)),
        (
            assign(),
            "2 1",
            Value::Assignment(Assignment {
                slots: vec![assigned("first", "sock"), assigned("second", "elf")],
            }),
        ),
        (place(), "-3, 40", Value::Point(FieldPoint { x: -3, y: 40 })),
        (place(), "1", Value::Point(FieldPoint { x: 10, y: 20 })),
        (
            Kind::Text(TextField { max_bytes: 9 }),
            "a b",
            Value::Text("a b".to_owned()),
        ),
    ];
    for (kind, line, value) in read {
        assert_eq!(typed(kind, line), Ok(value), "{line:?}");
    }
}

#[test]
fn a_line_that_is_no_value_gets_a_sentence_about_the_valid_ones() {
    let refused = [
        (pick(1, 1), "4", "type a number from 1 to 3, not \"4\""),
        (pick(1, 1), "no_elf", "type a number from 1 to 3, not \"no_elf\""),
        (pick(2, 2), "1", "type 2 numbers of the list, such as 1 3"),
        (number(), "31", "type a number from 0 to 30 in steps of 5"),
        (number(), "7", "type a number from 0 to 30 in steps of 5"),
        (amounts(), "2", "type pairs such as 1=5, not \"2\""),
        (amounts(), "3=1", "type a number from 1 to 2, not \"3\""),
        (amounts(), "1=x", "\"x\" is no number"),
        (Kind::Flag(FlagField {}), "maybe", "type y or n, not \"maybe\""),
        (
            assign(),
            "1",
            "type 2 numbers of the options, one for each in this order",
        ),
        (place(), "2", "type x,y or the number of a suggestion, 1 to 1"),
        (place(), "left", "type x,y in mm, such as 150,200"),
        (Kind::Text(TextField { max_bytes: 2 }), "long", "type at most 2 bytes"),
    ];
    for (kind, line, fault) in refused {
        assert_eq!(typed(kind, line), Err(fault.to_owned()), "{line:?}");
    }
}

/// A form of two fields, the second in a branch.
fn form() -> Form {
    let branch = |id: &str, fields: Vec<FormField>| Branch {
        branch_id: id.to_owned(),
        title: text(id),
        fields,
        ..Branch::default()
    };
    let branches = vec![
        Branch {
            refused: text("The line is blocked."),
            ..branch("throw", Vec::new())
        },
        branch("move", vec![field("chips", number())]),
        branch("pass", Vec::new()),
    ];
    Form {
        decision: "act".to_owned(),
        title: text("Act."),
        fields: vec![
            field("card", pick(1, 1)),
            field("use", Kind::Branch(BranchField { branches })),
        ],
        default_answer: Some(Answer {
            decision: "act".to_owned(),
            fields: Vec::new(),
        }),
        ..Form::default()
    }
}

#[test]
fn a_form_is_asked_field_by_field_and_from_its_beginning_again() {
    let painter = painter();
    let mut dialog = Dialog::new(form());
    let question = dialog.question(&painter);
    assert!(question.starts_with("Act.\n"), "{question}");
    assert!(question.contains("  -  no_elf: It is gone.\n  1. elf\n"), "{question}");
    assert!(
        question.ends_with("  Type a number of the list; Enter for the default.\n"),
        "{question}"
    );
    assert_eq!(dialog.enter("2"), Ok(None));
    let question = dialog.question(&painter);
    assert!(
        question.contains("  -  throw: The line is blocked.\n  1. move\n"),
        "{question}"
    );
    assert!(!question.contains("Enter"), "{question}");
    assert_eq!(dialog.enter("1"), Ok(None));
    assert_eq!(
        dialog.enter("3").unwrap_err(),
        "type a number from 0 to 30 in steps of 5"
    );
    let answer = dialog.enter("5").unwrap().expect("a complete answer");
    let value = |field: &str, value| FieldAnswer {
        field: field.to_owned(),
        value: Some(value),
    };
    let moved = BranchAnswer {
        branch: "move".to_owned(),
        fields: vec![value("chips", Value::Number(5))],
    };
    assert_eq!(
        answer.fields,
        [value("card", picks(&["sock"])), value("use", Value::Branch(moved))]
    );
    dialog.enter("1").unwrap();
    let mut dialog = dialog.again();
    assert_eq!(dialog.enter(""), Ok(form().default_answer));
}

#[test]
fn a_question_mark_explains_components_and_refused_options() {
    let (painter, dialog) = (painter(), Dialog::new(form()));
    assert_eq!(dialog.explain("sno", &painter), "  Snowman (S): It stands.\n");
    assert_eq!(
        dialog.explain("elf", &painter),
        "  Elf (E): It helps.\n  no_elf is not possible: It is gone.\n"
    );
    assert_eq!(dialog.explain("x", &painter), "  Nothing here is named \"x\".\n");
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
            ..Field::default()
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
        "  Hand (Ann): 2 × Elf, face down, sealed\n",
        "one column is 10 mm, one row is 20 mm",
        "    Snowman of <Bob> at 64,40 (radius 10)\n",
        "    obstacle at 320,0 to 400,60\n",
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
    let picture = svg::picture(&painter(), &scene());
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
        );
        painter.text(Some(&runs(Subject::Seat(0)))).contains('\x1b')
    };
    assert!(coloured(true, None, Some("xterm")));
    assert!(coloured(true, Some(""), None));
    assert!(!coloured(true, Some("1"), Some("xterm")));
    assert!(!coloured(true, None, Some("dumb")));
    assert!(!coloured(false, None, Some("xterm")));
}
