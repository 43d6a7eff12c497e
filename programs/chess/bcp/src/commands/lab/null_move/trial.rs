//! One search of one position.

use std::cell::Cell;
use std::time::{Duration, Instant};

use bcp_chess::Position;
use bcp_laboratory::Limits;
use bcp_laboratory::chess::{Chess, Move};
use bcp_laboratory::null_move::{ChessSearcher, Iteration, Memory, Settings};

thread_local! {
    /// The transposition table of the last search of this thread.
    static MEMORY: Cell<Option<Memory<Move>>> = const { Cell::new(None) };
}

/// The result of a search of a position.
#[derive(Debug)]
pub(super) struct Trial {
    /// The iterations that were completed, from depth 1 on.
    pub(super) iterations: Vec<Iteration<Move>>,
    /// Set if that is all that was asked for: neither Ctrl-C nor the number of nodes has ended the search.
    pub(super) complete: bool,
    /// The time that it took: the only field that may differ in another run.
    pub(super) time: Duration,
}

impl Trial {
    /// Searches a position to a depth, with a transposition table of two to the power of `bits` entries.
    /// It remembers nothing of other positions.
    pub(super) fn new(position: &Position, search: Settings, depth: u8, limits: Limits<'_>, bits: u8) -> Self {
        let since = Instant::now();
        let chess = Chess::from(position);
        let mut searcher = match MEMORY.take().filter(|memory| memory.bits() == bits) {
            Some(memory) => ChessSearcher::recycling(chess, search, limits, memory),
            None => ChessSearcher::with_table(chess, search, limits, bits),
        };
        let iterations = searcher.deepen(depth);
        let complete = !searcher.interrupted();
        MEMORY.set(Some(searcher.into_memory()));
        Self { iterations, complete, time: since.elapsed() }
    }
}
