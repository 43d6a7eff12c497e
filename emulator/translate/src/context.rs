//! The memory used by native code: the processor's state while it runs, at fixed offsets.

use std::mem::offset_of;

use z8000::bus::Location;
use z8000::isa::SHORTEST_CLOCKS;
use z8000::run::{Bank, Marks};
use z8000::trace::Slot;

/// The state passed to native code and back.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct Context {
    /// R0 to R15.
    pub(crate) registers: [u16; 16],
    /// The flags of FCW from bit 2 (H) to bit 7 (C), each as a byte of 1 or 0; the first two bytes are not used.
    pub(crate) flags: [u8; 8],
    /// The current place in the program.
    pub(crate) place: Place,
    /// The clocks and instructions executed.
    pub(crate) count: Count,
    /// The count that must not be exceeded.
    pub(crate) limit: Count,
    /// The address of the first bank.
    pub(crate) memory: *mut Bank,
    /// The address of the marks of the first bank.
    pub(crate) marks: *const Marks,
}

/// A place in a program, as one number of 16-bit words: from the highest, the segment of the next instruction, the
/// offset of the last instruction, and the offset of the next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct Place(u64);

impl Place {
    /// Creates a place from the next instruction and the offset of the last one.
    pub(crate) fn new(segment: u8, offset: u16, from: u16) -> Self {
        Self(u64::from(segment) << Self::SEGMENT | u64::from(from) << Self::FROM | u64::from(offset))
    }

    /// The bit positions of the segment and of the last instruction's offset.
    pub(crate) const SEGMENT: u32 = 32;
    const FROM: u32 = 16;

    /// Returns the address of the next instruction.
    pub(crate) const fn location(self) -> Location {
        Location::new((self.0 >> Self::SEGMENT) as u8, self.0 as u16)
    }

    /// Returns the offset of the last instruction.
    pub(crate) const fn from(self) -> u16 {
        (self.0 >> Self::FROM) as u16
    }

    /// Returns the place as a number for native code.
    pub(crate) const fn bits(self) -> i64 {
        self.0.cast_signed()
    }
}

/// Clocks and instructions in one number, so that native code counts both with one addition: the clocks are in the bits
/// above the instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct Count(u64);

impl Count {
    /// The width of the instruction count in bits.
    const BITS: u32 = 24;

    /// Maximum number of clocks for a run of native code: the instruction count then fits even if all instructions are
    /// of the shortest kind.
    const MOST_CLOCKS: u64 = SHORTEST_CLOCKS as u64 * ((1 << Self::BITS) - 1);

    /// A count of no clocks and no instructions.
    pub(crate) const NONE: Self = Self(0);

    /// Returns a limit in clocks, with any number of instructions.
    pub(crate) fn limit(clocks: u64) -> Self {
        Self(((clocks.min(Self::MOST_CLOCKS) + 1) << Self::BITS) - 1)
    }

    /// Returns the number that native code adds for this many clocks and instructions.
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

/// The byte offsets of the fields of a [`Context`].
pub(crate) mod at {
    use super::{Context, Slot, offset_of};

    pub(crate) const PLACE: i32 = offset_of!(Context, place) as i32;
    pub(crate) const COUNT: i32 = offset_of!(Context, count) as i32;
    pub(crate) const LIMIT: i32 = offset_of!(Context, limit) as i32;
    #[cfg(not(target_family = "wasm"))]
    pub(crate) const MEMORY: i32 = offset_of!(Context, memory) as i32;
    pub(crate) const MARKS: i32 = offset_of!(Context, marks) as i32;

    /// Returns the offset of a register, in two bytes, or of a flag, in one byte.
    pub(crate) const fn slot(slot: Slot) -> i32 {
        match slot {
            Slot::Register(n) => offset_of!(Context, registers) as i32 + 2 * n as i32,
            Slot::Flag(bit) => offset_of!(Context, flags) as i32 + bit.trailing_zeros() as i32,
        }
    }
}
