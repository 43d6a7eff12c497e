//! `bcp lab`: the searches of the papers, side by side.

mod chosen;
mod conspiracy;
mod matchplay;
mod mate;
mod mtd;
mod null_move;
mod pass;
mod printing;
mod quiesce;
mod review;
mod running;
mod suites;
mod trace;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Subcommand};

/// The arguments of `bcp lab`.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    experiment: Experiment,
}

#[derive(Subcommand)]
enum Experiment {
    /// Compare null-move searches at equal depth: nodes, and positions solved.
    Compare(null_move::CompareArguments),
    /// Make the tables of `compare` from the files that it has written.
    Tables(null_move::TablesArguments),
    /// Predict the nodes of null-move searches: the smallest trees, given how often null moves fail high.
    Model(null_move::ModelArguments),
    /// Bring the suites of the papers, and check them.
    Suite(suites::Arguments),
    /// Show which null-move search finds the move in positions of zugzwang, and at which depth.
    Zugzwang(null_move::ZugzwangArguments),
    /// Search positions by null-move quiescence of any order, and print what is known of their values.
    Quiesce(quiesce::Arguments),
    /// Compare the stored tree of 1986 with full width and a table: effort to solution in both currencies.
    Fifteenth(quiesce::FifteenthArguments),
    /// Measure how often doing nothing is better than the best move.
    Pass(pass::Arguments),
    /// Compare both versions of the pseudocode of 2006 with the stored tree: values and nodes.
    Review(review::Arguments),
    /// Let two null-move searches play against each other.
    Match(matchplay::Arguments),
    /// Search by conspiracy numbers: McAllester's random trees, or a game.
    Conspiracy(conspiracy::Arguments),
    /// Find mates by proof-number search: pn, PN2, df-pn, and all moves.
    Mate(mate::Arguments),
    /// Compare MTD(f), SSS* and DUAL* with alpha-beta and PVS: nodes, on random trees and in chess.
    Mtd(mtd::Arguments),
    /// Show the tree of a search: as text, JSON, for GraphViz, or as a page that steps through it.
    Trace(trace::Arguments),
}

/// Runs an experiment and prints what it found.
///
/// # Errors
///
/// An error of the experiment: its positions cannot be read, or its output cannot be written.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    match &arguments.experiment {
        Experiment::Compare(arguments) => null_move::compare(arguments),
        Experiment::Tables(arguments) => null_move::tables(arguments),
        Experiment::Model(arguments) => null_move::model(arguments),
        Experiment::Suite(arguments) => suites::suites(arguments),
        Experiment::Zugzwang(arguments) => null_move::zugzwang(arguments),
        Experiment::Quiesce(arguments) => quiesce::quiesce(arguments),
        Experiment::Fifteenth(arguments) => quiesce::fifteenth(arguments),
        Experiment::Pass(arguments) => pass::pass(arguments),
        Experiment::Review(arguments) => review::review(arguments),
        Experiment::Match(arguments) => matchplay::play(arguments),
        Experiment::Conspiracy(arguments) => conspiracy::conspiracy(arguments),
        Experiment::Mate(arguments) => mate::mate(arguments),
        Experiment::Mtd(arguments) => mtd::mtd(arguments),
        Experiment::Trace(arguments) => trace::trace(arguments),
    }
}
