//! What the sources leave open: each reading has a number, under the name it has in `asm/constants.s`.

use thiserror::Error;

use crate::constants::{COUNT_ORDERING, HORIZON_MATES, MAX_DEPTH, NULL_MATES, PRUNING, TREE_ENTRIES};

/// How to read what the sources leave open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Readings {
    /// Entries of the stored tree, 100 to 5,000.
    pub tree_entries: usize,
    /// Whether a full tree is pruned; otherwise moves get an entry that does not last.
    pub pruning: bool,
    /// Moves to the mates that are seen at the horizon: 1, or 2 where the first check leaves a single reply.
    pub horizon_mates: u8,
    /// The same after a null move.
    pub null_mates: u8,
    /// Whether the nodes of the searches that score a move are counted.
    pub count_ordering: bool,
}

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
const NAMES: [&str; 5] = [
    "TREE_ENTRIES",
    "PRUNING",
    "HORIZON_MATES",
    "NULL_MATES",
    "COUNT_ORDERING",
];

impl Default for Readings {
    /// The program of 1986 as far as it is known.
    fn default() -> Self {
        Self {
            tree_entries: TREE_ENTRIES,
            pruning: PRUNING != 0,
            horizon_mates: HORIZON_MATES,
            null_mates: NULL_MATES,
            count_ordering: COUNT_ORDERING != 0,
        }
    }
}

impl Readings {
    /// Names and values, as symbols for the assembler.
    #[must_use]
    pub fn numbers(&self) -> [(&'static str, i64); 5] {
        let values = [
            self.tree_entries as i64,
            self.pruning.into(),
            self.horizon_mates.into(),
            self.null_mates.into(),
            self.count_ordering.into(),
        ];
        std::array::from_fn(|at| (NAMES[at], values[at]))
    }

    /// Sets the reading of a name to a value.
    ///
    /// # Errors
    ///
    /// The name is not that of a reading, or the value is out of its range.
    pub fn set(&mut self, name: &str, value: i64) -> Result<(), ReadingError> {
        let within = |from: i64, to: i64| {
            let name = NAMES.into_iter().find(|known| *known == name);
            match name {
                Some(name) if !(from..=to).contains(&value) => Err(ReadingError::Value { name, value, from, to }),
                _ => Ok(value),
            }
        };
        match name {
            // The entries of a path must fit, with a few to spare.
            "TREE_ENTRIES" => {
                self.tree_entries = within(3 * i64::from(MAX_DEPTH) + 10, TREE_ENTRIES as i64)? as usize;
            }
            "PRUNING" => self.pruning = within(0, 1)? != 0,
            "HORIZON_MATES" => self.horizon_mates = within(1, 2)? as u8,
            "NULL_MATES" => self.null_mates = within(1, 2)? as u8,
            "COUNT_ORDERING" => self.count_ordering = within(0, 1)? != 0,
            _ => return Err(ReadingError::Name(name.to_owned())),
        }
        Ok(())
    }
}
