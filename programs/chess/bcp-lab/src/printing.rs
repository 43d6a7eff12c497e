//! The output of an experiment: human-readable text or machine-readable rows, with the settings that produced them.

use std::fmt::Display;

use anyhow::Result;
use bcp_suite::results::{csv, sha256};
use clap::Args;
use cli::{Column, Table};
use serde::Serialize;
use serde_json::{Map, Value, json};

use bcp_suite::options::Format;

/// Output format of an experiment.
#[derive(Args)]
pub(crate) struct Printing {
    /// Output format.
    #[arg(short, long, value_enum, default_value = "text")]
    format: Format,
}

/// Printed below a table whose figures have confidence margins.
pub(crate) const SAID: &str = "low..high: 95% bootstrap interval";

/// Human-readable text: lines and tables.
#[derive(Default)]
pub(crate) struct Text(String);

impl Text {
    /// Appends one or more lines.
    pub(crate) fn line(&mut self, line: impl Display) {
        self.0 += &format!("{line}\n");
    }

    pub(crate) fn table(&mut self, table: &Table) {
        self.0 += &table.to_string();
    }
}

/// Formats a figure, or a placeholder for a missing one.
pub(crate) fn number(figure: Option<impl ToString>, none: &str) -> String {
    figure.map_or_else(|| none.to_owned(), |figure| figure.to_string())
}

/// The columns of a table, each with the function that formats a row's cell.
pub(crate) type Columns<R> = Vec<(Column, fn(&R) -> String)>;

/// Builds a table from rows.
pub(crate) fn table<R>(rows: &[R], columns: Columns<R>) -> Table {
    let (columns, cells): (Vec<_>, Vec<_>) = columns.into_iter().unzip();
    let mut table = Table::new(columns);
    for row in rows {
        table.row(cells.iter().map(|cell| cell(row)));
    }
    table
}

/// The settings on which the results of an experiment depend: an object with the command, its relevant options, the
/// hash of the suite, and the version.
pub(crate) struct Settings(Value);

impl Settings {
    /// Merges the objects in `parts` into the settings of a command.
    pub(crate) fn new(command: &str, parts: impl IntoIterator<Item = Value>) -> Self {
        let mut all = Map::from_iter([
            ("command".to_owned(), command.into()),
            ("bcp".to_owned(), env!("CARGO_PKG_VERSION").into()),
        ]);
        for part in parts {
            all.extend(part.as_object().cloned().unwrap_or_default());
        }
        Self(Value::Object(all))
    }

    /// Returns the SHA-256 of the settings as JSON without spaces, with keys in alphabetical order.
    pub(crate) fn hash(&self) -> String {
        sha256(self.0.to_string().as_bytes())
    }
}

impl Printing {
    /// Prints the rows, which must not contain lists or objects, or else the text. The hash of the settings is part of
    /// the JSON object or the last line of the text, with the number of result items, such as 300 `positions`; for CSV
    /// it is printed on standard error.
    ///
    /// # Errors
    ///
    /// Standard output cannot be written.
    pub(crate) fn print<R: Serialize>(
        &self,
        settings: &Settings,
        count: usize,
        what: &str,
        rows: &[R],
        text: impl FnOnce(&mut Text),
    ) -> Result<()> {
        let hash = settings.hash();
        let things = if count == 1 { what.trim_end_matches('s') } else { what };
        let version = env!("CARGO_PKG_VERSION");
        let made_from = format!("settings {}: {count} {things}, bcp {version}", &hash[..12]);
        match self.format {
            Format::Text => {
                let mut out = Text::default();
                text(&mut out);
                cli::print(format_args!("{}\n{made_from}\n", out.0))?;
            }
            Format::Json => {
                let object = json!({ "hash": hash, "settings": settings.0, "rows": rows });
                cli::print_line(serde_json::to_string_pretty(&object)?)?;
            }
            Format::Csv => {
                cli::print(csv(rows)?)?;
                cli::tell(made_from);
            }
        }
        Ok(())
    }
}
