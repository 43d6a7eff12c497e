//! `bcp solve`: solves one position, iteration by iteration, or all positions of a suite.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, bail, ensure};
use bcp_chess::Effort;
use bcp_driver::results::JudgedSearch;
use bcp_driver::{EFFORT, Limits, Progress, Value, is_final};
use bcp_reference::constants::MAX_DEPTH;
use bcp_suite::interrupt::{Interrupt, status};
use bcp_suite::results::Line;
use bcp_suite::{Problem, Selection};
use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Args};
use cli::Format;
use serde::Serialize;
use z8000::machine::Clock;

use super::options::{Place, ProgramOptions, seconds};
use super::{batch, transcript};
use crate::judgement::Outcome;
use crate::results::{IterationRecord, Record};

#[derive(Args)]
#[command(
    mut_arg("positions", |option| option.help(POSITIONS)),
    mut_arg("jobs", for_several),
    mut_arg("out", for_several),
    mut_arg("shard", for_several)
)]
pub(crate) struct Arguments {
    /// Positions to solve: one or more numbers in the suite, such as `5`, `1-20` or `1,5,7-9`; a quoted FEN; or a file
    /// of positions, as for `--suite`.
    #[arg(value_name = "WHAT", conflicts_with = "fen", value_parser = OsStringValueParser::new().try_map(SolveRequest::read))]
    asked: Option<SolveRequest>,
    /// Position as a FEN. Only its first four fields are used.
    #[arg(long)]
    fen: Option<String>,
    /// Clock rate of the emulated Z8000.
    #[arg(long, default_value = "4MHz")]
    clock: Clock,
    /// Emulated seconds after which the search of a position is abandoned.
    #[arg(long, value_name = "S", default_value = "2000", value_parser = seconds)]
    limit_seconds: f64,
    /// Maximum iteration depth. Applies only to a single position.
    #[arg(long, value_name = "PLIES", default_value_t = MAX_DEPTH, value_parser = clap::value_parser!(u8).range(0..=i64::from(MAX_DEPTH)))]
    depth: u8,
    /// Output format.
    #[arg(short, long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    batch: batch::Options,
    #[command(flatten)]
    program: ProgramOptions,
}

/// Help of `--positions`, which has a default only for the positions of a file.
const POSITIONS: &str =
    "Positions to solve, such as `1-20` or `1,5,7-9`. With a suite file, the default is all positions";

/// Adds to an option's help that [`single`] refuses it.
fn for_several(option: Arg) -> Arg {
    let help = option.get_help().map(ToString::to_string).unwrap_or_default();
    option.help(format!("{help}. Applies only to several positions"))
}

/// The result of a single position, as JSON.
#[derive(Serialize)]
struct Report<'a> {
    fen: String,
    clock_hz: u64,
    iterations: &'a [IterationRecord],
    result: Option<&'a Outcome>,
    /// What the rules say about a mate announced by the last iteration.
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<MateReport>,
    /// Why there is nothing to search: `checkmate` or `stalemate`.
    #[serde(skip_serializing_if = "Option::is_none")]
    no_move: Option<String>,
}

/// An announced mate as JSON.
#[derive(Serialize)]
struct MateReport {
    /// `proved`, `believed` or `refuted`.
    rules: &'static str,
    /// The verdict in words, such as `not proved within 100,000 positions`.
    note: String,
}

/// The positions to solve.
#[derive(Clone)]
enum SolveRequest {
    One(Place),
    Numbers(Selection),
    File(PathBuf),
}

impl SolveRequest {
    fn read(argument: OsString) -> Result<Self, String> {
        // A file name need not be UTF-8.
        let Some(text) = argument.to_str() else {
            return Ok(Self::File(argument.into()));
        };
        let is_list = |letter: char| letter.is_ascii_digit() || matches!(letter, '-' | ',');
        let is_dotted = text.contains("..") && text.chars().all(|letter| is_list(letter) || letter == '.');
        match text.parse() {
            Ok(place) => Ok(Self::One(place)),
            Err(_) if is_dotted || text.len() > 1 && text.chars().all(is_list) => text.parse().map(Self::Numbers),
            // A path can contain as many slashes as a FEN.
            Err(_) if Path::new(text).is_file() => Ok(Self::File(text.into())),
            Err(reason) if text.matches('/').count() == 7 => Err(reason),
            Err(_) if text == "-" || text.contains('.') || Path::new(text).exists() => Ok(Self::File(text.into())),
            Err(_) => Err("expected a number, such as 5 or 1-20, a quoted FEN, or a file".to_owned()),
        }
    }
}

pub(crate) fn solve(mut arguments: Arguments) -> Result<ExitCode> {
    let one = match arguments.asked.take() {
        Some(SolveRequest::One(place)) => Some(place),
        Some(SolveRequest::Numbers(numbers)) => {
            let before = arguments.batch.positions.replace(numbers);
            ensure!(
                before.is_none(),
                "positions are specified twice: remove --positions or the argument"
            );
            None
        }
        Some(SolveRequest::File(file)) => {
            let before = arguments.program.from.suite.replace(file);
            ensure!(
                before.is_none(),
                "positions are specified by two files: remove --suite or the argument"
            );
            None
        }
        None => arguments.fen.as_deref().map(Place::of_fen),
    };
    match one {
        Some(place) => single(&arguments, &place),
        None if arguments.batch.positions.is_some() || arguments.program.from.suite.is_some() => all(&arguments),
        None => {
            let what = "a number, such as 5, or several, such as 1-20; a quoted FEN; or a file of positions";
            let message = format!("a position is required: {what}\n");
            clap::Error::raw(ErrorKind::MissingRequiredArgument, message).exit()
        }
    }
}

/// Solves one position.
fn single(arguments: &Arguments, place: &Place) -> Result<ExitCode> {
    if let Some(option) = arguments.batch.used() {
        bail!(
            "`{option}` applies only when solving several positions: remove it, or specify several positions, such as \
             1-20"
        );
    }
    let program = arguments.program.program()?;
    let options = &arguments.program;
    let (position, problem) = place.find(|| Ok(options.judged(options.from.unbroken()?)))?;
    let text = arguments.format == Format::Text;
    // Without a solution, the result cannot be judged.
    let judged = problem.as_ref().filter(|problem| !problem.solutions.is_empty());
    if text {
        cli::print_line(transcript::position(&position, problem.as_ref()))?;
    }
    let mut report = Report {
        fen: position.to_fen(),
        clock_hz: arguments.clock.hertz(),
        iterations: &[],
        result: None,
        mate: None,
        no_move: position.end().map(|end| end.to_string()),
    };
    if let Some(end) = &report.no_move {
        match text {
            true => cli::print_line(format_args!("\n{end}: there are no legal moves"))?,
            false => report.print()?,
        }
        return Ok(ExitCode::SUCCESS);
    }
    let interrupt = Interrupt::listen()?;
    let limits = Limits {
        depth: arguments.depth,
        cycles: arguments.clock.clocks(arguments.limit_seconds),
        stop: Some(interrupt.as_ref()),
    };
    let mut search = JudgedSearch::start(&program, arguments.clock, &position, judged, limits)?;
    if text {
        cli::print_line(transcript::HEADING)?;
    }
    let told = |record: &IterationRecord| match text {
        true => Ok(cli::print_line(transcript::iteration(record))?),
        false => Ok(()),
    };
    let end = search.run(told)?;
    let result = search.result(end);
    let last = search.iterations.last();
    let mate = last.and_then(|last| last.mate(&position, last.named(&position), Effort::of(EFFORT)));
    report.mate = mate.map(|mate| MateReport { rules: mate.word(), note: mate.note(&position) });
    if text {
        conclude(
            arguments,
            judged.zip(result.as_ref()),
            &search,
            end,
            report.mate.as_ref(),
        )?;
    } else {
        report.iterations = &search.records;
        report.result = result.as_ref();
        report.print()?;
    }
    Ok(match end {
        Progress::Stopped => ExitCode::from(status()),
        _ => ExitCode::SUCCESS,
    })
}

impl Report<'_> {
    fn print(&self) -> Result<()> {
        Ok(cli::print_line(serde_json::to_string_pretty(self)?)?)
    }
}

/// Prints the lines below the iterations.
fn conclude(
    arguments: &Arguments,
    judged: Option<(&Problem, &Outcome)>,
    search: &JudgedSearch<'_>,
    end: Progress,
    mate: Option<&MateReport>,
) -> Result<()> {
    let mut out = cli::Screen::default();
    writeln!(out)?;
    if let Some(last) = search.records.last() {
        write!(out, "{}", transcript::line(last))?;
    }
    // The host supplies a mate in one by the rules, so there is nothing to verify.
    let last = search.records.last().filter(|last| last.mates.is_empty());
    if let (Some(mate), Some(last)) = (mate, last) {
        writeln!(out, "rules: {}, {}", Value(last.value).console(), mate.note)?;
    }
    let limit = arguments.limit_seconds;
    match end {
        Progress::Iteration(_) | Progress::Done => {}
        Progress::Limit => writeln!(out, "stopped at {limit} Z8000 seconds")?,
        Progress::Stopped => writeln!(out, "interrupted")?,
    }
    let Some((problem, result)) = judged else {
        return Ok(());
    };
    let paper = in_table1(result, problem.in_table1);
    match (result.seconds, result.depth) {
        (Some(seconds), Some(depth)) => {
            let clock = arguments.clock;
            writeln!(
                out,
                "solved at depth {depth} after {seconds:.2} Z8000 seconds at {clock}{paper}"
            )?;
        }
        _ => writeln!(
            out,
            "not solved{paper}\n{}",
            transcript::reason(problem, &search.iterations)
        )?,
    }
    let is_over = search
        .iterations
        .last()
        .is_some_and(|last| is_final(last.depth, last.value));
    if search.solved || end == Progress::Done && is_over {
        return Ok(());
    }
    let end = match end {
        Progress::Done => format!("ended after depth {}", arguments.depth),
        Progress::Stopped => "was interrupted".to_owned(),
        _ => format!("ended after {limit} Z8000 seconds"),
    };
    writeln!(
        out,
        "provisional: the search {end}; a longer search may give a different result"
    )?;
    Ok(())
}

/// Formats the paper's time, if the position is in Table 1.
fn in_table1(result: &Outcome, listed: bool) -> String {
    match result.table1_seconds {
        Some(seconds) => format!("; Table 1: {seconds} s"),
        None if listed => "; Table 1: not solved (F)".to_owned(),
        None => String::new(),
    }
}

/// Solves the positions of a suite.
fn all(arguments: &Arguments) -> Result<ExitCode> {
    ensure!(
        arguments.depth == MAX_DEPTH,
        "--depth applies to a single position; use --limit-seconds for a suite"
    );
    let (program, clock, limit) = (&arguments.program, arguments.clock, arguments.limit_seconds);
    let text = arguments.format == Format::Text && !arguments.batch.is_streamed();
    let problems = arguments.batch.problems(&program.suite()?)?;
    let names = problems.iter().filter_map(|problem| problem.id.as_deref());
    let width = names.map(|name| name.chars().count()).max().unwrap_or(0).max(12);
    let told = |record: &Record| {
        if text {
            let paper = in_table1(&record.result, program.from.suite.is_none());
            cli::print_line(format_args!("{}{paper}", outcome(record, width)))?;
        }
        Ok(())
    };
    let finished = (arguments.batch).run(program, clock, limit, false, &Interrupt::listen()?, told)?;
    if arguments.batch.is_streamed() {
        return Ok(finished.end());
    }
    let mut out = cli::Screen::default();
    if arguments.format == Format::Json {
        let lines: Vec<_> = finished.run.records.iter().map(Line::versioned).collect();
        writeln!(out, "{}", serde_json::to_string_pretty(&lines)?)?;
        return Ok(finished.end());
    }
    let solved = || finished.run.records.iter().filter(|record| record.result.solved);
    let mates = match solved().filter(|record| !record.mates().is_empty()).count() {
        0 => String::new(),
        mates => format!(", {mates} of them by a mate in one"),
    };
    writeln!(
        out,
        "\nsolved {} of {}{mates}",
        solved().count(),
        finished.run.records.len()
    )?;
    Ok(finished.end())
}

/// Formats the outcome of a suite position as a line, with `width` columns for its name.
fn outcome(record: &Record, width: usize) -> String {
    let result = &record.result;
    let name = record.named().unwrap_or_default();
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
