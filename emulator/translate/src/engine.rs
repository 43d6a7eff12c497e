//! The engine: runs native code where there is some, and has it made where there should be.

use std::cell::RefCell;
use std::collections::HashSet;
use std::sync::Arc;

use z8000::bus::{Location, Space, Status};
use z8000::cpu::Fcw;
use z8000::run::{Bank, Code as Program, Engine, Ran, Running, line_of};
use z8000::trace::{Follow, record};

use crate::cache::Cache;
use crate::compiler::Compiler;
use crate::context::{Context, Count, Place};
use crate::error::NoCompiler;
use crate::habits::Habits;
use crate::layout::Layout;
use crate::native::Code;
use crate::tables::{Found, Mode, Tables};
use crate::watched::{Line, Watched};

/// More clocks than an instruction of a trace takes.
const LONGEST: u64 = 1024;

/// Changes of a program memory after which a machine is left to the interpreter: its program rewrites itself, and
/// compiling it would not pay.
const CHANGES: u32 = 64;

/// Compiled execution of a machine.
#[derive(Debug)]
pub struct Translator {
    habits: Habits,
    kept: Kept,
    /// The number of times that there was another program.
    changes: u32,
    /// Where the interpreter has taken over.
    left_at: u16,
}

/// The code that a machine runs.
#[derive(Debug)]
enum Kept {
    Nothing,
    /// That of a version of a program memory, for all machines that have it.
    Shared(Arc<Cache>, u64),
    /// That of memory that the program writes to, for one machine.
    Own(Box<Cache>, Watched),
}

impl Clone for Translator {
    /// For another machine. If its memory is such that programs write to, it is another memory from now on.
    fn clone(&self) -> Self {
        Self {
            kept: match &self.kept {
                Kept::Shared(cache, version) => Kept::Shared(Arc::clone(cache), *version),
                Kept::Own(..) | Kept::Nothing => Kept::Nothing,
            },
            ..*self
        }
    }
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
            kept: Kept::Nothing,
            changes: 0,
            left_at: 0,
        })
    }

    /// The code for a machine, without what does not hold any more.
    fn code(&mut self, on: &mut Running<'_>) -> Option<(&Cache, Option<&mut Watched>)> {
        let most = self.habits.traces;
        let fits = match (&mut self.kept, on.memory.code()) {
            (Kept::Shared(_, kept), Program::Fixed { version, .. }) => *kept == version,
            (Kept::Own(cache, watched), Program::Watched) => !watched.is_worn_out(cache, most),
            _ => false,
        };
        if !fits {
            self.kept = self.fresh(on)?;
        }
        match &mut self.kept {
            Kept::Nothing => None,
            Kept::Shared(cache, _) => Some((cache, None)),
            Kept::Own(cache, watched) => {
                watched.forget(on.memory.changed(), *on.instructions, cache);
                Some((cache, Some(watched)))
            }
        }
    }

    /// The code to begin with.
    fn fresh(&mut self, on: &mut Running<'_>) -> Option<Kept> {
        if self.changes == CHANGES {
            return None;
        }
        self.changes += 1;
        let layout = Layout::of(on.memory).ok()?;
        if let Program::Fixed { version, bytes, loaded } = on.memory.code() {
            return Some(Kept::Shared(Cache::shared(bytes, &loaded, layout).ok()?, version));
        }
        on.memory.unwatch();
        on.memory.changed();
        Some(Kept::Own(Box::new(Cache::new(layout).ok()?), Watched::default()))
    }
}

impl Engine for Translator {
    fn run(&mut self, on: &mut Running<'_>, limit: u64) -> Ran {
        let Habits { often, length, traces } = self.habits;
        let mut came_from = self.left_at;
        let fcw = on.cpu.fcw();
        let mode = Mode {
            segmented: fcw.contains(Fcw::SEG),
            system: fcw.contains(Fcw::SYSTEM),
        };
        let Some((cache, mut watched)) = self.code(on) else {
            return Ran::Anywhere;
        };
        let tables = cache.tables(mode);
        loop {
            let (segment, pc) = (on.cpu.pc_segment(), on.cpu.pc());
            let backward = pc <= std::mem::replace(&mut came_from, pc);
            let table = tables.of(segment);
            let from = match table.find(pc, often, backward) {
                Found::Code(code) => {
                    let before = *on.instructions;
                    let from = call(cache, on, limit, code);
                    if *on.instructions == before {
                        // The limit is too near for this code, or it begins with a store that is watched.
                        return Ran::Anywhere;
                    }
                    from
                }
                Found::Due if on.clocks.saturating_add(LONGEST) <= limit => {
                    let mut followed = Followed {
                        on,
                        tables,
                        mode,
                        limit,
                        watched: watched.as_deref(),
                        from: pc,
                        words: RefCell::default(),
                    };
                    let trace = record(&mut followed, length.max(1));
                    let (from, words) = (followed.from, followed.words.into_inner());
                    let start = (segment, pc);
                    match &mut watched {
                        None => cache.add(mode, start, trace.as_ref(), traces),
                        Some(watched) => {
                            let changed = changed(on, &words);
                            if changed.is_empty() {
                                let allowed = watched.add((mode, start), lines(&words), on.memory);
                                cache.add(mode, start, trace.as_ref().filter(|_| allowed), traces);
                            }
                            watched.forget(changed, *on.instructions, cache);
                        }
                    }
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
            if !on.memory.may_run(on.cpu.location()) {
                return Ran::Outside { from };
            }
        }
    }

    fn again(&self) -> Box<dyn Engine> {
        Box::new(self.clone())
    }
}

/// The lines that the program has changed while a trace was made of these words.
fn changed(on: &mut Running<'_>, words: &[Read]) -> Vec<Line> {
    let mut changed = on.memory.changed();
    // What it has stored where the trace was read already: nobody has watched that yet.
    let banks = on.memory.banks();
    let stored = words
        .iter()
        .filter(|read| word_in(banks, read.bank, read.offset) != read.word);
    changed.extend(stored.map(Read::line));
    changed
}

/// The lines that these words lie in.
fn lines(words: &[Read]) -> HashSet<Line> {
    words.iter().map(Read::line).collect()
}

/// A word that a trace was made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Read {
    bank: usize,
    offset: u16,
    word: u16,
}

impl Read {
    fn line(&self) -> Line {
        (self.bank, line_of(self.offset))
    }
}

/// A word of a bank, at the even offset.
fn word_in(banks: &[Bank], bank: usize, offset: u16) -> u16 {
    let at = usize::from(offset & 0xFFFE);
    let bank = banks.get(bank);
    bank.map_or(0xFFFF, |bank| u16::from_be_bytes([bank[at], bank[at | 1]]))
}

/// Runs native code until it leaves; returns the offset of the last instruction.
fn call(cache: &Cache, on: &mut Running<'_>, limit: u64, code: Code) -> u16 {
    let cpu = &mut *on.cpu;
    let mut context = Context {
        registers: std::array::from_fn(|n| cpu.register(n)),
        flags: std::array::from_fn(|bit| (cpu.fcw().bits() >> bit & 1) as u8),
        place: Place::new(cpu.pc_segment(), cpu.pc(), 0),
        count: Count::NONE,
        limit: Count::limit(limit.saturating_sub(*on.clocks)),
        memory: std::ptr::null_mut(),
        lines: std::ptr::null(),
    };
    if !cache.call(&mut context, on.memory, code) {
        return cpu.pc();
    }
    for (n, register) in context.registers.into_iter().enumerate() {
        cpu.set_register(n, register);
    }
    let flags = context.flags.iter().rev();
    cpu.set_flags(flags.fold(0, |flags, flag| flags << 1 | u16::from(*flag)));
    cpu.set_location(context.place.location());
    *on.clocks += context.count.clocks();
    *on.instructions += context.count.instructions();
    context.place.from()
}

/// A program while a trace of it is made.
struct Followed<'a, 'b> {
    on: &'a mut Running<'b>,
    tables: &'a Tables,
    mode: Mode,
    limit: u64,
    watched: Option<&'a Watched>,
    /// Offset of the last instruction.
    from: u16,
    /// The words that the trace was made of, if the program may write to them.
    words: RefCell<Vec<Read>>,
}

impl Followed<'_, '_> {
    /// The bank that a segment's code is in.
    fn bank(&self, segment: u8) -> usize {
        let status = Status {
            space: Space::Program,
            system: self.mode.system,
        };
        self.on.memory.bank(status, segment)
    }
}

impl Follow for Followed<'_, '_> {
    fn segmented(&self) -> bool {
        self.mode.segmented
    }

    fn pc(&self) -> (u8, u16) {
        (self.on.cpu.pc_segment(), self.on.cpu.pc())
    }

    fn word(&self, (segment, offset): (u8, u16)) -> u16 {
        let bank = self.bank(segment);
        let word = word_in(self.on.memory.banks(), bank, offset);
        if self.watched.is_some() {
            let (read, mut words) = (Read { bank, offset, word }, self.words.borrow_mut());
            if !words.contains(&read) {
                words.push(read);
            }
        }
        word
    }

    fn follows(&self, (segment, offset): (u8, u16)) -> bool {
        let line = (self.bank(segment), line_of(offset));
        let allowed = self.watched.is_none_or(|watched| watched.allows(line));
        allowed && self.on.memory.may_run(Location::new(segment, offset))
    }

    fn watches(&self) -> bool {
        self.watched.is_some()
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
        let new = !self.tables.of(self.on.cpu.pc_segment()).has_code(self.on.cpu.pc());
        new && self.on.clocks.saturating_add(LONGEST) <= self.limit
    }
}
