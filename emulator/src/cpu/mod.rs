//! The processor.
//!
//! [`Cpu::step`] runs one instruction. The first word selects a row of the instruction table, and
//! with it a function that was made for the row's operation, operand size and addressing mode
//! ([`dispatch`]); the clocks come from the row.

mod addressing;
mod alu;
mod dispatch;
mod exceptions;
mod fcw;
mod ops;
mod size;
mod step;

use crate::bus::{Bus, Location, Space};
use crate::isa;

pub use exceptions::Trap;
pub use fcw::Fcw;
pub use step::{Event, Step};

/// Number of the stack pointer's register.
pub const STACK_POINTER: u16 = 15;

/// The processor's registers and what it has counted.
#[derive(Debug, Clone)]
pub struct Cpu {
    /// R0 to R15.
    r: [u16; 16],
    fcw: Fcw,
    /// Segment and offset of the next word to fetch.
    pc: Location,
    /// Second word of the instruction, where its pattern has two.
    second: u16,
    /// Offset of the program status area; its low byte is 0.
    psap: u16,
    /// Stack pointer of the mode that is not in force.
    other_stack: u16,
    refresh: u16,
    halted: bool,
    clocks: u64,
    instructions: u64,
    lookup: &'static [u16; 0x1_0000],
}

impl Cpu {
    /// A processor before reset: registers 0, system mode, PC 0.
    #[must_use]
    pub fn new() -> Self {
        Self {
            r: [0; 16],
            fcw: Fcw::SYSTEM,
            pc: 0,
            second: 0,
            psap: 0,
            other_stack: 0,
            refresh: 0,
            halted: false,
            clocks: 0,
            instructions: 0,
            lookup: isa::form_index_table(),
        }
    }

    /// Resets a Z8002: it reads FCW from program address 2 and PC from 4.
    pub fn reset<B: Bus>(&mut self, bus: &mut B) {
        self.halted = false;
        self.refresh = 0;
        self.fcw = Fcw::SYSTEM;
        let fcw = bus.read_word(Space::Program, 2);
        self.pc = bus.read_word(Space::Program, 4).into();
        self.set_fcw(fcw);
    }

    /// Register Rn, n from 0 to 15.
    ///
    /// # Panics
    ///
    /// If there is no such register.
    #[must_use]
    pub const fn register(&self, n: usize) -> u16 {
        self.r[n]
    }

    /// Changes Rn, n from 0 to 15.
    ///
    /// # Panics
    ///
    /// If there is no such register.
    pub const fn set_register(&mut self, n: usize, value: u16) {
        self.r[n] = value;
    }

    /// Address of the next instruction.
    #[must_use]
    pub const fn pc(&self) -> Location {
        self.pc
    }

    /// Goes on at another address; an odd one loses its lowest bit.
    pub const fn set_pc(&mut self, pc: Location) {
        self.pc = pc & !1;
    }

    /// The flag and control word.
    #[must_use]
    pub const fn fcw(&self) -> Fcw {
        self.fcw
    }

    /// Changes the flag and control word; the chip keeps reserved bits as they are written. A change between system and
    /// normal mode exchanges the stack pointers.
    ///
    /// Segmented mode is not there yet, so that SEG stays clear.
    pub fn set_fcw(&mut self, bits: u16) {
        let fcw = Fcw::from_bits_retain(bits) - Fcw::SEG;
        if (fcw ^ self.fcw).contains(Fcw::SYSTEM) {
            std::mem::swap(&mut self.r[15], &mut self.other_stack);
        }
        self.fcw = fcw;
    }

    /// Clocks since the processor was made.
    #[must_use]
    pub const fn clocks(&self) -> u64 {
        self.clocks
    }

    /// Instructions since the processor was made.
    #[must_use]
    pub const fn instructions(&self) -> u64 {
        self.instructions
    }

    /// Whether the processor has halted and waits for an interrupt.
    #[must_use]
    pub const fn halted(&self) -> bool {
        self.halted
    }

    /// Fetches a word of the instruction.
    #[inline(always)]
    fn fetch<B: Bus>(&mut self, bus: &mut B) -> u16 {
        let word = bus.read_word(Space::Program, self.pc);
        self.pc = size::next_word(self.pc);
        word
    }

    /// Fetches a direct address.
    #[inline(always)]
    fn fetch_address<B: Bus>(&mut self, bus: &mut B) -> Location {
        self.fetch(bus).into()
    }

    /// The address in a register.
    #[inline(always)]
    fn pointer(&self, number: u16) -> Location {
        self.r[usize::from(number & 15)].into()
    }

    /// The space that a register points into.
    #[inline(always)]
    const fn pointer_space(&self, number: u16) -> Space {
        if number & 15 == STACK_POINTER {
            Space::Stack
        } else {
            Space::Data
        }
    }

    /// Moves an address register by a distance.
    #[inline(always)]
    fn move_pointer(&mut self, number: u16, distance: u16) {
        let register = &mut self.r[usize::from(number & 15)];
        *register = register.wrapping_add(distance);
    }

    /// Changes the flags in `mask` to those in `flags`.
    #[inline(always)]
    fn set_flags(&mut self, mask: Fcw, flags: Fcw) {
        self.fcw = (self.fcw - mask) | (flags & mask);
    }
}

impl Default for Cpu {
    fn default() -> Self {
        Self::new()
    }
}
