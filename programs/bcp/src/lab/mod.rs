//! `bcp lab`: the experiments of the papers.

mod matches;

use std::process::ExitCode;

use anyhow::Result;
use clap::Subcommand;

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Let two searches of the null-move family play against each other.
    Match(matches::Arguments),
}

pub(crate) fn lab(command: &Command) -> Result<ExitCode> {
    match command {
        Command::Match(arguments) => matches::play(arguments),
    }
}
