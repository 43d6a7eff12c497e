//! A machine's memory as its program sees it now.

use super::address::Address;
use super::banks::{PLAIN, map_of};
use super::look::Look;
use super::world::World;
use crate::bus::{Location, Space, Status};
use crate::cpu::{Cpu, Fcw};
use crate::isa::Mode;

/// Memory and the processor that sees it.
#[derive(Debug, Clone, Copy)]
pub struct Sight<'m> {
    cpu: &'m Cpu,
    world: &'m World,
}

impl Sight<'_> {
    /// An access as the program would make it now.
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
    /// The memory as a program on a processor sees it now.
    #[must_use]
    #[inline]
    pub const fn seen_by<'m>(&'m self, cpu: &'m Cpu) -> Sight<'m> {
        Sight { cpu, world: self }
    }

    /// The word that a read would give at an even address.
    #[inline]
    fn peek_word(&self, status: Status, at: Location) -> u16 {
        let word = |(map, address)| self.banks.word(map, address);
        self.found(status, at).map_or(0xFFFF, word)
    }

    /// A byte of data memory without segments, in normal mode.
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
    #[must_use]
    pub fn data_byte(&self, at: u16) -> u8 {
        self.banks.byte(PLAIN, at.into())
    }

    /// The same for a word, at the even address.
    #[must_use]
    pub fn data_word(&self, at: u16) -> u16 {
        self.banks.word(PLAIN, at.into())
    }

    /// The same for a long word.
    #[must_use]
    pub fn data_long(&self, at: u16) -> u32 {
        u32::from(self.data_word(at)) << 16 | u32::from(self.data_word(at.wrapping_add(2)))
    }

    /// A word of program memory without segments, in normal mode, at the even address.
    #[must_use]
    pub fn program_word(&self, at: u16) -> u16 {
        self.banks
            .word(map_of(Status { space: Space::Program, system: false }), at.into())
    }
}
