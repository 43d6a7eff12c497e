//! The code of a program: which traces there are, and where there should be one.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicU16, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use z8000::trace::Trace;

use crate::choice::NoCompiler;
use crate::compiler::Compiler;
use crate::native::{Code, Entrance};

/// Programs whose code is kept, at most, besides those that are running.
const KEPT: usize = 4;

/// What there is for an offset.
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

/// The code of a program, which all boards share that have the program in their memory.
pub(crate) struct Cache {
    entrance: Entrance,
    missing: Code,
    /// For each even offset, the address of the code that continues there.
    table: Box<[AtomicUsize]>,
    /// For each even offset, how often the program has come there without code, or [`NEVER`].
    counts: Box<[AtomicU16]>,
    compiler: Mutex<(Compiler, usize)>,
}

/// A count that says that no trace begins there.
const NEVER: u16 = u16::MAX;

/// What code belongs to: program memory, and the addresses between which code may run.
type Key = (Vec<u8>, Range<u32>);

/// The programs that ran last, the newest first.
static PROGRAMS: Mutex<VecDeque<(Key, Arc<Cache>)>> = Mutex::new(VecDeque::new());

impl std::fmt::Debug for Cache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cache").finish_non_exhaustive()
    }
}

impl Cache {
    /// The code of a program.
    pub(crate) fn of(program: &[u8], loaded: &Range<u32>) -> Result<Arc<Self>, NoCompiler> {
        let mut programs = PROGRAMS.lock().unwrap_or_else(PoisonError::into_inner);
        let known = programs
            .iter()
            .position(|((memory, range), _)| memory == program && range == loaded);
        let newest = match known.and_then(|index| programs.remove(index)) {
            Some(known) => known,
            None => ((program.to_vec(), loaded.clone()), Arc::new(Self::new()?)),
        };
        let cache = Arc::clone(&newest.1);
        programs.push_front(newest);
        programs.truncate(KEPT);
        Ok(cache)
    }

    fn new() -> Result<Self, NoCompiler> {
        let mut compiler = Compiler::new()?;
        let missing = compiler.missing()?;
        Ok(Self {
            entrance: compiler.entrance()?,
            missing,
            table: (0..0x8000).map(|_| AtomicUsize::new(missing.address())).collect(),
            counts: (0..0x8000).map(|_| AtomicU16::new(0)).collect(),
            compiler: Mutex::new((compiler, 0)),
        })
    }

    /// The code for an offset.
    fn code(&self, index: usize) -> Option<Code> {
        let code = Code::from_address(self.table[index].load(Ordering::Acquire));
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

    /// Puts the code of a trace in its place. Without a trace, or where there are `most` already, no code will be looked
    /// for there again.
    pub(crate) fn add(&self, pc: u16, trace: Option<&Trace>, most: usize) {
        let index = usize::from(pc >> 1);
        let mut compiler = self.compiler.lock().unwrap_or_else(PoisonError::into_inner);
        let (compiler, traces) = &mut *compiler;
        let code = trace
            .filter(|_| *traces < most)
            .and_then(|trace| compiler.trace(trace).ok());
        match code {
            Some(code) => {
                *traces += 1;
                self.table[index].store(code.address(), Ordering::Release);
            }
            None => self.counts[index].store(NEVER, Ordering::Relaxed),
        }
    }

    /// The way into code.
    pub(crate) const fn entrance(&self) -> Entrance {
        self.entrance
    }

    /// The table, for native code.
    pub(crate) const fn table(&self) -> &[AtomicUsize] {
        &self.table
    }
}
