//! The targets of jumps.

use super::program::Space;

/// The target of a jump.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Aim {
    /// It is not known.
    Unknown,
    /// To one of these, which may stand in a table.
    Addresses(Vec<u32>, Option<FoundTable>),
    /// Back to the caller, and so many bytes further; `None` if it is not known how many.
    Return(Option<i16>),
}

/// A table, and the memory and address where it was found.
pub(super) type FoundTable = (Space, u32, JumpTable);

/// A table of addresses of code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct JumpTable {
    /// Bytes from one entry to the next.
    pub(super) step: u16,
    /// Entries.
    pub(super) count: u32,
    /// Segment of the targets, where an entry is an offset; `None` where it is a segmented address.
    pub(super) segment: Option<u8>,
}
