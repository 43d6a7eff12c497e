//! `bcp lab conspiracy`: the searches of McAllester's paper.

mod random;
mod written;

use std::process::ExitCode;

use anyhow::Result;
use bcp_reference::lab::conspiracy::WrittenTree;
use clap::Args;
use clap::builder::RangedU64ValueParser;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Search a tree that is written down, as '0(1(0 2) 0(1! -1))': static values for the first player, the positions after them in
    /// parentheses, ! where the game is over.
    #[arg(long, value_name = "TREE", allow_hyphen_values = true,
          conflicts_with_all = ["trees", "branching", "depth", "as_drawn", "seed"])]
    tree: Option<WrittenTree>,
    #[command(flatten)]
    random: random::Options,
    /// Nodes after which the searches are compared: 1 to 1000000, as 100,1000. The largest ends a search.
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "100,300,1000,3000,10000",
          value_parser = RangedU64ValueParser::<u64>::new().range(1..=1_000_000))]
    nodes: Vec<u64>,
    /// Threads; 0 for all cores. The results do not depend on it.
    #[arg(long, value_name = "N", default_value_t = 0)]
    jobs: usize,
}

pub(crate) fn conspiracy(arguments: &Arguments) -> Result<ExitCode> {
    match &arguments.tree {
        Some(tree) => written::written(tree, &arguments.nodes),
        None => random::random(&arguments.random, &arguments.nodes, arguments.jobs),
    }
}
