//! The points that the sources leave open. Each reading is a number, under its name in `asm/constants.s`.

use crate::constants::{
    CHECK_DEPTH, COUNT_ORDERING, DOUBLE_CHECKS, HORIZON_MATES, LIST_ORDER, MAX_DEPTH, NODE_MATES, NULL_MATES, PRUNING,
    ROOT_SCAN, TREE_ENTRIES,
};
use thiserror::Error;

/// The version of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Version {
    /// The program of the paper, reconstructed: it stores eligible moves in a tree of 5,000 entries.
    #[default]
    Stored,
    /// The published pseudocode, with a table of best moves.
    Simple,
}

/// The readings of what the sources leave open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Readings {
    /// Number of entries in the stored tree, 100 to 5,000.
    pub tree_entries: usize,
    /// True if a full tree is pruned; otherwise, further moves get a temporary entry.
    pub pruning: bool,
    /// Maximum length, in moves, of the mates seen at the horizon: 1, or 2 if the first check leaves a single reply.
    pub horizon_mates: u8,
    /// Maximum length, in moves, of the mates seen after a null move: 1 or 2.
    pub null_mates: u8,
    /// Where mates are seen in addition to the horizon and null moves: 0 nowhere, 1 where a search to depth one has
    /// seen a mate, 2 at every node of `t2v`.
    pub node_mates: u8,
    /// True if the nodes of the searches that score a move are counted.
    pub count_ordering: bool,
    /// True if only the king can answer a double check; otherwise, see-checkmates treats it as a check by the piece
    /// that moved.
    pub double_checks: bool,
    /// The order of moves that gain equally: 0 as they are listed, 1 pawns first, 2 the reverse of 0, 3 to 9,999 a seed
    /// for a random order of the pieces.
    pub list_order: u16,
    /// True if the root has no null move, so all its legal moves are scanned. An experiment that no source suggests.
    pub root_scan: bool,
    /// True if a move out of check does not reduce the depth, as long as the search goes no deeper than [`MAX_DEPTH`]
    /// plies. An experiment that no source suggests.
    pub check_depth: bool,
}

/// The largest seed for a random order.
const LAST_ORDER: i64 = 9_999;

/// The reason why a reading cannot be set.
#[derive(Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadingError {
    /// Unknown reading.
    #[error("unknown reading `{0}`: expected one of {names}", names = ROWS.map(|row| row.0).join(", "))]
    Name(String),
    /// The simple version does not have the reading.
    #[error("the simple version does not have the reading {0}: use the simple version or the reading, not both")]
    Simple(&'static str),
    /// The value is out of range.
    #[error("{name} is {value}; it must be between {from} and {to}")]
    Value {
        /// The reading.
        name: &'static str,
        /// The requested value.
        value: i64,
        /// The minimum.
        from: i64,
        /// The maximum.
        to: i64,
    },
}

/// A reading: its name, its minimum and maximum, and the functions that read and set it.
type ReadingRow = (&'static str, i64, i64, fn(&Readings) -> i64, fn(&mut Readings, i64));

/// The minimum size of the tree: the entries of a path must fit, with a few to spare.
const LEAST_ENTRIES: i64 = 3 * MAX_DEPTH as i64 + 10;

#[rustfmt::skip]
const ROWS: [ReadingRow; 10] = [
    ("TREE_ENTRIES", LEAST_ENTRIES, TREE_ENTRIES as i64, |r| r.tree_entries as i64, |r, v| r.tree_entries = v as usize),
    ("PRUNING", 0, 1, |r| r.pruning.into(), |r, v| r.pruning = v != 0),
    ("HORIZON_MATES", 1, 2, |r| r.horizon_mates.into(), |r, v| r.horizon_mates = v as u8),
    ("NULL_MATES", 1, 2, |r| r.null_mates.into(), |r, v| r.null_mates = v as u8),
    ("NODE_MATES", 0, 2, |r| r.node_mates.into(), |r, v| r.node_mates = v as u8),
    ("COUNT_ORDERING", 0, 1, |r| r.count_ordering.into(), |r, v| r.count_ordering = v != 0),
    ("DOUBLE_CHECKS", 0, 1, |r| r.double_checks.into(), |r, v| r.double_checks = v != 0),
    ("LIST_ORDER", 0, LAST_ORDER, |r| r.list_order.into(), |r, v| r.list_order = v as u16),
    ("ROOT_SCAN", 0, 1, |r| r.root_scan.into(), |r, v| r.root_scan = v != 0),
    ("CHECK_DEPTH", 0, 1, |r| r.check_depth.into(), |r, v| r.check_depth = v != 0),
];

/// The readings that the simple version has, as well.
const IN_SIMPLE: [&str; 4] = ["HORIZON_MATES", "NULL_MATES", "DOUBLE_CHECKS", "LIST_ORDER"];

impl Default for Readings {
    /// Returns the readings that the reconstruction assumes.
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
            root_scan: ROOT_SCAN != 0,
            check_depth: CHECK_DEPTH != 0,
        }
    }
}

impl Readings {
    /// Returns names and values, for use as assembler symbols.
    pub fn numbers(&self) -> [(&'static str, i64); 10] {
        ROWS.map(|(name, _, _, value, _)| (name, value(self)))
    }

    /// Returns readings that differ from the default in one point each: with all its values where these are few, otherwise
    /// with both ends of the range and the value after the first. Tests compare them all with the Z8000 program.
    ///
    /// # Examples
    ///
    /// ```
    /// use bcp_reference::search::Readings;
    ///
    /// assert!(Readings::others().any(|readings| readings.root_scan));
    /// assert!(Readings::others().all(|readings| readings != Readings::default()));
    /// ```
    pub fn others() -> impl Iterator<Item = Self> {
        ROWS.into_iter().flat_map(|(_, from, to, value, set)| {
            let few = to - from <= 3;
            let values = (from..=to).filter(move |&value| few || [from, from + 1, to].contains(&value));
            let others = values.filter(move |&other| other != value(&Self::default()));
            others.map(move |other| {
                let mut readings = Self::default();
                set(&mut readings, other);
                readings
            })
        })
    }

    /// Checks that this version of the program has every reading that differs from its default.
    ///
    /// # Errors
    ///
    /// The version is the simple one, which lacks such a reading.
    ///
    /// # Example
    ///
    /// ```
    /// use bcp_reference::search::{Readings, Version};
    ///
    /// let mut readings = Readings::default();
    /// assert!(readings.suit(Version::Simple).is_ok());
    /// readings.set("ROOT_SCAN", 1)?;
    /// assert!(readings.suit(Version::Simple).is_err());
    /// # Ok::<(), bcp_reference::search::ReadingError>(())
    /// ```
    pub fn suit(&self, version: Version) -> Result<(), ReadingError> {
        let changed = ROWS.into_iter().filter(|row| row.3(self) != row.3(&Self::default()));
        let missing = changed.map(|row| row.0).find(|name| !IN_SIMPLE.contains(name));
        match (version, missing) {
            (Version::Simple, Some(name)) => Err(ReadingError::Simple(name)),
            _ => Ok(()),
        }
    }

    /// Sets a reading by name.
    ///
    /// # Errors
    ///
    /// There is no such reading, or the value is out of range.
    ///
    /// # Example
    ///
    /// ```
    /// use bcp_reference::search::Readings;
    ///
    /// let mut readings = Readings::default();
    /// readings.set("ROOT_SCAN", 1)?;
    /// assert!(readings.root_scan);
    /// assert!(readings.set("ROOT_SCAN", 2).is_err() && readings.set("ROOTS", 1).is_err());
    /// # Ok::<(), bcp_reference::search::ReadingError>(())
    /// ```
    pub fn set(&mut self, name: &str, value: i64) -> Result<(), ReadingError> {
        let row = ROWS.into_iter().find(|row| row.0 == name);
        let (name, from, to, _, set) = row.ok_or_else(|| ReadingError::Name(name.to_owned()))?;
        if !(from..=to).contains(&value) {
            return Err(ReadingError::Value { name, value, from, to });
        }
        set(self, value);
        Ok(())
    }
}
