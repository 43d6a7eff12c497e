//! The options of a search, its results, and the reasons to refuse it.

use std::sync::atomic::AtomicBool;

use serde::Serialize;

use crate::conspiracy::TreeError;
use crate::game::Value;
use crate::trace::Trace;

/// The options of a search; each search uses those that it has.
///
/// # Example
/// ```
/// use bcp_laboratory::searches::{Request, Search};
///
/// let search: Search = "pvs".parse()?;
/// let request = Request { depth: 1, ..Request::default() };
/// assert_eq!(search.run_tree("0(3(9 -9) 2)", &request)?.value, Some(3));
/// // One ply deeper the reply to the first move brings -9.
/// assert_eq!(search.run_tree("0(3(9 -9) 2)", &Request::default())?.value, Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Request<'s> {
    /// Plies, 0 to 30; moves, for a search for mates in chess.
    pub depth: i32,
    /// Positions after which a search that has not come to an end is ended; 0 for any number.
    pub positions: u64,
    /// Calls or nodes that are written down at most. A tree of conspiracy numbers, all of which is written down, ends
    /// with them.
    pub most: usize,
    /// Set to write down the calls of captures behind the horizon too.
    pub captures: bool,
    /// The number of times that quiescence is applied. Without it twice in chess, where that is known to be good, and
    /// once elsewhere and without a limit of depth: a second order need not come to an end.
    pub order: Option<u32>,
    /// Plies of the first order if two are nested.
    pub nested: u32,
    /// Leaves in the largest conspiracies considered; without it they grow.
    pub conspirators: Option<usize>,
    /// Set from outside to end the search.
    pub stop: Option<&'s AtomicBool>,
}

impl Default for Request<'_> {
    fn default() -> Self {
        Self {
            depth: 2,
            positions: 1_000_000,
            most: 20_000,
            captures: false,
            order: None,
            nested: 2,
            conspirators: None,
            stop: None,
        }
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SearchResult<M = ()> {
    /// The value of the position for the side to play: in a search that is deepened, of the last iteration that was
    /// completed. `None` for a search for a proof, and for one that was ended before it had any.
    pub value: Option<Value>,
    /// The answer of a search for a proof.
    pub answer: Option<bool>,
    /// The moves that explain it, as far as the search knows them: they end where doing nothing, a table or an
    /// evaluation decides.
    pub line: Vec<String>,
    /// The same moves themselves.
    #[serde(skip)]
    pub moves: Vec<M>,
    /// The depth of the last completed iteration, in a search that is deepened.
    #[serde(skip)]
    pub depth: Option<u32>,
    /// Positions that were visited.
    pub positions: u64,
    /// Set if the limit has ended the search.
    pub ended: bool,
    /// The tree of the search.
    pub trace: Trace,
}

impl<M> SearchResult<M> {
    /// The same with the moves of another board.
    pub fn map<N>(self, of: impl FnMut(M) -> N) -> SearchResult<N> {
        let Self { value, answer, line, moves, depth, positions, ended, trace } = self;
        let moves = moves.into_iter().map(of).collect();
        SearchResult { value, answer, line, moves, depth, positions, ended, trace }
    }
}

/// The reason why a search is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SearchError {
    /// The text of the tree cannot be read.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// The search knows no other game.
    #[error("{0} plays only chess: set `position` or `fen`")]
    ChessAlone(&'static str),
    /// A mate in no moves was asked for, or depth 0 of a search that is deepened from 1 on.
    #[error("mate searches and the searches of `bcp-lab compare` require a depth of at least 1")]
    NoMoves,
    /// The search makes null moves, which the game does not have.
    #[error("{0} requires a game in which a side can pass")]
    NoPass(&'static str),
}
