//! The transposition table: what is known about positions that were searched before.

use crate::game::Value;

/// The meaning of the value of an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// The value of the position is at most this.
    Upper,
    /// The value of the position is at least this.
    Lower,
    /// The value is exact.
    Exact,
}

/// The depth to which a position was searched: full width, and in the layer of null-move quiescence beyond it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Depth {
    pub(super) full: u8,
    pub(super) layer: u8,
}

impl Depth {
    fn covers(self, wanted: Self) -> bool {
        self.full >= wanted.full && self.layer >= wanted.layer
    }
}

/// What is known about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<M> {
    /// The half of the key that does not determine the index. Small entries fit into a cache in larger numbers.
    check: u32,
    pub(super) value: Value,
    /// The move that has this value or failed high.
    pub(super) best: Option<M>,
    depth: Depth,
    pub(super) bound: Bound,
}

impl<M> Entry<M> {
    /// Returns true if the entry determines the result of a search of this depth between these bounds.
    pub(super) fn settles(&self, depth: Depth, alpha: Value, beta: Value) -> bool {
        self.depth.covers(depth)
            && match self.bound {
                Bound::Exact => true,
                Bound::Lower => self.value >= beta,
                Bound::Upper => self.value <= alpha,
            }
    }
}

/// Two entries for keys with equal low bits: `deep` stays while it is deeper than a new one, which then becomes `last`.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Pair<M> {
    deep: Option<Entry<M>>,
    last: Option<Entry<M>>,
}

// Two pairs for chess fill a line of a processor's cache.
const _: () = assert!(size_of::<Pair<crate::chess::PackedMove>>() == 32);

/// A table with a fixed number of entries.
#[derive(Debug)]
pub(super) struct Table<M> {
    pairs: Vec<Pair<M>>,
    /// Indexes of the pairs in use, until there are [`Table::few`] of them. Clearing a million entries would take
    /// longer than searching a few hundred positions.
    used: Vec<u32>,
}

impl<M: Copy> Table<M> {
    /// Returns an empty table with 2^`bits` entries.
    pub(super) fn new(bits: u8) -> Self {
        let empty = Pair { deep: None, last: None };
        Self { pairs: vec![empty; 1 << (bits - 1)], used: Vec::new() }
    }

    /// Returns the binary logarithm of the number of entries.
    pub(super) fn bits(&self) -> u8 {
        self.pairs.len().ilog2() as u8 + 1
    }

    /// Returns the same table, emptied.
    pub(super) fn cleared(mut self) -> Self {
        let empty = Pair { deep: None, last: None };
        if self.used.len() < self.few() {
            for place in self.used.drain(..) {
                self.pairs[place as usize] = empty;
            }
        } else {
            self.pairs.fill(empty);
            self.used.clear();
        }
        self
    }

    /// Returns the number of used pairs above which clearing the whole table is faster.
    fn few(&self) -> usize {
        self.pairs.len() / 16
    }

    pub(super) fn get(&self, key: u64) -> Option<Entry<M>> {
        let pair = &self.pairs[self.place(key)];
        [pair.deep, pair.last]
            .into_iter()
            .flatten()
            .find(|entry| entry.check == check(key))
    }

    pub(super) fn put(&mut self, key: u64, depth: Depth, value: Value, bound: Bound, best: Option<M>) {
        let place = self.place(key);
        let entry = Entry { check: check(key), value, best, depth, bound };
        if self.pairs[place].deep.is_none() && self.used.len() < self.few() {
            self.used.push(place as u32);
        }
        let pair = &mut self.pairs[place];
        let stays = |deep: Entry<M>| deep.check != check(key) && deep.depth.full > depth.full;
        if pair.deep.is_some_and(stays) {
            pair.last = Some(entry);
        } else {
            pair.deep = Some(entry);
        }
    }

    fn place(&self, key: u64) -> usize {
        key as usize & (self.pairs.len() - 1)
    }
}

/// Returns the upper half of a key.
const fn check(key: u64) -> u32 {
    (key >> 32) as u32
}
