//! The memory used by native code: the processor's state while it runs, at fixed offsets.

use std::mem::offset_of;

use z8000::bus::Location;
use z8000::isa::SHORTEST_CLOCKS;
use z8000::run::{Bank, Marks};
use z8000::trace::Slot;

/// The state that goes into native code and comes out of it.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct Context {
    /// R0 to R15.
    pub(crate) registers: [u16; 16],
    /// The flags of FCW from bit 2 (H) to bit 7 (C), a byte of 1 or 0 for each; the first two are not used.
    pub(crate) flags: [u8; 8],
    /// Where it has come to.
    pub(crate) place: Place,
    /// The clocks and instructions that were executed.
    pub(crate) count: Count,
    /// The count that must not be passed.
    pub(crate) limit: Count,
    /// The first of the banks.
    pub(crate) memory: *mut Bank,
    /// The marks of the first bank.
    pub(crate) marks: *const Marks,
}

/// Where a program has come to, in one number: the segment of the next instruction, the offset of the last one, the
/// offset of the next one, in words of 16 bits with the last one lowest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct Place(u64);

impl Place {
    /// At an instruction, after another.
    pub(crate) fn new(segment: u8, offset: u16, from: u16) -> Self {
        Self(u64::from(segment) << Self::SEGMENT | u64::from(from) << Self::FROM | u64::from(offset))
    }

    /// Where the segment and the offset of the last instruction begin.
    pub(crate) const SEGMENT: u32 = 32;
    const FROM: u32 = 16;

    /// The next instruction.
    pub(crate) const fn location(self) -> Location {
        Location::new((self.0 >> Self::SEGMENT) as u8, self.0 as u16)
    }

    /// The offset of the last instruction.
    pub(crate) const fn from(self) -> u16 {
        (self.0 >> Self::FROM) as u16
    }

    /// The number.
    pub(crate) const fn bits(self) -> i64 {
        self.0.cast_signed()
    }
}

/// Clocks and instructions in one number, so that native code counts both with one addition: the clocks above the
/// instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct Count(u64);

impl Count {
    /// Bits of the instructions.
    const BITS: u32 = 24;

    /// Clocks that a run of native code may take, so that the number of instructions fits even if all are of the
    /// shortest.
    const MOST_CLOCKS: u64 = SHORTEST_CLOCKS as u64 * ((1 << Self::BITS) - 1);

    /// Nothing yet.
    pub(crate) const NONE: Self = Self(0);

    /// A limit in clocks, with any number of instructions.
    pub(crate) fn limit(clocks: u64) -> Self {
        Self(((clocks.min(Self::MOST_CLOCKS) + 1) << Self::BITS) - 1)
    }

    /// The number that native code adds for that many clocks and instructions.
    pub(crate) fn of(clocks: u32, instructions: u32) -> i64 {
        i64::from(clocks) << Self::BITS | i64::from(instructions)
    }

    pub(crate) const fn clocks(self) -> u64 {
        self.0 >> Self::BITS
    }

    pub(crate) const fn instructions(self) -> u64 {
        self.0 & ((1 << Self::BITS) - 1)
    }
}

/// Where a field is in a [`Context`], in bytes.
pub(crate) mod at {
    use super::{Context, Slot, offset_of};

    pub(crate) const PLACE: i32 = offset_of!(Context, place) as i32;
    pub(crate) const COUNT: i32 = offset_of!(Context, count) as i32;
    pub(crate) const LIMIT: i32 = offset_of!(Context, limit) as i32;
    pub(crate) const MEMORY: i32 = offset_of!(Context, memory) as i32;
    pub(crate) const MARKS: i32 = offset_of!(Context, marks) as i32;

    /// A register, in two bytes, or a flag, in one.
    pub(crate) const fn slot(slot: Slot) -> i32 {
        match slot {
            Slot::Register(n) => offset_of!(Context, registers) as i32 + 2 * n as i32,
            Slot::Flag(bit) => offset_of!(Context, flags) as i32 + bit.trailing_zeros() as i32,
        }
    }
}
