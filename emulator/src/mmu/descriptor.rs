//! Segment descriptors: position, size and attributes of a segment.

use super::Violations;
use crate::bus::Status;

bitflags::bitflags! {
    /// The attribute field of a descriptor.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct Attributes: u8 {
        /// The segment is read-only.
        const RD = 0x01;
        /// The segment is accessible only in system mode.
        const SYS = 0x02;
        /// The processor may not access the segment.
        const CPUI = 0x04;
        /// Only fetches are allowed: instructions and relative loads.
        const EXC = 0x08;
        /// Direct memory access to the segment is not allowed.
        const DMAI = 0x10;
        /// The segment ends at FFFFh and grows downwards, and a write to its last 256 bytes causes a warning: for
        /// stacks.
        const DIRW = 0x20;
        /// The segment has been written.
        const CHG = 0x40;
        /// The segment has been accessed.
        const REF = 0x80;
    }
}

/// A segment's descriptor. Base and limit are in units of 256 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Descriptor {
    /// The physical address of offset 0, in units of 256 bytes.
    pub base: u16,
    /// The last block of the segment; with DIRW, the first one.
    pub limit: u8,
    /// Which accesses are allowed, and which have been made.
    pub attributes: Attributes,
}

impl Descriptor {
    /// Returns the physical address of an offset: 24 bits; the lowest 8 bits are not translated.
    pub(super) const fn translate(self, offset: u16) -> u32 {
        let blocks = self.base.wrapping_add(offset >> 8);
        (blocks as u32) << 8 | (offset & 0xFF) as u32
    }

    /// Returns the violations caused by a processor's access to a 256-byte block.
    pub(super) fn check(self, status: Status, block: u8, write: bool) -> Violations {
        let is = |attribute| self.attributes.contains(attribute);
        let mut found = Violations::empty();
        found.set(Violations::RDV, write && is(Attributes::RD));
        found.set(Violations::SYSV, !status.system && is(Attributes::SYS));
        found.set(Violations::CPUIV, is(Attributes::CPUI));
        let fetch = status.space.is_program();
        found.set(Violations::EXCV, !fetch && is(Attributes::EXC));
        let downwards = is(Attributes::DIRW);
        let beyond = if downwards {
            block < self.limit
        } else {
            block > self.limit
        };
        found.set(Violations::SLV, beyond);
        if found.is_empty() {
            let last = downwards && block == self.limit;
            found.set(Violations::PWW, write && last);
        }
        found
    }

    /// Records an access in the attributes.
    pub(super) fn used(&mut self, write: bool) {
        self.attributes |= Attributes::REF;
        if write {
            self.attributes |= Attributes::CHG;
        }
    }

    /// Returns a byte of the descriptor as commands number them: base high, base low, limit, attributes.
    pub(super) const fn byte(self, number: u8) -> u8 {
        match number {
            0 => (self.base >> 8) as u8,
            1 => self.base as u8,
            2 => self.limit,
            _ => self.attributes.bits(),
        }
    }

    /// Sets a byte of the descriptor, numbered as for [`byte`](Self::byte).
    pub(super) const fn set_byte(&mut self, number: u8, value: u8) {
        match number {
            0 => self.base = self.base & 0x00FF | (value as u16) << 8,
            1 => self.base = self.base & 0xFF00 | value as u16,
            2 => self.limit = value,
            _ => self.attributes = Attributes::from_bits_retain(value),
        }
    }
}
