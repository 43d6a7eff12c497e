//! `bcp table1`: all positions, beside the paper's Table 1.

use std::io::{Write, stdout};
use std::process::ExitCode;

use anyhow::Result;
use bcp_reference::constants::MAX_DEPTH;
use clap::Args;
use serde::Serialize;

use crate::clock::Clock;
use crate::criterion::Judge;
use crate::engine::{Answer, Engine};
use crate::interrupt::{self, Interrupt};
use crate::judged::Judged;
use crate::options::{Format, Replacements, seconds};
use crate::program::Program;
use crate::runs;
use crate::statistics::Summary;
use crate::suite::{Problem, Selection};
use crate::table;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Positions to run, as 1-20 or 1,5,7-9; all where it is left out.
    #[arg(long, value_name = "LIST")]
    positions: Option<Selection>,
    /// Threads; 0 for all cores. The results do not depend on it.
    #[arg(long, value_name = "N", default_value_t = 0)]
    jobs: usize,
    /// Clock of the emulated Z8000.
    #[arg(long, default_value = "4MHz")]
    clock: Clock,
    /// Emulated seconds after which a position is given up.
    #[arg(long, value_name = "S", default_value = "2000", value_parser = seconds)]
    limit_seconds: f64,
    /// How to print the results.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    replacements: Replacements,
}

/// A run as JSON.
#[derive(Serialize)]
struct Report<'a> {
    clock_hz: u64,
    limit_seconds: f64,
    positions: &'a [Judged],
    summary: &'a Summary,
}

/// Clocks between two looks at Ctrl-C.
const SLICE: u64 = 100_000_000;

pub(crate) fn table1(arguments: &Arguments) -> Result<ExitCode> {
    let program = arguments.replacements.program()?;
    let problems = arguments
        .replacements
        .problems(arguments.positions.as_ref())?;
    let interrupt = Interrupt::listen()?;
    let limit = arguments.clock.clocks(arguments.limit_seconds);
    let run = |problem: &Problem| position(&program, problem, arguments.clock, limit, &interrupt);
    let results = runs::each(&problems, arguments.jobs, "positions", &interrupt, run)?;
    let summary = Summary::new(&results, arguments.clock);
    let mut out = stdout().lock();
    match arguments.format {
        Format::Text => {
            let clock = arguments.clock;
            let limit = arguments.limit_seconds;
            write!(out, "{}", table::text(&results, &summary, clock, limit))?;
        }
        Format::Json => {
            let report = Report {
                clock_hz: arguments.clock.hertz(),
                limit_seconds: arguments.limit_seconds,
                positions: &results,
                summary: &summary,
            };
            writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
        }
    }
    if let Some(status) = interrupt::missing(results.len(), problems.len()) {
        return Ok(status);
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs a position until it is solved and confirmed, or to the limit; nothing if interrupted.
fn position(
    program: &Program,
    problem: &Problem,
    clock: Clock,
    limit: u64,
    interrupt: &Interrupt,
) -> Result<Option<Judged>> {
    let mut engine = Engine::new(program);
    engine.set_position(&problem.fen)?;
    engine.search(MAX_DEPTH);
    let mut judge = Judge::new(problem);
    let mut last = None;
    loop {
        let slice = limit.min(engine.cycles().saturating_add(SLICE));
        match engine.next(slice)? {
            Answer::Iteration(iteration) => {
                let solved = judge.see(&iteration);
                last = Some(iteration);
                if solved {
                    break;
                }
            }
            Answer::Done => break,
            Answer::Limit if engine.cycles() >= limit => break,
            Answer::Limit if interrupt.requested() => return Ok(None),
            Answer::Limit => {}
        }
    }
    let cycles = engine.cycles();
    Ok(Some(Judged::new(
        problem,
        &judge,
        last.as_ref(),
        cycles,
        clock,
    )))
}
