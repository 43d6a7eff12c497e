//! The options of `bcp-lab quiesce`.

use clap::{ArgAction, Args, ValueEnum};
use serde::Serialize;

use crate::chosen::PositionChoice;
use crate::running::Running;

/// Options; as JSON, those that affect the results in addition to the positions.
#[derive(Args, Serialize)]
pub(crate) struct Arguments {
    /// Game: chess positions of a suite, or built-in Go problems about capturing stones.
    #[arg(long, value_enum, default_value = "chess")]
    #[serde(skip)]
    pub(super) game: GameName,
    /// Number of times quiescence is applied to the evaluation; the paper's is 2. The highest order is depth-limited.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=4))]
    pub(super) order: u32,
    /// Maximum iteration depth.
    #[arg(long, value_name = "PLIES", default_value_t = 6, value_parser = clap::value_parser!(u32).range(0..=30))]
    pub(super) depth: u32,
    /// Depth limit of the orders between the first and the highest; unlimited by default.
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=30))]
    pub(super) lower_depth: Option<u32>,
    /// Any chess position, as FEN; only the first four fields are used.
    #[arg(long, value_name = "FEN", conflicts_with_all = ["positions", "suite"])]
    #[serde(skip)]
    pub(super) fen: Option<String>,
    /// Nodes after which a position is abandoned; 0 for unlimited.
    #[arg(
        long, value_name = "N", default_value_t = 1_000_000,
        value_parser = clap::value_parser!(u64).range(0..=10_000_000_000)
    )]
    #[serde(rename = "nodes")]
    pub(super) limit_nodes: u64,
    /// Ignore mates in one in the first order.
    #[arg(long = "no-mates", action = ArgAction::SetFalse)]
    pub(super) mates: bool,
    /// Search to the full depth even once settled.
    #[arg(long)]
    #[serde(rename = "to_the_end")]
    pub(super) to_limit: bool,
    /// Resolve every move, and print the results; for a single position.
    #[arg(long)]
    pub(super) choices: bool,
    /// Also print the value of two orders, the first with this depth limit: three levels of reliability.
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
