//! How a table of rows leaves a command.

use anyhow::Result;
use clap::ValueEnum;
use output::Table;
use serde::Serialize;

/// The forms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Form {
    /// For people, in a terminal.
    Text,
    /// The same as Markdown.
    Markdown,
    /// For programs: what the table was made from.
    Json,
}

impl Form {
    /// Prints a table, or what it was made from.
    pub(super) fn print(self, table: &Table, rows: &impl Serialize) -> Result<()> {
        match self {
            Self::Text => output::print(table)?,
            Self::Markdown => output::print(table.markdown())?,
            Self::Json => output::print_line(serde_json::to_string_pretty(rows)?)?,
        }
        Ok(())
    }
}
