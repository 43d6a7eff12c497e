//! The code of a program: which traces there are, and where there should be one.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicU16, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use z8000::machine::Banked;
use z8000::trace::Trace;

use crate::choice::NoCompiler;
use crate::compiler::{Compiled, Compiler};
use crate::context::Context;
use crate::layout::{Layout, SEGMENTS};
use crate::native::{Code, Entrance};

/// Programs whose code is kept, at most, besides those that are running.
const KEPT: usize = 4;

/// Even offsets of a segment.
const OFFSETS: usize = 0x8000;

/// Traces that are copied together. Cranelift gives each pages of its own, and what always stands at the start of a page
/// has but a part of the host's cache of instructions to itself. So many fill a page or two.
const TOGETHER: usize = 16;

/// What there is for an address.
pub(crate) enum Found {
    /// Code.
    Code(Code),
    /// None yet, and the program comes here so often that there should be.
    Due,
    /// None yet.
    Seldom,
    /// The interpreter does it.
    Never,
}

/// A count that says that no trace begins there.
const NEVER: u16 = u16::MAX;

/// What code is made for: it is different in each mode of the processor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Mode {
    pub(crate) segmented: bool,
    pub(crate) system: bool,
}

/// The code of a segment.
pub(crate) struct Table {
    /// For each even offset, the address of the code that continues there.
    code: Box<[AtomicUsize]>,
    /// For each even offset, how often the program has come there without code, or [`NEVER`].
    counts: Box<[AtomicU16]>,
    missing: Code,
}

impl Table {
    fn new(missing: Code) -> Self {
        Self {
            code: (0..OFFSETS).map(|_| AtomicUsize::new(missing.address())).collect(),
            counts: (0..OFFSETS).map(|_| AtomicU16::new(0)).collect(),
            missing,
        }
    }

    /// The address of the table, for native code.
    pub(crate) fn address(&self) -> usize {
        self.code.as_ptr() as usize
    }

    /// The code for an offset.
    fn code(&self, index: usize) -> Option<Code> {
        let code = Code::from_address(self.code[index].load(Ordering::Acquire));
        (code != self.missing).then_some(code)
    }

    /// Whether there is code for an offset.
    pub(crate) fn has_code(&self, pc: u16) -> bool {
        self.code(usize::from(pc >> 1)).is_some()
    }

    /// What there is for an offset, to which the program has come once more. A trace is due when it has come `often`;
    /// a backward jump counts for two, so that traces rather begin with loops than within them.
    pub(crate) fn find(&self, pc: u16, often: u16, backward: bool) -> Found {
        let index = usize::from(pc >> 1);
        if let Some(code) = self.code(index) {
            return Found::Code(code);
        }
        let count = self.counts[index].load(Ordering::Relaxed);
        if count == NEVER {
            return Found::Never;
        }
        if count >= often {
            return Found::Due;
        }
        let count = count.saturating_add(1 + u16::from(backward)).min(NEVER - 1);
        self.counts[index].store(count, Ordering::Relaxed);
        Found::Seldom
    }

    /// From now on there is this code for an offset, or never any.
    fn set(&self, pc: u16, code: Option<Code>) {
        let index = usize::from(pc >> 1);
        match code {
            Some(code) => self.code[index].store(code.address(), Ordering::Release),
            None => self.counts[index].store(NEVER, Ordering::Relaxed),
        }
    }

    /// The code for an offset has been copied elsewhere, if it is still this one.
    fn replace(&self, pc: u16, code: Code, copy: Code) {
        let entry = &self.code[usize::from(pc >> 1)];
        // Otherwise it was forgotten meanwhile, and so is its copy.
        let _ = entry.compare_exchange(code.address(), copy.address(), Ordering::Release, Ordering::Relaxed);
    }

    /// What there was for an offset does not hold any more.
    pub(crate) fn forget(&self, pc: u16) {
        let index = usize::from(pc >> 1);
        self.code[index].store(self.missing.address(), Ordering::Release);
        self.counts[index].store(0, Ordering::Relaxed);
    }
}

/// The tables of a mode, by segment.
pub(crate) struct Tables {
    tables: [OnceLock<Table>; SEGMENTS],
    /// The address of each segment's table, for native code.
    directory: Box<[AtomicUsize; SEGMENTS]>,
    /// What stands there for segments without code; none where native code asks for no segment.
    nothing: Option<Table>,
    missing: Code,
}

impl Tables {
    fn new(mode: Mode, missing: Code) -> Self {
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

/// The code of a program. All machines share it that have the program in memory that seldom changes.
pub(crate) struct Cache {
    entrance: Entrance,
    missing: Code,
    layout: Layout,
    /// For each mode its tables.
    modes: [OnceLock<Tables>; 4],
    making: Mutex<Making>,
}

/// The compiler, and what it has made.
struct Making {
    compiler: Compiler,
    /// How many traces were ever compiled.
    traces: usize,
    /// Those that were not copied yet.
    alone: Vec<Alone>,
}

/// A trace that has pages of its own.
struct Alone {
    mode: Mode,
    start: (u8, u16),
    code: Code,
    bytes: Vec<u8>,
}

/// What code belongs to: program memory, the addresses between which code may run, and where the banks are.
type Key = (Vec<u8>, Range<u32>, Layout);

/// The programs that ran last, the newest first.
static PROGRAMS: Mutex<VecDeque<(Key, Arc<Cache>)>> = Mutex::new(VecDeque::new());

impl std::fmt::Debug for Cache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cache").finish_non_exhaustive()
    }
}

impl Cache {
    /// The code of a program that machines share.
    pub(crate) fn shared(program: &[u8], loaded: &Range<u32>, layout: Layout) -> Result<Arc<Self>, NoCompiler> {
        let mut programs = PROGRAMS.lock().unwrap_or_else(PoisonError::into_inner);
        let is_it = |(memory, range, other): &Key| memory == program && range == loaded && *other == layout;
        let known = programs.iter().position(|(key, _)| is_it(key));
        let newest = match known.and_then(|index| programs.remove(index)) {
            Some(known) => known,
            None => (
                (program.to_vec(), loaded.clone(), layout.clone()),
                Arc::new(Self::new(layout)?),
            ),
        };
        let cache = Arc::clone(&newest.1);
        programs.push_front(newest);
        programs.truncate(KEPT);
        Ok(cache)
    }

    /// No code yet.
    pub(crate) fn new(layout: Layout) -> Result<Self, NoCompiler> {
        let mut compiler = Compiler::new()?;
        let missing = compiler.missing()?;
        Ok(Self {
            entrance: compiler.entrance()?,
            missing,
            layout,
            modes: [const { OnceLock::new() }; 4],
            making: Mutex::new(Making {
                compiler,
                traces: 0,
                alone: Vec::new(),
            }),
        })
    }

    /// The tables of a mode.
    pub(crate) fn tables(&self, mode: Mode) -> &Tables {
        let index = 2 * usize::from(mode.segmented) + usize::from(mode.system);
        self.modes[index].get_or_init(|| Tables::new(mode, self.missing))
    }

    /// Puts the code of a trace in its place. Without a trace, or where there are `most` already, no code will be looked
    /// for there again.
    pub(crate) fn add(&self, mode: Mode, (segment, pc): (u8, u16), trace: Option<&Trace>, most: usize) {
        let tables = self.tables(mode);
        let mut making = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        let site = Site {
            mode,
            tables,
            layout: &self.layout,
        };
        let made = trace
            .filter(|_| making.traces < most)
            .and_then(|trace| making.compiler.trace(trace, &site).ok());
        let code = made.as_ref().map(|made| made.code);
        tables.of(segment).set(pc, code);
        let Some(Compiled { code, bytes }) = made else {
            return;
        };
        making.traces += 1;
        making.alone.extend(bytes.map(|bytes| Alone {
            mode,
            start: (segment, pc),
            code,
            bytes,
        }));
        if making.alone.len() == TOGETHER {
            self.bring_together(&mut making);
        }
    }

    /// Copies traces together.
    fn bring_together(&self, making: &mut Making) {
        let alone = std::mem::take(&mut making.alone);
        let bytes = alone.iter().map(|alone| alone.bytes.as_slice());
        // Where there is no room for the copies, the traces stay where they are.
        let copies = making.compiler.copy(bytes).unwrap_or_default();
        for (alone, copy) in alone.iter().zip(copies) {
            let (segment, pc) = alone.start;
            let table = self.tables(alone.mode).of(segment);
            table.replace(pc, alone.code, copy);
        }
    }

    /// How many traces were ever compiled.
    pub(crate) fn traces(&self) -> usize {
        self.making.lock().unwrap_or_else(PoisonError::into_inner).traces
    }

    /// Runs code on a memory until it leaves. Does nothing, and says so, if the memory has fewer banks than the code was
    /// made for.
    pub(crate) fn call(&self, context: &mut Context, memory: &mut dyn Banked, code: Code) -> bool {
        let (banks, lines) = memory.banks_and_lines();
        if banks.len().min(lines.len()) < self.layout.banks() {
            return false;
        }
        context.memory = banks.as_mut_ptr();
        context.lines = lines.as_ptr();
        self.entrance.call(context, code);
        true
    }
}

/// What code is made for.
pub(crate) struct Site<'a> {
    pub(crate) mode: Mode,
    pub(crate) tables: &'a Tables,
    pub(crate) layout: &'a Layout,
}

#[cfg(test)]
mod tests;
