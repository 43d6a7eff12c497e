//! What an experiment leaves: text for people, or its rows for programs, with the settings that made them.

use anyhow::Result;
use bcp_results::sha256;
use clap::{Args, ValueEnum};
use serde::Serialize;
use serde_json::{Value, json};

/// How an experiment prints what it has found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people, in a terminal.
    Text,
    /// An object for programs: settings and rows.
    Json,
    /// The rows for a spreadsheet.
    Csv,
}

/// The option that selects it.
#[derive(Args)]
pub(super) struct Printing {
    /// How to print the results.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// What an experiment depends on.
pub(super) struct Settings {
    /// An object: the command, its options as far as results depend on them, the hash of the suite, the version.
    all: Value,
}

impl Settings {
    /// Those of a command: `options` is an object.
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
    /// Prints rows, which have no lists or objects in them, or the text in their place. The hash of the settings stands
    /// in the object, or is told on standard error.
    ///
    /// # Errors
    ///
    /// The text cannot be made, or standard output cannot be written.
    pub(super) fn print<R: Serialize>(
        &self,
        settings: &Settings,
        rows: &[R],
        text: impl FnOnce(&mut Vec<u8>) -> Result<()>,
    ) -> Result<()> {
        let mut out = Vec::new();
        match self.format {
            Format::Text => {
                text(&mut out)?;
            }
            Format::Json => {
                let object = json!({ "hash": settings.hash(), "settings": settings.all, "rows": rows });
                out = serde_json::to_vec_pretty(&object)?;
                out.push(b'\n');
            }
            Format::Csv => {
                let mut writer = csv::Writer::from_writer(&mut out);
                for row in rows {
                    writer.serialize(row)?;
                }
                writer.flush()?;
            }
        }
        output::print(String::from_utf8_lossy(&out))?;
        if self.format != Format::Json {
            output::tell(format_args!("settings {}", &settings.hash()[..12]));
        }
        Ok(())
    }
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
}
