//! The code of a program, either shared by machines or private to one.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use z8000::run::Banked;
use z8000::trace::Trace;

use crate::code::Code;
use crate::context::Context;
use crate::error::NoCompiler;
use crate::host::{Compiler, Entrance};
use crate::layout::Layout;
use crate::tables::{Compiled, Mode, Site, Start, Tables};

/// Maximum number of programs whose code is kept in addition to that of running programs.
const KEPT: usize = 4;

/// The code of a program, shared by all machines that have the program in memory that seldom changes.
pub(crate) struct Cache {
    entrance: Entrance,
    missing: Code,
    layout: Layout,
    /// The tables of each mode, created when the mode is first used.
    modes: [OnceLock<Tables>; 4],
    making: Mutex<Making>,
}

/// The compiler, and the traces that it has compiled.
struct Making {
    compiler: Compiler,
    /// The total number of traces compiled so far.
    traces: usize,
}

/// The key of shared code: program memory, the executable addresses, and the layout of the banks.
type Key = (Vec<u8>, Guard, Layout);

/// The executable addresses; `None` for all.
type Guard = Option<Vec<Range<u32>>>;

/// The programs that ran most recently, the latest first.
static PROGRAMS: Mutex<VecDeque<(Key, Arc<Cache>)>> = Mutex::new(VecDeque::new());

impl std::fmt::Debug for Cache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cache").finish_non_exhaustive()
    }
}

impl Cache {
    /// Returns the code of a program, shared with other machines that run it.
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

    /// Creates a cache without code.
    pub(crate) fn new(layout: Layout) -> Result<Self, NoCompiler> {
        let mut compiler = Compiler::new()?;
        let missing = compiler.missing()?;
        Ok(Self {
            entrance: compiler.entrance()?,
            missing,
            layout,
            modes: [const { OnceLock::new() }; 4],
            making: Mutex::new(Making { compiler, traces: 0 }),
        })
    }

    pub(crate) fn tables(&self, mode: Mode) -> &Tables {
        let index = 2 * usize::from(mode.segmented) + usize::from(mode.system);
        self.modes[index].get_or_init(|| Tables::new(mode, self.missing))
    }

    /// Compiles a trace and enters its code in the tables; returns the size of the code in bytes. With `None`, or if
    /// there are already `most` traces, marks the place so that no code is generated there.
    pub(crate) fn add(&self, mode: Mode, (segment, pc): (u8, u16), trace: Option<&Trace>, most: usize) -> usize {
        let tables = self.tables(mode);
        let mut making = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        let site = Site { mode, tables, layout: &self.layout };
        let made = trace
            .filter(|_| making.traces < most)
            .and_then(|trace| making.compiler.trace(trace, &site, (mode, (segment, pc))).ok());
        let code = made.as_ref().map(|made| made.code);
        tables.of(segment).set(pc, code);
        let Some(Compiled { size, moved, .. }) = made else {
            return 0;
        };
        making.traces += 1;
        for ((mode, (segment, pc)), code, copy) in moved {
            self.tables(mode).of(segment).replace(pc, code, copy);
        }
        size
    }

    /// Forgets the code that begins here, which is no longer valid. Returns true if there was some.
    pub(crate) fn forget(&self, (mode, (segment, pc)): Start) -> bool {
        let code = self.tables(mode).of(segment).forget(pc);
        #[cfg(target_family = "wasm")]
        if let Some(code) = code {
            let mut making = self.making.lock().unwrap_or_else(PoisonError::into_inner);
            making.compiler.forget(code);
        }
        code.is_some()
    }

    /// Returns the total number of traces compiled so far.
    pub(crate) fn traces(&self) -> usize {
        self.making.lock().unwrap_or_else(PoisonError::into_inner).traces
    }

    /// Runs code of this cache on a memory until it leaves. Does nothing and returns false if the memory has fewer
    /// banks than the code requires.
    pub(crate) fn call(&self, context: &mut Context, memory: &mut dyn Banked, code: Code) -> bool {
        let (banks, marks) = memory.banks_and_marks();
        if banks.len().min(marks.len()) < self.layout.banks() {
            return false;
        }
        context.memory = banks.as_mut_ptr();
        context.marks = marks.as_ptr();
        // SAFETY: the code is from the tables of this cache, which owns their compiler; the banks are borrowed, and
        // there are enough of them.
        #[expect(unsafe_code, reason = "here the borrow is that the call needs")]
        unsafe {
            self.entrance.call(context, code);
        }
        true
    }
}

#[cfg(test)]
mod tests;
