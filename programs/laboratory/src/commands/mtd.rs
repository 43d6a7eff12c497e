//! `bcp lab mtd`: windows of no width against the widest.

use std::process::ExitCode;

use anyhow::{Result, bail};
use bcp_suite::interrupt::{self, Interrupt};
use bcp_suite::parallel;
use clap::{Args, ValueEnum};
use output::{Column, Table, grouped};
use serde::Serialize;

use super::Chosen;
use super::form::Form;
use crate::chess::Chess;
use crate::conspiracy::{Order, RandomTree, Shape};
use crate::figures::Board;
use crate::game::{ChessLike, Game as _, Value};
use crate::memory::Driver;
use crate::quiet::Quiet;
use crate::{Counted, Limits};

#[derive(Args)]
pub(crate) struct Arguments {
    /// The game: McAllester's random trees, or chess, deepened ply by ply.
    #[arg(long, value_enum, default_value = "trees")]
    game: Game,
    /// Plies, 1 to 10.
    #[arg(long, value_name = "PLIES", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=10))]
    depth: u32,
    /// Random trees.
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    trees: u32,
    /// Moves in each position of a random tree.
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=20))]
    branching: u32,
    /// List the moves of random trees as they are drawn, not best first by static value.
    #[arg(long)]
    as_drawn: bool,
    /// Draw other trees.
    #[arg(long, default_value_t = 1988)]
    seed: u64,
    /// How to print the table.
    #[arg(long, value_enum, default_value = "text")]
    format: Form,
    #[command(flatten)]
    chosen: Chosen,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Game {
    /// Random trees.
    Trees,
    /// Positions of a suite.
    Chess,
}

/// What a search has done in one tree or position.
struct Run {
    value: Value,
    passes: u32,
    remembered: usize,
    nodes: u64,
}

/// What a search has done in all of them.
#[derive(Serialize)]
struct Row {
    search: String,
    /// Trees or positions.
    searched: usize,
    /// Those in which the value is that of alpha-beta.
    same_value: usize,
    /// Positions visited.
    nodes: u64,
    /// Nodes in per cent of those of alpha-beta.
    percent: f64,
    /// Searches of the root.
    passes: u32,
    /// Most positions that were remembered at the end of an iteration.
    remembered: usize,
}

pub(super) fn mtd(arguments: &Arguments) -> Result<ExitCode> {
    if arguments.game == Game::Trees && (arguments.chosen.positions.is_some() || arguments.chosen.suite.is_some()) {
        bail!("--positions and --suite are for --game chess");
    }
    let interrupt = Interrupt::listen()?;
    let jobs = arguments.chosen.threads.jobs;
    let limits = Limits {
        nodes: 0,
        stop: Some(interrupt.as_ref()),
    };
    let (runs, all) = match arguments.game {
        Game::Trees => {
            let shape = Shape {
                branching: arguments.branching,
                depth: arguments.depth,
                order: if arguments.as_drawn {
                    Order::AsDrawn
                } else {
                    Order::BestFirst
                },
            };
            let numbers: Vec<u32> = (0..arguments.trees).collect();
            let search = |number: &u32| Quiet::new(RandomTree::new(arguments.seed, *number, shape));
            let run = |number: &u32| Ok(runs(&search(number), arguments.depth, false, limits));
            (parallel::each(&numbers, jobs, "trees", &interrupt, run)?, numbers.len())
        }
        Game::Chess => {
            let problems = arguments.chosen.problems()?;
            let run =
                |problem: &bcp_suite::Problem| Ok(runs(&Chess::from(&problem.position), arguments.depth, true, limits));
            (
                parallel::each(&problems, jobs, "positions", &interrupt, run)?,
                problems.len(),
            )
        }
    };
    let rows = rows(&runs);
    arguments.format.print(&table(&rows), &rows)?;
    Ok(interrupt::missing_of("trees or positions", runs.len(), all).unwrap_or(ExitCode::SUCCESS))
}

/// All searches of one game to a depth, deepened ply by ply or at once; none if they were stopped.
fn runs<G: ChessLike + Clone>(game: &G, depth: u32, deepened: bool, limits: Limits<'_>) -> Option<Vec<Run>> {
    let first = if deepened { 1 } else { depth };
    let mut all = Vec::new();
    for driver in Driver::ALL {
        let mut board = Board::new(Counted::new(game.clone(), limits));
        let mut memory = driver.memory();
        if deepened {
            memory = memory.best_first();
        }
        let (mut value, mut passes, mut remembered) = (board.evaluate(), 0, 0);
        for depth in first..=depth {
            memory.next_depth();
            let (found, more) = driver.value(&mut board, &mut memory, value, depth as i32);
            value = found;
            passes += more;
            remembered = remembered.max(memory.len());
        }
        if board.game().interrupted() {
            return None;
        }
        all.push(Run {
            value,
            passes,
            remembered,
            nodes: board.game().statistics().nodes,
        });
    }
    Some(all)
}

fn rows(runs: &[Vec<Run>]) -> Vec<Row> {
    let nodes = |at: usize| runs.iter().map(|of| of[at].nodes).sum::<u64>();
    let row = |(at, driver): (usize, &Driver)| Row {
        search: driver.to_string(),
        searched: runs.len(),
        same_value: runs.iter().filter(|of| of[at].value == of[0].value).count(),
        nodes: nodes(at),
        percent: 100.0 * nodes(at) as f64 / nodes(0).max(1) as f64,
        passes: runs.iter().map(|of| of[at].passes).sum(),
        remembered: runs.iter().map(|of| of[at].remembered).max().unwrap_or(0),
    };
    Driver::ALL.iter().enumerate().map(row).collect()
}

fn table(rows: &[Row]) -> Table {
    let headings = ["same value", "nodes", "of alpha-beta", "passes", "remembered"];
    let columns = headings.map(Column::right);
    let mut table = Table::new(std::iter::once(Column::left("search")).chain(columns));
    for row in rows {
        table.row([
            row.search.clone(),
            format!("{} of {}", row.same_value, row.searched),
            grouped(row.nodes),
            format!("{:.1} %", row.percent),
            grouped(row.passes),
            grouped(row.remembered as u64),
        ]);
    }
    table
}
