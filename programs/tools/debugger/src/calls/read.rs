//! Reconstructs frames from the stack's contents.
//!
//! A word counts as a return address if it points after a call instruction and continues a chain: the call must lead to
//! the running routine, directly or through routines that jump to each other. An exception pushes an identifier, an FCW
//! and the address of an instruction, which also form a chain: the vector of the exception must lead to the running
//! routine. Other words rarely fit into such a chain.

use z8000::cpu::{Cpu, Fcw, Interrupt, Model, Trap};
use z8000::isa::Mode as Reading;

use super::entry::{Entry, Exception, Taken};
use super::follow::Calls;
use super::stacks::{Frame, Mode, Stack};
use crate::machine::{Address, Look, Machine};
use crate::program::{Program, call_target, instruction};

/// The maximum number of words of a stack that are searched for frames.
const WORDS: u16 = 4096;

/// Reads the frames of a machine whose past is unknown.
pub(crate) fn read(program: &Program, subject: &Machine) -> Calls {
    let mut found = Calls::new(subject.cpu());
    let reader = Reader { program, subject, memory: subject, cpu: subject.cpu() };
    let mut mode = Mode::of(reader.cpu);
    let mut current = subject.pc();
    let mut frames = Vec::new();
    let mut slot = Some(even(mode.stack(reader.cpu)));
    let mut left = WORDS;
    while let Some(at) = slot.filter(|_| left > 0) {
        left -= 1;
        slot = at.checked_add(2);
        let Some(frame) = reader
            .call(at, current, mode)
            .or_else(|| reader.exception(at, current, mode))
        else {
            continue;
        };
        current = frame.from;
        slot = at.checked_add(frame.bytes);
        frames.push(frame);
        if frame.modes[0] != mode {
            found.put(mode, reader.stack(mode, std::mem::take(&mut frames)));
            mode = frame.modes[0];
            let segmented = reader.memory.word(false, at.plus(2)) & Fcw::SEG.bits() != 0;
            let top = even(mode.stack(reader.cpu));
            // In non-segmented mode, the stack is in the segment of the program.
            slot = Some(if segmented {
                top
            } else {
                frame.from.with_offset(top.offset())
            });
        }
    }
    found.put(mode, reader.stack(mode, frames));
    found
}

const fn even(at: Address) -> Address {
    at.with_offset(at.offset() & 0xFFFE)
}

struct Reader<'a> {
    program: &'a Program,
    subject: &'a Machine,
    memory: &'a dyn Look,
    cpu: &'a Cpu,
}

impl Reader<'_> {
    /// Returns a stack with these frames, which are given innermost first.
    fn stack(&self, mode: Mode, mut frames: Vec<Frame>) -> Stack<()> {
        let pointer = mode.stack(self.cpu);
        let base = pointer.with_offset(pointer.offset().saturating_add(2 * WORDS));
        frames.reverse();
        Stack::found(base, pointer, frames)
    }

    /// Returns true if one routine leads to another, or if one of them is unknown.
    fn leads(&self, from: Address, to: Address) -> bool {
        let routines = &self.program.routines;
        let index = |at| routines.index(at);
        index(from)
            .zip(index(to))
            .is_some_and(|(from, to)| routines.leads(from, to))
    }

    /// Returns the call whose return address is at a slot.
    fn call(&self, slot: Address, current: Address, mode: Mode) -> Option<Frame> {
        let word = self.memory.word(false, slot);
        let (to, bytes) = match self.memory.mode() {
            Reading::Nonsegmented => (self.subject.pc().with_offset(word), 2),
            // The unused bits of a segment word are 0, except for the highest.
            Reading::Segmented if word & 0xFF != 0 => return None,
            Reading::Segmented => {
                let offset = self.memory.word(false, slot.checked_add(2)?);
                (Address::segmented((word >> 8) as u8, offset), 4)
            }
        };
        let (from, target) = self.call_before(to)?;
        // The target of an indirect call is no longer known.
        let start = target.unwrap_or(current);
        let fits = target.is_none_or(|target| self.leads(target, current));
        fits.then_some(Frame { entry: Entry::Call, from, start, slot, bytes, modes: [mode; 2], kept: () })
    }

    /// Returns the call instruction before an address, and its target, which is unknown if the call is indirect.
    fn call_before(&self, address: Address) -> Option<(Address, Option<Address>)> {
        if !address.offset().is_multiple_of(2) {
            return None;
        }
        [6, 4, 2].into_iter().find_map(|length| {
            let at = address.checked_sub(length)?;
            if !self.subject.may_run(at) {
                return None;
            }
            let found = instruction(self.memory, at)?;
            (found.calls() && u16::from(found.length) == length).then(|| (at, call_target(self.memory, at, &found)))
        })
    }

    /// Returns the exception that pushed the words at a slot.
    fn exception(&self, slot: Address, current: Address, mode: Mode) -> Option<Frame> {
        if mode != Mode::System {
            return None;
        }
        let word = |number: u16| Some(self.memory.word(false, slot.checked_add(2 * number)?));
        let (identifier, fcw) = (word(0)?, word(1)?);
        let (to, bytes) = match self.cpu.model() {
            Model::Z8002 => (Address::flat(word(2)?), 6),
            Model::Z8001 => (Address::segmented((word(2)? >> 8) as u8, word(3)?), 8),
        };
        let unused = if bytes == 6 { 0x8703 } else { 0x0703 };
        let can_run = self.subject.may_run(to) && self.program.may_begin(to);
        if fcw & unused != 0 || !to.offset().is_multiple_of(2) || !can_run {
            return None;
        }
        let before = to.checked_sub(2).filter(|at| self.memory.word(true, *at) == identifier);
        let fits = |exception: &Exception| match exception {
            Exception::Trap(Trap::SystemCall) => before.is_some() && identifier >> 8 == 0x7F,
            Exception::Trap(_) => before.is_some() && identifier >> 8 != 0x7F,
            // Only enabled interrupts can have occurred.
            Exception::Interrupt(Interrupt::Vectored) => fcw & Fcw::VIE.bits() != 0,
            Exception::Interrupt(Interrupt::NonVectored) => fcw & Fcw::NVIE.bits() != 0,
            Exception::Interrupt(_) => true,
        };
        let taken = Exception::ALL
            .into_iter()
            .filter(fits)
            .map(|exception| Taken { exception, identifier });
        let (taken, start) = taken
            .map(|taken| (taken, self.handler(taken)))
            .find(|(_, start)| self.leads(*start, current))?;
        let from = match taken.exception {
            Exception::Trap(_) => before?,
            Exception::Interrupt(_) => to,
        };
        let origin = if fcw & Fcw::SYSTEM.bits() == 0 {
            Mode::Normal
        } else {
            Mode::System
        };
        Some(Frame {
            entry: Entry::Exception(taken),
            from,
            start,
            slot,
            bytes,
            modes: [origin, mode],
            kept: (),
        })
    }

    /// Returns the address to which the vector of an exception leads.
    fn handler(&self, taken: Taken) -> Address {
        let pc = taken.vector(self.cpu);
        let word = self.memory.word(true, pc);
        match self.cpu.model() {
            Model::Z8001 => Address::segmented((word >> 8) as u8, self.memory.word(true, pc.plus(2))),
            Model::Z8002 => Address::flat(word),
        }
    }
}
