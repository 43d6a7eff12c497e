//! The table of best moves that the simple version keeps from iteration to iteration.

use bcp_chess::Move;

use crate::constants::TABLE_ENTRIES;

/// A table of best moves by position key. A new move always replaces the previous one.
pub(super) struct Memory {
    entries: Vec<Option<Entry>>,
}

#[derive(Clone, Copy)]
struct Entry {
    key: u32,
    best: Move,
}

impl Memory {
    /// Returns an empty table.
    pub(super) fn new() -> Self {
        Self { entries: vec![None; TABLE_ENTRIES] }
    }

    /// Stores the best move of a position.
    pub(super) fn remember(&mut self, key: u32, best: Move) {
        self.entries[slot(key)] = Some(Entry { key, best });
    }

    /// Returns the best move stored for a key. Two positions can share a key, so the move may belong to another
    /// position.
    pub(super) fn recall(&self, key: u32) -> Option<Move> {
        self.entries[slot(key)]
            .filter(|entry| entry.key == key)
            .map(|entry| entry.best)
    }
}

/// Returns the index for a key: its low bits.
fn slot(key: u32) -> usize {
    key as usize % TABLE_ENTRIES
}
