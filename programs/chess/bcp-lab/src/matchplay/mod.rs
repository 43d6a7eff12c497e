//! `bcp-lab match`: two searches of the null-move family play against each other.

mod game;
mod openings;
mod score;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, ensure};
use bcp_laboratory::null_move::{MAX_DEPTH, Settings};
use bcp_suite::Interrupt;
use clap::{Args, value_parser};
use cli::Output;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::printing;
use super::running::Running;
use game::{Effort, Ending, Game, Rules, as_pgn};
use openings::Opening;
use score::Score;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Search whose score is reported, named as in `bcp-lab compare`, such as `r2`, `verified` or `r3+double`.
    #[arg(long, value_name = "SEARCH", default_value = "verified")]
    first: Settings,
    /// Search that plays against the first search.
    #[arg(long, value_name = "SEARCH", default_value = "r2")]
    second: Settings,
    /// Maximum number of positions that a search visits for each move, 100 to 1000000000.
    #[arg(
        long, value_name = "N", default_value_t = 100_000,
        value_parser = value_parser!(u64).range(100..=1_000_000_000)
    )]
    limit_nodes: u64,
    /// Search to this depth for each move of the game, with no limit on positions.
    #[arg(
        long, value_name = "PLIES", conflicts_with = "limit_nodes",
        value_parser = value_parser!(u8).range(1..=i64::from(MAX_DEPTH))
    )]
    depth: Option<u8>,
    /// Number of moves by each side, including the opening, after which a game is declared a draw.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = value_parser!(u16).range(20..=1000))]
    limit_moves: u16,
    /// Start with the openings in this CSV file instead of the fifty built-in openings. The columns are `name` and
    /// `moves`.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Start from N randomly selected Fischer Random (Chess960) positions, 1 to 960, without castling.
    #[arg(long, value_name = "N", conflicts_with = "openings", value_parser = value_parser!(u32).range(1..=960))]
    fischer: Option<u32>,
    /// Seed for the random selection of positions.
    #[arg(long, value_name = "N", default_value_t = 960, requires = "fischer")]
    seed: u64,
    /// Write the games to this file, as PGN.
    #[arg(long, value_name = "FILE")]
    pgn: Option<Output>,
    /// Replace the `--pgn` file if it exists.
    #[arg(long, requires = "pgn")]
    force: bool,
    #[command(flatten)]
    running: Running,
}

/// Both games of an opening.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Pair {
    games: [Game; 2],
}

/// A game for programs.
#[derive(Serialize)]
struct Line<'g> {
    opening: &'g str,
    white: String,
    black: String,
    /// White's points.
    points: f64,
    plies: usize,
    ending: Ending,
}

impl<'g> Line<'g> {
    fn new(game: &'g Game) -> Self {
        let [white, black] = game.players.map(|player| player.to_string());
        Self {
            opening: &game.opening,
            white,
            black,
            points: f64::from(game.white_half_points()) / 2.0,
            plies: game.moves.len(),
            ending: game.ending,
        }
    }
}

pub(crate) fn play(arguments: &Arguments) -> Result<ExitCode> {
    if let Some(pgn) = &arguments.pgn {
        pgn.check_new(arguments.force)?;
    }
    let openings = match arguments.fischer {
        Some(count) => openings::fischer(count, arguments.seed)?,
        None => openings::load(arguments.openings.as_deref())?,
    };
    let rules = Rules {
        effort: arguments
            .depth
            .map_or(Effort::Nodes(arguments.limit_nodes), Effort::Depth),
        max_plies: 2 * usize::from(arguments.limit_moves),
    };
    for opening in &openings {
        ensure!(
            opening.moves.len() < rules.max_plies,
            "{}: the opening is longer than --limit-moves allows",
            opening.name
        );
    }
    let (first, second) = (arguments.first, arguments.second);
    // An opening is played twice, so that each search has once the side that it favours.
    let play = |opening: &Opening, interrupt: &Interrupt| {
        let one = Game::play(opening, [first, second], rules, interrupt);
        let other = Game::play(opening, [second, first], rules, interrupt);
        Ok(one.zip(other).map(|(one, other)| Pair { games: [one, other] }))
    };
    let settings = json!({
        "first": first,
        "second": second,
        "effort": rules.effort.to_string(),
        "max_moves": arguments.limit_moves,
        "openings": openings.iter().map(Opening::text).collect::<Vec<_>>(),
    });
    let settings = printing::Settings::new("bcp-lab match", [settings]);
    let numbered = (1..).zip(openings).collect();
    let results = arguments.running.run("openings", settings, numbered, play)?;
    let pairs: Vec<[Game; 2]> = results.all.iter().map(|pair: &Pair| pair.games.clone()).collect();
    let games: Vec<Line<'_>> = pairs.iter().flatten().map(Line::new).collect();
    let status = results.print(&games, |out| Score::new(&pairs).print(out, first, second, rules))?;
    if let Some(pgn) = &arguments.pgn {
        pgn.write(as_pgn(&pairs, rules)?.as_bytes())?;
    }
    Ok(status)
}
