//! Traps: what the processor does when an instruction may not or cannot run.
//!
//! It enters system mode, saves PC, FCW and an identifier on the system stack, and takes FCW and
//! PC from the program status area. This is the Z8002; the frames and the area of a Z8001 are
//! larger.

use super::{Cpu, Fcw, STACK_POINTER};
use crate::bus::{Bus, Space};

/// The traps, in the order of their entries in the program status area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Trap {
    /// An extended instruction, and FCW says that there is no extended processing unit.
    ExtendedInstruction,
    /// A privileged instruction in normal mode.
    PrivilegedInstruction,
    /// SC.
    SystemCall,
}

impl Trap {
    /// Offset of its entry in the program status area of a Z8002: FCW and PC.
    const fn entry(self) -> u16 {
        match self {
            Self::ExtendedInstruction => 0x04,
            Self::PrivilegedInstruction => 0x08,
            Self::SystemCall => 0x0C,
        }
    }

    /// Clocks that the trap takes, as measured: those of a system call.
    pub(super) const CLOCKS: u32 = 33;
}

impl Cpu {
    /// Traps at the instruction whose first word is given; PC is behind it.
    pub(super) fn trap<B: Bus>(&mut self, bus: &mut B, trap: Trap, identifier: u16) {
        let (fcw, pc) = (self.fcw, self.pc as u16);
        self.set_fcw((fcw | Fcw::SYSTEM).bits());
        for word in [pc, fcw.bits(), identifier] {
            self.push_word(bus, word);
        }
        let entry = u32::from(self.psap.wrapping_add(trap.entry()));
        let fcw = bus.read_word(Space::Program, entry);
        let pc = bus.read_word(Space::Program, entry + 2);
        self.set_fcw(fcw);
        self.set_pc(pc.into());
    }

    /// Pushes a word on the stack in force.
    pub(super) fn push_word<B: Bus>(&mut self, bus: &mut B, word: u16) {
        self.move_pointer(STACK_POINTER, 2_u16.wrapping_neg());
        bus.write_word(Space::Stack, self.pointer(STACK_POINTER), word);
    }

    /// Pops a word from the stack in force.
    pub(super) fn pop_word<B: Bus>(&mut self, bus: &mut B) -> u16 {
        let word = bus.read_word(Space::Stack, self.pointer(STACK_POINTER));
        self.move_pointer(STACK_POINTER, 2);
        word
    }
}
