//! Forms with every kind of field and every constraint, some of which no game uses today.

use tinsel_engine::present::{
    AmountSlot, AssignSlot, At, Bordered, Branch, Fields, Form, FormField, Id, Kind, PickOption, Point, Region, Rule,
    Shape, Text,
};

fn text(text: &'static str) -> Text {
    Text::new("vector", text)
}

fn option(id: &'static str) -> PickOption {
    PickOption::new(id, text("An option"))
}

fn field(id: &'static str, kind: Kind) -> FormField {
    FormField::new(id, text("A field"), kind)
}

fn number(id: &'static str, min: i64, max: i64, step: i64) -> FormField {
    field(
        id,
        Kind::Number {
            min,
            max,
            step,
            unit: "coins",
        },
    )
}

fn amounts(id: &'static str, slots: [(&'static str, i64, i64); 3], step: i64) -> FormField {
    let slot = |(id, min, max): (&'static str, i64, i64)| AmountSlot {
        id: id.into(),
        title: text("A slot"),
        component: None,
        seat: None,
        min,
        max,
    };
    field(
        id,
        Kind::Amounts {
            slots: slots.map(slot).to_vec(),
            step,
            unit: "coins",
        },
    )
}

fn assign(id: &'static str, repeats: bool) -> FormField {
    let options = vec![
        option("a"),
        option("b"),
        option("c"),
        option("d").refused(text("Not now.")),
    ];
    let slot = |id: &'static str, options: [&'static str; 3]| AssignSlot {
        id: id.into(),
        title: text("A slot"),
        component: None,
        seat: None,
        options: options.map(Id::from).to_vec(),
    };
    let slots = vec![slot("one", ["a", "b", "d"]), slot("two", ["b", "c", "d"])];
    field(
        id,
        Kind::Assign {
            slots,
            options,
            repeats,
        },
    )
}

fn place(id: &'static str) -> FormField {
    let region = Region {
        inside: vec![Bordered {
            shape: Shape::Rectangle {
                low: Point::new(10, 10),
                high: Point::new(80, 50),
                margin: 10,
            },
            edge: true,
        }],
        outside: vec![Bordered {
            shape: Shape::Circle {
                centre: Point::new(45, 30),
                radius: 10,
            },
            edge: false,
        }],
    };
    field(
        id,
        Kind::Place {
            region,
            unit: "mm",
            suggestions: vec![Point::new(20, 10), Point::new(80, 50)],
        },
    )
}

fn at(ids: &[&'static str]) -> Vec<At> {
    ids.iter().map(|id| At::field(*id)).collect()
}

pub(crate) fn forms() -> Vec<Form> {
    let form = |fields: Fields| Form::new("EVERY_KIND", text("Fill in everything."), fields);
    [kinds(), sums(), chosen(), distant()].map(form).to_vec()
}

fn kinds() -> Fields {
    Fields::from(vec![
        FormField::pick("picks", text("Options"), ["x", "y", "z"].map(option), 1, 2),
        number("number", -10, 30, 5),
        amounts("amounts", [("p", 0, 4), ("q", 2, 6), ("r", 0, 0)], 2),
        field("flag", Kind::Flag),
        assign("assign", false),
        place("place"),
        field("text", Kind::Text { max: 5 }),
        FormField::new(
            "branch",
            text("A way"),
            Kind::Branch {
                branches: vec![
                    Branch::new("empty", text("Nothing"), []),
                    Branch::new("deep", text("More"), [number("inner", 1, 3, 1), assign("again", true)]),
                ],
            },
        ),
    ])
}

fn sums() -> Fields {
    Fields::from(vec![
        amounts("amounts", [("p", 0, 4), ("q", 0, 4), ("r", 0, 4)], 1),
        number("more", 0, 4, 1),
        field("flag", Kind::Flag),
    ])
    .constrained(
        Rule::SumAtMost {
            of: at(&["amounts", "more"]),
            max: 7,
        },
        text("At most 7."),
    )
    .constrained(
        Rule::CountAtMost {
            of: at(&["amounts", "more"]),
            max: 3,
        },
        text("At most 3 of them."),
    )
    .constrained(
        Rule::ExactlyWhen {
            field: At::field("flag"),
            of: at(&["amounts"]),
            total: 2,
        },
        text("The flag exactly if the sum is 2."),
    )
}

fn chosen() -> Fields {
    Fields::from(vec![
        FormField::pick("first", text("Options"), ["x", "y", "z"].map(option), 0, 2),
        FormField::pick("second", text("Options"), ["x", "y", "z"].map(option), 0, 2),
        field("text", Kind::Text { max: 5 }),
    ])
    .constrained(
        Rule::Distinct {
            of: at(&["first", "second"]),
        },
        text("No option twice."),
    )
    .constrained(
        Rule::AtLeastOneOf {
            of: at(&["second", "text"]),
        },
        text("One of them."),
    )
}

fn distant() -> Fields {
    Fields::from(vec![place("here"), place("there")]).constrained(
        Rule::Distance {
            between: [At::field("here"), At::field("there")],
            min: 20,
            max: Some(70),
        },
        text("20 to 70 mm apart."),
    )
}
