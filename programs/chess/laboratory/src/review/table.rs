//! The hash table: for each position, the result of a search and both bounds between which it was searched.

use bcp_chess::{Move, Position};

/// The kind of search from which an entry comes, least informative first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Flag {
    /// The capture tree: `FLAGt1v`.
    T1v,
    /// Second-order quiescence: `FLAGt2v`.
    T2v,
    /// A search whose value does not depend on its bounds: `FLAGexact`.
    Exact,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    key: u64,
    pub(super) flag: Flag,
    pub(super) best: Option<Move>,
    pub(super) value: i16,
    /// The bounds between which the value was searched. The usual table records instead whether the value is a bound;
    /// the stored tree contained both bounds, "to establish whether the eligible move list was still valid".
    pub(super) lower: i16,
    pub(super) upper: i16,
}

/// The number of entries of the table, which the text only calls "large".
const ENTRIES: usize = 1 << 18;

/// A table in which a new entry replaces the one in its slot.
#[derive(Debug)]
pub(super) struct Table(Vec<Option<Entry>>);

impl Table {
    /// Creates an empty table: the pseudocode's `clearhash`.
    pub(super) fn new() -> Self {
        Self(vec![None; ENTRIES])
    }

    /// Returns the entry of a position: the pseudocode's `hashretrieve`.
    pub(super) fn retrieve(&self, position: &Position) -> Option<Entry> {
        let key = position.long_key();
        self.0[index(key)].filter(|entry| entry.key == key)
    }

    /// Stores an entry: the pseudocode's `hashstore`.
    ///
    /// REPAIR: an entry is not replaced by that of a lesser search of the same position. The text does not mention
    /// this; otherwise every capture tree would make the table forget the best moves of t2v.
    pub(super) fn store(
        &mut self,
        position: &Position,
        flag: Flag,
        best: Option<Move>,
        value: i16,
        (lower, upper): (i16, i16),
    ) {
        let key = position.long_key();
        let entry = &mut self.0[index(key)];
        if entry.is_none_or(|known| known.key != key || known.flag <= flag) {
            *entry = Some(Entry { key, flag, best, value, lower, upper });
        }
    }
}

fn index(key: u64) -> usize {
    key as usize % ENTRIES
}
