//! Accesses to watched memory.

use crate::bus::Status;

/// A memory access that a [`Watcher`] observes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Access {
    /// The address space and the mode of the access.
    pub status: Status,
    /// The address as a number: segment * 0x10000 + offset; for a word, bit 0 is ignored.
    pub number: usize,
    /// The size of the access: 1 or 2 bytes.
    pub bytes: u8,
    /// The value read or written.
    pub value: u16,
    /// The value in memory before the access.
    pub before: u16,
    /// True for a write.
    pub write: bool,
    /// The kind of device that made the access; `None` for the processor.
    pub device: Option<&'static str>,
}

/// Observes memory accesses, except fetches of the first words of instructions.
pub trait Watcher {
    /// Receives each access, in order, after the instruction that made it.
    fn sees(&mut self, access: Access);
}
