//! A machine's memory as its program currently sees it.

use super::address::Address;
use super::banks::{PLAIN, map_of};
use super::look::Look;
use super::world::World;
use crate::bus::{Location, Space, Status};
use crate::cpu::{Cpu, Fcw};
use crate::isa::Mode;

/// A machine's memory with the processor whose mode and translation determine what is visible.
#[derive(Debug, Clone, Copy)]
pub struct Sight<'m> {
    cpu: &'m Cpu,
    world: &'m World,
}

impl Sight<'_> {
    /// Returns the status of an access that the program would make now.
    #[inline]
    pub(super) fn status(&self, program: bool, at: Address) -> Status {
        Status {
            space: if program { Space::Program } else { Space::Data },
            system: self.cpu.fcw().contains(Fcw::SYSTEM) && self.world.is_own(program, at.location()),
        }
    }
}

impl Look for Sight<'_> {
    fn byte(&self, program: bool, at: Address) -> u8 {
        self.world.peek(self.status(program, at), at.location())
    }

    #[inline]
    fn word(&self, program: bool, at: Address) -> u16 {
        let at = at.with_offset(at.offset() & 0xFFFE);
        self.world.peek_word(self.status(program, at), at.location())
    }

    fn mode(&self) -> Mode {
        if self.cpu.fcw().contains(Fcw::SEG) {
            Mode::Segmented
        } else {
            Mode::Nonsegmented
        }
    }
}

impl World {
    /// Returns the memory as a program on this processor currently sees it.
    #[inline]
    pub const fn seen_by<'m>(&'m self, cpu: &'m Cpu) -> Sight<'m> {
        Sight { cpu, world: self }
    }

    /// Returns the word that a read at an even address would return, without side effects.
    #[inline]
    fn peek_word(&self, status: Status, at: Location) -> u16 {
        let word = |(map, address)| self.banks.word(map, address);
        self.found(status, at).map_or(0xFFFF, word)
    }

    /// Returns a byte of data memory without segments, in normal mode.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::machine::Machine;
    ///
    /// let mut machine = Machine::board();
    /// machine.load_data(0x1000, &[0x12, 0x34, 0x56, 0x78]);
    /// let world = machine.world();
    /// assert_eq!((world.data_byte(0x1000), world.data_word(0x1002)), (0x12, 0x5678));
    /// assert_eq!(world.data_long(0x1000), 0x1234_5678);
    /// ```
    pub fn data_byte(&self, at: u16) -> u8 {
        self.banks.byte(PLAIN, at.into())
    }

    /// Returns a word of data memory; bit 0 of the address is ignored.
    pub fn data_word(&self, at: u16) -> u16 {
        self.banks.word(PLAIN, at.into())
    }

    /// Returns a long word of data memory.
    pub fn data_long(&self, at: u16) -> u32 {
        u32::from(self.data_word(at)) << 16 | u32::from(self.data_word(at.wrapping_add(2)))
    }

    /// Returns a word of program memory without segments, in normal mode; bit 0 of the address is ignored.
    pub fn program_word(&self, at: u16) -> u16 {
        self.banks
            .word(map_of(Status { space: Space::Program, system: false }), at.into())
    }
}
