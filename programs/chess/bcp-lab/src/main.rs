//! `bcp-lab`: the searches of the papers, side by side.

// These macros panic if nobody reads the output: cli::print and cli::tell do not.
#![warn(clippy::print_stdout, clippy::print_stderr)]

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

use clap::{Parser, Subcommand};

/// The laboratory: the searches of the papers around null-move quiescence, side by side.
#[derive(Parser)]
#[command(name = "bcp-lab", version, about)]
struct Arguments {
    #[command(subcommand)]
    experiment: Experiment,
}

#[derive(Subcommand)]
enum Experiment {
    /// Compare null-move searches at equal depth: nodes, and positions solved.
    Compare(null_move::CompareArguments),
    /// Tabulate the result files of `compare`.
    Tables(null_move::TablesArguments),
    /// Predict the nodes of null-move searches: the smallest trees, given how often null moves fail high.
    Model(null_move::ModelArguments),
    /// Fetch the papers' suites, and check them.
    Suite(suites::Arguments),
    /// Show which null-move searches find the move in zugzwang positions, and at which depth.
    Zugzwang(null_move::ZugzwangArguments),
    /// Search positions by null-move quiescence of any order, and print bounds on their values.
    Quiesce(quiesce::Arguments),
    /// Compare the stored tree of 1986 with full width and a table: effort to solution in lists and positions.
    Fifteenth(quiesce::FifteenthArguments),
    /// Measure how often passing is better than the best move.
    Pass(pass::Arguments),
    /// Compare both versions of the pseudocode of 2006 with the stored tree: values and nodes.
    Review(review::Arguments),
    /// Play a match between two null-move searches.
    Match(matchplay::Arguments),
    /// Search by conspiracy numbers: McAllester's random trees, or a game.
    Conspiracy(conspiracy::Arguments),
    /// Find mates by proof-number search: pn, PN2, df-pn, and all moves.
    Mate(mate::Arguments),
    /// Compare MTD(f), SSS* and DUAL* with alpha-beta and PVS: nodes, on random trees and in chess.
    Mtd(mtd::Arguments),
    /// Show the tree of a search, as text, JSON, a GraphViz graph or a page that steps through it.
    Trace(trace::Arguments),
}

/// The examples in the help of each command.
const EXAMPLES: &str = include_str!("examples.txt");

/// The experiments in the help.
const GROUPS: &[(&str, &str)] = &[
    ("Quiescence", "quiesce fifteenth pass review"),
    ("Null moves", "compare tables model zugzwang match"),
    ("Other searches", "conspiracy mate mtd trace"),
    ("Positions", "suite"),
];

fn main() -> ExitCode {
    let arguments = cli::parse::<Arguments>(GROUPS, EXAMPLES, "compare --positions", Vec::new);
    let result = match &arguments.experiment {
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
    };
    cli::exit_code("bcp-lab", result)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    /// `outputs.txt` lists each as read or written; the test of that name tries those that are written.
    #[test]
    fn every_file_is_known_as_read_or_written() {
        let table = include_str!("../tests/it/outputs.txt");
        assert_eq!(cli::unlisted_files(&Arguments::command(), table), [""; 0]);
    }

    #[test]
    fn options_are_within_their_budget() {
        let budget = include_str!("../../../../tests/budget.txt");
        assert_eq!(cli::over_budget(&Arguments::command(), budget), None);
    }
}
