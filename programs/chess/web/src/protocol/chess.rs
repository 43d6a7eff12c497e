//! The search at a moment.

use serde::Serialize;

/// A move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Move {
    /// In coordinates.
    #[serde(rename = "move")]
    pub coordinates: String,
    /// In SAN, where it is legal.
    pub san: Option<String>,
}

/// A side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Side {
    /// White.
    White,
    /// Black.
    Black,
}

impl From<bcp_chess::Colour> for Side {
    fn from(colour: bcp_chess::Colour) -> Self {
        match colour {
            bcp_chess::Colour::White => Self::White,
            bcp_chess::Colour::Black => Self::Black,
        }
    }
}

/// The search.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Chess {
    /// The position at the root.
    pub root: Root,
    /// 64 letters from a8 to h1.
    pub board: String,
    /// The side to play.
    pub side: Option<Side>,
    /// The iteration at work.
    pub iteration: Option<u16>,
    /// Nodes.
    pub nodes: u32,
    /// Clocks since the search began.
    pub clocks: Option<u64>,
    /// The stored tree.
    pub tree: Option<Fill>,
    /// A mate in one that was seen.
    pub mate: Option<i16>,
    /// Of the stored tree.
    pub best_line: Vec<Move>,
    /// Those that were reported.
    pub iterations: Vec<Iteration>,
    /// The root first.
    pub plies: Vec<Ply>,
    /// Whether the search is over.
    pub done: bool,
}

/// A position.
#[derive(Debug, Clone, Serialize)]
pub struct Root {
    /// The position.
    pub fen: String,
    /// The side to play.
    pub side: Side,
}

/// How full the stored tree is.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Fill {
    /// Entries in use.
    pub used: u16,
    /// All entries.
    pub capacity: u16,
}

/// An iteration.
#[derive(Debug, Clone, Serialize)]
pub struct Iteration {
    /// Its depth.
    pub depth: u8,
    /// In pawns.
    pub value: i16,
    /// As people write it.
    pub written: String,
    /// The best move.
    pub best: Option<Move>,
    /// Nodes since the search began.
    pub nodes: u32,
    /// Clocks since then.
    pub clocks: u64,
    /// Z8000 seconds since then.
    pub seconds: f64,
    /// When it was reported, in a session.
    pub instruction: Option<u64>,
    /// As the program printed it.
    pub text: String,
    /// The principal variation.
    pub line: Vec<Move>,
}

/// A ply of the search.
#[derive(Debug, Clone, Serialize)]
pub struct Ply {
    /// The move that is searched.
    #[serde(rename = "move")]
    pub played: Option<Move>,
    /// The move, or where the program is.
    pub text: String,
    /// Depth that is left.
    pub depth: Option<u16>,
    /// Lower bound.
    pub alpha: Option<i16>,
    /// Upper bound.
    pub beta: Option<i16>,
    /// Best value.
    pub best: Option<i16>,
    /// Address of its record.
    pub record: Option<u16>,
    /// Index in the call stack.
    pub frame: Option<usize>,
}
