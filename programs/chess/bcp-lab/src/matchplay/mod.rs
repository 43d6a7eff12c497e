//! `bcp-lab match`: a match between two searches of the null-move family.

mod game;
mod openings;
mod score;

use std::process::ExitCode;

use anyhow::Result;
use bcp_chess::{Position, START};
use bcp_laboratory::null_move::{MAX_DEPTH, Settings};
use bcp_suite::Interrupt;
use clap::{Args, value_parser};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::printing;
use super::running::Running;
use game::{Effort, Game};
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
    mate: bool,
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
            mate: game.mate,
        }
    }
}

pub(crate) fn play(arguments: &Arguments) -> Result<ExitCode> {
    let openings = openings::load()?;
    let start = Position::from_fen(START)?;
    let nodes = Effort::Nodes(arguments.limit_nodes);
    let effort = arguments.depth.map_or(nodes, Effort::Depth);
    let (first, second) = (arguments.first, arguments.second);
    // An opening is played twice, so that each search has once the side that it favours.
    let play = |opening: &Opening, interrupt: &Interrupt| {
        let one = Game::play(&start, opening, [first, second], effort, interrupt);
        let other = Game::play(&start, opening, [second, first], effort, interrupt);
        Ok(one.zip(other).map(|(one, other)| Pair { games: [one, other] }))
    };
    let settings = json!({
        "first": first,
        "second": second,
        "effort": effort.to_string(),
        "max_moves": 200,
        "openings": openings.iter().map(Opening::text).collect::<Vec<_>>(),
    });
    let settings = printing::Settings::new("bcp-lab match", [settings]);
    let numbered = (1..).zip(openings).collect();
    let results = arguments.running.run("openings", settings, numbered, play)?;
    let pairs: Vec<[Game; 2]> = results.all.iter().map(|pair: &Pair| pair.games.clone()).collect();
    let games: Vec<Line<'_>> = pairs.iter().flatten().map(Line::new).collect();
    results.print(&games, |out| Score::new(&pairs).print(out, first, second, effort))
}
