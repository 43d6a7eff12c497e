//! `bcp solve`: one position, iteration by iteration, or all positions of a suite.

use std::io::{Write, stdout};
use std::process::ExitCode;

use anyhow::{Result, ensure};
use bcp_chess::{End, Position};
use bcp_driver::{Iteration, Limits, Progress, Search};
use bcp_reference::constants::MAX_DEPTH;
use bcp_suite::Judge;
use bcp_suite::interrupt::{Interrupt, STATUS};
use bcp_suite::results::Line;
use clap::Args;
use serde::Serialize;
use z8000::board::Clock;

use super::attempt::{record, stored_tree};
use super::batch;
use super::options::{Format, PositionArgument, ProgramOptions, seconds};
use super::transcript::{self, Conclusion};
use crate::judgement::{Outcome, finding};
use crate::results::{IterationRecord, Record};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArgument,
    /// Clock of the emulated Z8000.
    #[arg(long, default_value = "4MHz")]
    clock: Clock,
    /// Emulated seconds after which the search is given up.
    #[arg(long, value_name = "S", default_value = "2000", value_parser = seconds)]
    limit_seconds: f64,
    /// Deepest iteration.
    #[arg(long, default_value_t = MAX_DEPTH, value_parser = clap::value_parser!(u8).range(0..=i64::from(MAX_DEPTH)))]
    depth: u8,
    /// How to print the result.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    batch: batch::Options,
    #[command(flatten)]
    program: ProgramOptions,
}

/// A search as JSON.
#[derive(Serialize)]
struct Report<'a> {
    fen: String,
    clock_hz: u64,
    iterations: &'a [IterationRecord],
    result: Option<&'a Outcome>,
    /// Why there is nothing to search: `checkmate` or `stalemate`.
    #[serde(skip_serializing_if = "Option::is_none")]
    no_move: Option<String>,
}

pub(crate) fn solve(arguments: &Arguments) -> Result<ExitCode> {
    if !arguments.position.is_there() && arguments.program.suite.is_some() {
        return all(arguments);
    }
    ensure!(
        !arguments.batch.is_used(),
        "--positions, --jobs, --out, --resume, --shard and --queue are for all positions of a suite: --suite FILE and no NUMBER"
    );
    let program = arguments.program.program()?;
    let (position, problem) = arguments.position.find(&arguments.program)?;
    let text = arguments.format == Format::Text;
    if text {
        transcript::position(&position, problem.as_ref())?;
    }
    if let Some(end) = position.end() {
        if text {
            transcript::no_move(end)?;
        } else {
            json(arguments, &position, &[], None, Some(end))?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let interrupt = Interrupt::listen()?;
    let limits = Limits {
        depth: arguments.depth,
        cycles: arguments.clock.clocks(arguments.limit_seconds),
        stop: Some(interrupt.as_ref()),
    };
    let tree = stored_tree(&program, arguments.program.version());
    let mut search = Search::start(&program, &position, limits)?;
    if text {
        transcript::heading()?;
    }
    let mut judge = problem.as_ref().map(Judge::new);
    let mut iterations: Vec<Iteration> = Vec::new();
    let mut records: Vec<IterationRecord> = Vec::new();
    let mut decided = false;
    let end = loop {
        match search.next()? {
            Progress::Iteration(iteration) => {
                let record = record(tree.as_ref(), arguments.clock, &search, &iteration);
                if text {
                    transcript::iteration(&record)?;
                }
                records.push(record);
                iterations.push(iteration);
                let finding = finding(&position, &iteration);
                if judge.as_mut().is_some_and(|judge| judge.see(finding)) {
                    decided = true;
                    break Progress::Done;
                }
            }
            end => break end,
        }
    };
    let result = problem
        .as_ref()
        .zip(judge.as_ref())
        .map(|(problem, judge)| Outcome::new(problem, judge.solution(), &iterations, search.cycles(), arguments.clock));
    // A search that has ended by itself before its last iteration has found that the game is decided.
    let early = |last: &Iteration| last.depth < arguments.depth || last.is_mate();
    decided |= end == Progress::Done && iterations.last().is_some_and(early);
    if text {
        writeln!(stdout())?;
        if let Some(last) = records.last() {
            transcript::line(last)?;
        }
        let why = problem.as_ref().map(|problem| transcript::reason(problem, &iterations));
        let conclusion = Conclusion {
            end,
            clock: arguments.clock,
            limit_seconds: arguments.limit_seconds,
            depth: arguments.depth,
            result: result.as_ref(),
            in_table1: problem.as_ref().is_some_and(|problem| problem.in_table1),
            decided,
            why: why.as_deref(),
        };
        conclusion.print()?;
    } else {
        json(arguments, &position, &records, result.as_ref(), None)?;
    }
    Ok(match end {
        Progress::Stopped => ExitCode::from(STATUS),
        _ => ExitCode::SUCCESS,
    })
}

/// Prints a search as JSON.
fn json(
    arguments: &Arguments,
    position: &Position,
    iterations: &[IterationRecord],
    result: Option<&Outcome>,
    end: Option<End>,
) -> Result<()> {
    let report = Report {
        fen: position.to_fen(),
        clock_hz: arguments.clock.hertz(),
        iterations,
        result,
        no_move: end.map(|end| end.to_string()),
    };
    writeln!(stdout(), "{}", serde_json::to_string_pretty(&report)?)?;
    Ok(())
}

/// Solves the positions of a suite.
fn all(arguments: &Arguments) -> Result<ExitCode> {
    ensure!(
        arguments.depth == MAX_DEPTH,
        "--depth is for a single position; a suite has --limit-seconds"
    );
    let finished = arguments
        .batch
        .run(&arguments.program, arguments.clock, arguments.limit_seconds)?;
    if arguments.batch.is_streamed() {
        return Ok(finished.end());
    }
    let mut out = stdout().lock();
    if arguments.format == Format::Json {
        let lines: Vec<_> = finished.records.iter().map(Line::versioned).collect();
        writeln!(out, "{}", serde_json::to_string_pretty(&lines)?)?;
        return Ok(finished.end());
    }
    let names = finished.records.iter().filter_map(|record| record.id.as_deref());
    let width = names.map(|name| name.chars().count()).max().unwrap_or(0).max(12);
    for record in &finished.records {
        writeln!(out, "{}", outcome(record, width))?;
    }
    let solved = || finished.records.iter().filter(|record| record.result.solved);
    let mates = match solved().filter(|record| !record.mates().is_empty()).count() {
        0 => String::new(),
        mates => format!(", {mates} of them by a mate in one"),
    };
    writeln!(
        out,
        "\nsolved {} of {}{mates}",
        solved().count(),
        finished.records.len()
    )?;
    Ok(finished.end())
}

/// What became of a position of a suite, as a line, with so many columns for its name.
fn outcome(record: &Record, width: usize) -> String {
    let result = &record.result;
    let name = record.id.as_deref().unwrap_or_default();
    let best = result.best.as_deref().unwrap_or("-");
    let found = match (result.seconds, result.depth) {
        (Some(seconds), Some(depth)) => {
            format!("solved at depth {depth} after {seconds:.2} Z8000 seconds")
        }
        _ => "not solved".to_owned(),
    };
    let mate = match record.mates() {
        [] => String::new(),
        [_] => ", a mate in one".to_owned(),
        mates => format!(", one of {} mates in one", mates.len()),
    };
    format!("{:5}  {name:width$}  {best:8}  {found}{mate}", result.number)
}
