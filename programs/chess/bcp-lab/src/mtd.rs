//! `bcp-lab mtd`: null windows against a full window.

use std::process::ExitCode;

use anyhow::{Result, bail};
use bcp_chess::bootstrap::{Margin, ratio_of_sums};
use bcp_laboratory::chess::Chess;
use bcp_laboratory::conspiracy::{RandomTree, Shape};
use bcp_laboratory::memory::{self, Driver, Run};
use bcp_suite::{Interrupt, Problem};
use clap::{Args, ValueEnum};
use cli::{Column, grouped};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::chosen::PositionChoice;
use crate::printing::{Columns, SAID, Settings, Text, table};
use crate::running::{Running, limits};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Game to search: McAllester's random trees, or chess with iterative deepening.
    #[arg(long, value_enum, default_value = "trees")]
    game: Game,
    /// Search depth in plies, 1 to 10.
    #[arg(long, value_name = "PLIES", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=10))]
    depth: u32,
    /// Number of random trees. The default is 40.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    trees: Option<u32>,
    /// Number of moves in each position of a random tree, 1 to 20. The default is 6.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=20))]
    branching: Option<u32>,
    /// Search moves in the order in which they are generated. By default, the moves with the best static values are
    /// searched first. Applies only to random trees.
    #[arg(long)]
    as_drawn: bool,
    /// Seed for the random trees.
    #[arg(long, value_name = "N", default_value_t = 1988)]
    seed: u64,
    #[command(flatten)]
    chosen: PositionChoice,
    #[command(flatten)]
    running: Running,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Game {
    /// Random trees.
    Trees,
    /// Positions of a suite.
    Chess,
}

/// The work of all searches in one tree or position.
#[derive(Clone, Serialize, Deserialize)]
struct Runs {
    searches: Vec<Run>,
}

/// The work of a search in all of them.
#[derive(Serialize)]
struct WorkRow {
    search: String,
    /// Trees or positions.
    searched: usize,
    /// The number of those in which the value is that of alpha-beta.
    same_value: usize,
    /// Positions visited.
    nodes: u64,
    /// Nodes in per cent of those of alpha-beta, and the bounds of 95 of 100 bootstrap samples.
    percent: f64,
    percent_low: Option<f64>,
    percent_high: Option<f64>,
    /// Searches of the root.
    passes: u32,
    /// The most positions in the table at the end of an iteration.
    remembered: usize,
}

pub(crate) fn mtd(arguments: &Arguments) -> Result<ExitCode> {
    let (trees, branching, chosen) = (arguments.trees, arguments.branching, &arguments.chosen);
    let of_chess = [
        ("--positions", chosen.positions.is_some()),
        ("--suite", chosen.suite.is_some()),
    ];
    let of_trees = [
        ("--trees", trees.is_some()),
        ("--branching", branching.is_some()),
        ("--as-drawn", arguments.as_drawn),
    ];
    let (game, foreign) = match arguments.game {
        Game::Trees => ("chess", &of_chess[..]),
        Game::Chess => ("trees", &of_trees[..]),
    };
    if let Some((option, _)) = foreign.iter().find(|(_, is_used)| *is_used) {
        bail!("{option} requires --game {game}");
    }
    let (trees, branching) = (trees.unwrap_or(40), branching.unwrap_or(6));
    let depth = arguments.depth;
    let settings = |parts: Value| Settings::new("bcp-lab mtd", [json!({ "depth": depth }), parts]);
    let results = match arguments.game {
        Game::Trees => {
            let parts = json!({
                "trees": trees,
                "branching": branching,
                "as_drawn": arguments.as_drawn,
                "seed": arguments.seed,
            });
            let shape = Shape { branching, depth, as_drawn: arguments.as_drawn };
            let numbers = (0..trees).map(|number| (number, number)).collect();
            let one = |number: &u32, interrupt: &Interrupt| {
                let tree = RandomTree::new(arguments.seed, *number, shape);
                let searches = memory::in_tree(&tree, depth, limits(0, interrupt));
                Ok(searches.map(|searches| Runs { searches }))
            };
            arguments.running.run("trees", settings(parts), numbers, one)?
        }
        Game::Chess => {
            let (problems, parts) = chosen.problems()?;
            let one = |problem: &Problem, interrupt: &Interrupt| {
                let chess = Chess::from(&problem.position);
                let searches = memory::in_chess(&chess, depth, limits(0, interrupt));
                Ok(searches.map(|searches| Runs { searches }))
            };
            arguments.running.run("positions", settings(parts), problems, one)?
        }
    };
    let rows = rows(&results.all);
    results.print(&rows, |out| print(out, &rows, results.what))
}

fn rows(all: &[Runs]) -> Vec<WorkRow> {
    let of = |at: usize| all.iter().map(move |runs| &runs.searches[at]);
    let row = |(at, driver): (usize, &Driver)| {
        let pairs: Vec<(u64, u64)> = of(at).zip(of(0)).map(|(run, first)| (run.nodes, first.nodes)).collect();
        let (ratio, interval) = ratio_of_sums(&pairs).unwrap_or((0.0, None));
        let interval = interval.filter(|_| at > 0).map(Margin::in_per_cent);
        WorkRow {
            search: driver.to_string(),
            searched: all.len(),
            same_value: of(at)
                .zip(of(0))
                .filter(|(run, first)| run.value == first.value)
                .count(),
            nodes: of(at).map(|run| run.nodes).sum(),
            percent: 100.0 * ratio,
            percent_low: interval.map(|margin| margin.low),
            percent_high: interval.map(|margin| margin.high),
            passes: of(at).map(|run| run.passes).sum(),
            remembered: of(at).map(|run| run.remembered).max().unwrap_or(0),
        }
    };
    Driver::ALL.iter().enumerate().map(row).collect()
}

fn print(out: &mut Text, rows: &[WorkRow], what: &str) {
    let interval = |row: &WorkRow| {
        let interval = row.percent_low.zip(row.percent_high);
        interval.map_or_else(String::new, |(low, high)| format!("{low:.1}..{high:.1}"))
    };
    let columns: Columns<WorkRow> = vec![
        (Column::left("search"), |row| row.search.clone()),
        (Column::right("same value"), |row| {
            format!("{} of {}", row.same_value, row.searched)
        }),
        (Column::right("nodes"), |row| grouped(row.nodes)),
        (Column::right("of alpha-beta"), |row| format!("{:.1} %", row.percent)),
        (Column::left("low..high"), interval),
        (Column::right("passes"), |row| grouped(row.passes)),
        (Column::right("remembered"), |row| grouped(row.remembered as u64)),
    ];
    out.table(&table(rows, columns));
    if rows.iter().any(|row| row.searched > 1) {
        out.line(format_args!("\n{SAID} over the {what}"));
    }
}
