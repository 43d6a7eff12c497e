//! Memory as a device accesses it directly.

use alloc::vec::Vec;

use super::banks::{Banks, PLAIN};

/// A byte that a device has written to memory.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Transfer {
    /// The number of the device in the machine.
    pub(crate) device: usize,
    pub(crate) address: u32,
    pub(crate) before: u8,
    pub(crate) value: u8,
}

/// Memory without address translation: addresses are physical or, without memory management units, segment * 0x10000 +
/// offset in the data memory of normal mode. Only the low 24 bits of an address are used.
#[derive(Debug)]
pub struct Physical<'a> {
    pub(crate) banks: &'a mut Banks,
    pub(crate) device: usize,
    /// The record of writes; `None` if no debugger needs it.
    pub(crate) written: Option<&'a mut Vec<Transfer>>,
}

impl Physical<'_> {
    /// Reads a byte; FFh where there is no memory.
    pub fn byte(&self, address: u32) -> u8 {
        self.banks.byte(PLAIN, address & 0xFF_FFFF)
    }

    /// Writes a byte, if there is RAM at the address.
    pub fn set_byte(&mut self, address: u32, value: u8) {
        let address = address & 0xFF_FFFF;
        let before = self.banks.byte(PLAIN, address);
        self.banks.set_byte(PLAIN, address, value);
        if let Some(written) = &mut self.written {
            written.push(Transfer { device: self.device, address, before, value });
        }
    }
}
