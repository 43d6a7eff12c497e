//! The report in each of its forms: as a page, as text, as Markdown, as CSV and as JSON.

use std::io::Write;

use anyhow::Result;
use bcp_suite::options::Format;
use cli::Output;
use csv::Writer;
use serde::Serialize;
use serde_json::Value;

use super::run::Report;
use super::{markdown, page, table};
use crate::judgement::{Outcome, Summary};
use crate::results::Record;

/// A run as JSON.
#[derive(Serialize)]
struct Json<'a> {
    clock_hz: u64,
    limit_seconds: f64,
    positions: &'a [Outcome],
    summary: &'a Summary,
}

impl Report<'_> {
    /// Writes the page, if there is a place for it, and prints: only the page if its place is the standard output.
    pub(crate) fn give(&self, format: Format, page: Option<&Output>) -> Result<()> {
        if let Some(page) = page {
            self.write(page)?;
        }
        match page.is_some_and(Output::is_standard) {
            true => Ok(()),
            false => self.print(format),
        }
    }

    /// Writes the page.
    pub(crate) fn write(&self, page: &Output) -> Result<()> {
        page.write(page::html(self).into_string().as_bytes())
    }

    /// Prints to standard output.
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
                };
                writeln!(out, "{}", serde_json::to_string_pretty(&json)?)?;
            }
            Format::Markdown => write!(out, "{}", markdown::text(self))?,
            Format::Csv => write_csv(self.records, &mut out)?,
        }
        Ok(())
    }
}

/// The columns of CSV.
const HEADING: &str = "number,quiz,place,id,fen,best_moves,solved,seconds,table1_seconds,note,depth,value,move,nodes,\
                       cycles,variation";

/// Writes a heading and a line for each position. Missing values are empty cells.
fn write_csv(records: &[Record], out: &mut impl Write) -> Result<()> {
    let mut writer = Writer::from_writer(out);
    writer.write_record(HEADING.split(','))?;
    for record in records {
        let fields = serde_json::to_value(record)?;
        let variation = record.reported().map(|iteration| iteration.variation.join(" "));
        writer.write_record(HEADING.split(',').map(|name| match (name, &fields[name]) {
            ("variation", _) => variation.clone().unwrap_or_default(),
            ("id", Value::String(id)) => cli::cell(id),
            // A whole number of seconds has no decimals here.
            ("seconds", Value::Number(seconds)) => seconds.as_f64().unwrap_or_default().to_string(),
            (_, Value::String(text)) => text.clone(),
            (_, Value::Null) => String::new(),
            (_, value) => value.to_string(),
        }))?;
    }
    writer.flush()?;
    Ok(())
}
