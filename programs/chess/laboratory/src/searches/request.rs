//! The options of a traced search, and the reasons to refuse it.

use crate::conspiracy::TreeError;

/// The options of a traced search; each search uses those that it has.
#[derive(Clone, Debug)]
pub struct Request {
    /// Plies, 0 to 30; of a search for mates, moves.
    pub depth: i32,
    /// Calls or nodes that are written down at most.
    pub most: usize,
    /// Set to write down the calls of captures behind the horizon too.
    pub captures: bool,
    /// The order of quiescence in chess: 1 over the static value, 2 over captures and mates.
    pub order: u32,
    /// Plies of the first order where two are nested.
    pub nested: u32,
    /// Leaves in the largest conspiracies considered; without it they grow.
    pub conspirators: Option<usize>,
}

/// Positions that a search which need not come to an end soon may visit for each call that is written down.
const POSITIONS_A_CALL: u64 = 100;

impl Request {
    /// Positions after which a search that has not come to an end is given up.
    pub(super) const fn positions(&self) -> u64 {
        POSITIONS_A_CALL * self.most as u64
    }
}

/// The reason why there is no trace.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TraceError {
    /// The text of the tree cannot be read.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// Trees have no mates.
    #[error("{0} looks for mates: a chess position is needed")]
    Mates(&'static str),
    /// The search knows no other game.
    #[error("{0} plays chess alone: a position is needed")]
    ChessAlone(&'static str),
    /// A mate in no moves was asked for.
    #[error("a mate needs a move: --depth 1 or more")]
    NoMoves,
    /// The search has visited this many positions and was given up.
    #[error(
        "the search has not ended by itself within {0} positions: try quiesce-d, which has a --depth, or --order 1"
    )]
    Endless(u64),
}
