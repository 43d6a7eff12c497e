//! `bcp report`: the report of results that a run has written, or that were merged.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::report::{Format, Page, Report, check};
use crate::results::{Lines, Record};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Results, as `--out` and `bcp merge` write them; `-` is the standard input.
    #[arg(value_name = "FILE")]
    results: PathBuf,
    /// How to print the results.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Write a report as well: one HTML file. `-` is the standard output, which then has nothing else.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Link cells and iterations of that report to their moments in the page in the browser, which is at this address.
    #[arg(long, value_name = "ADDRESS", requires = "report")]
    page: Option<Page>,
}

/// Makes the report of a file of results, which must be of one run.
pub(crate) fn report(arguments: &Arguments) -> Result<ExitCode> {
    if let Some(path) = &arguments.report {
        check(path)?;
    }
    let path = &arguments.results;
    let lines = Lines::read(path)?;
    lines.report_torn(path);
    let records: Vec<Record> = lines.records.into_values().collect();
    let name = || path.display().to_string();
    let first = records.first().context("no results").with_context(name)?;
    for record in &records {
        // Results of several builds are a report of all of them, which names them.
        if let Err(different) = record.run.agrees(&first.run) {
            bail!(
                "{}: position {} is of another run than position {}: {different}",
                name(),
                record.result.number,
                first.result.number
            );
        }
    }
    let clock = first.run.clock().with_context(name)?;
    if let Some(page) = &arguments.page {
        page.check(&first.run).with_context(name)?;
    }
    let report = Report::new(&records, clock, first.run.set.limit_seconds).linked(arguments.page.as_ref());
    report.give(arguments.format, arguments.report.as_deref())?;
    Ok(ExitCode::SUCCESS)
}
