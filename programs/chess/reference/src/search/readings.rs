//! The points that the sources leave open: each reading has a number, under the name it has in `asm/constants.s`.

use thiserror::Error;

use crate::constants::{
    COUNT_ORDERING, DOUBLE_CHECKS, HORIZON_MATES, LIST_ORDER, MAX_DEPTH, NODE_MATES, NULL_MATES, PRUNING, TREE_ENTRIES,
};

/// How to read what the sources leave open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Readings {
    /// Entries of the stored tree, 100 to 5,000.
    pub tree_entries: usize,
    /// True if a full tree is pruned; otherwise moves get an entry that does not last.
    pub pruning: bool,
    /// Moves to the mates that are seen at the horizon: 1, or 2 where the first check leaves a single reply.
    pub horizon_mates: u8,
    /// The same after a null move.
    pub null_mates: u8,
    /// Where mates are seen besides: 0 nowhere, 1 where depth one saw one, 2 at every node of t2v.
    pub node_mates: u8,
    /// True if the nodes of the searches that score a move are counted.
    pub count_ordering: bool,
    /// True if only the king can answer a double check; otherwise see-checkmates takes it for a check by the piece that
    /// has moved.
    pub double_checks: bool,
    /// The order of moves that gain equally: 0 as they are listed, 1 pawns first, 2 the reverse of 0, from 3 to 9,999 a
    /// seed by which the order of the pieces is drawn.
    pub list_order: u16,
}

/// The last seed.
const LAST_ORDER: i64 = 9_999;

/// A reading that does not exist.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum ReadingError {
    /// No reading has this name.
    #[error("`{0}` is not a reading; use {names}", names = NAMES.join(", "))]
    Name(String),
    /// The reading cannot have this value.
    #[error("{name} is {value}; it can be {from} to {to}")]
    Value {
        /// The reading.
        name: &'static str,
        /// The value that was asked for.
        value: i64,
        /// The least value.
        from: i64,
        /// The largest value.
        to: i64,
    },
}

/// The names, in the order of [`Readings::numbers`].
const NAMES: [&str; 8] = [
    "TREE_ENTRIES",
    "PRUNING",
    "HORIZON_MATES",
    "NULL_MATES",
    "NODE_MATES",
    "COUNT_ORDERING",
    "DOUBLE_CHECKS",
    "LIST_ORDER",
];

impl Default for Readings {
    /// The program of 1986 as far as it is known.
    fn default() -> Self {
        Self {
            tree_entries: TREE_ENTRIES,
            pruning: PRUNING != 0,
            horizon_mates: HORIZON_MATES,
            null_mates: NULL_MATES,
            node_mates: NODE_MATES,
            count_ordering: COUNT_ORDERING != 0,
            double_checks: DOUBLE_CHECKS != 0,
            list_order: LIST_ORDER,
        }
    }
}

impl Readings {
    /// Names and values, as symbols for the assembler.
    #[must_use]
    pub fn numbers(&self) -> [(&'static str, i64); 8] {
        let values = [
            self.tree_entries as i64,
            self.pruning.into(),
            self.horizon_mates.into(),
            self.null_mates.into(),
            self.node_mates.into(),
            self.count_ordering.into(),
            self.double_checks.into(),
            self.list_order.into(),
        ];
        std::array::from_fn(|at| (NAMES[at], values[at]))
    }

    /// Sets the reading of a name to a value.
    ///
    /// # Errors
    ///
    /// The name is not that of a reading, or the value is out of its range.
    pub fn set(&mut self, name: &str, value: i64) -> Result<(), ReadingError> {
        let within = |from: i64, to: i64| match NAMES.into_iter().find(|known| *known == name) {
            Some(name) if !(from..=to).contains(&value) => Err(ReadingError::Value { name, value, from, to }),
            _ => Ok(value),
        };
        match name {
            // The entries of a path must fit, with a few to spare.
            "TREE_ENTRIES" => {
                self.tree_entries = within(3 * i64::from(MAX_DEPTH) + 10, TREE_ENTRIES as i64)? as usize;
            }
            "PRUNING" => self.pruning = within(0, 1)? != 0,
            "HORIZON_MATES" => self.horizon_mates = within(1, 2)? as u8,
            "NULL_MATES" => self.null_mates = within(1, 2)? as u8,
            "NODE_MATES" => self.node_mates = within(0, 2)? as u8,
            "COUNT_ORDERING" => self.count_ordering = within(0, 1)? != 0,
            "DOUBLE_CHECKS" => self.double_checks = within(0, 1)? != 0,
            "LIST_ORDER" => self.list_order = within(0, LAST_ORDER)? as u16,
            _ => return Err(ReadingError::Name(name.to_owned())),
        }
        Ok(())
    }
}
