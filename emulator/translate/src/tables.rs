//! Tables, indexed by PC, of the places with code and of those where code should be generated.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU16, AtomicUsize, Ordering};

use z8000::cpu::{OFFSETS, PASSED, Places, STOPS};

use crate::code::{Code, Entry};
use crate::layout::{Layout, SEGMENTS};

/// The state of the entry for an address.
pub(crate) enum EntryState {
    /// Native code begins at the address.
    Code(Code),
    /// There is no code yet, and the program comes here so often that it should be generated.
    Due,
    /// The address has no code yet, because it was not reached often enough.
    Seldom,
    /// There will be no code: only the interpreter can execute this instruction.
    Never,
}

/// A mode of the processor; native code is specific to one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Mode {
    pub(crate) segmented: bool,
    pub(crate) system: bool,
}

/// The mode and the address at which code begins.
pub(crate) type Start = (Mode, (u8, u16));

/// The compiled code of a trace.
#[derive(Debug)]
pub(crate) struct Compiled {
    pub(crate) code: Code,
    /// The size of the code in bytes.
    pub(crate) size: usize,
    /// Traces that were elsewhere until now, and where.
    pub(crate) moved: Vec<(Start, Code, Code)>,
}

/// The code of a segment in one mode.
pub(crate) struct Table {
    /// For each even offset, the address of the code that continues there.
    code: Box<[Entry]>,
    /// For each even offset, how often the program has come there without finding code; [`PASSED`] if no code can begin
    /// there, or [`STOPS`] if there is code.
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

    /// Returns the address of the table, for native code.
    pub(crate) fn address(&self) -> usize {
        self.code.as_ptr() as usize
    }

    /// Returns the address of an offset's entry.
    #[cfg(target_family = "wasm")]
    pub(crate) fn entry(&self, pc: u16) -> usize {
        &raw const self.code[usize::from(pc >> 1)] as usize
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

    /// Counts a visit to an offset, by `weight`, and returns the state of its entry. A trace is due after `often`
    /// visits.
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

    /// Returns the places at which the interpreter stops: those with code, and those to which the program has jumped
    /// `often`.
    pub(crate) fn places(&self, often: u16, weight: u16) -> Places<'_> {
        Places { counts: &self.counts, often, weight }
    }

    /// Sets the code for an offset; `None` if there will never be any.
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

    /// Replaces the code for an offset by its copy, if the entry still contains that code.
    pub(crate) fn replace(&self, pc: u16, code: Code, copy: Code) {
        // Otherwise, the code was discarded in the meantime, and its copy is not used.
        self.code[usize::from(pc >> 1)].replace(code, copy);
    }

    /// Resets the entry of an offset that is no longer valid. Returns its code, if there was any.
    pub(crate) fn forget(&self, pc: u16) -> Option<Code> {
        let index = usize::from(pc >> 1);
        self.counts[index].store(0, Ordering::Relaxed);
        let code = self.code[index].swap(self.missing);
        (code != self.missing).then_some(code)
    }
}

/// The tables of a mode, by segment.
pub(crate) struct Tables {
    tables: [OnceLock<Table>; SEGMENTS],
    /// The address of each segment's table, for native code.
    directory: Box<[AtomicUsize; SEGMENTS]>,
    /// The table of segments without code; `None` if native code uses no segments.
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

    pub(crate) fn of(&self, segment: u8) -> &Table {
        let segment = usize::from(segment) % SEGMENTS;
        self.tables[segment].get_or_init(|| {
            let table = Table::new(self.missing);
            self.directory[segment].store(table.address(), Ordering::Release);
            table
        })
    }

    /// Returns the address of the directory of all tables; `None` in non-segmented mode.
    pub(crate) fn directory(&self) -> Option<usize> {
        self.nothing.as_ref().map(|_| self.directory.as_ptr() as usize)
    }
}

/// What code depends on in addition to its trace.
pub(crate) struct Site<'a> {
    pub(crate) mode: Mode,
    pub(crate) tables: &'a Tables,
    pub(crate) layout: &'a Layout,
}
