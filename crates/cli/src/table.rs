//! Columns that stand below each other.

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
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    }

    fn line(&self, row: &[String], widths: &[usize], indent: usize) -> String {
        let mut line = " ".repeat(indent);
        for ((cell, side), width) in row.iter().zip(self.columns.chars()).zip(widths.iter().copied()) {
            if width == 0 {
                continue;
            }
            let set = match side {
                'r' => format!("{cell:>width$}"),
                _ => format!("{cell:<width$}"),
            };
            line.push_str(&set);
            line.push_str("  ");
        }
        let mut line = line.trim_end().to_owned();
        line.push('\n');
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stand_below_each_other() {
        let mut table = TextTable::new("rllr");
        table.row(["0", "Ada", "", "9"]);
        table.row(["10", "Zoë", "", "123"]);
        assert_eq!(table.text(2), "   0  Ada    9\n  10  Zoë  123\n");
    }
}
