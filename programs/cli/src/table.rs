//! Tables for terminals and in Markdown.

use std::fmt::{self, Write as _};

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Width, presets};

/// A column of a table: its heading, alignment and minimum width.
#[derive(Clone, Debug)]
pub struct Column {
    heading: String,
    alignment: CellAlignment,
    width: u16,
    gap: u16,
}

impl Column {
    /// Creates a left-aligned column, two spaces after the previous one.
    pub fn left(heading: impl Into<String>) -> Self {
        Self {
            heading: heading.into(),
            alignment: CellAlignment::Left,
            width: 0,
            gap: 2,
        }
    }

    /// Creates a right-aligned column, two spaces after the previous one.
    pub fn right(heading: impl Into<String>) -> Self {
        Self { alignment: CellAlignment::Right, ..Self::left(heading) }
    }

    /// Sets the minimum width of the column in characters, so that similar tables have the same layout.
    #[must_use]
    pub fn width(self, width: u16) -> Self {
        Self { width, ..self }
    }

    /// Sets the number of spaces before the column. There are none before the first column.
    #[must_use]
    pub fn gap(self, gap: u16) -> Self {
        Self { gap, ..self }
    }
}

/// A table: rows under headings. A cell may have several lines; a row may have fewer cells than there are headings.
///
/// `Display` formats the table for a terminal, without borders or trailing spaces.
#[derive(Clone, Debug)]
pub struct Table {
    columns: Vec<Column>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Creates a table without rows.
    pub fn new(columns: impl IntoIterator<Item = Column>) -> Self {
        Self { columns: columns.into_iter().collect(), rows: Vec::new() }
    }

    /// Adds a row.
    pub fn row<C: Into<String>>(&mut self, cells: impl IntoIterator<Item = C>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// Formats the table as Markdown. The lines of a cell are joined, and bars in a cell are escaped.
    pub fn markdown(&self) -> String {
        let rule = |column: &Column| {
            if column.alignment == CellAlignment::Right {
                "---:"
            } else {
                "---"
            }
        };
        let headings = self.columns.iter().map(|column| column.heading.clone()).collect();
        let rules = self.columns.iter().map(|column| rule(column).to_owned()).collect();
        let mut out = String::new();
        for row in [headings, rules].iter().chain(&self.rows) {
            let cells: Vec<String> = row
                .iter()
                .map(|cell| cell.replace('\n', " ").replace('|', "\\|"))
                .collect();
            let _ = writeln!(out, "| {} |", cells.join(" | "));
        }
        out
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = comfy_table::Table::new();
        table
            .load_style(presets::NOTHING)
            .set_content_arrangement(ContentArrangement::Disabled)
            .set_header(self.columns.iter().map(|column| &column.heading))
            .add_rows(&self.rows);
        for (at, (column, shown)) in self.columns.iter().zip(table.column_iter_mut()).enumerate() {
            let gap = if at == 0 { 0 } else { column.gap };
            shown.set_padding((gap, 0));
            shown.set_cell_alignment(column.alignment);
            shown.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(column.width + gap)));
        }
        table.trim_fmt().lines().try_for_each(|line| writeln!(f, "{line}"))
    }
}
