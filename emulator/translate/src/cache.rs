//! The traces of a program: where there are some, and where there should be one.

use std::collections::VecDeque;
use std::fmt::{self, Debug, Formatter};
use std::ops::Range;
use std::sync::atomic::{AtomicU16, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use z8000::machine::Running;
use z8000::trace::Trace;

use crate::choice::NoCompiler;

/// The code of a program's traces, in some form, by the even offset where each begins, halved.
pub(crate) trait Store: Debug + Send + Sync + Sized + 'static {
    /// A store without code.
    ///
    /// # Errors
    ///
    /// If there is no compiler for this host.
    fn new() -> Result<Self, NoCompiler>;

    /// Whether there is code for an offset.
    fn has(&self, index: usize) -> bool;

    /// Makes the code of a trace that begins at an offset. Returns whether it could.
    fn put(&self, index: usize, trace: &Trace) -> bool;

    /// Runs the code for PC, and all that it leads to, until it leaves. None is run whose longest way would bring the
    /// clocks above the limit. Returns the address of the last instruction.
    fn run(&self, on: &mut Running<'_>, limit: u64) -> u16;

    /// The programs that ran last, the newest first.
    fn programs() -> &'static Mutex<Programs<Self>>;
}

/// Programs and their code.
pub(crate) type Programs<S> = VecDeque<(Key, Arc<Cache<S>>)>;

/// What code belongs to: program memory, and the addresses between which code may run.
type Key = (Vec<u8>, Range<u32>);

/// Programs whose code is kept, at most, besides those that are running.
const KEPT: usize = 4;

/// What there is for an offset.
pub(crate) enum Found {
    /// Code.
    Code,
    /// None yet, and the program comes here so often that there should be.
    Due,
    /// None yet.
    Seldom,
    /// The interpreter does it.
    Never,
}

/// The code of a program, which all boards share that have the program in their memory.
pub(crate) struct Cache<S> {
    store: S,
    /// For each even offset, how often the program has come there without code, or [`NEVER`].
    counts: Box<[AtomicU16]>,
    traces: AtomicUsize,
}

/// A count that says that no trace begins there.
const NEVER: u16 = u16::MAX;

impl<S> Debug for Cache<S> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cache").finish_non_exhaustive()
    }
}

impl<S: Store> Cache<S> {
    /// The code of a program.
    pub(crate) fn of(program: &[u8], loaded: &Range<u32>) -> Result<Arc<Self>, NoCompiler> {
        let mut programs = S::programs().lock().unwrap_or_else(PoisonError::into_inner);
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
        Ok(Self {
            store: S::new()?,
            counts: (0..0x8000).map(|_| AtomicU16::new(0)).collect(),
            traces: AtomicUsize::new(0),
        })
    }

    /// Whether there is code for an offset.
    pub(crate) fn has_code(&self, pc: u16) -> bool {
        self.store.has(usize::from(pc >> 1))
    }

    /// What there is for an offset, to which the program has come once more. A trace is due when it has come `often`;
    /// a backward jump counts for two, so that traces rather begin with loops than within them.
    pub(crate) fn find(&self, pc: u16, often: u16, backward: bool) -> Found {
        let index = usize::from(pc >> 1);
        if self.store.has(index) {
            return Found::Code;
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

    /// Has the code of a trace made. Without a trace, or where there are `most` already, no code will be looked for
    /// there again.
    pub(crate) fn add(&self, pc: u16, trace: Option<&Trace>, most: usize) {
        let index = usize::from(pc >> 1);
        let trace = trace.filter(|_| self.traces.load(Ordering::Relaxed) < most);
        if trace.is_some_and(|trace| self.store.put(index, trace)) {
            self.traces.fetch_add(1, Ordering::Relaxed);
        } else {
            self.counts[index].store(NEVER, Ordering::Relaxed);
        }
    }

    /// Runs the code for PC; see [`Store::run`].
    pub(crate) fn run(&self, on: &mut Running<'_>, limit: u64) -> u16 {
        self.store.run(on, limit)
    }
}
