//! The report of a run: the same figures as a page, as text, as Markdown, as CSV and as JSON.

mod axis;
mod cards;
mod chart;
mod curve;
mod diagram;
mod figures;
mod finding;
mod grid;
mod histogram;
mod markdown;
mod moment;
mod number;
mod page;
mod paper;
mod pieces;
mod scatter;
mod sheet;
mod table;
pub(crate) mod tables;

use std::io::{Write, stdout};
use std::path::Path;

use anyhow::Result;
use bcp_suite::Selection;
use bcp_suite::results::is_stream;
use clap::ValueEnum;
use cli::write;
use serde::Serialize;
use z8000::board::Clock;

use crate::judgement::{Outcome, Summary};
use crate::results::Record;
pub(crate) use moment::Page;
pub(crate) use paper::DEEPEST;

/// How a run is printed.
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

/// Results, and all that is computed from them.
#[derive(Debug)]
pub(crate) struct Report<'a> {
    records: &'a [Record],
    results: Vec<Outcome>,
    summary: Summary,
    clock: Clock,
    limit_seconds: f64,
    /// The page in the browser that the report links to.
    page: Option<&'a Page>,
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

impl<'a> Report<'a> {
    /// The report of results in the order of their positions.
    pub(crate) fn new(records: &'a [Record], clock: Clock, limit_seconds: f64) -> Self {
        let results: Vec<Outcome> = records.iter().map(|record| record.result.clone()).collect();
        Self {
            summary: Summary::new(&results, clock),
            records,
            results,
            clock,
            limit_seconds,
            page: None,
        }
    }

    /// The same with links to moments of a page.
    pub(crate) fn linked(self, page: Option<&'a Page>) -> Self {
        Self { page, ..self }
    }

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
                let (clock, limit) = (self.clock, self.limit_seconds);
                let text = match self.has_paper() {
                    true => table::text(&self.results, &self.summary, clock, limit),
                    false => table::plain(&self.results, &self.summary, clock, limit),
                };
                write!(out, "{text}")?;
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

    /// What is missing of the run, in words; none where it is whole.
    fn missing(&self) -> Option<String> {
        let first = self.records.first()?;
        let wanted = first.run.numbers().ok()?;
        let done = |number: &u32| self.results.iter().any(|result| result.number == *number);
        let missing: Vec<u32> = wanted.iter().copied().filter(|number| !done(number)).collect();
        if missing.is_empty() {
            return None;
        }
        let part = first.shard.map_or_else(String::new, |shard| format!("shard {shard}: "));
        Some(format!(
            "{part}{} of the {} positions of this run; {} are missing ({})",
            self.results.len(),
            wanted.len(),
            missing.len(),
            Selection::text(missing.iter().copied())
        ))
    }

    /// Whether the positions are the paper's, with its times.
    fn has_paper(&self) -> bool {
        self.results.iter().any(|result| result.table1_seconds.is_some())
    }
}
