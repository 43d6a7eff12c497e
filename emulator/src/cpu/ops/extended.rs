//! Extended instructions, while FCW says that there is an extended processing unit.
//!
//! The processor does its half: it fetches the two words, computes an address, and transfers words
//! between the unit and memory, registers or flags. The unit is behind
//! [`Bus::extended`], [`Bus::read_extended`] and [`Bus::write_extended`].
//!
//! None of this was measured. The seven templates are those of the manual; a word that fits none
//! is taken for an operation within the unit. Clocks are taken to be those of LDM for transfers
//! with memory, and four for each word between unit and processor.

use super::super::addressing::{Direct, Indexed, Indirect, Place};
use super::super::size::{Byte, Size};
use super::super::timing::Timing;
use super::super::{Cpu, Fcw};
use super::upper;
use crate::bus::{Bus, Location, Status};

/// Clocks before the first word, and for each word with memory and with the processor.
const START: u32 = 11;
const WITH_MEMORY: u32 = 3;
const WITH_PROCESSOR: u32 = 4;

/// Bits 3 and 2 of the first word: what is transferred, and which way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Transfer {
    FromUnit,
    ToUnit,
    None,
}

impl Transfer {
    /// Of an instruction with an address.
    const fn with_memory(word: u16) -> Self {
        match word >> 2 & 3 {
            1 => Self::ToUnit,
            3 => Self::FromUnit,
            _ => Self::None,
        }
    }

    /// Of an instruction without.
    const fn with_processor(word: u16) -> Self {
        match word >> 2 & 3 {
            0 => Self::FromUnit,
            2 => Self::ToUnit,
            _ => Self::None,
        }
    }
}

/// Fetches the second word and shows both to the units; returns how many words are transferred.
fn begin<B: Bus>(cpu: &mut Cpu, bus: &mut B, word: u16) -> u32 {
    cpu.second = cpu.fetch(bus);
    bus.extended(word, cpu.second);
    u32::from(cpu.second & 15) + 1
}

/// 0Fh, 4Fh: memory and unit.
pub(crate) fn memory<B: Bus>(cpu: &mut Cpu, bus: &mut B, word: u16, _: Timing) -> u32 {
    let count = begin(cpu, bus, word);
    let register = upper(word);
    let (at, address_clocks) = if word & 0x4000 == 0 {
        (Indirect::locate(cpu, bus, register), 0)
    } else if register == 0 {
        let at = Direct::locate(cpu, bus, 0);
        (at, if cpu.segmented() { 4 } else { 3 })
    } else {
        (Indexed::locate(cpu, bus, register), 4)
    };
    let long_clocks = match (cpu.long_address, register) {
        (false, _) => 0,
        (true, 0) => 2,
        (true, _) => 3,
    };
    transfer(bus, at, Transfer::with_memory(word), count);
    START + address_clocks + long_clocks + WITH_MEMORY * count
}

fn transfer<B: Bus>(bus: &mut B, (status, mut at): (Status, Location), transfer: Transfer, count: u32) {
    for _ in 0..count {
        match transfer {
            Transfer::ToUnit => {
                let word = bus.read_word(status, at);
                bus.write_extended(word);
            }
            Transfer::FromUnit => {
                let word = bus.read_extended();
                bus.write_word(status, at, word);
            }
            Transfer::None => return,
        }
        at = at.plus(2);
    }
}

/// 8Fh: registers and unit; they wrap around from R15 to R0.
pub(crate) fn registers<B: Bus>(cpu: &mut Cpu, bus: &mut B, word: u16, _: Timing) -> u32 {
    let count = begin(cpu, bus, word);
    let first = cpu.second >> 8;
    for number in first..first + count as u16 {
        let register = &mut cpu.r[usize::from(number & 15)];
        match Transfer::with_processor(word) {
            Transfer::FromUnit => *register = bus.read_extended(),
            Transfer::ToUnit => bus.write_extended(*register),
            Transfer::None => break,
        }
    }
    START + WITH_PROCESSOR * count
}

/// 8Eh: flags and unit, or an operation within the unit.
pub(crate) fn flags<B: Bus>(cpu: &mut Cpu, bus: &mut B, word: u16, _: Timing) -> u32 {
    let count = begin(cpu, bus, word);
    match Transfer::with_processor(word) {
        Transfer::FromUnit => {
            let flags = bus.read_extended() & Byte::MASK as u16;
            cpu.set_flags(Fcw::FLAGS, Fcw::from_bits_truncate(flags));
        }
        Transfer::ToUnit => bus.write_extended((cpu.fcw & Fcw::FLAGS).bits()),
        Transfer::None => {}
    }
    START + WITH_PROCESSOR * count
}

/// 0Eh, 4Eh: no template of the manual; an operation within the unit.
pub(crate) fn internal<B: Bus>(cpu: &mut Cpu, bus: &mut B, word: u16, _: Timing) -> u32 {
    let count = begin(cpu, bus, word);
    START + WITH_PROCESSOR * count
}
