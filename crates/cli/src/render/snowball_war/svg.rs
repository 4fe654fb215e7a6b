//! The field as a picture: one millimetre is one unit of an SVG.

use tinsel_proto::games::snowball_war::v1::{
    CharacterView, Circle, Field, Obstacle, Point, SnowmanView, View, obstacle::Shape,
};

use super::{Names, notation};

/// How much room there is around the field for what is written beside it.
const MARGIN: i32 = 24;

/// The colours of the seats: of their bases, and of what is written on them.
const COLOURS: [(&str, &str); 2] = [("#c0392b", "#ffffff"), ("#1f5fa8", "#ffffff")];

/// The field as an SVG, seat 0's home edge to the left; `None` if the view has no field.
pub(crate) fn picture(view: &View, names: &Names) -> Option<String> {
    let field = view.field.as_ref()?;
    let (depth, breadth) = (field.field_depth, field.field_breadth);
    let obstacles: String = (0u32..).zip(&view.obstacles).map(obstacle).collect();
    let snowmen: String = view
        .snowmen
        .iter()
        .map(|snowman| self::snowman(view, snowman, field))
        .collect();
    let characters: String = view
        .characters
        .iter()
        .map(|character| self::character(view, character, field))
        .collect();
    let (width, height) = (depth.saturating_add(2 * MARGIN), breadth.saturating_add(2 * MARGIN));
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-{MARGIN} -{MARGIN} {width} {height}\" \
         font-family=\"sans-serif\" text-anchor=\"middle\">\n\
         <rect x=\"0\" y=\"0\" width=\"{depth}\" height=\"{breadth}\" fill=\"#f4f8fb\" stroke=\"#33475b\"/>\n\
         {}{obstacles}{snowmen}{characters}{}</svg>\n",
        strips(field),
        captions(view, field, names),
    ))
}

/// The home strips, where no obstacle stands.
fn strips(field: &Field) -> String {
    let contact = field.snowman_radius.saturating_add(field.character_radius);
    let strip = contact.saturating_mul(2);
    let far = field.field_depth.saturating_sub(strip);
    [0, far]
        .iter()
        .zip(COLOURS)
        .map(|(x, (colour, _))| {
            let breadth = field.field_breadth;
            format!(
                "<rect x=\"{x}\" y=\"0\" width=\"{strip}\" height=\"{breadth}\" fill=\"{colour}\" fill-opacity=\"0.08\"/>\n"
            )
        })
        .collect()
}

fn obstacle((id, obstacle): (u32, &Obstacle)) -> String {
    let style = "fill=\"#8a9ba8\" stroke=\"#5b6b78\"";
    let shape = match &obstacle.shape {
        None => return String::new(),
        Some(Shape::Circle(Circle { centre, radius })) => {
            let (x, y) = coordinates(centre.as_ref());
            let r = radius.unwrap_or_default();
            format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" {style}>")
        }
        Some(Shape::Rectangle(rectangle)) => {
            let ((x1, y1), (x2, y2)) = (
                coordinates(rectangle.low.as_ref()),
                coordinates(rectangle.high.as_ref()),
            );
            let (width, height) = (x2.saturating_sub(x1), y2.saturating_sub(y1));
            format!("<rect x=\"{x1}\" y=\"{y1}\" width=\"{width}\" height=\"{height}\" {style}>")
        }
    };
    let name = if shape.starts_with("<circle") { "circle" } else { "rect" };
    format!("{shape}<title>obstacle {id}</title></{name}>\n")
}

fn snowman(view: &View, snowman: &SnowmanView, field: &Field) -> String {
    let Some(at) = &snowman.at else {
        return String::new();
    };
    let label = format!("{}/{}", snowman.tokens, view.snowman_limit);
    let title = format!("snowman of seat {}, {label} tokens", snowman.seat);
    let (colour, _) = colours(snowman.seat);
    let style = format!("fill=\"#ffffff\" stroke=\"{colour}\" stroke-width=\"3\"");
    base(at, field.snowman_radius, &style, &title, (&label, colour))
}

fn character(view: &View, character: &CharacterView, field: &Field) -> String {
    let Some(at) = &character.at else {
        return String::new();
    };
    let name = notation::character(character.character());
    let mut sheets = view.sheets.iter();
    let scarf = sheets
        .find(|sheet| sheet.character == character.character)
        .map_or(0, |sheet| sheet.scarf());
    let dice: Vec<String> = character.dice.iter().map(|die| die.value.to_string()).collect();
    let dice = if dice.is_empty() {
        "none".to_owned()
    } else {
        dice.join(" ")
    };
    let title = format!("{name}, {}/{scarf} tokens, dice {dice}", character.tokens);
    let (colour, ink) = colours(character.seat());
    let initial: String = name.chars().take(1).collect();
    let label = format!("{initial}{}", character.tokens);
    base(
        at,
        field.character_radius,
        &format!("fill=\"{colour}\""),
        &title,
        (&label, ink),
    )
}

/// A base with something written on it, in a colour.
fn base(at: &Point, radius: i32, style: &str, title: &str, (label, ink): (&str, &str)) -> String {
    let (x, y) = (at.x(), at.y());
    let size = radius.max(6);
    let line = y.saturating_add(size.div_euclid(3));
    format!(
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" {style}><title>{title}</title></circle>\n\
         <text x=\"{x}\" y=\"{line}\" font-size=\"{size}\" fill=\"{ink}\">{label}</text>\n"
    )
}

/// Who plays on which side, above, and turn and scale, below.
fn captions(view: &View, field: &Field, names: &Names) -> String {
    let middle = field.field_depth.div_euclid(2);
    let below = field.field_breadth.saturating_add(16);
    let scale = below.saturating_sub(6);
    let seats: String = [(0u32, "start", 0), (1u32, "end", field.field_depth)]
        .into_iter()
        .map(|(seat, anchor, x)| {
            let (colour, _) = colours(seat);
            let name = escaped(&names.of(seat));
            format!(
                "<text x=\"{x}\" y=\"-8\" font-size=\"12\" fill=\"{colour}\" text-anchor=\"{anchor}\">{name}</text>\n"
            )
        })
        .collect();
    let reach = [
        ("move", field.move_distance, 0),
        ("snowball", field.snowball_distance, 6),
    ];
    let reach: String = reach
        .into_iter()
        .map(|(what, length, down)| {
            let y = scale.saturating_add(down);
            format!("<path d=\"M0 {y}H{length}\" stroke=\"#33475b\"><title>{what}: {length} mm</title></path>\n")
        })
        .collect();
    let turn = format!(
        "<text x=\"{middle}\" y=\"-8\" font-size=\"12\" fill=\"#33475b\">turn {} of {}</text>\n",
        view.turn, view.turn_limit
    );
    format!("{seats}{turn}{reach}")
}

fn colours(seat: u32) -> (&'static str, &'static str) {
    let index = usize::try_from(seat).unwrap_or_default();
    COLOURS.get(index).copied().unwrap_or(("#000000", "#ffffff"))
}

fn coordinates(point: Option<&Point>) -> (i32, i32) {
    point.map_or((0, 0), |point| (point.x(), point.y()))
}

/// A name that somebody chose, without what would be read as more of the picture.
fn escaped(text: &str) -> String {
    let mut safe = String::new();
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&apos;"),
            // No control character is allowed in XML.
            other if other.is_control() => safe.push(' '),
            other => safe.push(other),
        }
    }
    safe
}
