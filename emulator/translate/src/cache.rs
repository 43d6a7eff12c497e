//! The code of a program, either shared by machines or private to one.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use z8000::run::Banked;
use z8000::trace::Trace;

use crate::compiler::{Compiled, Compiler};
use crate::context::Context;
use crate::error::NoCompiler;
use crate::layout::Layout;
use crate::native::{Code, Entrance};
use crate::tables::{Mode, Site, Tables};

/// Maximum number of programs whose code is kept in addition to those that are running.
const KEPT: usize = 4;

/// Traces that are copied together. Cranelift gives each trace its own pages, and code that is always at the start of a
/// page can use only a part of the host's cache of instructions. This many traces fill a page or two.
const TOGETHER: usize = 16;

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
    /// The number of traces that were ever compiled.
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

/// The key of shared code: program memory, the addresses at which code may run, and the layout of the banks.
type Key = (Vec<u8>, Guard, Layout);

/// The addresses at which code may run; `None` for all.
type Guard = Option<Vec<Range<u32>>>;

/// The programs that ran last, the newest first.
static PROGRAMS: Mutex<VecDeque<(Key, Arc<Cache>)>> = Mutex::new(VecDeque::new());

impl std::fmt::Debug for Cache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cache").finish_non_exhaustive()
    }
}

impl Cache {
    /// The code of a program that machines share.
    pub(crate) fn shared(
        program: &[u8],
        guard: Option<&[Range<u32>]>,
        layout: Layout,
    ) -> Result<Arc<Self>, NoCompiler> {
        let mut programs = PROGRAMS.lock().unwrap_or_else(PoisonError::into_inner);
        let is_it = |(memory, ranges, other): &Key| memory == program && ranges.as_deref() == guard && *other == layout;
        let known = programs.iter().position(|(key, _)| is_it(key));
        let newest = match known.and_then(|index| programs.remove(index)) {
            Some(known) => known,
            None => (
                (program.to_vec(), guard.map(<[_]>::to_vec), layout.clone()),
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
            making: Mutex::new(Making { compiler, traces: 0, alone: Vec::new() }),
        })
    }

    /// The tables of a mode.
    pub(crate) fn tables(&self, mode: Mode) -> &Tables {
        let index = 2 * usize::from(mode.segmented) + usize::from(mode.system);
        self.modes[index].get_or_init(|| Tables::new(mode, self.missing))
    }

    /// Puts the code of a trace in its place; returns its size in bytes. Without a trace, or where there are `most`
    /// already, no code will be tried there again, and none is made.
    pub(crate) fn add(&self, mode: Mode, (segment, pc): (u8, u16), trace: Option<&Trace>, most: usize) -> usize {
        let tables = self.tables(mode);
        let mut making = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        let site = Site { mode, tables, layout: &self.layout };
        let made = trace
            .filter(|_| making.traces < most)
            .and_then(|trace| making.compiler.trace(trace, &site).ok());
        let code = made.as_ref().map(|made| made.code);
        tables.of(segment).set(pc, code);
        let Some(Compiled { code, size, bytes }) = made else {
            return 0;
        };
        making.traces += 1;
        making
            .alone
            .extend(bytes.map(|bytes| Alone { mode, start: (segment, pc), code, bytes }));
        if making.alone.len() == TOGETHER {
            self.bring_together(&mut making);
        }
        size
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

    /// The number of traces that were ever compiled.
    pub(crate) fn traces(&self) -> usize {
        self.making.lock().unwrap_or_else(PoisonError::into_inner).traces
    }

    /// Runs code of this cache on a memory until it leaves. Does nothing and returns false if the memory has fewer banks
    /// than the code was made for.
    pub(crate) fn call(&self, context: &mut Context, memory: &mut dyn Banked, code: Code) -> bool {
        let (banks, marks) = memory.banks_and_marks();
        if banks.len().min(marks.len()) < self.layout.banks() {
            return false;
        }
        context.memory = banks.as_mut_ptr();
        context.marks = marks.as_ptr();
        // SAFETY: the code is from the tables of this cache, which owns their compiler; the banks are borrowed, and enough.
        #[expect(unsafe_code, reason = "here the borrow is that the call needs")]
        unsafe {
            self.entrance.call(context, code);
        }
        true
    }
}

#[cfg(test)]
mod tests;
