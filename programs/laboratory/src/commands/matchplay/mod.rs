//! `bcp lab match`: two searches of the null-move family play against each other.

mod game;
mod openings;
mod pgn;
mod score;

use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, ensure};
use bcp_suite::interrupt::{self, Interrupt};
use bcp_suite::parallel;
use clap::Args;

use super::Threads;
use crate::null_move::{MAX_DEPTH, Settings};
use game::{Effort, Game, Rules};
use score::Score;

#[derive(Args)]
pub(crate) struct Arguments {
    /// The search whose points are counted, as bcp lab compare names searches: r2, verified, r3+double.
    #[arg(long, value_name = "SEARCH", default_value = "verified")]
    first: Settings,
    /// Its opponent.
    #[arg(long, value_name = "SEARCH", default_value = "r2")]
    second: Settings,
    /// Positions that a search may visit for a move.
    #[arg(
        long, value_name = "N", default_value_t = 100_000,
        value_parser = clap::value_parser!(u64).range(100..=1_000_000_000)
    )]
    nodes: u64,
    /// Search every move to this depth instead, whatever it costs.
    #[arg(
        long, value_name = "D", conflicts_with = "nodes",
        value_parser = clap::value_parser!(u8).range(1..=i64::from(MAX_DEPTH))
    )]
    depth: Option<u8>,
    /// Moves of each side, the opening's included, after which a game is called a draw.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u16).range(20..=1000))]
    max_moves: u16,
    /// Begin with these openings instead of the fifty that are built in: CSV with the columns `name` and `moves`.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Write the games to a file.
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
}

pub(crate) fn play(arguments: &Arguments) -> Result<ExitCode> {
    if let Some(path) = &arguments.pgn {
        output::check(path)?;
    }
    let openings = openings::load(arguments.openings.as_deref())?;
    let rules = Rules {
        effort: arguments.depth.map_or(Effort::Nodes(arguments.nodes), Effort::Depth),
        max_plies: 2 * usize::from(arguments.max_moves),
    };
    for opening in &openings {
        ensure!(
            opening.moves.len() < rules.max_plies,
            "{}: the opening is longer than --max-moves allows",
            opening.name
        );
    }
    let (first, second) = (arguments.first, arguments.second);
    let interrupt = Interrupt::listen()?;
    // An opening is played twice, so that what it gives one side both searches have once.
    let pairs = parallel::each(&openings, arguments.threads.jobs, "openings", &interrupt, |opening| {
        let one = Game::play(opening, [first, second], rules, &interrupt);
        let other = Game::play(opening, [second, first], rules, &interrupt);
        Ok(one.zip(other).map(|(one, other)| [one, other]))
    })?;
    let mut out = stdout().lock();
    write!(out, "{}", Score::new(&pairs).table(first, second, rules))?;
    if let Some(path) = &arguments.pgn {
        output::write(path, pgn::text(&pairs, rules).as_bytes())?;
    }
    Ok(interrupt::missing_of("openings", pairs.len(), openings.len()).unwrap_or(ExitCode::SUCCESS))
}
