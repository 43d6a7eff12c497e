//! `bcp table1`: solves all positions, and prints the times next to the paper's Table 1.

use std::process::ExitCode;

use anyhow::{Result, ensure};
use bcp_suite::Interrupt;
use clap::Args;
use cli::Output;
use z8000::machine::Clock;

use super::batch;
use super::options::{ProgramOptions, seconds};
use bcp_suite::options::Format;

use crate::report::Report;

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    batch: batch::Options,
    /// Clock rate of the emulated Z8000.
    #[arg(long, default_value = "4MHz")]
    clock: Clock,
    /// Emulated seconds after which the search of a position is abandoned.
    #[arg(long, value_name = "S", default_value = "2000", value_parser = seconds)]
    limit_seconds: f64,
    /// Search every position to the limit, even after it is solved, as `bcp ablate` requires.
    #[arg(long)]
    to_limit: bool,
    /// Output format.
    #[arg(short, long, value_enum, default_value = "text")]
    format: Format,
    /// Also write an HTML report to this file. With `-`, standard output contains only the HTML report.
    #[arg(long, value_name = "FILE")]
    report: Option<Output>,
    #[command(flatten)]
    program: ProgramOptions,
}

pub(crate) fn table1(arguments: &Arguments) -> Result<ExitCode> {
    arguments.report.iter().try_for_each(Output::check)?;
    let streamed = arguments.batch.is_streamed();
    ensure!(
        !streamed || !arguments.report.as_ref().is_some_and(Output::is_standard),
        "--out and --report cannot both be standard output"
    );
    let (program, clock, limit) = (&arguments.program, arguments.clock, arguments.limit_seconds);
    let interrupt = Interrupt::listen()?;
    let file = arguments.report.as_ref();
    let finished = (arguments.batch).run(program, clock, limit, arguments.to_limit, &interrupt, |_| Ok(()))?;
    let report = Report::new(&finished.run.records, clock, limit);
    if !streamed {
        report.give(arguments.format, file)?;
    } else if let Some(path) = file {
        report.write(path)?;
    }
    Ok(finished.end())
}
