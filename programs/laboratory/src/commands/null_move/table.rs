//! Tables in the paper's form: a column for each search, a row for each depth.

use std::fmt::Write as _;

use crate::ChessLike;
use crate::chess::{Chess, MATE};
use crate::game::Value;

/// A table of text.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) title: String,
    /// The heads of the columns, the first above what stands before the rows.
    pub(super) heads: Vec<String>,
    pub(super) rows: Vec<Row>,
}

/// A row, and what stands below its cells, if anything does.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) head: String,
    pub(super) cells: Vec<String>,
    pub(super) below: Vec<String>,
}

impl Table {
    /// For a terminal: cells to the right, what is below them on a line of its own.
    pub(super) fn text(&self) -> String {
        let mut widths: Vec<usize> = self.heads.iter().map(|head| head.chars().count()).collect();
        for row in &self.rows {
            for line in [&row.cells, &row.below] {
                for (width, cell) in widths[1..].iter_mut().zip(line) {
                    *width = (*width).max(cell.chars().count());
                }
            }
            widths[0] = widths[0].max(row.head.chars().count());
        }
        let mut out = format!("{}\n\n", self.title);
        let mut line = |head: &str, cells: &[String]| {
            let mut line = format!("{head:<width$}", width = widths[0]);
            for (cell, width) in cells.iter().zip(&widths[1..]) {
                let _ = write!(line, "  {cell:>width$}");
            }
            out.push_str(line.trim_end());
            out.push('\n');
        };
        line(&self.heads[0], &self.heads[1..]);
        for row in &self.rows {
            line(&row.head, &row.cells);
            if row.below.iter().any(|cell| !cell.is_empty()) {
                line("", &row.below);
            }
        }
        out
    }

    /// As Markdown: what is below a cell stands behind it.
    pub(super) fn markdown(&self) -> String {
        let mut out = format!("{}\n\n", self.title);
        let mut line = |cells: &[String]| {
            let _ = writeln!(out, "| {} |", cells.join(" | "));
        };
        line(&self.heads);
        let rule = |at| if at == 0 { "---" } else { "---:" }.to_owned();
        line(&(0..self.heads.len()).map(rule).collect::<Vec<_>>());
        for row in &self.rows {
            let below = row.below.iter().map(String::as_str);
            let below = below.chain(std::iter::repeat(""));
            let cell = |(cell, below): (&String, &str)| format!("{cell} {below}").trim_end().to_owned();
            let cells = row.cells.iter().zip(below).map(cell);
            line(&std::iter::once(row.head.clone()).chain(cells).collect::<Vec<_>>());
        }
        out
    }
}

/// How much more a count is than another, in per cent, as the paper prints it; nothing where there is none.
pub(super) fn more(count: u64, than: u64) -> String {
    if than == 0 {
        return String::new();
    }
    format!("({:+.2}%)", 100.0 * (count as f64 / than as f64 - 1.0))
}

/// A value of the chess board in pawns, or the moves to a mate.
pub(super) fn worth(value: Value) -> String {
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
            assert_eq!(worth(value), text);
        }
    }

    #[test]
    fn both_forms() {
        let text = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        let table = Table {
            title: "nodes".to_owned(),
            heads: text(&["depth", "r2", "verified"]),
            rows: vec![Row {
                head: "9".to_owned(),
                cells: text(&["150", "100"]),
                below: vec![more(150, 100), "-".to_owned()],
            }],
        };
        assert_eq!(
            table.text(),
            "nodes\n\ndepth         r2  verified\n9            150       100\n       (+50.00%)         -\n"
        );
        assert_eq!(
            table.markdown(),
            "nodes\n\n| depth | r2 | verified |\n| --- | ---: | ---: |\n| 9 | 150 (+50.00%) | 100 - |\n"
        );
    }
}
