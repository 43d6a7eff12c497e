//! The options of `bcp-lab quiesce`.

use clap::{ArgAction, Args};
use serde::Serialize;

use crate::chosen::PositionChoice;
use crate::running::Running;

/// The options of the command. Their JSON contains only the options that affect the results, without the positions.
#[derive(Args, Serialize)]
pub(crate) struct Arguments {
    /// Number of times quiescence is applied to the evaluation, 1 to 4. The paper applies it twice. `--depth` limits
    /// the depth of the highest order.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=4))]
    pub(super) order: u32,
    /// Maximum iteration depth.
    #[arg(long, value_name = "PLIES", default_value_t = 6, value_parser = clap::value_parser!(u32).range(0..=30))]
    pub(super) depth: u32,
    /// Depth limit of the orders between the first and the highest, 1 to 30. By default, these orders are unlimited.
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=30))]
    pub(super) lower_depth: Option<u32>,
    /// Position as a FEN. Only its first four fields are used.
    #[arg(long, value_name = "FEN", conflicts_with_all = ["positions", "suite"])]
    #[serde(skip)]
    pub(super) fen: Option<String>,
    /// Nodes after which the search of a position is abandoned, up to 10000000000. With 0, there is no limit.
    #[arg(
        long, value_name = "N", default_value_t = 1_000_000,
        value_parser = clap::value_parser!(u64).range(0..=10_000_000_000)
    )]
    #[serde(rename = "nodes")]
    pub(super) limit_nodes: u64,
    /// Ignore mates in one in the first order of quiescence.
    #[arg(long = "no-mates", action = ArgAction::SetFalse)]
    pub(super) mates: bool,
    /// Search to the full depth, even after the result is settled.
    #[arg(long)]
    #[serde(rename = "to_the_end")]
    pub(super) to_limit: bool,
    /// Determine the value of every move, and print the results; requires a single position.
    #[arg(long)]
    pub(super) choices: bool,
    /// Also print the value from two nested orders of quiescence, with three levels of reliability. PLIES is the depth
    /// limit of the first order, 0 to 30.
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(0..=30))]
    pub(super) nested: Option<u32>,
    #[command(flatten)]
    #[serde(skip)]
    pub(super) chosen: PositionChoice,
    #[command(flatten)]
    #[serde(skip)]
    pub(super) running: Running,
}
