//! The search at a moment.

use serde::Serialize;
use ts_rs::TS;

use super::growth::Growth;
use super::moves::{Move, Side};

/// The search.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Chess {
    /// The position at the root.
    pub root: Root,
    /// The board in the memory of the Z8000 at this moment, 64 characters from a8 to h1: `PNBRQKpnbrqk` and `.`; `?`
    /// where there is something else.
    pub board: String,
    /// The side to play at this moment.
    pub side: Option<Side>,
    /// The iteration at work.
    pub iteration: Option<u16>,
    /// Nodes.
    pub nodes: u32,
    /// Clocks since the search began; null before.
    pub clocks: Option<u64>,
    /// The stored tree; null in the simple version and before the first search.
    pub tree: Option<Fill>,
    /// The best line of the stored tree at this moment.
    pub best_line: Vec<Move>,
    /// Iterations that were reported until this moment.
    pub iterations: Vec<Iteration>,
    /// The search path, the root's move first; the last one is the ply in work and has no move.
    pub plies: Vec<Ply>,
    /// The event at this moment in the words of chess; null between two of them.
    pub told: Option<String>,
    /// The tree as far as it has grown, if the page follows it.
    pub growth: Option<Growth>,
    /// When the iteration that solves the position was reported, by the rule of Table 1; null if none is known to, and
    /// where no solutions were given.
    pub solved: Option<u64>,
    /// True if the search is over.
    pub done: bool,
}

/// A position.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Root {
    /// The position.
    pub fen: String,
    /// The side to play.
    pub side: Side,
}

/// How full the stored tree is.
#[derive(Debug, Clone, Copy, Serialize, TS)]
pub struct Fill {
    /// Entries in use.
    pub used: u16,
    /// All entries.
    pub capacity: u16,
}

/// An iteration.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Iteration {
    /// Its depth.
    pub depth: u8,
    /// In pawns, for the side to play; from 100 on a mate.
    pub value: i16,
    /// The value as people write it: `3`, `-2`, `mate 2`, `-mate 1`.
    pub written: String,
    /// The best move; null when no move beats the null move. Of a mate in one, whose move the program does not name, a
    /// move that mates.
    pub best: Option<Move>,
    /// Nodes since the search began.
    pub nodes: u32,
    /// Clocks since then.
    pub clocks: u64,
    /// Z8000 seconds since then.
    pub seconds: f64,
    /// When it was reported; null in a game.
    pub instruction: Option<u64>,
    /// The line as the program printed it.
    pub text: String,
    /// The principal variation.
    pub line: Vec<Move>,
}

/// A ply of the search.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Ply {
    /// The move that is searched in it; null in the ply in work.
    #[serde(rename = "move")]
    pub played: Option<Move>,
    /// The move as text, or where the program is: `e2e4`, `e2e4 null`, `in xt1v`.
    pub text: String,
    /// Depth that is left.
    pub depth: Option<u16>,
    /// Lower bound.
    pub alpha: Option<i16>,
    /// Upper bound.
    pub beta: Option<i16>,
    /// Best value.
    pub best: Option<i16>,
    /// Data address of its record on the path: `writer ADDRESS,2` finds when the move was made.
    pub record: Option<u16>,
    /// Index of its frame in `State.stack`.
    pub frame: Option<usize>,
}
