//! `bcp report`: generates a report on the results of a run.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;
use cli::Output;

use bcp_suite::options::Format;

use crate::report::{Page, Report};
use crate::results::read;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Results file of a run, as written by `--out`, or the concatenated files of its shards. `-` is standard input.
    #[arg(value_name = "RESULTS")]
    results: PathBuf,
    /// Output format.
    #[arg(short, long, value_enum, default_value = "text")]
    format: Format,
    /// Also write an HTML report to this file. With `-`, standard output contains only the HTML report.
    #[arg(long, value_name = "FILE")]
    report: Option<Output>,
    /// Link the cells and iterations of the HTML report to the corresponding moments on the browser page at this
    /// address.
    #[arg(long, value_name = "ADDRESS", requires = "report")]
    page: Option<Page>,
}

/// Runs `bcp report`: writes the report on a results file.
pub(crate) fn report(arguments: &Arguments) -> Result<ExitCode> {
    arguments.report.iter().try_for_each(Output::check)?;
    let path = &arguments.results;
    let records = read(path)?;
    let name = || path.display().to_string();
    let first = records.first().context("no results").with_context(name)?;
    let clock = first.run.clock().with_context(name)?;
    if let Some(page) = &arguments.page {
        page.check(&first.run).with_context(name)?;
    }
    let report = Report::new(&records, clock, first.run.set.limit_seconds).linked(arguments.page.as_ref());
    report.give(arguments.format, arguments.report.as_ref())?;
    Ok(ExitCode::SUCCESS)
}
