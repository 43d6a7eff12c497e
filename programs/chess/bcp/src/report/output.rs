//! The report in each of its forms: as a page, as text, as Markdown, as CSV and as JSON.

use std::io::{Write, stdout};
use std::path::Path;

use anyhow::Result;
use bcp_suite::results::is_stream;
use clap::ValueEnum;
use cli::write;
use serde::Serialize;

use super::run::Report;
use super::{markdown, page, sheet, table};
use crate::judgement::{Outcome, Summary};

/// The form in which a run is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people, in a terminal.
    Text,
    /// For programs; described in docs/reference/results-json.md.
    Json,
    /// The report as Markdown.
    Markdown,
    /// One line per position.
    Csv,
}

/// A run as JSON.
#[derive(Serialize)]
struct Json<'a> {
    clock_hz: u64,
    limit_seconds: f64,
    positions: &'a [Outcome],
    summary: &'a Summary,
}

/// Checks that a page can be written to a place, before hours are spent on what it shows.
pub(crate) fn check(path: &Path) -> Result<()> {
    if is_stream(path) { Ok(()) } else { cli::check(path) }
}

impl Report<'_> {
    /// Writes the page, if there is a place for it, and prints: the page alone where its place is the standard output.
    pub(crate) fn give(&self, format: Format, page: Option<&Path>) -> Result<()> {
        if let Some(path) = page {
            self.write(path)?;
        }
        match page.is_some_and(is_stream) {
            true => Ok(()),
            false => self.print(format),
        }
    }

    /// Writes the page.
    pub(crate) fn write(&self, path: &Path) -> Result<()> {
        let html = page::html(self).into_string();
        match is_stream(path) {
            true => Ok(cli::print(html)?),
            false => write(path, html.as_bytes()),
        }
    }

    /// Prints to standard output.
    pub(crate) fn print(&self, format: Format) -> Result<()> {
        let mut out = stdout().lock();
        match format {
            Format::Text => {
                if let Some(missing) = self.missing() {
                    writeln!(out, "UNFINISHED: {missing}\n")?;
                }
                write!(out, "{}", table::text(self))?;
            }
            Format::Json => {
                let json = Json {
                    clock_hz: self.clock.hertz(),
                    limit_seconds: self.limit_seconds,
                    positions: &self.results,
                    summary: &self.summary,
                };
                writeln!(out, "{}", serde_json::to_string_pretty(&json)?)?;
            }
            Format::Markdown => write!(out, "{}", markdown::text(self))?,
            Format::Csv => sheet::write(self.records, &mut out)?,
        }
        Ok(())
    }
}
