//! A field to scale, drawn with characters.

use tinsel_proto::v1::{Circle, Field, FieldPoint, Item, Rectangle, Shape, shape};

/// The columns beside a drawing: the labels of y, the edges, and the last label of x.
const BESIDE: usize = 15;

/// The place of an item: its centre, or its corners.
pub(super) fn place(shape: &Shape) -> String {
    match &shape.shape {
        Some(shape::Shape::Circle(Circle { centre, radius })) => {
            let centre = centre.unwrap_or_default();
            let radius = if *radius > 0 {
                format!(" (radius {radius})")
            } else {
                String::new()
            };
            format!("{},{}{radius}", centre.x, centre.y)
        }
        Some(shape::Shape::Rectangle(Rectangle { low, high, .. })) => {
            let (low, high) = (low.unwrap_or_default(), high.unwrap_or_default());
            format!("{},{} to {},{}", low.x, low.y, high.x, high.y)
        }
        None => "an unknown place".to_owned(),
    }
}

/// Draws the items at their places by their symbols, with both axes, in this number of columns. A character is about
/// twice as high as wide. Items of no seat are drawn as areas, and the parts of the field with a name are dotted.
pub(super) fn draw(field: &Field, items: &[Item], symbol: impl Fn(&Item) -> String, width: usize) -> String {
    let wanted = i64::try_from(width.saturating_sub(BESIDE)).unwrap_or_default().max(8);
    let scale = ((i64::from(field.width) + wanted - 1) / wanted).max(1);
    let (columns, rows) = (i64::from(field.width) / scale, i64::from(field.height) / (2 * scale));
    let mut drawing = String::new();
    for row in (0..=rows).rev() {
        let y = row * 2 * scale;
        let cells = (0..=columns).map(|column| cell((field, items), &symbol, (column * scale, y), scale));
        let label = if row % 4 == 0 { y.to_string() } else { String::new() };
        drawing.push_str(&format!("    {label:>5} │{}\n", cells.collect::<String>()));
    }
    let mut axis = String::new();
    for column in (0..=columns).step_by(16) {
        axis.push_str(&format!("{:<16}", column * scale));
    }
    let line = "─".repeat(usize::try_from(columns).unwrap_or_default().saturating_add(1));
    let (unit, axis) = (&field.unit, axis.trim_end());
    let scale = format!("one column is {scale} {unit}, one row is {} {unit}", 2 * scale);
    format!("{drawing}          └{line}\n           {axis}\n    {scale}\n")
}

/// The character at a point: an item whose centre is in the cell, or an area that covers it.
fn cell(
    (field, items): (&Field, &[Item]),
    symbol: &impl Fn(&Item) -> String,
    (x, y): (i64, i64),
    scale: i64,
) -> String {
    let in_cell = |point: FieldPoint| {
        let (dx, dy) = (i64::from(point.x) - x, i64::from(point.y) - y);
        (0..scale).contains(&(dx + scale / 2)) && (0..2 * scale).contains(&(dy + scale))
    };
    let centred = items.iter().find(|item| centre(item).is_some_and(in_cell));
    if let Some(item) = centred {
        return symbol(item);
    }
    let covered = items
        .iter()
        .any(|item| item.seat.is_none() && item.place.as_ref().is_some_and(|shape| covers(shape, x, y)));
    let mut areas = field.areas.iter().filter_map(|area| area.shape.as_ref());
    match (covered, areas.any(|shape| covers(shape, x, y))) {
        (true, _) => "▒".to_owned(),
        (false, true) => "·".to_owned(),
        (false, false) => " ".to_owned(),
    }
}

fn centre(item: &Item) -> Option<FieldPoint> {
    match item.place.as_ref()?.shape.as_ref()? {
        shape::Shape::Circle(circle) => circle.centre,
        shape::Shape::Rectangle(_) => None,
    }
}

fn covers(shape: &Shape, x: i64, y: i64) -> bool {
    match &shape.shape {
        Some(shape::Shape::Circle(Circle { centre, radius })) => {
            let centre = centre.unwrap_or_default();
            let (dx, dy, radius) = (i64::from(centre.x) - x, i64::from(centre.y) - y, i64::from(*radius));
            dx * dx + dy * dy <= radius * radius
        }
        Some(shape::Shape::Rectangle(Rectangle { low, high, margin })) => {
            let (low, high, margin) = (low.unwrap_or_default(), high.unwrap_or_default(), i64::from(*margin));
            let within =
                |at: i64, low: i32, high: i32| (i64::from(low) - margin..=i64::from(high) + margin).contains(&at);
            within(x, low.x, high.x) && within(y, low.y, high.y)
        }
        None => false,
    }
}
