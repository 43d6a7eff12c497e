//! The state of the BDOS between calls.

use std::collections::VecDeque;

use z8000::bus::Location;

use crate::drive::ENTRY;
use crate::fcb::Fcb;

/// The state of the BDOS.
#[derive(Debug, Clone)]
pub(crate) struct State {
    /// The address for copying records and directory entries.
    pub(crate) dma: Location,
    /// The default drive, 0 for A.
    pub(crate) drive: u8,
    /// The user number.
    pub(crate) user: u8,
    /// Drives used since the last reset, one bit each.
    pub(crate) login: u16,
    /// Drives that the program has made read-only.
    pub(crate) read_only: u16,
    /// Records that one call reads or writes.
    pub(crate) records: u8,
    /// The byte that assigns devices; nothing depends on it.
    pub(crate) io_byte: u8,
    /// Column of the cursor.
    pub(crate) column: u16,
    /// Keys that were pressed while the program was writing and that it has not read yet.
    pub(crate) typed: VecDeque<u8>,
    /// True if Ctrl-S holds the output.
    pub(crate) held: bool,
    /// True if the output also goes to the list device: Ctrl-P.
    pub(crate) printing: bool,
    /// How much of a string was written before output was held.
    pub(crate) printed: u16,
    /// A line that is being read.
    pub(crate) line: Option<Line>,
    /// The entries that a search has found.
    pub(crate) search: Option<Search>,
    /// Exception vectors that were set.
    pub(crate) exceptions: [u32; 48],
    /// Limits of the program's memory.
    pub(crate) limits: (u32, u32),
}

impl State {
    pub(crate) const fn new() -> Self {
        Self {
            dma: Location::new(0, 0),
            drive: 0,
            user: 0,
            login: 0,
            read_only: 0,
            records: 1,
            io_byte: 0,
            column: 0,
            typed: VecDeque::new(),
            held: false,
            printing: false,
            printed: 0,
            line: None,
            search: None,
            exceptions: [0; 48],
            limits: (0, 0),
        }
    }
}

/// A line that is being typed.
#[derive(Debug, Clone, Default)]
pub(crate) struct Line {
    pub(super) text: Vec<u8>,
    /// The column in which it begins.
    pub(super) column: u16,
}

/// A search through a directory: the entries at the time when it began.
#[derive(Debug, Clone)]
pub(crate) struct Search {
    pub(super) drive: usize,
    pub(super) entries: Vec<[u8; ENTRY]>,
    /// The next entry to examine.
    pub(super) next: usize,
    pub(super) pattern: Fcb,
    pub(super) user: u8,
    /// Extents per entry: those of the first entry are what a search finds unless it requests all.
    pub(super) entry_extents: u32,
}
