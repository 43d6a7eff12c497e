//! The options of a search, its results, and the reasons why it may be refused.

use std::sync::atomic::AtomicBool;

use serde::Serialize;

use crate::conspiracy::TreeError;
use crate::game::Value;
use crate::trace::Trace;

/// The options of a search; each search uses only those that apply to it.
///
/// # Example
/// ```
/// use bcp_laboratory::searches::{Request, Search};
///
/// let search: Search = "pvs".parse()?;
/// let request = Request { depth: 1, ..Request::default() };
/// assert_eq!(search.run_tree("0(3(9 -9) 2)", &request)?.value, Some(3));
/// // One ply deeper the reply to the first move yields -9.
/// assert_eq!(search.run_tree("0(3(9 -9) 2)", &Request::default())?.value, Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Request<'s> {
    /// The depth in plies, 0 to 30 (default: 2); in a search for a mate in chess, the number of moves to mate.
    pub depth: i32,
    /// Number of positions after which an unfinished search is ended (default: 1,000,000); 0 for no limit.
    pub positions: u64,
    /// Maximum number of calls or nodes to record (default: 20,000). A conspiracy-number search, whose whole tree is
    /// recorded, ends at this number.
    pub most: usize,
    /// True to record the calls of the capture search beyond the horizon, too.
    pub captures: bool,
    /// Number of times quiescence is applied. Default: twice in chess, where that is known to work well; once in other
    /// games or without a depth limit, since a second order may not terminate.
    pub order: Option<u32>,
    /// Depth of the first order in plies, if two orders are nested (default: 2).
    pub nested: u32,
    /// Number of leaves in the largest conspiracies considered. By default, this number increases during the search.
    pub conspirators: Option<usize>,
    /// A flag by which another thread ends the search; `None` if only the other limits apply.
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
    /// The value of the position for the side to play; in an iteratively deepened search, that of the last complete
    /// iteration. `None` in a search for a proof, and in a search that was ended before it had a value.
    pub value: Option<Value>,
    /// The answer in a search for a proof; `None` in other searches, and if a limit ended the search.
    pub answer: Option<bool>,
    /// The moves that explain the result, as far as the search knows them: they end where passing, a table or an
    /// evaluation determines the value.
    pub line: Vec<String>,
    /// The requested moves as moves of the game.
    #[serde(skip)]
    pub moves: Vec<M>,
    /// The depth of the last complete iteration, in an iteratively deepened search; otherwise, `None`.
    #[serde(skip)]
    pub depth: Option<u32>,
    /// Number of positions visited.
    pub positions: u64,
    /// True if a limit ended the search.
    pub ended: bool,
    /// The tree of the search.
    pub trace: Trace,
}

impl<M> SearchResult<M> {
    /// Converts the moves of the result to those of another board.
    pub fn map<N>(self, of: impl FnMut(M) -> N) -> SearchResult<N> {
        let Self { value, answer, line, moves, depth, positions, ended, trace } = self;
        let moves = moves.into_iter().map(of).collect();
        SearchResult { value, answer, line, moves, depth, positions, ended, trace }
    }
}

/// The reason why a search is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The text of the tree is invalid.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// The search works only for chess.
    #[error("{0} plays only chess: set `position` or `fen`")]
    ChessAlone(&'static str),
    /// A mate in 0 moves was requested, or depth 0 of a search whose iterations begin at depth 1.
    #[error("mate searches and the searches of `bcp-lab compare` require a depth of at least 1")]
    NoMoves,
    /// The search needs null moves, which the game does not have.
    #[error("{0} requires a game in which a side can pass")]
    NoPass(&'static str),
}
