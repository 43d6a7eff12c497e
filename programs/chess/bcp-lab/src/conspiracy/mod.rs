//! `bcp-lab conspiracy`: the searches in McAllester's paper.

mod chess;
mod options;
mod random;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Subcommand};

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    game: Option<Game>,
    #[command(flatten)]
    random: random::Options,
}

/// Subcommands for games other than random trees.
#[derive(Subcommand)]
enum Game {
    /// Find the best moves of chess positions.
    Chess(chess::Options),
}

pub(crate) fn conspiracy(arguments: &Arguments) -> Result<ExitCode> {
    match &arguments.game {
        None => random::random(&arguments.random),
        Some(Game::Chess(options)) => chess::chess(options),
    }
}
