//! `bcp-lab`: the searches of the papers, side by side.

// These macros panic on a closed pipe: cli::print and cli::tell do not.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod chosen;
mod conspiracy;
mod matchplay;
mod mate;
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

/// A laboratory for comparing null-move quiescence with related searches from the literature.
#[derive(Parser)]
#[command(name = "bcp-lab", version, about)]
struct Arguments {
    #[command(subcommand)]
    experiment: Experiment,
}

#[derive(Subcommand)]
enum Experiment {
    /// Compare the node counts and solved positions of null-move searches at equal depth.
    Compare(null_move::CompareArguments),
    /// Tabulate results written by `compare`.
    Tables(null_move::TablesArguments),
    /// List the suites used in the papers, with the commands that download them.
    Suite,
    /// Show which null-move searches solve zugzwang positions, and at what depth.
    Zugzwang(null_move::ZugzwangArguments),
    /// Search positions with null-move quiescence of order 1 to 4, and print bounds on their values.
    Quiesce(quiesce::Arguments),
    /// Compare the effort of solving positions with the stored tree of the program and with a full-width search that uses a
    /// table.
    Fifteenth(quiesce::FifteenthArguments),
    /// Measure how often passing is better than the best move.
    Pass(pass::Arguments),
    /// Compare the values and node counts of both versions of the 2006 pseudocode with those of the stored tree.
    Review(review::Arguments),
    /// Play a match between two null-move searches.
    Match(matchplay::Arguments),
    /// Search random trees, a given tree or chess positions using conspiracy numbers.
    Conspiracy(conspiracy::Arguments),
    /// Find mates by proof-number search (pn, pn2 or df-pn) and by exhaustive search.
    Mate(mate::Arguments),
    /// Show the tree of a search, as text, JSON or an interactive page.
    Trace(trace::Arguments),
}

/// The examples at the end of each command's help.
const EXAMPLES: &str = include_str!("examples.txt");

/// The commands as the help groups them.
const GROUPS: &[(&str, &str)] = &[
    ("Quiescence", "quiesce fifteenth pass review"),
    ("Null moves", "compare tables zugzwang match"),
    ("Other searches", "conspiracy mate trace"),
    ("Positions", "suite"),
];

fn main() -> ExitCode {
    let arguments = cli::parse::<Arguments>(GROUPS, EXAMPLES, "compare --positions", Vec::new);
    let result = match &arguments.experiment {
        Experiment::Compare(arguments) => null_move::compare(arguments),
        Experiment::Tables(arguments) => null_move::tables(arguments),
        Experiment::Suite => suites::list(),
        Experiment::Zugzwang(arguments) => null_move::zugzwang(arguments),
        Experiment::Quiesce(arguments) => quiesce::quiesce(arguments),
        Experiment::Fifteenth(arguments) => quiesce::fifteenth(arguments),
        Experiment::Pass(arguments) => pass::pass(arguments),
        Experiment::Review(arguments) => review::review(arguments),
        Experiment::Match(arguments) => matchplay::play(arguments),
        Experiment::Conspiracy(arguments) => conspiracy::conspiracy(arguments),
        Experiment::Mate(arguments) => mate::mate(arguments),
        Experiment::Trace(arguments) => trace::trace(arguments),
    };
    cli::exit_code("bcp-lab", result)
}

#[cfg(test)]
#[path = "../../../cli/tests/it/command.rs"]
mod command;

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    /// `outputs.txt` lists each option that names a file as read or written; the test `outputs` tries those that are
    /// written.
    #[test]
    fn every_file_is_known_as_read_or_written() {
        let table = include_str!("../tests/it/outputs.txt");
        assert_eq!(command::unlisted_files(&Arguments::command(), table), [""; 0]);
    }

    #[test]
    fn options_are_within_their_budget() {
        let budget = include_str!("../../../../tests/budget.txt");
        assert_eq!(command::over_budget(&Arguments::command(), budget), None);
    }
}
