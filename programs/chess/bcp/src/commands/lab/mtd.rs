//! `bcp lab mtd`: windows of no width against the widest.

use std::fmt::Write;
use std::process::ExitCode;

use anyhow::{Result, bail};
use bcp_laboratory::Limits;
use bcp_laboratory::chess::Chess;
use bcp_laboratory::conspiracy::{Order, RandomTree, Shape};
use bcp_laboratory::memory::{self, Driver, Run};
use bcp_suite::Problem;
use bcp_suite::interrupt::Interrupt;
use clap::{Args, ValueEnum};
use cli::{Column, Table, grouped};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::chosen::Chosen;
use super::margin::{Margin, SAID, ratio_of_sums};
use super::printing::{self, Printing, Sample, Text};
use super::streaming::{Streaming, Work};

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
    #[command(flatten)]
    chosen: Chosen,
    #[command(flatten)]
    streaming: Streaming,
    #[command(flatten)]
    printing: Printing,
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
struct Row {
    search: String,
    /// Trees or positions.
    searched: usize,
    /// Those in which the value is that of alpha-beta.
    same_value: usize,
    /// Positions visited.
    nodes: u64,
    /// Nodes in per cent of those of alpha-beta, and what 95 of 100 bootstrap samples lie between.
    percent: f64,
    percent_low: Option<f64>,
    percent_high: Option<f64>,
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
    let limits = Limits {
        nodes: 0,
        stop: Some(interrupt.as_ref()),
    };
    let mut settings = printing::Settings::new("bcp lab mtd", json!({ "depth": arguments.depth }));
    let problems = match arguments.game {
        Game::Trees => Vec::new(),
        Game::Chess => arguments.chosen.problems()?,
    };
    settings.add(match arguments.game {
        Game::Trees => json!({
            "trees": arguments.trees,
            "branching": arguments.branching,
            "as_drawn": arguments.as_drawn,
            "seed": arguments.seed,
        }),
        Game::Chess => arguments.chosen.provenance(&problems)?,
    });
    let work = Work {
        what: match arguments.game {
            Game::Trees => "trees",
            Game::Chess => "positions",
        },
        jobs: arguments.chosen.threads.jobs,
        interrupt: &interrupt,
        settings: &settings,
    };
    let streaming = &arguments.streaming;
    let (all, missing) = match arguments.game {
        Game::Trees => {
            let game = |number: &u32| RandomTree::new(arguments.seed, *number, arguments.shape());
            let run = |number: &u32| Ok(Runs::of(memory::in_tree(&game(number), arguments.depth, limits)));
            streaming.each(&work, (0..arguments.trees).collect(), |number| *number, run)?
        }
        Game::Chess => {
            let run = |problem: &Problem| {
                Ok(Runs::of(memory::in_chess(
                    &Chess::from(&problem.position),
                    arguments.depth,
                    limits,
                )))
            };
            streaming.each(&work, problems, |problem| problem.number, run)?
        }
    };
    let rows = rows(&all);
    let sample = Sample(all.len(), work.what);
    let text = |out: &mut Text| print(out, &rows, work.what);
    arguments.printing.print(&settings, sample, &rows, text)?;
    Ok(missing.unwrap_or(ExitCode::SUCCESS))
}

impl Arguments {
    /// The shape of the random trees.
    const fn shape(&self) -> Shape {
        Shape {
            branching: self.branching,
            depth: self.depth,
            order: if self.as_drawn {
                Order::AsDrawn
            } else {
                Order::BestFirst
            },
        }
    }
}

impl Runs {
    fn of(searches: Option<Vec<Run>>) -> Option<Self> {
        searches.map(|searches| Self { searches })
    }
}

fn rows(all: &[Runs]) -> Vec<Row> {
    let of = |at: usize| all.iter().map(move |runs| &runs.searches[at]);
    let row = |(at, driver): (usize, &Driver)| {
        let pairs: Vec<(u64, u64)> = of(at).zip(of(0)).map(|(run, first)| (run.nodes, first.nodes)).collect();
        let (ratio, interval) = ratio_of_sums(&pairs).unwrap_or((0.0, None));
        let interval = interval.filter(|_| at > 0);
        Row {
            search: driver.to_string(),
            searched: all.len(),
            same_value: of(at)
                .zip(of(0))
                .filter(|(run, first)| run.value == first.value)
                .count(),
            nodes: of(at).map(|run| run.nodes).sum(),
            percent: 100.0 * ratio,
            percent_low: interval.map(|margin| 100.0 * margin.low),
            percent_high: interval.map(|margin| 100.0 * margin.high),
            passes: of(at).map(|run| run.passes).sum(),
            remembered: of(at).map(|run| run.remembered).max().unwrap_or(0),
        }
    };
    Driver::ALL.iter().enumerate().map(row).collect()
}

impl Row {
    fn interval(&self) -> Option<Margin> {
        let (low, high) = self.percent_low.zip(self.percent_high)?;
        Some(Margin { low, high })
    }
}

fn print(out: &mut Text, rows: &[Row], what: &str) -> Result<()> {
    let headings = ["same value", "nodes", "of alpha-beta"].map(Column::right);
    let more = [
        Column::left("low..high"),
        Column::right("passes"),
        Column::right("remembered"),
    ];
    let mut table = Table::new(std::iter::once(Column::left("search")).chain(headings).chain(more));
    for row in rows {
        let interval = row.interval();
        table.row([
            row.search.clone(),
            format!("{} of {}", row.same_value, row.searched),
            grouped(row.nodes),
            format!("{:.1} %", row.percent),
            interval.map_or_else(String::new, |Margin { low, high }| format!("{low:.1}..{high:.1}")),
            grouped(row.passes),
            grouped(row.remembered as u64),
        ]);
    }
    out.table(&table);
    if rows.iter().any(|row| row.searched > 1) {
        writeln!(out, "\n{SAID} of the {what}")?;
    }
    Ok(())
}
