//! The output of an experiment: text for people, or its rows for programs, with the settings that made them.

use std::fmt::{self, Write};

use anyhow::Result;
use bcp_suite::results::sha256;
use clap::{Args, ValueEnum};
use cli::Table;
use serde::Serialize;
use serde_json::{Value, json};

/// The forms in which an experiment prints its results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum Format {
    /// For people, in a terminal.
    #[default]
    Text,
    /// The same as Markdown.
    Markdown,
    /// An object for programs: settings and rows.
    Json,
    /// The rows for a spreadsheet.
    Csv,
}

/// The option that selects it.
#[derive(Args, Default)]
pub(super) struct Printing {
    /// How to print the results.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Text for people: lines, and tables as a terminal shows them or as Markdown.
pub(super) struct Text {
    out: String,
    markdown: bool,
}

impl Text {
    /// Adds a table.
    pub(super) fn table(&mut self, table: &Table) {
        self.out += &if self.markdown {
            table.markdown()
        } else {
            table.to_string()
        };
    }
}

impl Write for Text {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.out.write_str(text)
    }
}

/// The number of things that the results are of, for people: 300 `positions`.
#[derive(Clone, Copy)]
pub(super) struct Sample<'s>(pub(super) usize, pub(super) &'s str);

impl fmt::Display for Sample<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(count, what) = self;
        match count {
            1 => write!(f, "1 {}", what.trim_end_matches('s')),
            _ => write!(f, "{count} {what}"),
        }
    }
}

/// The settings that the results of an experiment depend on.
pub(super) struct Settings {
    /// An object: the command, its options as far as results depend on them, the hash of the suite, the version.
    all: Value,
}

impl Settings {
    /// Returns the settings of a command: `options` is an object.
    pub(super) fn new(command: &str, options: Value) -> Self {
        let all = json!({ "command": command, "bcp": env!("CARGO_PKG_VERSION") });
        let mut settings = Self { all };
        settings.add(options);
        settings
    }

    /// Adds the options of an object.
    pub(super) fn add(&mut self, options: Value) {
        if let (Value::Object(all), Value::Object(options)) = (&mut self.all, options) {
            all.extend(options);
        }
    }

    /// SHA-256 of them as JSON without blanks, names in alphabetical order.
    pub(super) fn hash(&self) -> String {
        sha256(self.all.to_string().as_bytes())
    }
}

impl Printing {
    /// Prints rows that depend on nothing, as a list, or the text in their place.
    ///
    /// # Errors
    ///
    /// Standard output cannot be written.
    pub(super) fn print_rows<R: Serialize>(&self, rows: &[R], text: impl FnOnce() -> String) -> Result<()> {
        match self.format {
            Format::Text | Format::Markdown => cli::print(text())?,
            Format::Json => cli::print_line(serde_json::to_string_pretty(rows)?)?,
            Format::Csv => cli::print(csv(rows)?)?,
        }
        Ok(())
    }

    /// Prints rows, which have no lists or objects in them, or the text in their place. The hash of the settings stands
    /// in the object or below the text; beside CSV it is told on standard error.
    ///
    /// # Errors
    ///
    /// The text cannot be made, or standard output cannot be written.
    pub(super) fn print<R: Serialize>(
        &self,
        settings: &Settings,
        sample: Sample<'_>,
        rows: &[R],
        text: impl FnOnce(&mut Text) -> Result<()>,
    ) -> Result<()> {
        let hash = settings.hash();
        let made_from = format!("settings {}: {sample}, bcp {}", &hash[..12], env!("CARGO_PKG_VERSION"));
        match self.format {
            Format::Text | Format::Markdown => {
                let mut out = Text {
                    out: String::new(),
                    markdown: self.format == Format::Markdown,
                };
                text(&mut out)?;
                cli::print(format_args!("{}\n{made_from}\n", out.out))?;
            }
            Format::Json => {
                let object = json!({ "hash": hash, "settings": settings.all, "rows": rows });
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

/// Rows as CSV; a text that a spreadsheet would take for a formula is marked as a text.
///
/// # Errors
///
/// A row has lists or objects in it.
pub(super) fn csv<R: Serialize>(rows: impl IntoIterator<Item = R>) -> Result<String> {
    let mut plain = csv::Writer::from_writer(Vec::new());
    for row in rows {
        plain.serialize(row)?;
    }
    let plain = plain.into_inner()?;
    let mut lines = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(plain.as_slice());
    let mut writer = csv::Writer::from_writer(Vec::new());
    for line in lines.records() {
        let line = line?;
        writer.write_record(line.iter().map(|cell| {
            let number = cell.parse::<f64>().is_ok();
            if number { cell.to_owned() } else { cli::cell(cell) }
        }))?;
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_have_a_hash_that_anybody_can_repeat() {
        let settings = Settings::new("bcp lab x", json!({ "depth": 3 }));
        let version = env!("CARGO_PKG_VERSION");
        let text = format!("{{\"bcp\":\"{version}\",\"command\":\"bcp lab x\",\"depth\":3}}");
        assert_eq!(settings.hash(), sha256(text.as_bytes()));
    }

    #[test]
    fn a_name_is_no_formula_and_a_number_stays() {
        let rows = [("=1+1", -3.5), ("a, b", 4.0)];
        assert_eq!(csv(rows).expect("flat rows"), "'=1+1,-3.5\n\"a, b\",4.0\n");
    }
}
