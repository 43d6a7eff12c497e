//! `bcp ablate`: the figures of Table 1 for each interpretation of what the papers leave open.

use std::io::{Write, stdout};
use std::process::ExitCode;

use anyhow::Result;
use bcp_suite::interrupt::{self, Interrupt};
use bcp_suite::{Selection, Suite, parallel};
use clap::Args;
use z8000::machine::Clock;

use super::attempt::Attempt;
use super::options::{ProgramOptions, seconds};
use crate::judgement::{Outcome, Summary, Times};

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
}

/// A program to compare with the one that is built in.
struct Row {
    name: &'static str,
    simple: bool,
    changes: &'static [(&'static str, i64)],
}

const fn row(name: &'static str, changes: &'static [(&'static str, i64)]) -> Row {
    Row {
        name,
        simple: false,
        changes,
    }
}

const ROWS: &[Row] = &[
    row("as it is", &[]),
    row("tree of 1,000 entries", &[("TREE_ENTRIES", 1000)]),
    row("full tree not pruned", &[("PRUNING", 0)]),
    row("mates in two after a null move", &[("NULL_MATES", 2)]),
    row("mates in two at the horizon", &[("HORIZON_MATES", 2)]),
    row("ordering searches not counted", &[("COUNT_ORDERING", 0)]),
    Row {
        name: "no stored tree",
        simple: true,
        changes: &[],
    },
];

/// The heads of the columns; the first is the row's name.
const HEADS: [&str; 11] = [
    "reading",
    "solved",
    "F in both",
    "Spearman",
    "within 2 / 3 / 5, %",
    "mean ratio",
    "mates: Spearman",
    "deviation",
    "mean ratio",
    "cycles per node",
    "position 96",
];

pub(crate) fn ablate(arguments: &Arguments) -> Result<ExitCode> {
    let suite = Suite::load(None)?;
    let problems = suite.choose(arguments.positions.as_ref())?;
    let interrupt = Interrupt::listen()?;
    print(&HEADS.map(str::to_owned))?;
    print(&HEADS.map(|_| "---".to_owned()))?;
    for row in ROWS {
        let program = ProgramOptions {
            program: None,
            simple: row.simple,
            changes: (row.changes.iter())
                .map(|&(name, value)| (name.to_owned(), value))
                .collect(),
            suite: None,
        };
        let (clock, limit) = (arguments.clock, arguments.limit_seconds);
        let (version, program) = (program.version(), program.program()?);
        let attempt = Attempt::new(program, version, &suite, &problems, clock, limit, None)?;
        let results = parallel::each(&problems, arguments.jobs, row.name, &interrupt, |problem| {
            Ok(attempt.run(problem, &interrupt)?.map(|record| record.result))
        })?;
        if let Some(status) = interrupt::missing(results.len(), problems.len()) {
            return Ok(status);
        }
        print(&cells(row, &results, clock))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A line of the table, as Markdown.
fn print(cells: &[String; HEADS.len()]) -> Result<()> {
    writeln!(stdout(), "| {} |", cells.join(" | "))?;
    Ok(())
}

fn cells(row: &Row, results: &[Outcome], clock: Clock) -> [String; HEADS.len()] {
    let summary = Summary::new(results, clock);
    let figure =
        |times: &Option<Times>, figure: fn(&Times) -> String| times.as_ref().map_or_else(|| "-".to_owned(), figure);
    let ninety_six = results.iter().find(|result| result.number == 96);
    let ninety_six = ninety_six.and_then(|result| Some((result.seconds?, result.depth?)));
    [
        row.name.to_owned(),
        summary.solved.to_string(),
        summary.both_unsolved.to_string(),
        figure(&summary.times, |times| format!("{:.3}", times.spearman)),
        figure(&summary.times, |times| {
            let percent = [times.within_2, times.within_3, times.within_5];
            percent.map(|share| format!("{:.0}", 100.0 * share)).join(" / ")
        }),
        figure(&summary.times, |times| format!("{:.2}", times.mean_ratio)),
        figure(&summary.mates, |times| format!("{:.3}", times.spearman)),
        figure(&summary.mates, |times| format!("{:.2}", times.log_deviation)),
        figure(&summary.mates, |times| format!("{:.2}", times.mean_ratio)),
        format!("{:.0}", summary.cycles_per_node),
        ninety_six.map_or_else(
            || "-".to_owned(),
            |(seconds, depth)| format!("{seconds:.0} s, depth {depth}"),
        ),
    ]
}
