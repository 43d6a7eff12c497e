//! Tables in the format of the paper: a column for each search, a row for each depth.

use std::fmt;

use bcp_laboratory::ChessLike;
use bcp_laboratory::chess::{Chess, MATE};
use bcp_laboratory::game::Value;
use cli::{Column, Table};

/// A table under a title, whose first column names the rows; the other columns contain figures.
#[derive(Debug)]
pub(super) struct TitledTable {
    pub(super) title: String,
    pub(super) table: Table,
}

impl TitledTable {
    pub(super) fn new(title: String, first: &str, others: impl IntoIterator<Item = String>) -> Self {
        let columns = std::iter::once(Column::left(first)).chain(others.into_iter().map(Column::right));
        Self { title, table: Table::new(columns) }
    }

    pub(super) fn row(&mut self, name: impl Into<String>, cells: impl IntoIterator<Item = String>) {
        self.table.row(std::iter::once(name.into()).chain(cells));
    }
}

impl fmt::Display for TitledTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n\n{}", self.title, self.table)
    }
}

/// Appends a second line to a cell, unless that line is empty.
pub(super) fn over(cell: String, below: &str) -> String {
    if below.is_empty() { cell } else { cell + "\n" + below }
}

/// Formats the percentage by which one count exceeds another, given their ratio, as the paper prints it.
pub(super) fn more(ratio: f64) -> String {
    format!("({:+.2}%)", 100.0 * (ratio - 1.0))
}

/// Formats a value in pawns, or a mate as its number of moves.
pub(super) fn value_text(value: Value) -> String {
    let moves = (MATE - value.abs() + 1) / 2;
    match value {
        Chess::MATES.. => format!("mate {moves}"),
        value if value <= -Chess::MATES => format!("-mate {moves}"),
        value => format!("{:+.2}", f64::from(value) / 100.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_as_people_read_them() {
        for (value, text) in [
            (0, "+0.00"),
            (-131, "-1.31"),
            (MATE - 1, "mate 1"),
            (MATE - 3, "mate 2"),
            (4 - MATE, "-mate 2"),
        ] {
            assert_eq!(value_text(value), text);
        }
    }

    #[test]
    fn title_and_table() {
        let mut table = TitledTable::new("nodes".to_owned(), "depth", ["r2", "verified"].map(str::to_owned));
        table.row("9", [over("150".to_owned(), &more(1.5)), over("100".to_owned(), "-")]);
        assert_eq!(
            table.to_string(),
            "nodes\n\ndepth         r2  verified\n9            150       100\n       (+50.00%)         -\n"
        );
    }
}
