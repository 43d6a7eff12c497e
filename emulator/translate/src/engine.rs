//! The engine: runs native code where there is some, and has it made where there should be.

use std::sync::Arc;

use z8000::machine::{Engine, Ran, Running};
use z8000::trace::{Follow, record};

use crate::cache::{Cache, Found};
use crate::choice::NoCompiler;
use crate::compiler::Compiler;
use crate::context::{Context, Count};
use crate::habits::Habits;
use crate::native::Code;

/// More clocks than an instruction of a trace takes.
const LONGEST: u64 = 1024;

/// Changes of the program memory after which a board is left to the interpreter: its program rewrites itself, and
/// compiling it would not pay.
const CHANGES: u32 = 64;

/// Compiled execution of a board.
#[derive(Debug, Clone)]
pub struct Translator {
    habits: Habits,
    cache: Option<Arc<Cache>>,
    /// The version of the program memory that the code belongs to.
    version: u64,
    /// How often that has been another one.
    changes: u32,
    /// Where the interpreter has taken over.
    left_at: u16,
}

impl Translator {
    /// Compiled execution, if the host can.
    ///
    /// # Errors
    ///
    /// If there is no compiler for this host.
    pub fn new() -> Result<Self, NoCompiler> {
        Self::with(Habits::default())
    }

    /// The same with other habits.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn with(habits: Habits) -> Result<Self, NoCompiler> {
        Compiler::host()?;
        Ok(Self {
            habits,
            cache: None,
            version: 0,
            changes: 0,
            left_at: 0,
        })
    }

    /// The code for the program of a board.
    fn cache(&mut self, on: &Running<'_>) -> Option<&Cache> {
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

impl Engine for Translator {
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
                Found::Code(code) => {
                    let before = *on.instructions;
                    let from = call(cache, on, limit, code);
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
        Box::new(self.clone())
    }
}

/// Runs native code until it leaves; returns the address of the last instruction.
fn call(cache: &Cache, on: &mut Running<'_>, limit: u64, code: Code) -> u16 {
    let (program, data) = on.memory.banks();
    let mut context = Context {
        registers: std::array::from_fn(|n| on.cpu.register(n)),
        flags: std::array::from_fn(|bit| (on.cpu.fcw().bits() >> bit & 1) as u8),
        pc: on.cpu.pc().into(),
        count: Count::NONE,
        limit: Count::limit(limit.saturating_sub(*on.clocks)),
        table: cache.table().as_ptr(),
        program: program.as_ptr(),
        data: data.as_mut_ptr(),
    };
    cache.entrance().call(&mut context, code);
    for (n, register) in context.registers.into_iter().enumerate() {
        on.cpu.set_register(n, register);
    }
    let flags = context.flags.iter().rev();
    on.cpu
        .set_flags(flags.fold(0, |flags, flag| flags << 1 | u16::from(*flag)));
    on.cpu.set_pc(context.pc as u16);
    *on.clocks += context.count.clocks();
    *on.instructions += context.count.instructions();
    (context.pc >> 16) as u16
}

/// A board's program while a trace of it is made.
struct Followed<'a, 'b> {
    on: &'a mut Running<'b>,
    cache: &'a Cache,
    limit: u64,
    /// Address of the last instruction.
    from: u16,
}

impl Follow for Followed<'_, '_> {
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
