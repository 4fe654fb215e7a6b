//! Columns that stand below each other.

use unicode_width::UnicodeWidthStr;

/// Rows of cells, printed with as much space as their columns need.
#[derive(Debug)]
pub(crate) struct TextTable {
    /// `l` or `r` for each column.
    columns: &'static str,
    rows: Vec<Vec<String>>,
}

impl TextTable {
    /// A table without rows; `columns` has `l` or `r` for each column: to which side it is set.
    pub(crate) const fn new(columns: &'static str) -> Self {
        Self {
            columns,
            rows: Vec::new(),
        }
    }

    pub(crate) fn row<T: Into<String>>(&mut self, cells: impl IntoIterator<Item = T>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// The rows, one a line, `indent` from the left. A column without content takes no space.
    pub(crate) fn text(&self, indent: usize) -> String {
        let widths: Vec<usize> = (0..self.columns.len()).map(|column| self.width(column)).collect();
        self.rows.iter().map(|row| self.line(row, &widths, indent)).collect()
    }

    fn width(&self, column: usize) -> usize {
        let cells = self.rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.width()).max().unwrap_or(0)
    }

    fn line(&self, row: &[String], widths: &[usize], indent: usize) -> String {
        let mut line = " ".repeat(indent);
        for ((cell, side), width) in row.iter().zip(self.columns.chars()).zip(widths.iter().copied()) {
            if width == 0 {
                continue;
            }
            let space = " ".repeat(width.saturating_sub(cell.width()));
            let padded = if side == 'r' { [&space, cell] } else { [cell, &space] };
            line.extend(padded.into_iter().map(String::as_str));
            line.push_str("  ");
        }
        let mut line = line.trim_end().to_owned();
        line.push('\n');
        line
    }
}

#[cfg(test)]
mod tests {
    use tinsel_engine::present::isolated;

    use super::*;

    #[test]
    fn columns_stand_below_each_other() {
        let mut table = TextTable::new("rllr");
        table.row(["0", "Ada", "", "9"]);
        table.row(["10", "Zoë", "", "123"]);
        assert_eq!(table.text(2), "   0  Ada    9\n  10  Zoë  123\n");
    }

    #[test]
    fn the_last_column_stays_in_its_place_beside_names_of_all_scripts() {
        let mut table = TextTable::new("lr");
        for name in ["Ann", "שלום", "安娜", "👩\u{200d}👩\u{200d}👧\u{200d}👦", "Zoe\u{308}"] {
            table.row([isolated(name).into_owned(), "7".to_owned()]);
        }
        let text = table.text(0);
        let widths: Vec<_> = text.lines().map(UnicodeWidthStr::width).collect();
        assert_eq!(widths, [7; 5], "{text}");
    }
}
