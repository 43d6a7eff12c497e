//! `bcp lab`: the searches of the papers, side by side.

mod conspiracy;
mod matches;
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
    /// Show which null-move search finds the move in positions of zugzwang, and at which depth.
    Zugzwang(null_move::ZugzwangArguments),
    /// Let two null-move searches play against each other.
    Match(matches::Arguments),
    /// Search by conspiracy numbers: McAllester's random trees, or a game.
    Conspiracy(conspiracy::Arguments),
}

pub(crate) fn lab(arguments: &Arguments) -> Result<ExitCode> {
    match &arguments.experiment {
        Experiment::Compare(arguments) => null_move::compare(arguments),
        Experiment::Zugzwang(arguments) => null_move::zugzwang(arguments),
        Experiment::Match(arguments) => matches::play(arguments),
        Experiment::Conspiracy(arguments) => conspiracy::conspiracy(arguments),
    }
}
