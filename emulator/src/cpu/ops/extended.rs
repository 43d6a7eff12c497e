//! Extended instructions while EPA is set in FCW, that is, with an extended processing unit present.
//!
//! The processor does its part: it fetches the two words, computes an address, and transfers words between the unit and
//! memory, registers or flags. The unit is accessed through [`Bus::extended`], [`Bus::read_extended`] and
//! [`Bus::write_extended`].
//!
//! None of this was measured. The seven templates are from the manual; a word that matches none is treated as an
//! operation within the unit. Clocks are assumed to be those of LDM for transfers with memory, and four per word
//! between unit and processor. The clocks in the rows are those of the trap.

use super::super::Fcw;
use super::super::direct::Direct;
use super::super::execution::{Execution, Row};
use super::super::timing::Course;
use super::super::verbs::Verbs;
use crate::bus::Bus;

/// Clocks before the first word, per word transferred with memory, and per word transferred with the processor.
const START: u32 = 11;
const WITH_MEMORY: u32 = 3;
const WITH_PROCESSOR: u32 = 4;

/// Bits 3 and 2 of the first word: whether words are transferred, and in which direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Transfer {
    FromUnit,
    ToUnit,
    None,
}

impl Transfer {
    /// Returns the transfer of an instruction with an address.
    const fn with_memory(word: u16) -> Self {
        match word >> 2 & 3 {
            1 => Self::ToUnit,
            3 => Self::FromUnit,
            _ => Self::None,
        }
    }

    /// Returns the transfer of an instruction without an address.
    const fn with_processor(word: u16) -> Self {
        match word >> 2 & 3 {
            0 => Self::FromUnit,
            2 => Self::ToUnit,
            _ => Self::None,
        }
    }
}

impl<B: Bus + ?Sized, R: Row> Execution<Direct<'_, B>, R> {
    /// Executes opcodes 0Fh and 4Fh: transfers between memory and an extended processing unit.
    pub(crate) fn unit_memory(&mut self) -> Course {
        let count = self.begin();
        let register = self.word >> 4 & 15;
        let before = self.on.cpu.pc;
        let ((status, mut at), address_clocks) = if self.word & 0x4000 == 0 {
            (self.indirect(register), 0)
        } else if register == 0 {
            (self.direct(), if self.on.segmented() { 4 } else { 3 })
        } else {
            (self.indexed(register), 4)
        };
        let long_address = self.on.cpu.pc.wrapping_sub(before) == 4;
        let long_clocks = match (long_address, register) {
            (false, _) => 0,
            (true, 0) => 2,
            (true, _) => 3,
        };
        for _ in 0..count {
            match Transfer::with_memory(self.word) {
                Transfer::ToUnit => {
                    let word = self.on.bus.read_word(status, at);
                    self.on.bus.write_extended(word);
                }
                Transfer::FromUnit => {
                    let word = self.on.bus.read_extended();
                    self.on.bus.write_word(status, at, word);
                }
                Transfer::None => break,
            }
            at = at.plus(2);
        }
        Course::Clocks(START + address_clocks + long_clocks + WITH_MEMORY * count)
    }

    /// Executes 8Fh: transfers between registers and unit; the registers wrap around from R15 to R0.
    pub(crate) fn unit_registers(&mut self) -> Course {
        let count = self.begin();
        let first = self.on.cpu.second >> 8;
        for number in first..first + count as u16 {
            let register = &mut self.on.cpu.r[usize::from(number & 15)];
            match Transfer::with_processor(self.word) {
                Transfer::FromUnit => *register = self.on.bus.read_extended(),
                Transfer::ToUnit => self.on.bus.write_extended(*register),
                Transfer::None => break,
            }
        }
        Course::Clocks(START + WITH_PROCESSOR * count)
    }

    /// Executes 8Eh: a transfer between flags and unit, or an operation within the unit.
    pub(crate) fn unit_flags(&mut self) -> Course {
        let count = self.begin();
        match Transfer::with_processor(self.word) {
            Transfer::FromUnit => {
                let flags = self.on.bus.read_extended();
                self.set_flags(Fcw::from_bits_truncate(flags).into());
            }
            Transfer::ToUnit => self.on.bus.write_extended((self.on.cpu.fcw & Fcw::FLAGS).bits()),
            Transfer::None => {}
        }
        Course::Clocks(START + WITH_PROCESSOR * count)
    }

    /// Executes 0Eh and 4Eh, which match no template of the manual, as an operation within the unit.
    pub(crate) fn unit_internal(&mut self) -> Course {
        Course::Clocks(START + WITH_PROCESSOR * self.begin())
    }

    /// Fetches the second word and passes both words to the units; returns the number of words to transfer.
    fn begin(&mut self) -> u32 {
        self.on.cpu.second = self.on.fetch();
        self.on.bus.extended(self.word, self.on.cpu.second);
        u32::from(self.on.cpu.second & 15) + 1
    }
}
