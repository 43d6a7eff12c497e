//! The call stack, read from the words on the stack.
//!
//! A return address is a word that follows a call instruction, in a chain: the call must lead to
//! the routine that runs, directly or over routines that jump to each other. Words that only look
//! like return addresses rarely fit.

use z8000::isa::Mode;

use super::Session;
use crate::expression::View;
use crate::machine::Address;
use crate::program::{call_target, calls, instruction};

/// A routine that has not returned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// The next instruction, the HALT that the processor is in, or the call if it is a caller.
    pub pc: Address,
    /// Name of the routine, and the offset in it.
    pub name: String,
    /// The routine alone.
    pub routine: String,
    /// The place of its return address on the stack; none for the outermost.
    pub slot: Option<Address>,
}

/// The number of words of the stack that are searched for return addresses.
const WORDS: u16 = 4096;

impl Session {
    /// The call stack, the innermost routine first.
    ///
    /// # Example
    ///
    /// ```
    /// # use z8000_asm::{Memory, Options, assemble};
    /// # use z8000_debugger::program::Program;
    /// use z8000_debugger::session::{Goal, Session};
    ///
    /// let source = "
    ///         .z8002
    ///         .word   0, 0x4000, start
    /// start:  call    five
    ///         halt
    /// five:   ldk     r1,#5
    ///         ret
    /// ";
    /// # let files = Memory::new([("t.s", source)]);
    /// # let program = Program::assembled(&assemble(&files, "t.s", &Options::default())?, &files, None)?;
    /// let mut session = Session::new(program, 4_000_000);
    /// session.run(&Goal::Step(2), &mut |_| false);
    /// let names: Vec<_> = session.frames().into_iter().map(|frame| frame.name).collect();
    /// assert_eq!(names, ["five+2", "start"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn frames(&self) -> Vec<Frame> {
        let (subject, pc) = (&self.machine.subject, self.here());
        let mut frames = vec![self.frame(pc)];
        let mut current = self.program.routines.index(pc);
        let top = View::from(subject).stack();
        let top = top.with_offset(top.offset() & 0xFFFE);
        for slot in (0..WORDS).map_while(|n| top.checked_add(2 * n)) {
            let called = self.returns_to(slot).and_then(|address| self.call_before(address));
            let Some((call, target)) = called else {
                continue;
            };
            let routines = &self.program.routines;
            let leads = |target| Some(routines.leads(routines.index(target)?, current?));
            // The address of an indirect call is not known any more.
            if target.is_some_and(|target| leads(target) != Some(true)) {
                continue;
            }
            if let Some(last) = frames.last_mut() {
                last.slot = Some(slot);
            }
            frames.push(self.frame(call));
            current = routines.index(call);
        }
        frames
    }

    /// The routine that has just returned, as far as the instruction before PC tells: where it is a call, what it calls.
    pub fn returned_from(&self) -> Option<&str> {
        let (_, target) = self.call_before(self.pc())?;
        let routine = self.program.routines.at(target?)?;
        Some(&routine.name)
    }

    /// The size of a return address on the stack in bytes.
    pub(super) fn return_bytes(&self) -> u16 {
        match self.machine.subject.look().mode() {
            Mode::Segmented => 4,
            Mode::Nonsegmented => 2,
        }
    }

    /// The address that the stack has at a slot, if it can be one.
    fn returns_to(&self, slot: Address) -> Option<Address> {
        let (memory, pc) = (self.machine.subject.look(), self.machine.subject.pc());
        let word = memory.word(false, slot);
        match memory.mode() {
            Mode::Nonsegmented => Some(pc.with_offset(word)),
            // The bits that a segment number leaves are 0, but for the highest.
            Mode::Segmented if word & 0xFF != 0 => None,
            Mode::Segmented => {
                let offset = memory.word(false, slot.checked_add(2)?);
                Some(Address::segmented((word >> 8) as u8, offset))
            }
        }
    }

    fn frame(&self, pc: Address) -> Frame {
        let routine = self.program.routines.at(pc);
        Frame {
            pc,
            name: self.program.name(pc),
            routine: routine.map_or_else(|| format!("{pc:04x}"), |routine| routine.name.clone()),
            slot: None,
        }
    }

    /// The call instruction before an address and its target, which is unknown if it is indirect.
    fn call_before(&self, address: Address) -> Option<(Address, Option<Address>)> {
        if !address.offset().is_multiple_of(2) {
            return None;
        }
        let subject = &self.machine.subject;
        [6, 4, 2].into_iter().find_map(|length| {
            let at = address.checked_sub(length)?;
            if !subject.may_run(at) {
                return None;
            }
            let found = instruction(subject.look(), at)?;
            (calls(&found) && u16::from(found.length) == length).then(|| (at, call_target(subject.look(), at, &found)))
        })
    }
}
