//! The bank unit of the z8002-demo, which converts the 16-bit addresses of a Z8002 to physical addresses of 19 bits.
//!
//! In normal mode, one bank of 64 KB is used for instructions and one for data; in system mode, each of four chunks of
//! 16 KB is mapped to the home bank or to one of two others.

use crate::bus::{Location, Status};
use crate::save::{Archive, SaveError};

/// The registers, in the order of their ports: banks of normal mode for instructions and data, home bank of system
/// mode, selected chunks, and the two targets of these chunks.
const INSTRUCTIONS: usize = 0;
const DATA: usize = 1;
const HOME: usize = 2;
const SELECT: usize = 3;
const FIRST: usize = 4;
const SECOND: usize = 5;

/// The existing bits of each register.
const BITS: [u8; 6] = [7, 7, 7, 15, 31, 31];

/// The bank unit of the z8002-demo, which selects the memory of each address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Paging {
    port: u16,
    home: u8,
    registers: [u8; 6],
}

impl Paging {
    /// Creates a unit with its first port, and the bank that all accesses use after a reset.
    pub const fn new(port: u16, home: u8) -> Self {
        Self { port, home, registers: [home & 7, home & 7, home & 7, 0, 0, 0] }
    }

    pub(crate) const fn reset(&mut self) {
        *self = Self::new(self.port, self.home);
    }

    /// Returns the physical address of an access.
    pub(crate) fn address(&self, status: Status, at: Location) -> u32 {
        let offset = at.offset();
        let bank = |register: usize| u32::from(self.registers[register]) << 16 | u32::from(offset);
        if !status.system {
            return bank(if status.space.is_program() { INSTRUCTIONS } else { DATA });
        }
        let (chunk, select) = (offset >> 14, u16::from(self.registers[SELECT]));
        if select >> chunk & 1 == 0 {
            return bank(HOME);
        }
        // The lowest selected chunk is mapped to the first target, all others to the second.
        let lower = select & ((1 << chunk) - 1);
        let physical = self.registers[if lower == 0 { FIRST } else { SECOND }];
        u32::from(physical) << 14 | u32::from(offset & 0x3FFF)
    }

    /// Returns the number of the register at a port of the special I/O space.
    fn at(&self, port: u16, special: bool) -> Option<usize> {
        let n = usize::from(port.checked_sub(self.port)?);
        (special && n < self.registers.len()).then_some(n)
    }

    pub(crate) fn input(&self, port: u16, special: bool) -> Option<u8> {
        Some(self.registers[self.at(port, special)?])
    }

    /// Writes a register. Returns false if the unit has none at the port.
    pub(crate) fn output(&mut self, port: u16, special: bool, value: u8) -> bool {
        let found = self.at(port, special);
        if let Some(n) = found {
            self.registers[n] = value & BITS[n];
        }
        found.is_some()
    }

    pub(crate) fn archive(&mut self, archive: &mut Archive<'_>) -> Result<(), SaveError> {
        archive.bytes(&mut self.registers)?;
        self.registers
            .iter_mut()
            .zip(BITS)
            .for_each(|(register, bits)| *register &= bits);
        Ok(())
    }
}
