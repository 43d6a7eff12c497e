//! `bcp-lab review`: both versions of the pseudocode of 2006, compared with the stored tree.

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;
use bcp_chess::bootstrap::ratio_of_sums;
use bcp_laboratory::review::{Version2, readings};
use bcp_reference::constants::{MATES, MAX_DEPTH, WIN};
use bcp_reference::search::{Observer, Searcher, Version};
use bcp_suite::{Interrupt, Problem};
use clap::Args;
use cli::{Column, Table};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::chosen::PositionChoice;
use crate::printing::{SAID, Settings, Text};
use crate::running::Running;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Maximum iteration depth.
    #[arg(
        long, value_name = "PLIES", default_value_t = 4,
        value_parser = clap::value_parser!(u8).range(0..=i64::from(MAX_DEPTH))
    )]
    depth: u8,
    /// Nodes after which a search is abandoned, 1 to 1000000000.
    #[arg(
        long, value_name = "N", default_value_t = 1_000_000,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000_000)
    )]
    limit_nodes: u32,
    #[command(flatten)]
    chosen: PositionChoice,
    #[command(flatten)]
    running: Running,
}

/// The result of a search when it ended.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct SearchEnd {
    depth: u8,
    /// Value in pawns, for the side to play.
    value: i16,
    nodes: u64,
    /// True if the requested depth was reached or the game was decided.
    complete: bool,
}

/// The results for a position, in the order of [`HEADS`].
#[derive(Clone, Serialize, Deserialize)]
struct ReviewRow {
    position: u32,
    found: [SearchEnd; 3],
}

const HEADS: [&str; 3] = ["version 1", "version 2", "stored tree"];

/// A row of machine-readable output: one search of one position.
#[derive(Serialize)]
struct Line {
    position: u32,
    search: &'static str,
    #[serde(flatten)]
    found: SearchEnd,
}

pub(crate) fn review(arguments: &Arguments) -> Result<ExitCode> {
    let (problems, made_from) = arguments.chosen.problems()?;
    let options = json!({ "depth": arguments.depth, "nodes": arguments.limit_nodes });
    let settings = Settings::new("bcp-lab review", [options, made_from]);
    let one = |problem: &Problem, interrupt: &Interrupt| {
        let stop = interrupt.as_ref();
        let row = ReviewRow {
            position: problem.number,
            found: [
                reference(problem, Version::Simple, arguments, stop),
                version2(problem, arguments, stop),
                reference(problem, Version::Stored, arguments, stop),
            ],
        };
        Ok(Some((row, !interrupt.requested())))
    };
    let results = arguments.running.run_as_far("positions", settings, problems, one)?;
    let lines: Vec<Line> = results.all.iter().flat_map(ReviewRow::lines).collect();
    results.print(&lines, |out| print(out, &results.all, arguments))
}

impl ReviewRow {
    fn lines(&self) -> impl Iterator<Item = Line> {
        HEADS.into_iter().zip(self.found).map(|(search, found)| Line {
            position: self.position,
            search,
            found: SearchEnd { value: plain(found.value), ..found },
        })
    }
}

/// Ends a search at a limit of nodes or on Ctrl-C.
struct Ends<'a> {
    nodes: u32,
    stop: &'a AtomicBool,
}

impl Observer for Ends<'_> {
    fn stop(&self, nodes: u32) -> bool {
        nodes >= self.nodes || self.stop.load(Ordering::Relaxed)
    }
}

/// Searches with version 1, or with the stored tree of the program.
fn reference(problem: &Problem, version: Version, arguments: &Arguments, stop: &AtomicBool) -> SearchEnd {
    let ends = Ends { nodes: arguments.limit_nodes, stop };
    let mut searcher = Searcher::new(problem.position.clone())
        .observed(&ends)
        .version(version)
        .readings(readings());
    let last = searcher.search(arguments.depth).last();
    found(last.map(|last| (last.depth, last.value, last.nodes.into())), arguments)
}

/// Searches with version 2.
fn version2(problem: &Problem, arguments: &Arguments, stop: &AtomicBool) -> SearchEnd {
    let mut search = Version2::new(problem.position.clone(), arguments.limit_nodes.into(), Some(stop));
    let last = search.it2v(arguments.depth).pop();
    found(last.map(|last| (last.depth, last.value, last.nodes)), arguments)
}

fn found(last: Option<(u8, i16, u64)>, arguments: &Arguments) -> SearchEnd {
    let (depth, value, nodes) = last.unwrap_or_default();
    SearchEnd {
        depth,
        value,
        nodes,
        complete: last.is_some() && (depth == arguments.depth || value.abs() >= MATES),
    }
}

/// Returns a value without the distance to a mate, which the pseudocode does not count.
fn plain(value: i16) -> i16 {
    if value.abs() >= MATES {
        value.signum() * WIN
    } else {
        value
    }
}

fn print(out: &mut Text, rows: &[ReviewRow], arguments: &Arguments) {
    // Each heading spans the three columns of its search.
    let headings = HEADS.map(|head| format!("  {head:>24}")).concat();
    out.line(format_args!("{:8}{headings}", ""));
    let figures = HEADS
        .into_iter()
        .flat_map(|_| [("depth", 5), ("value", 5), ("nodes", 10)]);
    let figures = figures.map(|(heading, width)| Column::right(heading).width(width));
    let mut table = Table::new(std::iter::once(Column::right("position")).chain(figures));
    for row in rows {
        let mut cells = vec![row.position.to_string()];
        for found in row.found {
            let mark = if found.complete { ' ' } else { '<' };
            let value = match plain(found.value) {
                WIN => "mate".to_owned(),
                value if value == -WIN => "-mate".to_owned(),
                value => value.to_string(),
            };
            cells.extend([format!("{}{mark}", found.depth), value, found.nodes.to_string()]);
        }
        table.row(cells);
    }
    out.table(&table);
    conclude(out, rows, arguments);
}

fn conclude(out: &mut Text, rows: &[ReviewRow], arguments: &Arguments) {
    let complete = |row: &&ReviewRow| row.found.iter().all(|found| found.complete);
    // A mate that one version finds in an earlier iteration ends its search there.
    let equal = |row: &&ReviewRow| row.found[0].depth == row.found[1].depth;
    let complete: Vec<&ReviewRow> = rows.iter().filter(complete).collect();
    let same: Vec<&ReviewRow> = complete.iter().copied().filter(equal).collect();
    let agree = same
        .iter()
        .filter(|row| plain(row.found[0].value) == plain(row.found[1].value));
    out.line(format_args!(
        "\n{} of {} positions were completed to depth {} within {} nodes by all three searches; <: incomplete",
        complete.len(),
        rows.len(),
        arguments.depth,
        arguments.limit_nodes
    ));
    out.line(format_args!(
        "versions 1 and 2 end at the same depth in {} positions; in {} of these, their values are equal",
        same.len(),
        agree.count()
    ));
    for (at, head) in HEADS.iter().enumerate() {
        let nodes = complete.iter().map(|row| row.found[at].nodes).sum::<u64>();
        let beside = |row: &&ReviewRow| (row.found[at].nodes, row.found[HEADS.len() - 1].nodes);
        let pairs: Vec<(u64, u64)> = complete.iter().map(beside).collect();
        let ratio = ratio_of_sums(&pairs).map_or_else(String::new, |(ratio, interval)| {
            let interval = interval.filter(|_| at + 1 < HEADS.len());
            let interval = interval.map_or_else(String::new, |margin| format!(" ({margin:.2})"));
            format!(", {ratio:>6.2} times as many as the stored tree{interval}")
        });
        out.line(format_args!("{head:12} {nodes:>12} nodes{ratio}"));
    }
    if complete.len() > 1 {
        out.line(format_args!("({SAID} over the positions)"));
    }
}
