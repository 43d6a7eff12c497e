//! `bcp solve`: one position, iteration by iteration, or all positions of a suite.

use std::io::{Write, stdout};
use std::process::ExitCode;

use anyhow::{Result, ensure};
use bcp_chess::Position;
use bcp_machine::{Iteration, Limits, Progress, Search};
use bcp_reference::constants::{MATES, MAX_DEPTH, WIN};
use bcp_suite::interrupt::{Interrupt, STATUS};
use bcp_suite::{Judge, Problem};
use clap::Args;
use serde::Serialize;
use z8000::machine::Clock;

use super::batch;
use super::options::{Format, PositionArgument, ProgramOptions, seconds};
use crate::judgement::{Outcome, finding};
use crate::results::Record;

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
    iterations: Vec<Line>,
    result: Option<&'a Outcome>,
}

/// An iteration as JSON.
#[derive(Serialize)]
struct Line {
    depth: u8,
    value: i16,
    #[serde(rename = "move")]
    best: Option<String>,
    nodes: u32,
    cycles: u64,
    seconds: f64,
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
    let interrupt = Interrupt::listen()?;
    let limits = Limits {
        depth: arguments.depth,
        cycles: arguments.clock.clocks(arguments.limit_seconds),
        stop: Some(interrupt.as_ref()),
    };
    let mut search = Search::start(&program, &position, limits)?;
    let text = arguments.format == Format::Text;
    if text {
        heading(&position, problem.as_ref())?;
    }
    let mut judge = problem.as_ref().map(Judge::new);
    let mut iterations: Vec<Iteration> = Vec::new();
    let mut decided = false;
    let end = loop {
        match search.next()? {
            Progress::Iteration(iteration) => {
                if text {
                    print(&position, &iteration, arguments.clock)?;
                }
                iterations.push(iteration);
                if judge.as_mut().is_some_and(|judge| judge.see(finding(&iteration))) {
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
    decided |= end == Progress::Done && iterations.last().is_some_and(|last| last.depth < arguments.depth);
    if text {
        let why = problem.as_ref().map(|problem| reason(problem, &iterations));
        conclude(end, arguments, result.as_ref(), decided, why.as_deref())?;
    } else {
        let line = |iteration: &Iteration| Line {
            depth: iteration.depth,
            value: iteration.value,
            best: san(&position, iteration),
            nodes: iteration.nodes,
            cycles: iteration.cycles,
            seconds: arguments.clock.seconds(iteration.cycles),
        };
        let report = Report {
            fen: position.to_fen(),
            clock_hz: arguments.clock.hertz(),
            iterations: iterations.iter().map(line).collect(),
            result: result.as_ref(),
        };
        writeln!(stdout(), "{}", serde_json::to_string_pretty(&report)?)?;
    }
    Ok(match end {
        Progress::Stopped => ExitCode::from(STATUS),
        _ => ExitCode::SUCCESS,
    })
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
    let mut out = stdout().lock();
    if arguments.format == Format::Json {
        writeln!(out, "{}", serde_json::to_string_pretty(&finished.records)?)?;
        return Ok(finished.status);
    }
    for record in &finished.records {
        writeln!(out, "{}", outcome(record))?;
    }
    let solved = finished.records.iter().filter(|record| record.result.solved);
    writeln!(out, "\nsolved {} of {}", solved.count(), finished.records.len())?;
    Ok(finished.status)
}

/// What became of a position of a suite, as a line.
fn outcome(record: &Record) -> String {
    let result = &record.result;
    let name = record.id.as_deref().unwrap_or_default();
    let best = result.best.as_deref().unwrap_or("-");
    let found = match (result.seconds, result.depth) {
        (Some(seconds), Some(depth)) => {
            format!("solved at depth {depth} after {seconds:.2} Z8000 seconds")
        }
        _ => "not solved".to_owned(),
    };
    format!("{:5}  {name:12}  {best:8}  {found}", result.number)
}

fn san(position: &Position, iteration: &Iteration) -> Option<String> {
    position.san(iteration.best?)
}

fn heading(position: &Position, problem: Option<&Problem>) -> Result<()> {
    let mut out = stdout().lock();
    match problem {
        Some(problem) => {
            let (number, task) = (problem.number, problem.task());
            writeln!(out, "position {number}: {}, {task}", position.to_fen())?;
        }
        None => writeln!(out, "{}", position.to_fen())?,
    }
    writeln!(out, "\ndepth    value  move           nodes          cycles    Z8000 s")?;
    Ok(())
}

fn print(position: &Position, iteration: &Iteration, clock: Clock) -> Result<()> {
    let value = written(iteration.value);
    writeln!(
        stdout(),
        "{:5}  {value:>7}  {:10} {:>9} {:>15} {:>10.2}",
        iteration.depth,
        san(position, iteration).as_deref().unwrap_or("-"),
        iteration.nodes,
        iteration.cycles,
        clock.seconds(iteration.cycles)
    )?;
    Ok(())
}

/// A value: pawns, or the moves to a mate as far as the program reports them.
fn written(value: i16) -> String {
    let moves = (WIN - value.abs() + 1) / 2;
    match value {
        WIN => "mate".to_owned(),
        value if value == -WIN => "-mate".to_owned(),
        MATES.. => format!("mate {moves}"),
        value if value <= -MATES => format!("-mate {moves}"),
        value => value.to_string(),
    }
}

/// Why iterations solve nothing.
fn reason(problem: &Problem, iterations: &[Iteration]) -> String {
    let solves = |iteration: &&Iteration| iteration.best.is_some_and(|best| problem.solutions.contains(&best));
    let best: Vec<&Iteration> = iterations.iter().filter(solves).collect();
    let (Some(first), Some(last)) = (best.first(), best.last()) else {
        return "the solution was never the best move".to_owned();
    };
    let depths = match (first.depth, last.depth) {
        (first, last) if first == last => format!("depth {first}"),
        (first, last) => format!("depths from {first} to {last}"),
    };
    format!("the solution was the best move at {depths}, but gained nothing over captures alone and did not stay best")
}

fn conclude(
    end: Progress,
    arguments: &Arguments,
    result: Option<&Outcome>,
    decided: bool,
    why: Option<&str>,
) -> Result<()> {
    let mut out = stdout().lock();
    let clock = arguments.clock;
    writeln!(out)?;
    match end {
        Progress::Iteration(_) | Progress::Done => {}
        Progress::Limit => writeln!(out, "stopped at {} Z8000 seconds", arguments.limit_seconds)?,
        Progress::Stopped => writeln!(out, "interrupted")?,
    }
    let Some(result) = result else { return Ok(()) };
    let paper = match result.table1_seconds {
        Some(seconds) => format!("{seconds} s"),
        None => "not solved (F)".to_owned(),
    };
    match (result.seconds, result.depth) {
        (Some(seconds), Some(depth)) => writeln!(
            out,
            "solved at depth {depth} after {seconds:.2} Z8000 seconds at {clock}; Table 1: {paper}"
        )?,
        _ => {
            writeln!(out, "not solved; Table 1: {paper}")?;
            if let Some(why) = why {
                writeln!(out, "{why}")?;
            }
        }
    }
    if !decided {
        let until = match end {
            Progress::Done => format!("depth {}", arguments.depth),
            Progress::Stopped => "where it was interrupted".to_owned(),
            _ => format!("{} Z8000 seconds", arguments.limit_seconds),
        };
        writeln!(
            out,
            "provisional: the search went to {until}, and a longer one may find more or something else"
        )?;
    }
    Ok(())
}
