//! `bcp`: a reconstruction of Don Beal's 1986 program on an emulated Z8000, and its tools.

// These macros panic on a closed pipe: cli::print and cli::tell do not.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod commands;
mod judgement;
mod report;
mod results;

use std::process::ExitCode;

use bcp_driver::Program;
use bcp_suite::results::sha256;
use clap::{Parser, Subcommand};

use commands::{ablate, dap, debug, play, profile, replay, report as page, solve, table1, uci, verify};

/// A reconstruction of Don Beal's null-move quiescence program of 1986, run on an emulated Z8000.
#[derive(Parser)]
#[command(name = "bcp", version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Solve a position or a suite of positions.
    Solve(solve::Arguments),
    /// Play a game against the program.
    Play(play::Arguments),
    /// Solve the Win at Chess positions, and compare the solution times with the paper's.
    Table1(table1::Arguments),
    /// Repeat Table 1 for each alternative reading of the papers.
    Ablate(ablate::Arguments),
    /// Generate a report from the results of a run.
    Report(page::Arguments),
    /// Compare the Z8000 program with the Rust reference implementation.
    Verify(verify::Arguments),
    /// Step through a search, forwards and backwards.
    Debug(debug::Arguments),
    /// Debug a search from an editor over the Debug Adapter Protocol.
    Dap,
    /// Profile the routines of a search.
    Profile(profile::Arguments),
    /// Replay games, and show the moves that the program would have played.
    Replay(replay::Arguments),
    /// Run the program as a UCI engine for a chess GUI.
    Uci(uci::Arguments),
}

/// The examples at the end of each command's help.
const EXAMPLES: &str = include_str!("examples.txt");

/// The commands as the help groups them, the most used first.
const GROUPS: &[(&str, &str)] = &[
    ("Chess with the program", "solve play uci replay"),
    ("The paper's Table 1", "table1 report ablate"),
    ("Debugging and profiling", "debug profile"),
];

/// The facts that `--version` adds: the backend that executes programs on this host, and the hash of the built-in
/// program that results contain.
fn facts() -> Vec<(&'static str, String)> {
    let image = Program::built_in().map(|program| sha256(&program.image()));
    vec![
        ("engine", z8000_translate::available()),
        ("program", image.unwrap_or_else(|error| error.to_string())),
    ]
}

fn main() -> ExitCode {
    let arguments = cli::parse::<Arguments>(GROUPS, EXAMPLES, "solve", facts);
    let result = match arguments.command {
        Command::Solve(arguments) => solve::solve(arguments),
        Command::Play(arguments) => play::play(&arguments),
        Command::Table1(arguments) => table1::table1(&arguments),
        Command::Ablate(arguments) => ablate::ablate(&arguments),
        Command::Report(arguments) => page::report(&arguments),
        Command::Verify(arguments) => verify::verify(&arguments),
        Command::Debug(arguments) => debug::debug(&arguments),
        Command::Dap => dap::dap(),
        Command::Profile(arguments) => profile::profile(&arguments),
        Command::Replay(arguments) => replay::replay(&arguments),
        Command::Uci(arguments) => uci::uci(&arguments),
    };
    cli::exit_code("bcp", result)
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
