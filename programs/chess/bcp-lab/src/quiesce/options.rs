//! The options of `bcp-lab quiesce`.

use clap::{ArgAction, Args, ValueEnum};
use serde::Serialize;

use crate::chosen::PositionChoice;
use crate::running::Running;

/// The options. As JSON, those that the results depend on besides the positions.
#[derive(Args, Serialize)]
pub(crate) struct Arguments {
    /// The game: the positions of a suite, or built-in problems about capturing stones.
    #[arg(long, value_enum, default_value = "chess")]
    #[serde(skip)]
    pub(super) game: GameName,
    /// How often quiescence is applied to the evaluation: 2 is the paper's. The highest has the limit of depth.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=4))]
    pub(super) order: u32,
    /// Deepest iteration.
    #[arg(long, value_name = "PLIES", default_value_t = 6, value_parser = clap::value_parser!(u32).range(0..=30))]
    pub(super) depth: u32,
    /// Limit the depth of the orders between the first and the highest, which otherwise have none.
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=30))]
    pub(super) lower_depth: Option<u32>,
    /// Any chess position; the first four fields of FEN count.
    #[arg(long, value_name = "FEN", conflicts_with_all = ["positions", "suite"])]
    #[serde(skip)]
    pub(super) fen: Option<String>,
    /// Nodes after which a position is given up; 0 for any number.
    #[arg(
        long, value_name = "N", default_value_t = 1_000_000,
        value_parser = clap::value_parser!(u64).range(0..=10_000_000_000)
    )]
    #[serde(rename = "nodes")]
    pub(super) limit_nodes: u64,
    /// Let the first order not see mates in one.
    #[arg(long = "no-mates", action = ArgAction::SetFalse)]
    pub(super) mates: bool,
    /// Go on to the full depth when nothing is left to find out.
    #[arg(long)]
    #[serde(rename = "to_the_end")]
    pub(super) to_limit: bool,
    /// Find out all that can be known of every move, and print it; for a single position.
    #[arg(long)]
    pub(super) choices: bool,
    /// Print the value of two orders as well of which the first has this limit of depth: three levels of reliability.
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(0..=30))]
    pub(super) nested: Option<u32>,
    #[command(flatten)]
    #[serde(skip)]
    pub(super) chosen: PositionChoice,
    #[command(flatten)]
    #[serde(skip)]
    pub(super) running: Running,
}

/// A game to search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum GameName {
    /// Material in pawns, and mates.
    Chess,
    /// Prisoners.
    Go,
}
