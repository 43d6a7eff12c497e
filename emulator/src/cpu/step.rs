//! One instruction at a time.

use super::dispatch::{Entry, table};
use super::{Cpu, Fcw, Trap};
use crate::bus::{Bus, Location};
use crate::isa::{self, BY_SECOND_WORD};

/// What a step did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// Clocks that it took, at least 1.
    pub clocks: u32,
    /// How it ended.
    pub event: Event,
}

/// How a step ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// An instruction was carried out.
    Retired,
    /// HALT: the processor waits for an interrupt, and so will every further step.
    Halted,
    /// The instruction trapped.
    Trapped(Trap),
    /// The word is no instruction. Nothing has changed, and PC still points at it.
    Undefined {
        /// The first word.
        word: u16,
    },
}

/// Clocks that a halted processor takes to look for an interrupt, and those of looking at an
/// undefined word, which the manual leaves open: three, the length of a memory access.
const IDLE_CLOCKS: u32 = 3;

impl Cpu {
    /// Runs one instruction; of a repeating one, all iterations.
    #[inline]
    pub fn step<B: Bus>(&mut self, bus: &mut B) -> Step {
        if self.halted {
            return self.done(IDLE_CLOCKS, Event::Halted);
        }
        let at = self.pc;
        let word = self.fetch(bus);
        let index = self.lookup[usize::from(word)];
        if index & BY_SECOND_WORD != 0 {
            return self.step_by_second_word(bus, at, word);
        }
        let entry = &table::<B>()[usize::from(index)];
        if entry.needs_attention() {
            return self.step_with_attention(bus, at, word, entry);
        }
        let clocks = (entry.run)(self, bus, word, entry.timing);
        self.clocks += u64::from(clocks);
        self.instructions += 1;
        Step {
            clocks,
            event: Event::Retired,
        }
    }

    /// Two forms share the first word, or there is none.
    #[inline(never)]
    fn step_by_second_word<B: Bus>(&mut self, bus: &mut B, at: Location, word: u16) -> Step {
        if self.lookup[usize::from(word)] == isa::UNDEFINED {
            self.pc = at;
            return self.done(IDLE_CLOCKS, Event::Undefined { word });
        }
        self.second = self.fetch(bus);
        match isa::form_index(word, self.second) {
            Some(index) => {
                let entry = &table::<B>()[index];
                self.run(bus, word, entry)
            }
            None => {
                self.pc = at;
                self.done(IDLE_CLOCKS, Event::Undefined { word })
            }
        }
    }

    /// The form has a second word, is privileged, extended or reserved.
    fn step_with_attention<B: Bus>(
        &mut self,
        bus: &mut B,
        at: Location,
        word: u16,
        entry: &Entry<B>,
    ) -> Step {
        if entry.reserved {
            self.pc = at;
            return self.done(IDLE_CLOCKS, Event::Undefined { word });
        }
        if entry.extended && !self.fcw.contains(Fcw::EPA) {
            self.trap(bus, Trap::ExtendedInstruction, word);
            return self.done(Trap::CLOCKS, Event::Trapped(Trap::ExtendedInstruction));
        }
        if entry.second_word {
            self.second = self.fetch(bus);
        }
        self.run(bus, word, entry)
    }

    fn run<B: Bus>(&mut self, bus: &mut B, word: u16, entry: &Entry<B>) -> Step {
        if entry.privileged && !self.fcw.contains(Fcw::SYSTEM) {
            self.trap(bus, Trap::PrivilegedInstruction, word);
            return self.done(Trap::CLOCKS, Event::Trapped(Trap::PrivilegedInstruction));
        }
        let clocks = (entry.run)(self, bus, word, entry.timing);
        let event = match entry.trap {
            Some(trap) => Event::Trapped(trap),
            None if self.halted => Event::Halted,
            None => Event::Retired,
        };
        self.instructions += 1;
        self.done(clocks, event)
    }

    fn done(&mut self, clocks: u32, event: Event) -> Step {
        self.clocks += u64::from(clocks);
        Step { clocks, event }
    }
}
