//! Presentations as plain text, for a person who compares them with the rulebook.

use std::fmt::Write;

use tinsel_engine::{
    SeatIndex,
    present::{
        Arrangement, Branch, Component, Fields, Form, FormField, Id, Item, Kind, Meter, PickOption, Present, Reader,
        Scene, Shape, Text, Value, Zone,
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
    components: Vec<Component>,
    /// Whether it prints everything, also IDs and exact bounds, not only what a person reads.
    complete: bool,
}

impl Printer {
    pub(super) fn of<G: Present>(complete: bool) -> Self {
        Self {
            components: G::components(),
            complete,
        }
    }

    /// A scene.
    pub(super) fn scene(&self, scene: &Scene) -> String {
        self.parts(scene).into_iter().map(|(_, text)| text).collect()
    }

    /// The heading, zones and meters of a scene, each with its ID.
    pub(super) fn parts<'a>(&self, scene: &'a Scene) -> Vec<(&'a str, String)> {
        let heading = format!("== {} ==\n{}\n", plain(&scene.title), plain(&scene.status));
        let zones = scene.zones.iter().map(|zone| (&*zone.id, self.zone(zone)));
        let meters = scene.meters.iter().map(|meter| (&*meter.id, self.meter(meter)));
        [("", heading)].into_iter().chain(zones).chain(meters).collect()
    }

    fn meter(&self, meter: &Meter) -> String {
        let of = meter.seat.map_or_else(String::new, |seat| format!("{}: ", name(seat)));
        let max = meter.max.map_or_else(String::new, |max| format!(" of {max}"));
        let (title, id) = (plain(&meter.title), self.id(&meter.id));
        let mut text = String::new();
        put(
            &mut text,
            1,
            &format!("{of}{title} {}{max} {}{id}", meter.value, meter.unit),
        );
        text
    }

    fn zone(&self, zone: &Zone) -> String {
        let owner = zone.owner.map_or_else(String::new, |seat| format!(" ({})", name(seat)));
        let items: Vec<String> = zone.items.iter().map(|item| self.item(item)).collect();
        let kind = self.more(|| format!(" {:?}", zone.arrangement));
        let heading = format!("[{}]{owner}{}{kind}", plain(&zone.title), self.id(&zone.id));
        let mut text = String::new();
        match &zone.arrangement {
            Arrangement::List | Arrangement::Field(_) => {
                put(&mut text, 1, &heading);
                items.iter().for_each(|item| put(&mut text, 2, item));
            }
            Arrangement::Row | Arrangement::Stack | Arrangement::Grid => {
                put(&mut text, 1, &format!("{heading} {}", items.join(", ")));
            }
        }
        text
    }

    /// The text of a complete print.
    fn more(&self, text: impl FnOnce() -> String) -> String {
        if self.complete { text() } else { String::new() }
    }

    fn id(&self, id: &str) -> String {
        self.more(|| format!(" #{id}"))
    }

    /// The component of a thing.
    fn component(&self, component: Option<&Id>) -> String {
        component.map_or_else(String::new, |id| self.more(|| format!(" is {id}")))
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
        let seat = item.seat.filter(|seat| self.complete || name(*seat) != title);
        let seat = seat.map_or_else(String::new, |seat| format!(" ({})", name(seat)));
        let place = item
            .place
            .map_or_else(String::new, |place| format!(" at {}", at(place)));
        let (id, of) = (self.id(&item.id), self.component(item.component.as_ref()));
        format!("{count}{title}{back}{seat}{place}{marks}{id}{of}")
    }

    /// A form with all its fields.
    pub(super) fn form(&self, form: &Form) -> String {
        let mut text = format!("? {}{}\n", plain(&form.title), self.id(form.decision));
        self.fields(&form.fields, 1, &mut text);
        text
    }

    fn fields(&self, fields: &Fields, depth: usize, text: &mut String) {
        for field in &fields.fields {
            let id = self.id(&field.id);
            let exact = self.more(|| exact(&field.kind));
            put(
                text,
                depth,
                &format!("{}: {}{id}{exact}", plain(&field.title), bounds(field)),
            );
            help(field.help.as_ref(), depth, text);
            match &field.kind {
                Kind::Pick { options, .. } => self.options(options, depth + 1, text),
                Kind::Assign { slots, options, .. } => {
                    for slot in slots {
                        let line = format!("{}: {}", plain(&slot.title), slot.options.join(" "));
                        put(text, depth + 1, &format!("{line}{}", self.id(&slot.id)));
                    }
                    self.options(options, depth + 1, text);
                }
                Kind::Amounts { slots, .. } => {
                    for slot in slots {
                        let line = format!("{}: {} to {}", plain(&slot.title), slot.min, slot.max);
                        put(text, depth + 1, &format!("{line}{}", self.id(&slot.id)));
                    }
                }
                Kind::Branch { branches } => branches.iter().for_each(|branch| self.branch(branch, depth + 1, text)),
                Kind::Number { .. } | Kind::Flag | Kind::Place { .. } | Kind::Text { .. } | Kind::Typed => {}
            }
        }
        for constraint in &fields.constraints {
            let rule = self.more(|| format!(" {:?}", constraint.rule));
            put(text, depth, &format!("! {}{rule}", plain(&constraint.text)));
        }
    }

    fn branch(&self, branch: &Branch, depth: usize, text: &mut String) {
        let (id, of) = (self.id(&branch.id), self.component(branch.component.as_ref()));
        let refused = refused(branch.refused.as_ref());
        put(text, depth, &format!("- {}{id}{of}{refused}", plain(&branch.title)));
        help(branch.help.as_ref(), depth, text);
        self.fields(&branch.fields, depth + 1, text);
    }

    fn options(&self, options: &[PickOption], depth: usize, text: &mut String) {
        for option in options {
            let (of, refused) = (
                self.component(option.component.as_ref()),
                refused(option.refused.as_ref()),
            );
            put(
                text,
                depth,
                &format!("{} = {}{of}{refused}", option.id, plain(&option.title)),
            );
        }
    }
}

fn at(place: Shape) -> String {
    match place {
        Shape::Circle { centre, radius: 0 } => format!("({}, {})", centre.x, centre.y),
        Shape::Circle { centre, radius } => format!("({}, {}) radius {radius}", centre.x, centre.y),
        Shape::Rectangle { low, high, .. } => format!("({}, {}) to ({}, {})", low.x, low.y, high.x, high.y),
    }
}

fn help(help: Option<&Text>, depth: usize, text: &mut String) {
    if let Some(help) = help {
        put(text, depth, &format!("  ({})", plain(help)));
    }
}

fn refused(reason: Option<&Text>) -> String {
    reason.map_or_else(String::new, |reason| format!(" — no: {}", plain(reason)))
}

/// The bounds that people do not read.
fn exact(kind: &Kind) -> String {
    match kind {
        Kind::Pick { ordered, .. } => format!(" ordered {ordered}"),
        Kind::Number { step, .. } | Kind::Amounts { step, .. } => format!(" step {step}"),
        Kind::Assign { repeats, .. } => format!(" repeats {repeats}"),
        Kind::Place {
            region, suggestions, ..
        } => format!(" {region:?} {suggestions:?}"),
        Kind::Flag | Kind::Text { .. } | Kind::Branch { .. } | Kind::Typed => String::new(),
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
