//! The engine: runs the code of traces where there is some, and has it made where there should be.

use std::sync::Arc;

use z8000::machine::{Engine, Ran, Running};
use z8000::trace::{Follow, record};

use crate::cache::{Cache, Found, Store};
use crate::habits::Habits;

/// More clocks than an instruction of a trace takes.
const LONGEST: u64 = 1024;

/// Changes of the program memory after which a board is left to the interpreter: its program rewrites itself, and
/// compiling it would not pay.
const CHANGES: u32 = 64;

/// Execution of a board by its program's traces, whose code is kept in a store.
#[derive(Debug)]
pub(crate) struct Translator<S: Store> {
    habits: Habits,
    cache: Option<Arc<Cache<S>>>,
    /// The version of the program memory that the code belongs to.
    version: u64,
    /// How often that has been another one.
    changes: u32,
    /// Where the interpreter has taken over.
    left_at: u16,
}

impl<S: Store> Translator<S> {
    /// An engine with these habits.
    pub(crate) const fn new(habits: Habits) -> Self {
        Self {
            habits,
            cache: None,
            version: 0,
            changes: 0,
            left_at: 0,
        }
    }

    /// The code for the program of a board.
    fn cache(&mut self, on: &Running<'_>) -> Option<&Cache<S>> {
        let version = on.memory.program_version();
        if self.cache.is_some() && self.version == version {
            return self.cache.as_deref();
        }
        if self.changes == CHANGES {
            return None;
        }
        self.changes += 1;
        self.version = version;
        self.cache = Cache::of(on.memory.program(), &on.loaded).ok();
        self.cache.as_deref()
    }
}

impl<S: Store> Engine for Translator<S> {
    fn run(&mut self, on: &mut Running<'_>, limit: u64) -> Ran {
        let Habits { often, length, traces } = self.habits;
        let mut came_from = self.left_at;
        let Some(cache) = self.cache(on) else {
            return Ran::Anywhere;
        };
        loop {
            let pc = on.cpu.pc();
            let backward = pc <= std::mem::replace(&mut came_from, pc);
            let from = match cache.find(pc, often, backward) {
                Found::Code => {
                    let before = *on.instructions;
                    let from = cache.run(on, limit);
                    if *on.instructions == before {
                        // The limit is too near for this code.
                        return Ran::Anywhere;
                    }
                    from
                }
                Found::Due if on.clocks.saturating_add(LONGEST) <= limit => {
                    let mut followed = Followed {
                        on,
                        cache,
                        limit,
                        from: pc,
                    };
                    let trace = record(&mut followed, length.max(1));
                    let from = followed.from;
                    cache.add(pc, trace.as_ref(), traces);
                    if trace.is_none() {
                        return Ran::Before;
                    }
                    from
                }
                Found::Never => return Ran::Before,
                Found::Due | Found::Seldom => {
                    self.left_at = pc;
                    return Ran::Anywhere;
                }
            };
            if !on.loaded.contains(&on.cpu.pc().into()) {
                return Ran::Outside { from };
            }
        }
    }

    fn again(&self) -> Box<dyn Engine> {
        Box::new(Self {
            cache: self.cache.clone(),
            ..*self
        })
    }
}

/// A board's program while a trace of it is made.
struct Followed<'a, 'b, S> {
    on: &'a mut Running<'b>,
    cache: &'a Cache<S>,
    limit: u64,
    /// Address of the last instruction.
    from: u16,
}

impl<S: Store> Follow for Followed<'_, '_, S> {
    fn segmented(&self) -> bool {
        false
    }

    fn pc(&self) -> (u8, u16) {
        (0, self.on.cpu.pc())
    }

    fn word(&self, at: u16) -> u16 {
        self.on.memory.program_word(at)
    }

    fn follows(&self, at: u16) -> bool {
        self.on.loaded.contains(&at.into())
    }

    fn step(&mut self) -> bool {
        self.from = self.on.cpu.pc();
        let step = self.on.memory.step(self.on.cpu);
        debug_assert!(
            u64::from(step.clocks) < LONGEST,
            "{} clocks at {:04x}",
            step.clocks,
            self.from
        );
        *self.on.clocks += u64::from(step.clocks);
        *self.on.instructions += 1;
        // What is compiled is not compiled again: the code of one trace goes on with that of the next.
        let new = !self.cache.has_code(self.on.cpu.pc());
        new && self.on.clocks.saturating_add(LONGEST) <= self.limit
    }
}
