//! `bcp lab compare`: the tables of David and Netanyahu, for our positions.

use std::collections::BTreeSet;
use std::io::{Write, stderr, stdout};
use std::process::ExitCode;
use std::str::FromStr;

use anyhow::{Result, ensure};
use bcp_suite::interrupt::{self, Interrupt};
use bcp_suite::{Problem, Suite, parallel};
use clap::Args;

use super::super::Chosen;
use super::report::{Compared, Report};
use super::table::Format;
use super::trial::Trial;
use crate::ChessLike;
use crate::chess::Chess;
use crate::null_move::{MAX_DEPTH, Settings};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Depths to compare at, as 8, 8,9 or 8-10: 1 to 30.
    #[arg(long, value_name = "LIST", default_value = "8")]
    depth: Depths,
    /// Searches to compare, with or without options, as r2,r2+double; `--help` lists them.
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        default_value = "r1,r2,r3,verified",
        long_help = format!("Searches to compare, with or without options, as r2,r2+double:\n\n{}", Settings::help())
    )]
    search: Vec<Settings>,
    /// How to print the tables.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    chosen: Chosen,
}

/// Depths, each once and in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Depths(BTreeSet<u8>);

impl FromStr for Depths {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let depth = |text: &str| {
            let depth = text.trim().parse().ok();
            depth
                .filter(|depth| (1..=MAX_DEPTH).contains(depth))
                .ok_or_else(|| format!("`{text}` is not a depth from 1 to {MAX_DEPTH}"))
        };
        let mut depths = BTreeSet::new();
        for part in text.split(',') {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let (first, last) = (depth(first)?, depth(last)?);
            if first > last {
                return Err(format!("the range {first}-{last} is empty"));
            }
            depths.extend(first..=last);
        }
        Ok(Self(depths))
    }
}

pub(crate) fn compare(arguments: &Arguments) -> Result<ExitCode> {
    let searches = &arguments.search;
    distinct(searches)?;
    let suite = Suite::load(arguments.chosen.suite.as_deref())?;
    suite.report_broken(arguments.chosen.suite.as_deref());
    let chosen = suite.choose(arguments.chosen.positions.as_ref())?;
    let problems: Vec<&Problem> = chosen.iter().filter(|problem| has_pieces(problem)).collect();
    ensure!(
        !problems.is_empty(),
        "in all of the chosen positions a side has nothing but its king and pawns"
    );
    let depths: Vec<u8> = arguments.depth.0.iter().copied().collect();
    let deepest = depths.last().copied().unwrap_or(1);

    let interrupt = Interrupt::listen()?;
    // The searches of a position stand together, so that Ctrl-C leaves whole positions.
    let runs: Vec<(usize, Settings)> = (0..problems.len())
        .flat_map(|at| searches.iter().map(move |search| (at, *search)))
        .collect();
    let trials = parallel::each(
        &runs,
        arguments.chosen.threads.jobs,
        "searches",
        &interrupt,
        |(at, search)| {
            let trial = Trial::new(&problems[*at].position, *search, deepest, 0, &interrupt);
            Ok(trial.complete.then_some((*at, trial)))
        },
    )?;

    let mut compared: Vec<Compared<'_>> = problems
        .iter()
        .map(|problem| Compared {
            problem,
            trials: Vec::new(),
        })
        .collect();
    for (at, trial) in trials {
        compared[at].trials.push(trial);
    }
    compared.retain(|compared| compared.trials.len() == searches.len());
    let done = compared.len();
    let report = Report {
        searches,
        depths: &depths,
        compared: &compared,
        left_out: chosen.len() - problems.len(),
    };
    write!(stdout().lock(), "{}", report.print(arguments.format)?)?;
    let _ = writeln!(stderr(), "{}", report.speed());
    Ok(match interrupt::missing(done, problems.len()) {
        Some(status) => status,
        None if suite.broken.is_empty() => ExitCode::SUCCESS,
        None => ExitCode::FAILURE,
    })
}

/// Refuses a search that is named twice.
pub(super) fn distinct(searches: &[Settings]) -> Result<()> {
    for (at, search) in searches.iter().enumerate() {
        ensure!(
            !searches[..at].contains(search),
            "{search} is named twice among the searches"
        );
    }
    Ok(())
}

/// Whether both sides have more than king and pawns, as the paper asks of its positions.
fn has_pieces(problem: &Problem) -> bool {
    let [own, other] = Chess::from(&problem.position).pieces();
    own > 0 && other > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_and_what_is_not_a_depth() {
        let depths = |text: &str| text.parse::<Depths>().map(|depths| depths.0.into_iter().collect());
        assert_eq!(depths("8"), Ok(vec![8]));
        assert_eq!(depths("10,8-9,8"), Ok(vec![8, 9, 10]));
        for wrong in ["", "0", "31", "9-8", "x", "8,", "-1"] {
            let result: Result<Vec<u8>, _> = depths(wrong);
            assert!(result.is_err(), "{wrong}");
        }
    }
}
