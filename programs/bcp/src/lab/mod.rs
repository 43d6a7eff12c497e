//! `bcp lab`: the searches of the papers, side by side.

mod null_move;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Subcommand};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    experiment: Experiment,
}

#[derive(Subcommand)]
enum Experiment {
    /// Compare null-move searches at equal depth: nodes, and positions solved.
    Compare(null_move::CompareArguments),
}

pub(crate) fn lab(arguments: &Arguments) -> Result<ExitCode> {
    match &arguments.experiment {
        Experiment::Compare(arguments) => null_move::compare(arguments),
    }
}
