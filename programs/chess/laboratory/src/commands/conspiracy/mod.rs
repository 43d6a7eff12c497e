//! `bcp lab conspiracy`: the searches of McAllester's paper.

mod chess;
mod random;
mod written;

use std::process::ExitCode;

use anyhow::Result;
use clap::builder::RangedU64ValueParser;
use clap::{Args, Subcommand, ValueEnum};

use crate::conspiracy::Strategy;

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    game: Option<Game>,
    #[command(flatten)]
    random: random::Options,
}

/// What to search in place of random trees.
#[derive(Subcommand)]
enum Game {
    /// Grow a tree that is written down, and show how it grows.
    Tree(written::Options),
    /// Find the best moves of chess positions.
    Chess(chess::Options),
}

pub(crate) fn conspiracy(arguments: &Arguments) -> Result<ExitCode> {
    match &arguments.game {
        None => random::random(&arguments.random),
        Some(Game::Tree(options)) => written::written(options),
        Some(Game::Chess(options)) => chess::chess(options),
    }
}

/// Numbers of nodes.
#[derive(Args)]
struct Nodes {
    /// Tree sizes at which results are shown, 1 to 1000000 nodes each, as 100,1000; a search ends at the largest.
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "100,300,1000,3000,10000",
          value_parser = RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    nodes: Vec<usize>,
}

impl Nodes {
    fn most(&self) -> usize {
        self.nodes.iter().copied().max().unwrap_or(1)
    }
}

/// The largest conspiracies.
#[derive(Args)]
struct Threshold {
    /// Leaves in the largest conspiracies considered, 1 to 1000; without it all are considered, the smaller ones first.
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1000))]
    conspirators: Option<usize>,
}

impl Threshold {
    fn most(&self) -> usize {
        self.conspirators.unwrap_or(usize::MAX)
    }
}

/// How to make the best move certain.
#[derive(Clone, Copy, ValueEnum)]
enum StrategyName {
    /// Show that its value is what it seems.
    ProveBest,
    /// Show that the values of the others are less.
    DisproveRest,
    /// Rule out what is further from the value that it would replace.
    Further,
}

impl StrategyName {
    /// As the command line names it.
    fn name(self) -> String {
        let value = self.to_possible_value();
        value.map(|value| value.get_name().to_owned()).unwrap_or_default()
    }
}

impl From<StrategyName> for Strategy {
    fn from(name: StrategyName) -> Self {
        match name {
            StrategyName::ProveBest => Self::ProveBest,
            StrategyName::DisproveRest => Self::DisproveRest,
            StrategyName::Further => Self::Further,
        }
    }
}
