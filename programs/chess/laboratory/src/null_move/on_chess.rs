//! The search of chess positions, compiled in this crate.

use super::deepening::Iteration;
use super::searcher::{Memory, Searcher, TABLE_BITS};
use super::settings::Settings;
use crate::chess::{Chess, PackedMove};
use crate::counted::Limits;

/// A [`Searcher`] of chess, for callers that need no other game. A generic search is compiled again in every crate that
/// uses it, and is slower there because the board is not part of that crate.
#[derive(Debug)]
pub struct ChessSearcher<'a>(Searcher<'a, Chess>);

impl<'a> ChessSearcher<'a> {
    /// Creates a search with an empty table of the default size, as [`Searcher::new`] does.
    pub fn new(chess: Chess, settings: Settings, limits: Limits<'a>) -> Self {
        Self::with_table(chess, settings, limits, TABLE_BITS)
    }

    /// Creates a search with an empty table of a given size, as [`Searcher::with_table`] does.
    pub fn with_table(chess: Chess, settings: Settings, limits: Limits<'a>, bits: u8) -> Self {
        Self(Searcher::with_table(chess, settings, limits, bits))
    }

    /// Creates a search with the table of an earlier search, as [`Searcher::recycling`] does.
    pub fn recycling(chess: Chess, settings: Settings, limits: Limits<'a>, memory: Memory<PackedMove>) -> Self {
        Self(Searcher::recycling(chess, settings, limits, memory))
    }

    /// Returns the iterations to a depth, as [`Searcher::deepen`] does.
    pub fn deepen(&mut self, depth: u8) -> Vec<Iteration<PackedMove>> {
        self.0.deepen(depth)
    }

    /// Searches while `more` returns true for the last iteration, as [`Searcher::deepen_while`] does.
    pub fn deepen_while(&mut self, depth: u8, more: &mut dyn FnMut(&Iteration<PackedMove>) -> bool) {
        self.0.deepen_while(depth, more);
    }

    /// Returns true if a limit has ended the search; then no more iterations follow.
    pub fn interrupted(&self) -> bool {
        self.0.game.interrupted
    }

    /// Returns the table for use in another search.
    pub fn into_memory(self) -> Memory<PackedMove> {
        self.0.into_memory()
    }
}
