//! Presentations as plain text, for a person who compares them with the rulebook.

use std::fmt::Write;

use tinsel_engine::{
    SeatIndex,
    present::{
        Arrangement, Branch, Component, Fields, Form, FormField, Item, Kind, Meter, PickOption, Reader, Scene, Shape,
        Text, Value, Zone,
    },
};

/// The names of the players, by seat.
const NAMES: [&str; 20] = [
    "Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Jo", "Kim", "Leo", "Mia", "Ned", "Oda", "Pia",
    "Quin", "Rob", "Sue", "Tom",
];

/// The name of a seat.
pub(super) fn name(seat: SeatIndex) -> String {
    NAMES
        .get(usize::from(seat.get()))
        .map_or_else(|| seat.to_string(), |name| (*name).to_owned())
}

/// A text in plain English.
pub(super) fn plain(text: &Text) -> String {
    text.to_plain(&name)
}

/// Prints scenes and forms of a game with these components.
pub(super) struct Printer {
    pub(super) components: Vec<Component>,
}

impl Printer {
    /// A scene, zone by zone.
    pub(super) fn scene(&self, scene: &Scene) -> String {
        let mut text = format!("== {} ==\n{}\n", plain(&scene.title), plain(&scene.status));
        for zone in &scene.zones {
            self.zone(zone, &mut text);
        }
        for Meter {
            title,
            seat,
            value,
            max,
            unit,
            ..
        } in &scene.meters
        {
            let of = seat.map_or_else(String::new, |seat| format!("{}: ", name(seat)));
            let max = max.map_or_else(String::new, |max| format!(" of {max}"));
            put(&mut text, 1, &format!("{of}{} {value}{max} {unit}", plain(title)));
        }
        text
    }

    fn zone(&self, zone: &Zone, text: &mut String) {
        let owner = zone.owner.map_or_else(String::new, |seat| format!(" ({})", name(seat)));
        let items: Vec<String> = zone.items.iter().map(|item| self.item(item)).collect();
        let heading = format!("[{}]{owner}", plain(&zone.title));
        match &zone.arrangement {
            Arrangement::List | Arrangement::Field(_) => {
                put(text, 1, &heading);
                items.iter().for_each(|item| put(text, 2, item));
            }
            Arrangement::Row | Arrangement::Stack | Arrangement::Grid => {
                put(text, 1, &format!("{heading} {}", items.join(", ")));
            }
        }
    }

    fn item(&self, item: &Item) -> String {
        let component = item
            .component
            .as_ref()
            .and_then(|id| self.components.iter().find(|known| known.id == *id));
        let title = match (&item.title, component) {
            (Some(title), _) => plain(title),
            (None, Some(component)) => component.title.to_string(),
            (None, None) => "?".to_owned(),
        };
        let count = if item.count > 1 {
            format!("{} × ", item.count)
        } else {
            String::new()
        };
        let back = if item.face_down { ", face down" } else { "" };
        let marks: Vec<String> = item.marks.iter().map(plain).collect();
        let marks = if marks.is_empty() {
            String::new()
        } else {
            format!(" ({})", marks.join(", "))
        };
        let seat = item.seat.map_or_else(String::new, |seat| format!(" ({})", name(seat)));
        let place = item
            .place
            .map_or_else(String::new, |place| format!(" at {}", at(place)));
        format!("{count}{title}{back}{seat}{place}{marks}")
    }

    /// A form with all its fields.
    pub(super) fn form(form: &Form) -> String {
        let mut text = format!("? {}\n", plain(&form.title));
        fields(&form.fields, 1, &mut text);
        text
    }
}

fn at(place: Shape) -> String {
    match place {
        Shape::Circle { centre, radius: 0 } => format!("({}, {})", centre.x, centre.y),
        Shape::Circle { centre, radius } => format!("({}, {}) radius {radius}", centre.x, centre.y),
        Shape::Rectangle { low, high, .. } => format!("({}, {}) to ({}, {})", low.x, low.y, high.x, high.y),
    }
}

fn fields(fields: &Fields, depth: usize, text: &mut String) {
    for field in &fields.fields {
        put(text, depth, &format!("{}: {}", plain(&field.title), bounds(field)));
        field
            .help
            .iter()
            .for_each(|help| put(text, depth, &format!("  ({})", plain(help))));
        match &field.kind {
            Kind::Pick { options, .. } => self::options(options, depth, text),
            Kind::Assign { slots, options, .. } => {
                slots.iter().for_each(|slot| {
                    put(
                        text,
                        depth + 1,
                        &format!("{}: {}", plain(&slot.title), slot.options.join(" ")),
                    )
                });
                self::options(options, depth, text);
            }
            Kind::Amounts { slots, .. } => {
                let slots = slots
                    .iter()
                    .map(|slot| format!("{}: {} to {}", plain(&slot.title), slot.min, slot.max));
                slots.for_each(|slot| put(text, depth + 1, &slot));
            }
            Kind::Branch { branches } => branches.iter().for_each(|branch| self::branch(branch, depth + 1, text)),
            Kind::Number { .. } | Kind::Flag | Kind::Place { .. } | Kind::Text { .. } | Kind::Typed => {}
        }
    }
    for constraint in &fields.constraints {
        put(text, depth, &format!("! {}", plain(&constraint.text)));
    }
}

fn branch(branch: &Branch, depth: usize, text: &mut String) {
    let refused = branch
        .refused
        .as_ref()
        .map_or_else(String::new, |reason| format!(" — no: {}", plain(reason)));
    put(text, depth, &format!("- {}{refused}", plain(&branch.title)));
    branch
        .help
        .iter()
        .for_each(|help| put(text, depth, &format!("  ({})", plain(help))));
    fields(&branch.fields, depth + 1, text);
}

fn options(options: &[PickOption], depth: usize, text: &mut String) {
    for option in options {
        let refused = option
            .refused
            .as_ref()
            .map_or_else(String::new, |reason| format!(" — no: {}", plain(reason)));
        put(
            text,
            depth + 1,
            &format!("{} = {}{refused}", option.id, plain(&option.title)),
        );
    }
}

fn bounds(field: &FormField) -> String {
    match &field.kind {
        Kind::Pick { min, max, .. } if min == max => format!("pick {min}"),
        Kind::Pick { min, max, .. } => format!("pick {min} to {max}"),
        Kind::Number { min, max, unit, .. } => format!("{min} to {max} {unit}"),
        Kind::Amounts { unit, .. } => format!("{unit} for each"),
        Kind::Flag => "yes or no".to_owned(),
        Kind::Assign { .. } => "one for each".to_owned(),
        Kind::Place { unit, region, .. } => {
            let (low, high) = region.bounds();
            format!(
                "a point between ({}, {}) and ({}, {}) {unit}",
                low.x, low.y, high.x, high.y
            )
        }
        Kind::Text { max } => format!("at most {max} bytes"),
        Kind::Branch { .. } => "one of".to_owned(),
        Kind::Typed => "only as a message".to_owned(),
    }
}

/// The values of an answer, by ID.
pub(super) fn values(fields: Reader<'_>) -> String {
    let one = |field: &str, value: &Value| {
        let value = match value {
            Value::Picks(picks) => picks.join(" "),
            Value::Number(number) => number.to_string(),
            Value::Amounts(amounts) => {
                let filled = amounts.iter().filter(|(_, amount)| *amount != 0);
                filled
                    .map(|(slot, amount)| format!("{slot} {amount}"))
                    .collect::<Vec<_>>()
                    .join(", ")
            }
            Value::Assignment(slots) => slots
                .iter()
                .map(|(slot, option)| format!("{slot} {option}"))
                .collect::<Vec<_>>()
                .join(", "),
            Value::Flag(flag) => flag.to_string(),
            Value::Point(point) => format!("({}, {})", point.x, point.y),
            Value::Text(text) => text.clone(),
            Value::Branch { id, fields } => format!("{id} [{}]", values(Reader::new(fields))),
        };
        format!("{field}: {value}")
    };
    let all: Vec<String> = fields.iter().map(|answer| one(&answer.field, &answer.value)).collect();
    all.join("; ")
}

fn put(text: &mut String, depth: usize, line: &str) {
    // Writing to a string does not fail.
    let _ = writeln!(text, "{:indent$}{}", "", line.trim_end(), indent = depth * 2);
}
