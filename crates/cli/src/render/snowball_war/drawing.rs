//! The field in letters.

use tinsel_proto::games::snowball_war::v1::{
    CharacterView, Field, Obstacle, Point, SnowmanView, View, obstacle::Shape,
};

use super::notation;

/// How many letters the depth of the field takes.
const COLUMNS: i64 = 80;
/// How much higher a letter is than wide.
const ASPECT: i64 = 2;

/// A field of letters.
struct Canvas {
    columns: i64,
    rows: i64,
    depth: i64,
    breadth: i64,
    letters: Vec<Vec<char>>,
}

/// The field, seat 0's home edge to the left.
///
/// Pieces are letters between brackets: `[S]` is a character of seat 0, `(S)` one of seat 1, `[0]` and `(1)` are snowmen.
/// Shaded are obstacles, with their ids in the middle.
pub(super) fn field(view: &View) -> String {
    let Some(field) = &view.field else {
        return String::new();
    };
    let mut canvas = Canvas::of(field);
    for obstacle in &view.obstacles {
        canvas.shade(obstacle);
    }
    for (id, obstacle) in view.obstacles.iter().enumerate() {
        canvas.number(id, obstacle);
    }
    for character in &view.characters {
        let letter = notation::character(character.character()).chars().next();
        canvas.put_character(character, letter.unwrap_or('?'));
    }
    for snowman in &view.snowmen {
        canvas.put_snowman(snowman);
    }
    canvas.text()
}

impl Canvas {
    fn of(field: &Field) -> Self {
        let (depth, breadth) = (
            i64::from(field.field_depth).max(1),
            i64::from(field.field_breadth).max(1),
        );
        let rows = breadth
            .saturating_mul(COLUMNS)
            .div_euclid(depth.saturating_mul(ASPECT))
            .clamp(4, 200);
        let row = vec![' '; usize::try_from(COLUMNS).unwrap_or(0)];
        Self {
            columns: COLUMNS,
            rows,
            depth,
            breadth,
            letters: vec![row; usize::try_from(rows).unwrap_or(0)],
        }
    }

    /// The point in the middle of a letter.
    fn middle(&self, column: i64, row: i64) -> (i64, i64) {
        let along = |index: i64, count: i64, length: i64| {
            let half = index.saturating_mul(2).saturating_add(1);
            half.saturating_mul(length).div_euclid(count.saturating_mul(2))
        };
        (
            along(column, self.columns, self.depth),
            along(row, self.rows, self.breadth),
        )
    }

    fn set(&mut self, column: i64, row: i64, letter: char) {
        let row = usize::try_from(row).ok().and_then(|row| self.letters.get_mut(row));
        let cell = row.and_then(|row| usize::try_from(column).ok().and_then(|column| row.get_mut(column)));
        if let Some(cell) = cell {
            *cell = letter;
        }
    }

    fn shade(&mut self, obstacle: &Obstacle) {
        for row in 0..self.rows {
            for column in 0..self.columns {
                if covers(obstacle, self.middle(column, row)) {
                    self.set(column, row, '▒');
                }
            }
        }
    }

    /// Writes the id of an obstacle in its middle.
    fn number(&mut self, id: usize, obstacle: &Obstacle) {
        let (x, y) = match &obstacle.shape {
            None => return,
            Some(Shape::Circle(circle)) => coordinates(circle.centre.as_ref()),
            Some(Shape::Rectangle(rectangle)) => {
                let (low, high) = (
                    coordinates(rectangle.low.as_ref()),
                    coordinates(rectangle.high.as_ref()),
                );
                let half = |one: i64, two: i64| one.saturating_add(two).div_euclid(2);
                (half(low.0, high.0), half(low.1, high.1))
            }
        };
        let (column, row) = self.cell(x, y);
        for (column, digit) in (column..).zip(id.to_string().chars()) {
            self.set(column, row, digit);
        }
    }

    /// The column and the row of the letter that a point lies in.
    fn cell(&self, x: i64, y: i64) -> (i64, i64) {
        let cell = |along: i64, length: i64, count: i64| {
            let cell = along.saturating_mul(count).div_euclid(length);
            cell.clamp(0, count.saturating_sub(1))
        };
        (cell(x, self.depth, self.columns), cell(y, self.breadth, self.rows))
    }

    fn put_character(&mut self, character: &CharacterView, letter: char) {
        if let Some(at) = &character.at {
            self.put(at, character.seat(), letter);
        }
    }

    fn put_snowman(&mut self, snowman: &SnowmanView) {
        if let Some(at) = &snowman.at {
            let letter = char::from_digit(snowman.seat, 10).unwrap_or('?');
            self.put(at, snowman.seat, letter);
        }
    }

    fn put(&mut self, at: &Point, seat: u32, letter: char) {
        let (x, y) = coordinates(Some(at));
        let (column, row) = self.cell(x, y);
        let column = column.clamp(1, self.columns.saturating_sub(2));
        let (open, close) = if seat == 0 { ('[', ']') } else { ('(', ')') };
        self.set(column.saturating_sub(1), row, open);
        self.set(column, row, letter);
        self.set(column.saturating_add(1), row, close);
    }

    fn text(&self) -> String {
        let line: String = vec!['─'; usize::try_from(self.columns).unwrap_or(0)]
            .into_iter()
            .collect();
        let rows: String = self
            .letters
            .iter()
            .map(|row| format!("  │{}│\n", row.iter().collect::<String>()))
            .collect();
        format!("  ┌{line}┐\n{rows}  └{line}┘\n")
    }
}

/// Whether an obstacle covers a point.
fn covers(obstacle: &Obstacle, (x, y): (i64, i64)) -> bool {
    match &obstacle.shape {
        None => false,
        Some(Shape::Circle(circle)) => {
            let (cx, cy) = coordinates(circle.centre.as_ref());
            let (dx, dy, r) = (x.saturating_sub(cx), y.saturating_sub(cy), i64::from(circle.radius()));
            dx.saturating_mul(dx).saturating_add(dy.saturating_mul(dy)) <= r.saturating_mul(r)
        }
        Some(Shape::Rectangle(rectangle)) => {
            let ((x1, y1), (x2, y2)) = (
                coordinates(rectangle.low.as_ref()),
                coordinates(rectangle.high.as_ref()),
            );
            (x1..=x2).contains(&x) && (y1..=y2).contains(&y)
        }
    }
}

fn coordinates(point: Option<&Point>) -> (i64, i64) {
    point.map_or((0, 0), |point| (point.x().into(), point.y().into()))
}
