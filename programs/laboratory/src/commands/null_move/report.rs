//! What `bcp lab compare` prints.

use std::time::Duration;

use anyhow::Result;
use bcp_suite::Problem;
use output::grouped;
use serde::Serialize;

use super::papers::{PUBLISHED, Published};
use super::table::{Format, Titled, more, over};
use super::trial::Trial;
use crate::Statistics;
use crate::chess::Move;
use crate::null_move::{Iteration, Settings};

/// A position, and the searches of it in their order.
#[derive(Debug)]
pub(super) struct Compared<'p> {
    pub(super) problem: &'p Problem,
    pub(super) trials: Vec<Trial>,
}

/// All that was searched.
pub(super) struct Report<'r> {
    pub(super) searches: &'r [Settings],
    pub(super) depths: &'r [u8],
    /// The positions that every search has completed.
    pub(super) compared: &'r [Compared<'r>],
    /// Positions in which a side has nothing but its king and pawns.
    pub(super) left_out: usize,
}

/// What programs get.
#[derive(Serialize)]
struct Json {
    /// Positions compared, and those left out because a side has nothing but its king and pawns.
    positions: usize,
    left_out: usize,
    totals: Vec<Total>,
    results: Vec<Line>,
}

/// A search to a depth, over all positions.
#[derive(Serialize)]
struct Total {
    search: String,
    depth: u8,
    solved: usize,
    /// Of all iterations up to the depth.
    #[serde(flatten)]
    counts: Statistics,
}

/// A search to a depth in one position.
#[derive(Serialize)]
struct Line {
    position: u32,
    search: String,
    depth: u8,
    /// In hundredths of a pawn, for the side to play.
    value: i32,
    #[serde(rename = "move")]
    best: Option<String>,
    solved: bool,
    /// Of all iterations up to the depth.
    #[serde(flatten)]
    counts: Statistics,
}

/// What is shown of a search's counts.
type Figure = fn(&Statistics) -> String;

impl Report<'_> {
    /// Our tables, and the paper's; or every search of every position.
    pub(super) fn print(&self, format: Format) -> Result<String> {
        if format == Format::Json {
            return Ok(serde_json::to_string_pretty(&self.json())? + "\n");
        }
        let ours = [self.nodes_table(), self.solved_table(), self.statistics_table()];
        let tables = ours.into_iter().chain(PUBLISHED.iter().map(published));
        let tables: Vec<String> = tables.map(|table| table.print(format)).collect();
        Ok(tables.join("\n"))
    }

    /// Positions a second and core. Only this differs from run to run.
    pub(super) fn speed(&self) -> String {
        let trials = || self.compared.iter().flat_map(|compared| &compared.trials);
        let nodes: u64 = trials()
            .filter_map(|trial| trial.iterations.last())
            .map(|last| last.statistics.nodes)
            .sum();
        let time: Duration = trials().map(|trial| trial.time).sum();
        let seconds = time.as_secs_f64();
        format!(
            "{} nodes in {seconds:.1} s on one core: {} nodes per second and core (differs from run to run)",
            grouped(nodes),
            grouped((nodes as f64 / seconds.max(1e-9)) as u64)
        )
    }

    /// The iterations of a search to a depth, each with its position. A position in which a side is mated has none.
    fn iterations(&self, search: usize, depth: u8) -> impl Iterator<Item = (&Problem, &Iteration<Move>)> {
        self.compared.iter().filter_map(move |compared| {
            let iteration = compared.trials[search].at(depth)?;
            Some((compared.problem, iteration))
        })
    }

    fn counts(&self, search: usize, depth: u8) -> Statistics {
        let iterations = self.iterations(search, depth);
        iterations.map(|(_, iteration)| iteration.statistics).sum()
    }

    fn solved(&self, search: usize, depth: u8) -> usize {
        let iterations = self.iterations(search, depth);
        iterations
            .filter(|(problem, iteration)| is_solved(problem, iteration))
            .count()
    }

    /// A table of ours: a row for each depth, and in it a cell for each search.
    fn table(&self, title: String, row: impl Fn(u8) -> Vec<String>) -> Titled {
        let mut table = Titled::new(title, "depth", self.searches.iter().map(ToString::to_string));
        for depth in self.depths {
            table.row(depth.to_string(), row(*depth));
        }
        table
    }

    fn nodes_table(&self) -> Titled {
        let verified = self.searches.iter().position(|search| *search == Settings::VERIFIED);
        self.table(format!("Total node count, {}", self.positions()), |depth| {
            let columns = 0..self.searches.len();
            let nodes: Vec<u64> = columns.map(|search| self.counts(search, depth).nodes).collect();
            with_percentages(&nodes, verified)
        })
    }

    fn solved_table(&self) -> Titled {
        self.table(format!("Solved of {}", self.positions()), |depth| {
            let columns = 0..self.searches.len();
            columns.map(|search| self.solved(search, depth).to_string()).collect()
        })
    }

    /// What the searches have done at the greatest depth.
    fn statistics_table(&self) -> Titled {
        let depth = self.depths.last().copied().unwrap_or(1);
        let columns = 0..self.searches.len();
        let counts: Vec<Statistics> = columns.map(|search| self.counts(search, depth)).collect();
        let rows: [(&str, Figure); 5] = [
            ("null moves, of the nodes", |counts| {
                share(counts.null_moves, counts.nodes)
            }),
            ("evaluations, of the nodes", |counts| {
                share(counts.evaluations, counts.nodes)
            }),
            ("cut off, of the lists", |counts| share(counts.cutoffs, counts.lists)),
            ("moves tried of a list", |counts| {
                format!("{:.2}", counts.tried as f64 / counts.lists.max(1) as f64)
            }),
            ("longest path", |counts| counts.deepest.to_string()),
        ];
        let title = format!("What they did, to depth {depth}");
        let mut table = Titled::new(title, "", self.searches.iter().map(ToString::to_string));
        for (name, figure) in rows {
            table.row(name, counts.iter().map(figure));
        }
        table
    }

    fn positions(&self) -> String {
        let count = self.compared.len();
        let positions = if count == 1 { "position" } else { "positions" };
        match self.left_out {
            0 => format!("{count} {positions}"),
            left_out => format!(
                "{count} {positions} ({left_out} more, in which a side has nothing but its king and pawns, are left \
                 out)"
            ),
        }
    }

    fn json(&self) -> Json {
        let columns = || self.searches.iter().enumerate();
        let each = || columns().flat_map(|column| self.depths.iter().map(move |depth| (column, *depth)));
        let total = |((at, search), depth): ((usize, &Settings), u8)| Total {
            search: search.to_string(),
            depth,
            solved: self.solved(at, depth),
            counts: self.counts(at, depth),
        };
        let lines = |((at, search), depth): ((usize, &Settings), u8)| {
            let search = search.to_string();
            let line = move |(problem, iteration): (&Problem, &Iteration<Move>)| Line {
                position: problem.number,
                search: search.clone(),
                depth,
                value: iteration.value,
                best: problem.position.san(iteration.best.into()),
                solved: is_solved(problem, iteration),
                counts: iteration.statistics,
            };
            self.iterations(at, depth).map(line)
        };
        Json {
            positions: self.compared.len(),
            left_out: self.left_out,
            totals: each().map(total).collect(),
            results: each().flat_map(lines).collect(),
        }
    }
}

/// A part of a whole in per cent.
fn share(part: u64, whole: u64) -> String {
    format!("{:.1} %", 100.0 * part as f64 / whole.max(1) as f64)
}

fn is_solved(problem: &Problem, iteration: &Iteration<Move>) -> bool {
    problem.solutions.contains(&iteration.best.into())
}

/// Counts, and below each how much more it is than that of verified null-move pruning, where that is among them.
fn with_percentages(counts: &[u64], verified: Option<usize>) -> Vec<String> {
    let columns = counts.iter().enumerate();
    columns
        .map(|(at, &count)| {
            let below = match verified {
                None => String::new(),
                Some(verified) if verified == at => "-".to_owned(),
                Some(verified) => more(count, counts[verified]),
            };
            over(grouped(count), &below)
        })
        .collect()
}

fn published(paper: &Published) -> Titled {
    let title = format!("The paper's Table {}: {}", paper.number, paper.what);
    let mut table = Titled::new(title, "depth", paper.searches.iter().map(|name| (*name).to_owned()));
    for (depth, counts) in paper.rows {
        table.row(*depth, with_percentages(counts, paper.nodes.then(|| counts.len() - 1)));
    }
    table
}
