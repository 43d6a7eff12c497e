//! Execution of a single instruction.

use super::details::DETAILS;
use super::dispatch::Functions;
use super::{Cpu, Interrupt, Model, Repetition, Trap};
use crate::bus::Bus;
use crate::isa::{self, BY_SECOND_WORD, Clocks, FORMS, Operation};

/// How a step ended, and the clocks that it took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// Clocks spent, at least 1, including the wait states of the bus.
    pub clocks: u32,
    /// How the step ended.
    pub event: Event,
}

/// How a step ended.
///
/// # Example
///
/// ```
/// use z8000::machine::Machine;
/// use z8000::cpu::{Cpu, Event, Interrupt, Model};
///
/// let mut board = Machine::board();
/// board.load_program(0, &[0x7A, 0]);
/// let mut memory = board.world().clone();
/// let mut cpu = Cpu::new(Model::Z8002);
/// assert_eq!(cpu.step(&mut memory).event, Event::Halted);
/// assert_eq!(cpu.step(&mut memory).event, Event::Waited);
/// cpu.request(Interrupt::NonMaskable, 0);
/// assert_eq!(cpu.step(&mut memory).event, Event::Interrupted(Interrupt::NonMaskable));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// An instruction was executed.
    Retired,
    /// The instruction has halted the processor.
    Halted,
    /// No instruction was executed: the halted processor has not received an interrupt that it accepts.
    Waited,
    /// The instruction caused a trap; PC is at the handler.
    Trapped(Trap),
    /// No instruction was executed: an interrupt was acknowledged.
    Interrupted(Interrupt),
    /// The word is not an instruction. Nothing has changed, and PC still points at it.
    Undefined {
        /// The word at PC.
        word: u16,
    },
}

impl Step {
    /// Returns true if the step only took an exception, and did not interrupt a repeating instruction that it would
    /// have resumed.
    #[inline]
    pub(crate) const fn is_exception(self, resumed: bool) -> bool {
        matches!(self.event, Event::Interrupted(_)) && !resumed
    }
}

/// The clocks that a halted processor takes to check for an interrupt, and those of an undefined word. The manual does
/// not specify them; three is the length of a memory access.
const IDLE_CLOCKS: u32 = 3;

/// Returns the clocks of a trap, as measured for SC. A Z8001 saves and loads its segment number in every mode.
const fn trap_clocks(model: Model) -> u32 {
    match model {
        Model::Z8001 => SYSTEM_CALL.short.clocks(0),
        Model::Z8002 => SYSTEM_CALL.nonsegmented.clocks(0),
    }
}

/// The clocks of SC according to its row.
const SYSTEM_CALL: Clocks = {
    let mut index = 0;
    while !matches!(FORMS[index].operation, Operation::Sc) {
        index += 1;
    }
    FORMS[index].clocks
};

impl Cpu {
    /// Runs one instruction; for a repeating instruction, all iterations up to the [deadline](Self::set_deadline).
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::machine::Machine;
    /// use z8000::cpu::{Cpu, Event, Model, Step};
    ///
    /// let mut board = Machine::board();
    /// board.load_program(0, &[0xBD, 0x15]); // LDK R1,#5
    /// let mut cpu = Cpu::new(Model::Z8002);
    /// let step = cpu.step(&mut board.world().clone());
    /// assert_eq!(step, Step { clocks: 5, event: Event::Retired });
    /// assert_eq!(cpu.register(1), 5);
    /// ```
    pub fn step(&mut self, bus: &mut dyn Bus) -> Step {
        self.step_with(bus, const { &Functions::ALL })
    }

    /// Runs one instruction with functions generated for this kind of bus; see [`Functions`].
    #[inline(always)]
    pub fn step_with<B: Bus + ?Sized>(&mut self, bus: &mut B, functions: &Functions<B>) -> Step {
        if self.unusual {
            return self.step_slowly(bus, functions, None);
        }
        let word = self.fetch_instruction(bus);
        let index = self.simple[usize::from(word)];
        if let Some(run) = functions.get(usize::from(index)) {
            let ran = run(self, bus, word, self.pc);
            self.pc = ran.pc();
            return Step { clocks: ran.clocks() + bus.wait_states(), event: Event::Retired };
        }
        self.step_slowly(bus, functions, Some(word))
    }

    /// Executes a step that is not a simple instruction. If `fetched` contains the first word, it has been fetched, and
    /// PC points to the next word.
    #[inline(never)]
    pub(super) fn step_slowly<B: Bus + ?Sized>(
        &mut self,
        bus: &mut B,
        functions: &Functions<B>,
        fetched: Option<u16>,
    ) -> Step {
        let mut step = match fetched {
            Some(word) => self.step_with_attention(bus, functions, word),
            None => self.step_unusual(bus, functions),
        };
        step.clocks += bus.wait_states();
        step
    }

    /// Executes a step of a processor that has halted, is in the middle of a repetition, or has a pending request.
    fn step_unusual<B: Bus + ?Sized>(&mut self, bus: &mut B, functions: &Functions<B>) -> Step {
        if let Some((interrupt, identifier)) = self.heard() {
            self.acknowledge(bus, interrupt, identifier);
            return Step { clocks: trap_clocks(self.model), event: Event::Interrupted(interrupt) };
        }
        if self.halted {
            return Step { clocks: IDLE_CLOCKS, event: Event::Waited };
        }
        if let Some(Repetition { words: [word, second], .. }) = self.repeats
            && let Some(run) = isa::form_index(word, second).and_then(|index| functions.get(index))
        {
            self.second = second;
            let ran = run(self, bus, word, self.pc.wrapping_add(4));
            self.look_closer();
            return Step { clocks: ran.clocks(), event: Event::Retired };
        }
        let word = self.fetch_instruction(bus);
        self.step_with_attention(bus, functions, word)
    }

    /// Executes an instruction of any form, in any mode. PC points to the word after the first.
    fn step_with_attention<B: Bus + ?Sized>(&mut self, bus: &mut B, functions: &Functions<B>, word: u16) -> Step {
        let behind = self.pc;
        let index = isa::form_index_table()[usize::from(word)];
        let index = if index & BY_SECOND_WORD != 0 && index != isa::UNDEFINED {
            self.second = self.fetch(bus);
            isa::form_index(word, self.second)
        } else {
            Some(usize::from(index))
        };
        let form = index.and_then(|index| Some((functions.get(index)?, DETAILS.get(index)?)));
        let Some((run, details)) = form else {
            return self.undefined(behind, word);
        };
        if details.is_reserved() {
            return self.undefined(behind, word);
        }
        if let Some(trap) = details.trap(self.fcw) {
            self.pc = behind;
            self.trap(bus, trap, word);
            return Step { clocks: trap_clocks(self.model), event: Event::Trapped(trap) };
        }
        if details.second_word && self.pc == behind {
            self.second = self.fetch(bus);
        }
        let ran = run(self, bus, word, self.pc);
        self.unusual |= self.repeats.is_some();
        Step {
            clocks: ran.clocks(),
            event: if self.halted { Event::Halted } else { Event::Retired },
        }
    }

    fn undefined(&mut self, behind: u16, word: u16) -> Step {
        self.pc = behind.wrapping_sub(2);
        Step { clocks: IDLE_CLOCKS, event: Event::Undefined { word } }
    }
}
