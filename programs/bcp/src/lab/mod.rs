//! `bcp lab`: the searches of the papers, side by side.

mod conspiracy;

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
    /// Search by conspiracy numbers: McAllester's random trees, or a game.
    Conspiracy(conspiracy::Arguments),
}

pub(crate) fn lab(arguments: &Arguments) -> Result<ExitCode> {
    match &arguments.experiment {
        Experiment::Conspiracy(arguments) => conspiracy::conspiracy(arguments),
    }
}
