//! `bcp-lab compare`: the tables of David and Netanyahu for our positions.

use std::collections::BTreeSet;
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Result, ensure};
use bcp_chess::hash::nth;
use bcp_laboratory::chess::Chess;
use bcp_laboratory::null_move::{MAX_DEPTH, Settings, TABLE_BITS};
use bcp_suite::parallel::{Threads, locked};
use bcp_suite::results::{Line, Run};
use bcp_suite::{Interrupt, Problem, Suite, ranges};
use clap::Args;
use cli::grouped;

use bcp_suite::options::{Destination, status};

use super::record::{Provenance, Record, Trial};
use super::report::Report;
use crate::chosen::PositionChoice;
use crate::running::limits;
use crate::suites::{self, has_pieces};
use bcp_suite::options::Format;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Depths to compare, 1 to 30: a number, list or range, such as `8`, `8,9` or `8-10`.
    #[arg(long, value_name = "PLIES", default_value = "8")]
    depth: Depths,
    /// Searches to compare, with or without options, such as `r2,r2+double`. `--help` lists the searches and options.
    #[arg(
        long,
        value_name = "SEARCH",
        value_delimiter = ',',
        default_value = "r1,r2,r3,verified",
        long_help = format!("Searches to compare, with or without options, such as `r2,r2+double`.\n\n{}", Settings::help())
    )]
    search: Vec<Settings>,
    /// Binary logarithm of the number of transposition table entries, 10 to 26. David and Netanyahu used 22.
    #[arg(long, value_name = "BITS", default_value_t = TABLE_BITS, value_parser = clap::value_parser!(u8).range(10..=26))]
    table: u8,
    /// Output format.
    #[arg(short, long, value_enum, default_value = "text")]
    format: Format,
    /// Baseline search. The default is `verified` if it is among the searches compared; otherwise there is no
    /// baseline.
    #[arg(long, value_name = "SEARCH")]
    against: Option<Settings>,
    /// Select N positions at random. With the same seed, a larger sample includes a smaller one.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    sample: Option<u32>,
    /// Seed for the random sample.
    #[arg(long, value_name = "N", default_value_t = 2002, requires = "sample")]
    seed: u64,
    #[command(flatten)]
    destination: Destination,
    #[command(flatten)]
    chosen: PositionChoice,
    #[command(flatten)]
    threads: Threads,
}

/// Depths in order, without duplicates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Depths(pub(super) Vec<u8>);

impl FromStr for Depths {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let depth = |text: &str| {
            let depth = text.trim().parse().ok();
            depth
                .filter(|depth| (1..=MAX_DEPTH).contains(depth))
                .ok_or_else(|| format!("expected a depth from 1 to {MAX_DEPTH}, found `{text}`"))
        };
        let depths: BTreeSet<u8> = ranges(text, depth)?.into_iter().flatten().collect();
        Ok(Self(depths.into_iter().collect()))
    }
}

pub(crate) fn compare(arguments: &Arguments) -> Result<ExitCode> {
    let searches = &arguments.search;
    distinct(searches)?;
    if let Some(against) = &arguments.against {
        ensure!(
            searches.contains(against),
            "--against {against}: this search is not among the searches compared"
        );
    }
    let path = arguments.chosen.suite.as_deref();
    let suite = Suite::load(path).map_err(|error| suites::advised(error, path))?;
    suite.report_broken(arguments.chosen.suite.as_deref());
    let chosen = suite.choose(arguments.chosen.positions.as_ref())?;
    let problems: Vec<&Problem> = chosen.iter().filter(|problem| has_pieces(problem)).collect();
    ensure!(
        !problems.is_empty(),
        "nothing to compare: in every selected position, one side has only king and pawns"
    );
    let with_pieces = problems.len();
    let depths = arguments.depth.0.clone();
    let deepest = depths.last().copied().unwrap_or(1);

    let problems = drawn(problems, arguments)?;
    let run = Provenance::new(&suite, deepest, arguments.table)?;
    let check = |record: &Record| record.run.check(&run);
    let writer = arguments.destination.writer(check)?;

    let interrupt = Interrupt::listen()?;
    // All searches of a position come together, so that Ctrl-C leaves only whole positions.
    let work: Vec<(&Problem, Settings)> = problems
        .iter()
        .flat_map(|problem| searches.iter().map(move |search| (*problem, *search)))
        .collect();
    let wanted: BTreeSet<_> = work.iter().map(key).collect();
    let speed = Mutex::new((0, Duration::ZERO));
    let how = Run { threads: arguments.threads, what: "searches", interrupt: &interrupt };
    let one = |(problem, search): &(&Problem, Settings)| {
        let trial = Trial::new(
            Chess::from(&problem.position),
            *search,
            deepest,
            limits(0, &interrupt),
            arguments.table,
        );
        let mut speed = locked(&speed);
        speed.0 += trial.iterations.last().map_or(0, |last| last.statistics.nodes);
        speed.1 += trial.time;
        Ok(trial.complete.then(|| Record::new(problem, *search, &trial, &run)))
    };
    let mut finished = bcp_suite::results::run(how, work, writer, key, one, |_| Ok(()))?;
    let mut records = std::mem::take(&mut finished.records);
    records.retain(|record| wanted.contains(&record.key()));
    tell_speed(speed.into_inner().unwrap_or_else(PoisonError::into_inner));
    let left_out = chosen.len() - with_pieces;
    if left_out > 0 {
        cli::warn(format_args!(
            "positions omitted because one side has only king and pawns: {left_out}"
        ));
    }
    let missing = finished.status("searches", records.len());
    if finished.wanted == 0 {
        cli::tell("bcp-lab: the shard contains no positions");
    } else if missing.is_none() || !records.is_empty() {
        let names = searches.iter().map(ToString::to_string).collect();
        let against = arguments.against.as_ref().map(ToString::to_string);
        let report = Report::new(records, names, depths, against.as_deref());
        match (report, &missing) {
            (Ok(report), _) => cli::print(report.print(arguments.format)?)?,
            // Interrupted before any position was finished: there is nothing to report.
            (Err(_), Some(_)) => {}
            (Err(error), None) => return Err(error),
        }
    }
    Ok(status(missing, suite.broken.is_empty()))
}

/// Returns the key that identifies the results line of this search: the position's number and the search's name.
fn key((problem, search): &(&Problem, Settings)) -> (u32, String) {
    (problem.number, search.to_string())
}

/// Returns the requested number of positions in the order of the draw (default: all), restricted to those of the shard.
fn drawn<'p>(mut problems: Vec<&'p Problem>, arguments: &Arguments) -> Result<Vec<&'p Problem>> {
    if let Some(sample) = arguments.sample {
        problems.sort_by_key(|problem| (nth(arguments.seed, problem.number.into()), problem.number));
        problems.truncate(sample as usize);
    }
    Ok(arguments.destination.part(problems))
}

/// Reports the nodes and the time that they took: the only figures that vary between runs.
fn tell_speed((nodes, time): (u64, Duration)) {
    let seconds = time.as_secs_f64();
    cli::tell(format_args!(
        "{} nodes in {seconds:.1} s on one core: {} nodes per second per core (varies from run to run)",
        grouped(nodes),
        grouped((nodes as f64 / seconds.max(1e-9)) as u64)
    ));
}

/// Returns an error if a search is a duplicate.
pub(super) fn distinct(searches: &[Settings]) -> Result<()> {
    for (at, search) in searches.iter().enumerate() {
        ensure!(!searches[..at].contains(search), "duplicate search {search}");
    }
    Ok(())
}
