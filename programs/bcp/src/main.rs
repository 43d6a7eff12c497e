//! `bcp`: Don Beal's 1986 program on an emulated Z8000, and what surrounds it.

mod ablate;
mod attempt;
mod batch;
mod chess;
mod clock;
mod criterion;
mod debug;
mod engine;
mod interrupt;
mod judged;
mod lab;
mod options;
mod perft;
mod profile;
mod program;
mod report;
mod results;
mod runs;
mod solve;
mod statistics;
mod suite;
mod table;
mod table1;
mod trace;
mod tree;
mod variation;
mod verify;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The 1986 null-move quiescence program, running on an emulated Z8000.
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Solve one position, or all of a suite.
    Solve(solve::Arguments),
    /// Run the Win at Chess positions and print the times beside the paper's Table 1.
    Table1(table1::Arguments),
    /// Show what each reading of what the sources leave open changes in Table 1.
    Ablate(ablate::Arguments),
    /// Make the report of results that a run has written.
    Report(report::Arguments),
    /// Put the shards of a run together.
    Merge(results::MergeArguments),
    /// Tell what changed from one run to another, position by position.
    Compare(results::CompareArguments),
    /// Compare the Z8000 program with the Rust reference, iteration by iteration.
    Verify(verify::Arguments),
    /// Count the leaves of the tree of legal moves, on the Z8000.
    Perft(perft::Arguments),
    /// Step through a search, forward and back.
    Debug(debug::Arguments),
    /// Tell where the Z8000 seconds of a search go.
    Profile(profile::Arguments),
    /// Run the searches of the papers side by side.
    Lab(lab::Arguments),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Solve(arguments) => solve::solve(&arguments),
        Command::Table1(arguments) => table1::table1(&arguments),
        Command::Ablate(arguments) => ablate::ablate(&arguments),
        Command::Report(arguments) => report::report(&arguments),
        Command::Merge(arguments) => results::merge(&arguments),
        Command::Compare(arguments) => results::compare(&arguments),
        Command::Verify(arguments) => verify::verify(&arguments),
        Command::Perft(arguments) => perft::perft(&arguments),
        Command::Debug(arguments) => debug::debug(&arguments),
        Command::Profile(arguments) => profile::profile(&arguments),
        Command::Lab(arguments) => lab::lab(&arguments),
    };
    match result {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bcp: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Whether the reader of our output has gone, which is no fault.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<std::io::Error>()
        .is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}
