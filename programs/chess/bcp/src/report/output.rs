//! Writing the report as a page, as text, as CSV or as JSON.

use std::io::Write;

use anyhow::Result;
use bcp_suite::options::Format;
use bcp_suite::results::csv;
use cli::Output;
use serde::Serialize;

use super::figures::Headline;
use super::run::Report;
use super::{page, table};
use crate::judgement::{Outcome, RuleFigures, Summary};

/// The report as JSON.
#[derive(Serialize)]
struct Json<'a> {
    clock_hz: u64,
    limit_seconds: f64,
    positions: &'a [Outcome],
    summary: &'a Summary,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    headlines: Vec<Headline>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    rules: &'a [RuleFigures],
}

impl Report<'_> {
    /// Writes the page, if an output is given for it, and prints the report; only the page if its output is standard
    /// output.
    pub(crate) fn give(&self, format: Format, page: Option<&Output>) -> Result<()> {
        if let Some(page) = page {
            self.write(page)?;
        }
        match page.is_some_and(Output::is_standard) {
            true => Ok(()),
            false => self.print(format),
        }
    }

    /// Writes the report as an HTML page.
    pub(crate) fn write(&self, page: &Output) -> Result<()> {
        page.write(page::html(self).into_string().as_bytes())
    }

    /// Prints the report to standard output.
    pub(crate) fn print(&self, format: Format) -> Result<()> {
        let mut out = cli::Screen::default();
        match format {
            Format::Text => {
                if let Some(missing) = self.missing() {
                    writeln!(out, "UNFINISHED: {missing}\n")?;
                }
                if let Some(rejected) = self.rejected() {
                    writeln!(out, "NOT RUN: {rejected}\n")?;
                }
                write!(out, "{}", table::text(self, z8000_terminal::width()))?;
            }
            Format::Json => {
                let json = Json {
                    clock_hz: self.clock.hertz(),
                    limit_seconds: self.limit_seconds,
                    positions: &self.results,
                    summary: &self.summary,
                    headlines: if self.has_paper() { self.headlines() } else { Vec::new() },
                    rules: &self.rules,
                };
                writeln!(out, "{}", serde_json::to_string_pretty(&json)?)?;
            }
            Format::Csv => write!(out, "{}", csv(&self.results)?)?,
        }
        Ok(())
    }
}
