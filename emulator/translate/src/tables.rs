//! Tables, indexed by PC, of the places where there is code and where it should be generated.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU16, AtomicUsize, Ordering};

use z8000::cpu::{OFFSETS, PASSED, Places, STOPS};

use crate::layout::{Layout, SEGMENTS};
use crate::native::{Code, Entry};

/// The entry for an address.
pub(crate) enum EntryState {
    /// Code.
    Code(Code),
    /// None yet, and the program comes here so often that there should be.
    Due,
    /// None yet.
    Seldom,
    /// The interpreter does it.
    Never,
}

/// The mode that code is made for: it is different in each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Mode {
    pub(crate) segmented: bool,
    pub(crate) system: bool,
}

/// The code of a segment.
pub(crate) struct Table {
    /// For each even offset, the address of the code that continues there.
    code: Box<[Entry]>,
    /// For each even offset, how often the program has come there without code, or [`PASSED`] where none begins, or
    /// [`STOPS`] where there is some.
    counts: Box<[AtomicU16; OFFSETS]>,
    missing: Code,
}

impl Table {
    pub(crate) fn new(missing: Code) -> Self {
        Self {
            code: (0..OFFSETS).map(|_| Entry::new(missing)).collect(),
            counts: Box::new([const { AtomicU16::new(0) }; OFFSETS]),
            missing,
        }
    }

    /// The address of the table, for native code.
    pub(crate) fn address(&self) -> usize {
        self.code.as_ptr() as usize
    }

    /// The code for an offset.
    pub(crate) fn code(&self, index: usize) -> Option<Code> {
        let code = self.code[index].load();
        (code != self.missing).then_some(code)
    }

    /// Returns true if there is code for an offset.
    pub(crate) fn has_code(&self, pc: u16) -> bool {
        self.code(usize::from(pc >> 1)).is_some()
    }

    /// The entry for an offset, to which the program has come once more, which counts `weight` times. A trace is due
    /// when it has come `often`.
    pub(crate) fn find(&self, pc: u16, often: u16, weight: u16) -> EntryState {
        let index = usize::from(pc >> 1);
        if let Some(code) = self.code(index) {
            return EntryState::Code(code);
        }
        match self.counts[index].load(Ordering::Relaxed) {
            PASSED => EntryState::Never,
            count if count >= often => EntryState::Due,
            count => {
                let count = count.saturating_add(weight).min(STOPS - 1);
                self.counts[index].store(count, Ordering::Relaxed);
                EntryState::Seldom
            }
        }
    }

    /// The places at which the interpreter stops: those with code, and those to which the program has jumped `often`.
    pub(crate) fn places(&self, often: u16, weight: u16) -> Places<'_> {
        Places { counts: &self.counts, often, weight }
    }

    /// From now on there is this code for an offset, or never any.
    pub(crate) fn set(&self, pc: u16, code: Option<Code>) {
        let index = usize::from(pc >> 1);
        match code {
            Some(code) => {
                self.code[index].store(code);
                self.counts[index].store(STOPS, Ordering::Relaxed);
            }
            None => self.counts[index].store(PASSED, Ordering::Relaxed),
        }
    }

    /// The code for an offset has been copied elsewhere, if it is still this one.
    pub(crate) fn replace(&self, pc: u16, code: Code, copy: Code) {
        // Otherwise it was forgotten meanwhile, and so is its copy.
        self.code[usize::from(pc >> 1)].replace(code, copy);
    }

    /// Forgets the entry of an offset, which is no longer valid. Returns true if there was code.
    pub(crate) fn forget(&self, pc: u16) -> bool {
        let index = usize::from(pc >> 1);
        self.counts[index].store(0, Ordering::Relaxed);
        self.code[index].swap(self.missing) != self.missing
    }
}

/// The tables of a mode, by segment.
pub(crate) struct Tables {
    tables: [OnceLock<Table>; SEGMENTS],
    /// The address of each segment's table, for native code.
    directory: Box<[AtomicUsize; SEGMENTS]>,
    /// The table of segments without code; `None` where native code uses no segment.
    nothing: Option<Table>,
    missing: Code,
}

impl Tables {
    pub(crate) fn new(mode: Mode, missing: Code) -> Self {
        let nothing = mode.segmented.then(|| Table::new(missing));
        let address = nothing.as_ref().map_or(0, Table::address);
        Self {
            tables: [const { OnceLock::new() }; SEGMENTS],
            directory: Box::new([(); SEGMENTS].map(|()| AtomicUsize::new(address))),
            nothing,
            missing,
        }
    }

    /// The table of a segment.
    pub(crate) fn of(&self, segment: u8) -> &Table {
        let segment = usize::from(segment) % SEGMENTS;
        self.tables[segment].get_or_init(|| {
            let table = Table::new(self.missing);
            self.directory[segment].store(table.address(), Ordering::Release);
            table
        })
    }

    /// The address of the directory of all tables, in segmented mode.
    pub(crate) fn directory(&self) -> Option<usize> {
        self.nothing.as_ref().map(|_| self.directory.as_ptr() as usize)
    }
}

/// The surroundings that code is made for.
pub(crate) struct Site<'a> {
    pub(crate) mode: Mode,
    pub(crate) tables: &'a Tables,
    pub(crate) layout: &'a Layout,
}
