//! `bcp lab`: the searches of the papers, side by side.

mod conspiracy;
mod matchplay;
mod null_move;
mod quiesce;
mod review;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Subcommand};

#[derive(Args)]
/// The arguments of `bcp lab`.
pub struct Arguments {
    #[command(subcommand)]
    experiment: Experiment,
}

#[derive(Subcommand)]
enum Experiment {
    /// Compare null-move searches at equal depth: nodes, and positions solved.
    Compare(null_move::CompareArguments),
    /// Show which null-move search finds the move in positions of zugzwang, and at which depth.
    Zugzwang(null_move::ZugzwangArguments),
    /// Search positions by null-move quiescence of any order, and tell what is known of their values.
    Quiesce(quiesce::Arguments),
    /// Compare second-order quiescence with full width: nodes to solution.
    Effort(quiesce::EffortArguments),
    /// Let quiescence and full width play Go against each other.
    Go(quiesce::GoArguments),
    /// Compare both versions of the pseudocode of 2006 with the stored tree: values and nodes.
    Review(review::Arguments),
    /// Let two null-move searches play against each other.
    Match(matchplay::Arguments),
    /// Search by conspiracy numbers: McAllester's random trees, or a game.
    Conspiracy(conspiracy::Arguments),
}

/// Runs an experiment and prints what it found.
///
/// # Errors
///
/// Those of the experiment: its positions cannot be read, or its output cannot be written.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    match &arguments.experiment {
        Experiment::Compare(arguments) => null_move::compare(arguments),
        Experiment::Zugzwang(arguments) => null_move::zugzwang(arguments),
        Experiment::Quiesce(arguments) => quiesce::quiesce(arguments),
        Experiment::Effort(arguments) => quiesce::effort(arguments),
        Experiment::Go(arguments) => quiesce::go(arguments),
        Experiment::Review(arguments) => review::review(arguments),
        Experiment::Match(arguments) => matchplay::play(arguments),
        Experiment::Conspiracy(arguments) => conspiracy::conspiracy(arguments),
    }
}
