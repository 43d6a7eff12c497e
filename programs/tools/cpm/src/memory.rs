//! Memory: segments of 64 KB.
//!
//! A *physical* address consists of segment and offset, as used by segmented programs and in system calls.
//! Non-segmented programs run in [`SEGMENT`], where instructions and data share the memory, or, with split spaces, in
//! [`SPLIT_SEGMENT`], whose instructions have their own memory, which is also visible as the data of [`SPLIT_PROGRAM`].
//! The trap handlers are in [`SYSTEM_SEGMENT`], to which every access in system mode goes.

use z8000::bus::{Location, Space, Status};
use z8000::machine::World;

/// The size of a segment in bytes.
pub const SEGMENT_SIZE: usize = 0x1_0000;
/// The segment of a non-segmented program.
pub const SEGMENT: u8 = 10;
/// The segment of a program with split spaces: its data and, in a separate memory, its instructions.
pub const SPLIT_SEGMENT: u8 = 8;
/// The segment in which the instructions of a program with split spaces are visible as data.
pub const SPLIT_PROGRAM: u8 = 10;
/// The segment that the host reserves for the trap handlers.
pub const SYSTEM_SEGMENT: u8 = 127;

/// The number of segments.
const SEGMENTS: u8 = 128;

/// Creates memory filled with zeros.
pub fn empty() -> World {
    let mut memory = World::ram(SEGMENTS);
    for space in [Space::Program, Space::Data] {
        for segment in 0..SEGMENTS {
            memory.show(Status { space, system: true }, segment, SYSTEM_SEGMENT);
        }
    }
    memory
}

/// Gives [`SPLIT_SEGMENT`] its own instruction memory if `split` is true; otherwise, removes it.
pub fn split(memory: &mut World, split: bool) {
    let program = Status { space: Space::Program, system: false };
    memory.show(
        program,
        SPLIT_SEGMENT,
        if split { SPLIT_PROGRAM } else { SPLIT_SEGMENT },
    );
}

/// Converts a register pair or a long word to a physical address: bits 24 to 30 are the segment, the low word is the
/// offset.
pub const fn location(pair: u32) -> Location {
    Location::new((pair >> 24) as u8 & 0x7F, pair as u16)
}

/// Converts a physical address to a long word. Bit 31, which the processor sets in a register pair, is 0.
pub const fn pair(at: Location) -> u32 {
    (at.segment() as u32) << 24 | at.offset() as u32
}
