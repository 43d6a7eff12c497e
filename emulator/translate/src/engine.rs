//! The engine: runs native code where it exists, and has it generated where it is worthwhile.

use std::cell::RefCell;
use std::collections::HashSet;
use std::convert::Infallible;
use std::sync::Arc;

use z8000::bus::{Location, Space, Status};
use z8000::cpu::{Fcw, STOPS};
use z8000::run::{Code as Program, Engine, EngineStop, RunEnd, Running, Work, word_of};
use z8000::trace::{Follow, record};

use crate::account::Account;
use crate::cache::Cache;
use crate::code::Code;
use crate::context::{Context, Count, Place};
use crate::error::NoCompiler;
use crate::habits::Habits;
use crate::host::Compiler;
use crate::layout::Layout;
use crate::tables::{EntryState, Mode, Tables};
use crate::watched::{WatchedWords, Word, word_in};

/// Changes of a program memory after which a machine without a compilation budget is left to the interpreter.
const MOST_BEGUN: u32 = 64;

/// The number of instructions for which a machine is left to the interpreter if it has no code and cannot have any.
const MISSING: u64 = 1 << 16;

/// It is worth not watching words during a pause if it has at least this many instructions per word with code.
const RESTING: u64 = 256;

/// An upper bound of the clocks of one instruction in a trace.
const LONGEST: u64 = 1024;

/// An engine that compiles the program of a machine to native code.
#[derive(Debug)]
pub struct Translator {
    habits: Habits,
    kept: CodeCache,
    account: Account,
    /// The number of times that the program was replaced by another.
    begun: u32,
    work: Work,
}

/// The code of a machine's program.
#[derive(Debug)]
enum CodeCache {
    Nothing,
    /// Code for a version of a program memory, shared by all machines that have it.
    Shared(Arc<Cache>, u64),
    /// Code for memory that the program can write to, owned by one machine.
    Own(Box<Cache>, WatchedWords),
}

impl CodeCache {
    /// Returns the code.
    ///
    /// # Errors
    ///
    /// There is no code.
    fn cache(&self) -> Result<&Cache, EngineStop> {
        match self {
            Self::Nothing => Err(EngineStop::Aside(u64::MAX)),
            Self::Shared(cache, _) => Ok(cache),
            Self::Own(cache, _) => Ok(cache),
        }
    }
}

impl Clone for Translator {
    /// Clones the engine for another machine. The clone shares code for fixed program memory; otherwise, it starts
    /// without code.
    fn clone(&self) -> Self {
        Self {
            kept: match &self.kept {
                CodeCache::Shared(cache, version) => CodeCache::Shared(Arc::clone(cache), *version),
                CodeCache::Own(..) | CodeCache::Nothing => CodeCache::Nothing,
            },
            account: self.account.clone(),
            ..*self
        }
    }
}

impl Translator {
    /// Creates the engine, if the host supports it.
    ///
    /// # Errors
    ///
    /// There is no compiler for this host.
    pub fn new() -> Result<Self, NoCompiler> {
        Self::with(Habits::default())
    }

    /// Like [`new`](Self::new), with the given settings.
    ///
    /// # Errors
    ///
    /// As for [`new`](Self::new).
    pub fn with(habits: Habits) -> Result<Self, NoCompiler> {
        Compiler::host()?;
        Ok(Self {
            habits,
            kept: CodeCache::Nothing,
            account: Account::default(),
            begun: 0,
            work: Work::default(),
        })
    }

    /// Updates the code for the machine's current program, and discards what is no longer valid.
    ///
    /// # Errors
    ///
    /// There can be no code for this machine.
    fn refresh(&mut self, on: &mut Running<'_>) -> Result<(), EngineStop> {
        let most = self.habits.traces;
        let fits = match (&mut self.kept, on.host.code()) {
            (CodeCache::Shared(_, kept), Program::Fixed { version, .. }) => *kept == version,
            (CodeCache::Own(cache, watched), Program::Watched) => !watched.is_worn_out(cache, most),
            _ => false,
        };
        if !fits {
            if !self.may_compile(on) || self.begun == MOST_BEGUN && !self.habits.steps_aside {
                return Err(EngineStop::Aside(MISSING));
            }
            self.begun += 1;
            self.kept = Self::fresh(on).ok_or(EngineStop::Aside(u64::MAX))?;
            self.account.began();
        }
        if let CodeCache::Own(cache, watched) = &mut self.kept {
            let mut changed = watched.wake(on.host);
            changed.extend(on.host.changed());
            self.account.forgot(watched.forget(changed, *on.steps, cache));
        }
        Ok(())
    }

    /// Suspends the engine for this many instructions.
    fn step_aside(&mut self, on: &mut Running<'_>, pause: u64) -> EngineStop {
        if let CodeCache::Own(cache, watched) = &mut self.kept {
            if watched.len() as u64 * RESTING <= pause {
                self.account.forgot(watched.forget(on.host.changed(), *on.steps, cache));
                watched.sleep(on.host);
            } else {
                self.work.watching += pause;
            }
        }
        EngineStop::Aside(pause)
    }

    /// Returns the initial code for a machine.
    fn fresh(on: &mut Running<'_>) -> Option<CodeCache> {
        let layout = Layout::of(on.host).ok()?;
        if let Program::Fixed { version, bytes, guard } = on.host.code() {
            return Some(CodeCache::Shared(Cache::shared(bytes, guard, layout).ok()?, version));
        }
        on.host.unwatch();
        on.host.changed();
        let cache = Cache::new(layout).ok()?;
        Some(CodeCache::Own(Box::new(cache), WatchedWords::default()))
    }

    /// Runs until the engine must stop.
    fn go_on(&mut self, on: &mut Running<'_>) -> Result<Infallible, EngineStop> {
        loop {
            if on.is_special() {
                self.step(on)?;
                continue;
            }
            self.refresh(on)?;
            let cache = self.kept.cache()?;
            let (segment, pc) = (on.cpu.pc_segment(), on.cpu.pc());
            let table = cache.tables(mode(on)).of(segment);
            match table.find(pc, self.habits.often, self.account.weight()) {
                EntryState::Code(code) => {
                    let before = *on.steps;
                    let from = call(cache, on, code);
                    let ran = *on.steps - before;
                    self.work.entries += 1;
                    self.work.native += ran;
                    self.account.called(ran);
                    if ran == 0 {
                        // The limit is too near for this code, or the code begins with a store to a watched word.
                        self.step(on)?;
                    } else if !on.host.may_run(on.cpu.location()) {
                        let from = Location::new(segment, from);
                        return Err(EngineStop::Ended(RunEnd::Outside { from }));
                    }
                }
                EntryState::Due if self.may_compile(on) && on.clocks.saturating_add(LONGEST) <= on.limit() => {
                    self.make(on)?;
                }
                EntryState::Never => self.step(on)?,
                EntryState::Due | EntryState::Seldom => self.pass(on)?,
            }
            if self.habits.steps_aside
                && let Some(pause) = self.account.pause()
            {
                return Err(self.step_aside(on, pause));
            }
        }
    }

    /// Lets the interpreter continue to a place with code, or where code should be generated.
    fn pass(&mut self, on: &mut Running<'_>) -> Result<(), EngineStop> {
        let often = if self.may_compile(on) { self.habits.often } else { STOPS };
        let most = if self.habits.steps_aside {
            self.account.left()
        } else {
            u64::MAX
        };
        let before = *on.steps;
        let table = self.kept.cache()?.tables(mode(on)).of(on.cpu.pc_segment());
        let passed = on.run_to_place(most, &table.places(often, self.account.weight()));
        self.work.passed += *on.steps - before;
        self.account.counted(*on.steps - before);
        passed
    }

    /// Returns true if the engine may spend more on compiling.
    const fn may_compile(&self, on: &Running<'_>) -> bool {
        !self.habits.steps_aside || self.account.may_compile(*on.steps)
    }

    /// Executes one instruction in the interpreter.
    fn step(&mut self, on: &mut Running<'_>) -> Result<(), EngineStop> {
        self.account.stepped();
        self.work.steps += 1;
        on.step()
    }

    /// Continues the program while recording and compiling a trace of it, or leaves the next instruction to the
    /// interpreter permanently.
    fn make(&mut self, on: &mut Running<'_>) -> Result<(), EngineStop> {
        let Habits { length, traces, .. } = self.habits;
        let (cache, mut watched) = match &mut self.kept {
            CodeCache::Nothing => return Err(EngineStop::Aside(u64::MAX)),
            CodeCache::Shared(cache, _) => (&**cache, None),
            CodeCache::Own(cache, watched) => (&**cache, Some(watched)),
        };
        let (mode, start) = (mode(on), (on.cpu.pc_segment(), on.cpu.pc()));
        let mut followed = TracedProgram {
            limit: on.limit(),
            on,
            tables: cache.tables(mode),
            mode,
            watched: watched.as_deref(),
            from: start.1,
            words: RefCell::default(),
        };
        let trace = record(&mut followed, length.max(1));
        let (from, words) = (followed.from, followed.words.into_inner());
        let mut size = 0;
        match &mut watched {
            None => size = cache.add(mode, start, trace.as_ref(), traces),
            Some(watched) => {
                let (changed, words) = (changed(on, &words), places(&words));
                let holds = changed.is_empty();
                self.account.forgot(watched.forget(changed, *on.steps, cache));
                let allowed = watched.allow(&words);
                // Words that the program has just rewritten can be compiled again, unless it rewrites them too often.
                if holds || !allowed {
                    if allowed {
                        watched.add((mode, start), words, on.host);
                    }
                    size = cache.add(mode, start, trace.as_ref().filter(|_| allowed), traces);
                }
            }
        }
        if trace.is_none() {
            return self.step(on);
        }
        self.work.traces += 1;
        self.work.bytes += size as u64;
        self.account.compiled(size);
        if on.host.may_run(on.cpu.location()) {
            Ok(())
        } else {
            let from = Location::new(start.0, from);
            Err(EngineStop::Ended(RunEnd::Outside { from }))
        }
    }
}

/// Returns the current mode of the processor.
fn mode(on: &Running<'_>) -> Mode {
    let fcw = on.cpu.fcw();
    Mode { segmented: fcw.contains(Fcw::SEG), system: fcw.contains(Fcw::SYSTEM) }
}

impl Engine for Translator {
    fn run(&mut self, on: &mut Running<'_>) -> EngineStop {
        let Err(ran) = self.go_on(on);
        ran
    }

    fn clone_box(&self) -> Box<dyn Engine> {
        Box::new(self.clone())
    }

    fn work(&self) -> Work {
        self.work
    }
}

/// Returns the words that the program has changed while a trace was recorded from `words`.
fn changed(on: &mut Running<'_>, words: &[Read]) -> Vec<Word> {
    let mut changed = on.host.changed();
    // The program may also have stored to words that were already read for the trace but not yet watched.
    let banks = on.host.banks();
    let stored = words.iter().filter(|read| word_in(banks, read.place()) != read.word);
    changed.extend(stored.map(Read::place));
    changed
}

/// Returns the places of these words.
fn places(words: &[Read]) -> HashSet<Word> {
    words.iter().map(Read::place).collect()
}

/// A word from which a trace was recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Read {
    bank: usize,
    offset: u16,
    word: u16,
}

impl Read {
    fn place(&self) -> Word {
        (self.bank, word_of(self.offset))
    }
}

/// Runs native code until it leaves; returns the offset of the last instruction.
fn call(cache: &Cache, on: &mut Running<'_>, code: Code) -> u16 {
    let limit = on.limit();
    let cpu = &mut *on.cpu;
    let mut context = Context {
        registers: std::array::from_fn(|n| cpu.register(n)),
        flags: std::array::from_fn(|bit| (cpu.fcw().bits() >> bit & 1) as u8),
        place: Place::new(cpu.pc_segment(), cpu.pc(), 0),
        count: Count::NONE,
        limit: Count::limit(limit.saturating_sub(*on.clocks)),
        memory: std::ptr::null_mut(),
        marks: std::ptr::null(),
    };
    if !cache.call(&mut context, on.host, code) {
        return cpu.pc();
    }
    for (n, register) in context.registers.into_iter().enumerate() {
        cpu.set_register(n, register);
    }
    let flags = context.flags.iter().rev();
    cpu.set_flags(flags.fold(0, |flags, flag| flags << 1 | u16::from(*flag)));
    cpu.set_location(context.place.location());
    *on.clocks += context.count.clocks();
    *on.steps += context.count.instructions();
    context.place.from()
}

/// A program while a trace of it is recorded.
struct TracedProgram<'a, 'b> {
    on: &'a mut Running<'b>,
    tables: &'a Tables,
    mode: Mode,
    limit: u64,
    watched: Option<&'a WatchedWords>,
    /// Returns the offset of the last instruction.
    from: u16,
    /// The words from which the trace was recorded, if the program can write to them.
    words: RefCell<Vec<Read>>,
}

impl TracedProgram<'_, '_> {
    /// Returns the bank of the code in a segment.
    fn bank(&self, segment: u8) -> usize {
        let status = Status { space: Space::Program, system: self.mode.system };
        self.on.host.bank(status, segment)
    }
}

impl Follow for TracedProgram<'_, '_> {
    fn segmented(&self) -> bool {
        self.mode.segmented
    }

    fn pc(&self) -> (u8, u16) {
        (self.on.cpu.pc_segment(), self.on.cpu.pc())
    }

    fn word(&self, (segment, offset): (u8, u16)) -> u16 {
        word_in(self.on.host.banks(), (self.bank(segment), word_of(offset)))
    }

    fn depends(&self, (segment, offset): (u8, u16), words: usize) {
        if self.watched.is_none() {
            return;
        }
        let (bank, mut read) = (self.bank(segment), self.words.borrow_mut());
        for offset in (0..words as u16).map(|n| offset.wrapping_add(2 * n)) {
            let word = word_in(self.on.host.banks(), (bank, word_of(offset)));
            let one = Read { bank, offset, word };
            if !read.contains(&one) {
                read.push(one);
            }
        }
    }

    fn follows(&self, (segment, offset): (u8, u16)) -> bool {
        let word = (self.bank(segment), word_of(offset));
        let allowed = self.watched.is_none_or(|watched| watched.allows(word));
        allowed && self.on.host.may_run(Location::new(segment, offset))
    }

    fn watches(&self) -> bool {
        self.watched.is_some()
    }

    fn step(&mut self) -> bool {
        self.from = self.on.cpu.pc();
        let step = self.on.host.step(self.on.cpu);
        debug_assert!(
            u64::from(step.clocks) < LONGEST,
            "{} clocks at {:04x}",
            step.clocks,
            self.from
        );
        *self.on.clocks += u64::from(step.clocks);
        *self.on.steps += 1;
        // A trace ends where compiled code begins: its code continues with the existing code.
        let new = !self.tables.of(self.on.cpu.pc_segment()).has_code(self.on.cpu.pc());
        new && self.on.clocks.saturating_add(LONGEST) <= self.limit
    }
}
