//! Tests of forms that are asked field by field.

use tinsel_proto::v1::{
    Amount, AmountSlot, Amounts, AmountsField, Answer, AssignField, AssignSlot, AssignedOption, Assignment, Branch,
    BranchAnswer, BranchField, Choice, Constraint, ExactlyWhen, FieldAnswer, FieldPath, FieldPaths, FieldPoint,
    FlagField, Form, FormField, NumberField, PickField, PickOption, Picks, PlaceField, TextField, constraint::Rule,
    field_answer::Value, form_field::Kind,
};

use super::{super::Dialog, painter, text};

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
        (pick(0, 2), "None", picks(&[])),
        (number(), " 25 ", Value::Number(25)),
        (
            amounts(),
            "2=3 pouch=1",
            Value::Amounts(Amounts {
                amounts: vec![amount("thief", 3), amount("pouch", 1)],
            }),
        ),
        (amounts(), "none", Value::Amounts(Amounts::default())),
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
        (pick(2, 2), "1", "type 2 numbers of the list, such as 1 2"),
        (number(), "31", "type a number from 0 to 30 in steps of 5"),
        (number(), "7", "type a number from 0 to 30 in steps of 5"),
        (amounts(), "2", "type pairs such as 1=5, not \"2\""),
        (amounts(), "3=1", "type a number from 1 to 2, not \"3\""),
        (amounts(), "1=x", "\"x\" is no number"),
        (amounts(), "2=3 1=10", "type 0 to 9 after 1="),
        (pick(1, 2), "1 1", "type each number once"),
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
    assert_eq!(Dialog::new(Form::default()).explain("", &painter), "");
}

/// Even if the form lists few answers, because a list of them would give each number another one.
#[test]
fn a_number_is_typed_as_itself() {
    let answer = |number| Answer {
        decision: String::new(),
        fields: vec![FieldAnswer {
            field: "only".to_owned(),
            value: Some(Value::Number(number)),
        }],
    };
    let choice = |number| Choice {
        title: text("a number"),
        answer: Some(answer(number)),
    };
    let mut dialog = Dialog::new(Form {
        fields: vec![field("only", number())],
        choices: [0, 5, 10].map(choice).to_vec(),
        ..Form::default()
    });
    assert_eq!(dialog.enter("5"), Ok(Some(answer(5))));
}

fn path(field: &str, part: &str) -> FieldPath {
    FieldPath {
        field: field.to_owned(),
        part: part.to_owned(),
    }
}

#[test]
fn a_field_that_a_constraint_determines_is_not_asked() {
    let rule = ExactlyWhen {
        path: Some(path("name", "elf")),
        paths: vec![path("bids", "thief")],
        total: 0,
    };
    let form = Form {
        fields: vec![field("bids", amounts()), field("name", pick(1, 1))],
        constraints: vec![Constraint {
            text: text("A bid on thief needs a name."),
            rule: Some(Rule::ExactlyWhen(rule)),
        }],
        ..Form::default()
    };
    let answer = Dialog::new(form.clone()).enter("1=2").unwrap().unwrap();
    assert_eq!(answer.fields[1].value, Some(picks(&["elf"])));
    let mut dialog = Dialog::new(form);
    assert_eq!(dialog.enter("2=2"), Ok(None));
    assert!(dialog.question(&painter()).contains("  1. sock\n"));
}

#[test]
fn an_option_that_an_earlier_field_has_taken_is_not_offered_again() {
    let paths = vec![path("first", ""), path("second", "")];
    let mut dialog = Dialog::new(Form {
        fields: vec![field("first", pick(1, 1)), field("second", pick(1, 1))],
        constraints: vec![Constraint {
            text: text("Each card once."),
            rule: Some(Rule::Distinct(FieldPaths { paths })),
        }],
        ..Form::default()
    });
    assert_eq!(dialog.enter("1"), Ok(None));
    let question = dialog.question(&painter());
    assert!(
        question.contains("  -  elf: Each card once.\n  1. sock\n"),
        "{question}"
    );
    assert_eq!(
        dialog.enter("1").unwrap().unwrap().fields[1].value,
        Some(picks(&["sock"]))
    );
}
