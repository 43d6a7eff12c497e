//! `bcp solve`: one position, iteration by iteration, or all positions of a suite.

use std::io::{Write, stdout};
use std::process::ExitCode;

use anyhow::{Result, ensure};
use bcp_chess::{End, Position};
use bcp_driver::{Iteration, Limits, Program, Progress, Search};
use bcp_reference::constants::MAX_DEPTH;
use bcp_suite::interrupt::{Interrupt, STATUS};
use bcp_suite::results::Line;
use bcp_suite::{Judge, Problem};
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
        "--positions, --jobs, --out, --resume and --shard are for all positions of a suite: --suite FILE and no NUMBER"
    );
    let program = arguments.program.program()?;
    let (position, problem) = arguments.position.find(&arguments.program)?;
    let task = Task {
        arguments,
        position,
        problem,
        text: arguments.format == Format::Text,
    };
    if task.text {
        transcript::position(&task.position, task.problem.as_ref())?;
    }
    match task.position.end() {
        Some(end) => task.no_move(end),
        None => task.solve(&program),
    }
}

/// A position to be solved.
struct Task<'a> {
    arguments: &'a Arguments,
    position: Position,
    /// The suite's entry for the position.
    problem: Option<Problem>,
    /// Set where each iteration is printed as it ends; otherwise all are printed as JSON in the end.
    text: bool,
}

/// A search that has ended.
struct Searched {
    iterations: Vec<Iteration>,
    records: Vec<IterationRecord>,
    /// The result of a position of the suite.
    result: Option<Outcome>,
    end: Progress,
    /// Set where no more iterations would change the verdict.
    decided: bool,
}

impl Task<'_> {
    /// Says that there is nothing to search.
    fn no_move(&self, end: End) -> Result<ExitCode> {
        match self.text {
            true => transcript::no_move(end)?,
            false => self.json(&[], None, Some(end))?,
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Searches the position and says what was found.
    fn solve(&self, program: &Program) -> Result<ExitCode> {
        let interrupt = Interrupt::listen()?;
        let searched = self.searched(program, &interrupt)?;
        match self.text {
            true => self.conclude(&searched)?,
            false => self.json(&searched.records, searched.result.as_ref(), None)?,
        }
        Ok(match searched.end {
            Progress::Stopped => ExitCode::from(STATUS),
            _ => ExitCode::SUCCESS,
        })
    }

    /// Searches the position until it is solved, or to the limits.
    fn searched(&self, program: &Program, interrupt: &Interrupt) -> Result<Searched> {
        let arguments = self.arguments;
        let limits = Limits {
            depth: arguments.depth,
            cycles: arguments.clock.clocks(arguments.limit_seconds),
            stop: Some(interrupt.as_ref()),
        };
        let tree = stored_tree(program, arguments.program.version());
        let mut search = Search::start(program, &self.position, limits)?;
        if self.text {
            transcript::heading()?;
        }
        let mut judge = self.problem.as_ref().map(Judge::new);
        let (mut iterations, mut records) = (Vec::new(), Vec::new());
        let mut solved = false;
        let end = loop {
            let iteration = match search.next()? {
                Progress::Iteration(iteration) => iteration,
                end => break end,
            };
            let record = record(tree.as_ref(), arguments.clock, &search, &iteration);
            if self.text {
                transcript::iteration(&record)?;
            }
            records.push(record);
            iterations.push(iteration);
            let finding = finding(&self.position, &iteration);
            if judge.as_mut().is_some_and(|judge| judge.see(finding)) {
                solved = true;
                break Progress::Done;
            }
        };
        let result = self.problem.as_ref().zip(judge).map(|(problem, judge)| {
            Outcome::new(problem, judge.solution(), &iterations, search.cycles(), arguments.clock)
        });
        Ok(Searched {
            decided: solved || end == Progress::Done && self.is_decided(&iterations),
            iterations,
            records,
            result,
            end,
        })
    }

    /// Returns true if a search that ended by itself has found that the game is decided: before its last iteration.
    fn is_decided(&self, iterations: &[Iteration]) -> bool {
        let early = |last: &Iteration| last.depth < self.arguments.depth || last.is_mate();
        iterations.last().is_some_and(early)
    }

    /// Prints what stands below the iterations.
    fn conclude(&self, searched: &Searched) -> Result<()> {
        writeln!(stdout())?;
        if let Some(last) = searched.records.last() {
            transcript::line(last)?;
        }
        let problem = self.problem.as_ref();
        let why = problem.map(|problem| transcript::reason(problem, &searched.iterations));
        let conclusion = Conclusion {
            end: searched.end,
            clock: self.arguments.clock,
            limit_seconds: self.arguments.limit_seconds,
            depth: self.arguments.depth,
            result: searched.result.as_ref(),
            in_table1: problem.is_some_and(|problem| problem.in_table1),
            decided: searched.decided,
            why: why.as_deref(),
        };
        conclusion.print()
    }

    /// Prints a search as JSON.
    fn json(&self, iterations: &[IterationRecord], result: Option<&Outcome>, end: Option<End>) -> Result<()> {
        let report = Report {
            fen: self.position.to_fen(),
            clock_hz: self.arguments.clock.hertz(),
            iterations,
            result,
            no_move: end.map(|end| end.to_string()),
        };
        writeln!(stdout(), "{}", serde_json::to_string_pretty(&report)?)?;
        Ok(())
    }
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

/// Returns the outcome of a position of a suite as a line, with so many columns for its name.
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
