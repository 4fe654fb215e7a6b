//! A scene as an SVG: cards as cards, a field as a field.

use tinsel_proto::v1::{Arrangement, Circle, Field, Item, Match, Meter, Rectangle, Scene, Shape, Zone, shape};

use super::Painter;

const WIDTH: usize = 900;
const MARGIN: usize = 16;
const LINE: usize = 18;
/// The width and the least height of a card.
const CARD: (usize, usize) = (136, 84);
const GAP: usize = 8;
/// The characters in a line of a card, and in a line of the picture, in the widest fonts.
const LETTERS: (usize, usize) = (14, 124);

/// The colours of seats.
const SEATS: [&str; 6] = ["#2e7d32", "#b26a00", "#1565c0", "#ad1457", "#00838f", "#c62828"];

/// Draws a scene of a match, with the ranking if it is over.
pub(crate) fn picture(painter: &Painter, of: &Match, scene: &Scene) -> String {
    let mut canvas = Canvas {
        body: String::new(),
        y: MARGIN,
    };
    canvas.text(&painter.text(scene.title.as_ref()), "title");
    canvas.text(&painter.text(scene.status.as_ref()), "status");
    for zone in &scene.zones {
        canvas.zone(painter, zone);
    }
    canvas.text("Numbers", "heading");
    for meter in &scene.meters {
        canvas.text(&number(painter, meter), "line");
    }
    if of.outcome.is_some() {
        canvas.text(&painter.ranking(of), "line");
    }
    canvas.text("Players", "heading");
    for seat in &of.seats {
        canvas.coloured(&painter.name(seat.seat), "line", colour(seat.seat));
    }
    let height = canvas.y + MARGIN;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fafafa\"/>\n{}</svg>\n",
        canvas.body
    )
}

fn number(painter: &Painter, meter: &Meter) -> String {
    let of = meter
        .seat
        .map_or_else(String::new, |seat| format!("{}: ", painter.name(seat)));
    let max = meter.max.map_or_else(String::new, |max| format!(" of {max}"));
    let text = format!(
        "{of}{} {}{max} {}",
        painter.text(meter.title.as_ref()),
        meter.value,
        meter.unit
    );
    text.trim_end().to_owned()
}

struct Canvas {
    body: String,
    /// Where the next thing is drawn.
    y: usize,
}

impl Canvas {
    fn text(&mut self, text: &str, class: &str) {
        self.coloured(text, class, "#000000");
    }

    fn coloured(&mut self, text: &str, class: &str, fill: &str) {
        let (size, weight) = match class {
            "title" => (20, "bold"),
            "heading" => (13, "bold"),
            _ => (12, "normal"),
        };
        for line in textwrap::wrap(text, LETTERS.1 * 12 / size) {
            self.y += size + 4;
            let (x, y, text) = (MARGIN, self.y, escaped(&line));
            self.body.push_str(&format!(
                "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" font-weight=\"{weight}\" fill=\"{fill}\">{text}</text>\n"
            ));
        }
    }

    fn zone(&mut self, painter: &Painter, zone: &Zone) {
        self.y += GAP;
        let owner = zone
            .seat
            .map_or_else(String::new, |seat| format!(" ({})", painter.name(seat)));
        self.text(&format!("{}{owner}", painter.text(zone.title.as_ref())), "heading");
        match (zone.arrangement(), &zone.field) {
            (Arrangement::Field, Some(field)) => self.field(painter, field, &zone.items),
            _ if zone.items.is_empty() => self.text("none", "line"),
            (Arrangement::List, _) => zone
                .items
                .iter()
                .for_each(|item| self.text(&painter.item(item), "line")),
            _ => self.cards(painter, &zone.items),
        }
    }

    fn cards(&mut self, painter: &Painter, items: &[Item]) {
        self.y += GAP;
        for row in items.chunks((WIDTH - 2 * MARGIN) / (CARD.0 + GAP)) {
            let lines: Vec<_> = row.iter().map(|item| card_lines(painter, item)).collect();
            let most = lines.iter().map(Vec::len).max().unwrap_or_default();
            let height = CARD.1.max((most + 1) * LINE);
            for ((item, lines), column) in row.iter().zip(&lines).zip(0..) {
                self.card(item, lines, (MARGIN + column * (CARD.0 + GAP), self.y), height);
            }
            self.y += height + GAP;
        }
    }

    fn card(&mut self, item: &Item, lines: &[String], (x, y): (usize, usize), height: usize) {
        let (fill, edge) = (
            if item.face_down { "#cfd8dc" } else { "#ffffff" },
            item.seat.map_or("#607d8b", colour),
        );
        let width = CARD.0;
        self.body.push_str(&format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"2\"/>\n"
        ));
        for (line, index) in lines.iter().zip(1..) {
            let weight = if index == 1 { "bold" } else { "normal" };
            let (x, y, line) = (x + 8, y + index * LINE, escaped(line));
            self.body.push_str(&format!(
                "<text x=\"{x}\" y=\"{y}\" font-weight=\"{weight}\">{line}</text>\n"
            ));
        }
    }

    fn field(&mut self, painter: &Painter, field: &Field, items: &[Item]) {
        self.y += GAP;
        let (width, height) = (i64::from(field.width.max(1)), i64::from(field.height.max(1)));
        let shown = i64::try_from(WIDTH - 2 * MARGIN).unwrap_or(i64::MAX);
        let to_scale = |length: i64| length * shown / width;
        let top = i64::try_from(self.y).unwrap_or_default();
        let origin = (i64::try_from(MARGIN).unwrap_or_default(), top + to_scale(height));
        self.body.push_str(&format!(
            "<rect x=\"{}\" y=\"{top}\" width=\"{shown}\" height=\"{}\" fill=\"#e8f0f7\" stroke=\"#607d8b\"/>\n",
            origin.0,
            to_scale(height)
        ));
        let areas = { field.areas.iter() }.map(|area| (&area.shape, "#cfd8dc", painter.text(area.title.as_ref())));
        let items = items.iter().map(|item| {
            (
                &item.place,
                item.seat.map_or("#9e9e9e", colour),
                painter.item_title(item),
            )
        });
        for (shape, fill, text) in areas.chain(items) {
            let drawn = { shape.iter() }.map(|shape| shape_of(shape, origin, &to_scale, fill, &escaped(&text)));
            self.body.extend(drawn);
        }
        self.y += usize::try_from(to_scale(height)).unwrap_or_default();
        let (width, height, unit) = (field.width, field.height, &field.unit);
        self.text(
            &format!("From 0,0 at the bottom left to {width},{height} {unit} at the top right"),
            "line",
        );
    }
}

fn shape_of(
    shape: &Shape,
    (left, bottom): (i64, i64),
    to_scale: &dyn Fn(i64) -> i64,
    fill: &str,
    text: &str,
) -> String {
    let at = |x: i32, y: i32| (left + to_scale(x.into()), bottom - to_scale(y.into()));
    match &shape.shape {
        Some(shape::Shape::Circle(Circle { centre, radius })) => {
            let centre = centre.unwrap_or_default();
            let ((x, y), radius) = (at(centre.x, centre.y), to_scale((*radius).into()).max(3));
            format!(
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" fill-opacity=\"0.7\"/>\n<text x=\"{x}\" y=\"{}\" \
                 text-anchor=\"middle\" font-size=\"11\">{text}</text>\n",
                y + 4
            )
        }
        Some(shape::Shape::Rectangle(Rectangle { low, high, .. })) => {
            let (low, high) = (low.unwrap_or_default(), high.unwrap_or_default());
            let ((x, top), (right, bottom)) = (at(low.x, high.y), at(high.x, low.y));
            format!(
                "<rect x=\"{x}\" y=\"{top}\" width=\"{}\" height=\"{}\" fill=\"{fill}\" fill-opacity=\"0.7\"><title>{text}</title></rect>\n",
                right - x,
                bottom - top
            )
        }
        None => String::new(),
    }
}

fn colour(seat: u32) -> &'static str {
    let index = usize::try_from(seat).unwrap_or_default() % SEATS.len();
    SEATS.get(index).copied().unwrap_or("#607d8b")
}

/// The title and the marks of a card in lines.
fn card_lines(painter: &Painter, item: &Item) -> Vec<String> {
    let marks = item.marks.iter().map(|mark| painter.text(Some(mark)));
    let lines: Vec<String> = [painter.counted(item)].into_iter().chain(marks).collect();
    textwrap::fill(&lines.join("\n"), LETTERS.0)
        .lines()
        .map(str::to_owned)
        .collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
