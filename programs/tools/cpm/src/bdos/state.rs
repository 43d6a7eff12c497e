//! The state of the BDOS between calls.

use std::collections::VecDeque;

use z8000::bus::Location;

use crate::drive::ENTRY;
use crate::fcb::Fcb;

/// The state that the BDOS keeps between calls.
#[derive(Debug, Clone)]
pub(crate) struct State {
    /// The DMA address, at which records and directory entries are transferred.
    pub(crate) dma: Location,
    /// The default drive, 0 for A.
    pub(crate) drive: u8,
    /// The current user number, 0 to 15.
    pub(crate) user: u8,
    /// Drives used since the last reset, one bit each.
    pub(crate) login: u16,
    /// Drives that the program has made read-only.
    pub(crate) read_only: u16,
    /// Number of records that one read or write call transfers.
    pub(crate) records: u8,
    /// The I/O byte, which assigns devices; it has no effect.
    pub(crate) io_byte: u8,
    /// Column of the cursor.
    pub(crate) column: u16,
    /// Keys that were typed while the program was writing, and that it has not read yet.
    pub(crate) typed: VecDeque<u8>,
    /// True if Ctrl-S has stopped the output.
    pub(crate) held: bool,
    /// True if Ctrl-P has switched the list device on, to which output is then copied.
    pub(crate) printing: bool,
    /// Number of characters of a string that were written before the output was stopped.
    pub(crate) printed: u16,
    /// The line that is being read; `None` outside function 10.
    pub(crate) line: Option<Line>,
    /// The entries that the last search has found.
    pub(crate) search: Option<Search>,
    /// The exception vectors that programs have set.
    pub(crate) exceptions: [u32; 48],
    /// The lowest and the highest address of the program's memory.
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

/// A line that is being edited.
#[derive(Debug, Clone, Default)]
pub(crate) struct Line {
    pub(super) text: Vec<u8>,
    /// The column in which the line begins.
    pub(super) column: u16,
}

/// A search through a directory, with the entries that existed when it began.
#[derive(Debug, Clone)]
pub(crate) struct Search {
    pub(super) drive: usize,
    pub(super) entries: Vec<[u8; ENTRY]>,
    /// Index of the next entry to examine.
    pub(super) next: usize,
    pub(super) pattern: Fcb,
    pub(super) user: u8,
    /// Number of extents per entry. Unless a search requests all extents, it finds only the first entry of a file.
    pub(super) entry_extents: u32,
}
