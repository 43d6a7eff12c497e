//! `bcp-lab zugzwang`: which null-move searches solve zugzwang positions, and at what depth.

use std::process::ExitCode;

use anyhow::Result;
use bcp_laboratory::chess::Chess;
use bcp_laboratory::null_move::{MAX_DEPTH, Settings, TABLE_BITS};
use bcp_suite::{Interrupt, Problem, Suite};
use clap::Args;
use cli::{Column, Table, grouped};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::compare::distinct;
use super::record::Trial;
use super::table::{over, value_text};
use crate::chosen::{Named, PositionChoice};
use crate::printing::{self, Text};
use crate::running::{Running, limits};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Maximum depth of each search, 1 to 30.
    #[arg(
        long, value_name = "PLIES", default_value_t = 14,
        value_parser = clap::value_parser!(u8).range(1..=i64::from(MAX_DEPTH))
    )]
    depth: u8,
    /// Nodes after which a search is abandoned, 1000 to 1000000000.
    #[arg(
        long, value_name = "N", default_value_t = 20_000_000,
        value_parser = clap::value_parser!(u64).range(1_000..=1_000_000_000)
    )]
    limit_nodes: u64,
    /// Searches to compare, named as in `bcp-lab compare`.
    #[arg(
        long,
        value_name = "SEARCH",
        value_delimiter = ',',
        default_value = "none,r3,verified,r3+plenkner,r3+double,r3+pawns,verified+pawns"
    )]
    search: Vec<Settings>,
    #[command(flatten)]
    chosen: PositionChoice,
    #[command(flatten)]
    running: Running,
}

/// The results for a position: one for each search that completed an iteration.
#[derive(Clone, Serialize, Deserialize)]
struct Outcomes {
    /// Number, name and solution of the position.
    position: String,
    outcomes: Vec<Outcome>,
}

/// The results of a search of a position.
#[derive(Clone, Serialize, Deserialize)]
struct Outcome {
    #[serde(flatten)]
    named: Named,
    search: String,
    /// The depth from which the search plays a solution; `None` if the last iteration does not.
    found: Option<u8>,
    /// Nodes up to the end of that iteration, or of the last iteration if none plays a solution.
    nodes: u64,
    /// Depth and value of the last iteration; the value is in hundredths of a pawn, for the side to play.
    depth: u8,
    value: i32,
    #[serde(rename = "move")]
    best: Option<String>,
    /// True if Ctrl-C ended the search before it reached the requested depth or number of nodes.
    interrupted: bool,
}

impl Outcome {
    /// Returns the result of a search; `None` if it completed no iteration.
    fn new(problem: &Problem, search: Settings, trial: &Trial, interrupted: bool) -> Option<Self> {
        let iterations = &trial.iterations;
        let last = iterations.last()?;
        let wrong = |at: &usize| !problem.solutions.contains(&iterations[*at].best.into());
        let after = (0..iterations.len()).rev().find(wrong).map_or(0, |at| at + 1);
        let found = iterations.get(after);
        Some(Self {
            named: Named::new(Some(problem)),
            search: search.to_string(),
            found: found.map(|iteration| iteration.depth),
            nodes: found.unwrap_or(last).statistics.nodes,
            depth: last.depth,
            value: last.value,
            best: problem.position.san(last.best.into()),
            interrupted,
        })
    }

    fn cell(&self) -> String {
        let found = match self.found {
            Some(depth) => depth.to_string(),
            None => self.best.clone().unwrap_or_else(|| "-".to_owned()),
        };
        let end = if self.interrupted {
            format!(" at {}", self.depth)
        } else {
            String::new()
        };
        over(
            format!("{found}: {}{end}", value_text(self.value)),
            &grouped(self.nodes),
        )
    }
}

pub(crate) fn zugzwang(arguments: &Arguments) -> Result<ExitCode> {
    distinct(&arguments.search)?;
    let (problems, made_from) = arguments.chosen.solvable(Suite::zugzwang)?;
    let names: Vec<String> = arguments.search.iter().map(ToString::to_string).collect();
    let options = json!({ "depth": arguments.depth, "nodes": arguments.limit_nodes, "search": names });
    let settings = printing::Settings::new("bcp-lab zugzwang", [options, made_from]);
    let one = |problem: &Problem, interrupt: &Interrupt| {
        let mut whole = true;
        let mut outcome = |search: &Settings| {
            let (depth, nodes) = (arguments.depth, arguments.limit_nodes);
            let trial = Trial::new(
                Chess::from(&problem.position),
                *search,
                depth,
                limits(nodes, interrupt),
                TABLE_BITS,
            );
            let interrupted = interrupt.requested() && !trial.complete;
            whole &= !interrupted;
            Outcome::new(problem, *search, &trial, interrupted)
        };
        let outcomes = arguments.search.iter().filter_map(&mut outcome).collect();
        let position = format!("{} {}", Named::new(Some(problem)), problem.solution_text);
        Ok(Some((Outcomes { position, outcomes }, whole)))
    };
    let results = arguments.running.run_as_far("positions", settings, problems, one)?;
    let rows: Vec<&Outcome> = results.all.iter().flat_map(|found| &found.outcomes).collect();
    results.print(&rows, |out| print(out, arguments.depth, &names, &results.all))
}

/// Prints a row for each position.
fn print(out: &mut Text, depth: u8, names: &[String], found: &[Outcomes]) {
    out.line(format_args!(
        "First line: depth from which the search plays the solution, or the move that it plays instead; value at the \
         last depth, at most {depth}\nSecond line: nodes up to that depth, or in total\n"
    ));
    let columns = names.iter().map(Column::right);
    let mut table = Table::new(std::iter::once(Column::left("position")).chain(columns));
    for Outcomes { position, outcomes } in found {
        let cell = |name: &String| {
            let same = |outcome: &&Outcome| outcome.search == *name;
            outcomes.iter().find(same).map_or_else(|| "?".to_owned(), Outcome::cell)
        };
        table.row(std::iter::once(position.clone()).chain(names.iter().map(cell)));
    }
    out.table(&table);
}
