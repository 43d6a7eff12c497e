//! The call stack of a session.
//!
//! It is followed from the start of the run or, if that is far away, from a recent moment, at which it is reconstructed
//! from the stack's contents.

use z8000::bus::Location;
use z8000::cpu::{Cpu, Fcw};

use super::Session;
use super::followed::{FOLLOWED, Known};
use crate::calls::{Calls, Level, Taken, read};
use crate::history::{INTERVAL, Machine};
use crate::machine::Address;

/// A routine that has not returned yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// The next instruction, or the HALT at which the processor is stopped. In a caller: the call, the instruction that
    /// trapped, or the instruction before which an interrupt came.
    pub pc: Address,
    /// The name of the routine, with the offset of `pc` in it.
    pub name: String,
    /// The name of the routine.
    pub routine: String,
    /// The address at which the return address or status was pushed on entry; `None` for the outermost routine.
    pub slot: Option<Address>,
    /// The exception that led from this routine to the next inner one; `None` for a call.
    pub exception: Option<Taken>,
    /// The stack pointer in the routine; in a caller, before the call or the exception.
    pub stack: Address,
}

impl Frame {
    /// Returns the name with the exception, such as `start+52 (SC #5)`.
    pub fn title(&self) -> String {
        match self.exception {
            Some(exception) => format!("{} ({exception})", self.name),
            None => self.name.clone(),
        }
    }
}

impl Session {
    /// Returns the call stack, innermost routine first.
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
        let mut frames = vec![self.frame(self.here(), self.view().stack())];
        for (called, _) in self.calls().chain() {
            if let Some(last) = frames.last_mut() {
                last.slot = Some(called.slot);
                self.name_from(last, called.start);
            }
            let frame = self.frame(called.from, called.stack_before(self.cpu()));
            frames.push(Frame { exception: called.entry.exception(), ..frame });
        }
        frames
    }

    /// Returns the processor with the frame's program counter and stack pointer; the other registers are the current
    /// ones.
    pub fn cpu_of(&self, frame: &Frame) -> Cpu {
        let mut cpu = self.cpu().clone();
        cpu.set_location(Location::new(frame.pc.segment(), frame.pc.offset()));
        cpu.set_register(15, frame.stack.offset());
        let segment = u16::from(frame.stack.segment());
        if cpu.fcw().contains(Fcw::SEG) && cpu.register(14) >> 8 & 0x7F != segment {
            cpu.set_register(14, 0x8000 | segment << 8);
        }
        cpu
    }

    fn frame(&self, pc: Address, stack: Address) -> Frame {
        let routine = self.program.routines.at(pc);
        Frame {
            pc,
            name: self.program.name(pc),
            routine: routine.map_or_else(|| format!("{pc:04x}"), |routine| routine.name.clone()),
            slot: None,
            exception: None,
            stack,
        }
    }

    /// Names a frame by the address at which its routine was entered, if that has a label but is not a known routine.
    fn name_from(&self, frame: &mut Frame, start: Address) {
        let known = self.program.routines.at(frame.pc).map(|routine| routine.start);
        let label = self.program.text_labels.get(&start);
        let inside =
            start <= frame.pc && start.segment() == frame.pc.segment() && known.is_none_or(|known| known < start);
        if let Some(label) = label.filter(|_| inside) {
            frame.name = match frame.pc.offset() - start.offset() {
                0 => label.clone(),
                bytes => format!("{label}+{bytes}"),
            };
            frame.routine.clone_from(label);
        }
    }

    /// Returns the level at which a frame of the call stack closes; `None` for the outermost, which was not entered.
    pub(super) fn closing(&self, frame: usize) -> Option<Level> {
        self.calls().chain().get(frame).map(|(_, level)| *level)
    }

    /// Returns the current frames.
    pub(super) fn calls(&self) -> Calls {
        self.calls_at(self.machine.now())
    }

    /// Returns the frames at a moment. They do not depend on how the session got there.
    pub(super) fn calls_at(&self, now: u64) -> Calls {
        let mut known = self.followed.known();
        let (mut machine, mut calls) = self.followed_before(&mut known, now);
        let changes = self.history.changes();
        while machine.now() < now {
            let next = (machine.now() / INTERVAL + 1) * INTERVAL;
            machine.replay(next.min(now), changes, &mut calls);
            if machine.now() == known.marks.len() as u64 * INTERVAL && machine.now() < FOLLOWED {
                known.marks.push(calls.clone());
            }
        }
        machine.settle(changes);
        calls.settle(machine.subject.cpu());
        known.last = Some((machine, calls.clone()));
        calls
    }

    /// Returns the last moment, not after another, at which the frames are known.
    fn followed_before(&self, known: &mut Known, now: u64) -> (Machine, Calls) {
        if known.marks.is_empty() {
            known.marks.push(Calls::new(self.machine_at(0).subject.cpu()));
        }
        let piece = now / INTERVAL;
        let mark = if now < FOLLOWED {
            piece.min(known.marks.len() as u64 - 1)
        } else {
            piece
        };
        match known.last.take() {
            Some(last) if (mark * INTERVAL..=now).contains(&last.0.now()) => last,
            _ if now < FOLLOWED => (self.machine_at(mark * INTERVAL), known.marks[mark as usize].clone()),
            _ => {
                let machine = self.machine_at(mark * INTERVAL);
                let calls = read(&self.program, &machine.subject);
                (machine, calls)
            }
        }
    }
}
