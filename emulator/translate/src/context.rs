//! What native code works on: the processor's state while it runs, at offsets that the code knows.

use std::mem::offset_of;
use std::sync::atomic::AtomicUsize;

use z8000::isa::SHORTEST_CLOCKS;

/// The state that goes into native code and comes out of it.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct Context {
    /// R0 to R15.
    pub(crate) registers: [u16; 16],
    /// The flags of FCW from bit 2 (H) to bit 7 (C), a byte of 1 or 0 for each; the first two are not used.
    pub(crate) flags: [u8; 8],
    /// Offset of the next instruction, and in the upper half the address of the last one.
    pub(crate) pc: u32,
    /// What was executed.
    pub(crate) count: Count,
    /// What must not be passed.
    pub(crate) limit: Count,
    /// For each even offset of PC, the address of the code that continues there.
    pub(crate) table: *const AtomicUsize,
    /// The memories, 65,536 bytes each.
    pub(crate) program: *const u8,
    pub(crate) data: *mut u8,
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

    /// What native code adds for so many clocks and instructions.
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

/// Where a field lies in a [`Context`], in bytes.
pub(crate) mod at {
    use super::{Context, offset_of};

    pub(crate) const PC: i32 = offset_of!(Context, pc) as i32;
    pub(crate) const COUNT: i32 = offset_of!(Context, count) as i32;
    pub(crate) const LIMIT: i32 = offset_of!(Context, limit) as i32;
    pub(crate) const TABLE: i32 = offset_of!(Context, table) as i32;
    pub(crate) const PROGRAM: i32 = offset_of!(Context, program) as i32;
    pub(crate) const DATA: i32 = offset_of!(Context, data) as i32;

    /// The flag with a bit in FCW.
    pub(crate) const fn flag(bit: u16) -> i32 {
        offset_of!(Context, flags) as i32 + bit.trailing_zeros() as i32
    }

    /// Register Rn.
    pub(crate) const fn register(n: u8) -> i32 {
        offset_of!(Context, registers) as i32 + 2 * n as i32
    }
}
