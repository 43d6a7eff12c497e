//! Memory: segments of 64 KB.
//!
//! A *physical* address is what a segmented program uses, and what system calls pass on: segment and offset. Programs
//! without segmented mode run in [`SEGMENT`], where instructions and data share the memory, or with split spaces in
//! [`SPLIT_SEGMENT`], whose instructions are a memory of their own, which is seen as the data of [`SPLIT_PROGRAM`]. The
//! handlers of traps are in [`SYSTEM_SEGMENT`], which every access in system mode goes to.

use z8000::bus::{Bus, Location, Status};

/// Bytes of a segment.
pub const SEGMENT_SIZE: usize = 0x1_0000;
/// The segment of a program without segmented mode.
pub const SEGMENT: u8 = 10;
/// The segment of a program with split spaces.
pub const SPLIT_SEGMENT: u8 = 8;
/// The segment whose data are the instructions of a program with split spaces.
pub const SPLIT_PROGRAM: u8 = 10;
/// The segment of the host.
pub const SYSTEM_SEGMENT: u8 = 127;

/// Bytes of all segments.
const SIZE: usize = 128 * SEGMENT_SIZE;

/// All segments.
pub struct Memory {
    bytes: Box<[u8; SIZE]>,
    /// True if [`SPLIT_SEGMENT`] has instructions of its own.
    pub split: bool,
}

impl Default for Memory {
    fn default() -> Self {
        Self::new()
    }
}

impl Memory {
    /// Empty memory: zeros.
    #[must_use]
    pub fn new() -> Self {
        let bytes = vec![0; SIZE].into_boxed_slice();
        Self {
            // Its length is right: the array is never made on the stack.
            bytes: bytes.try_into().unwrap_or_else(|_| Box::new([0; SIZE])),
            split: false,
        }
    }

    /// Where an access goes.
    #[inline(always)]
    const fn place(&self, status: Status, at: Location) -> usize {
        let segment = at.segment();
        let segment = if status.system {
            SYSTEM_SEGMENT
        } else if self.split && segment == SPLIT_SEGMENT && status.space.is_program() {
            SPLIT_PROGRAM
        } else {
            segment
        };
        index(segment, at.offset())
    }

    /// A byte at a physical address.
    #[must_use]
    pub fn byte(&self, at: Location) -> u8 {
        self.bytes[index(at.segment(), at.offset())]
    }

    /// Writes a byte.
    pub fn set_byte(&mut self, at: Location, value: u8) {
        self.bytes[index(at.segment(), at.offset())] = value;
    }

    /// A word; its address may be odd.
    #[must_use]
    pub fn word(&self, at: Location) -> u16 {
        u16::from_be_bytes([self.byte(at), self.byte(at.plus(1))])
    }

    /// Writes a word; its address may be odd.
    pub fn set_word(&mut self, at: Location, value: u16) {
        self.write(at, &value.to_be_bytes());
    }

    /// A long word.
    #[must_use]
    pub fn long(&self, at: Location) -> u32 {
        u32::from(self.word(at)) << 16 | u32::from(self.word(at.plus(2)))
    }

    /// Writes a long word.
    pub fn set_long(&mut self, at: Location, value: u32) {
        self.write(at, &value.to_be_bytes());
    }

    /// Reads bytes; behind the end of the segment follows its beginning.
    #[must_use]
    pub fn read<const N: usize>(&self, at: Location) -> [u8; N] {
        std::array::from_fn(|distance| self.byte(at.plus(distance as u16)))
    }

    /// Writes bytes; behind the end of the segment follows its beginning.
    pub fn write(&mut self, at: Location, bytes: &[u8]) {
        for (distance, byte) in bytes.iter().enumerate() {
            self.set_byte(at.plus(distance as u16), *byte);
        }
    }
}

/// The index of a byte.
#[inline(always)]
const fn index(segment: u8, offset: u16) -> usize {
    (segment as usize & 0x7F) << 16 | offset as usize
}

/// A physical address in a register pair or a long word.
#[must_use]
pub const fn location(pair: u32) -> Location {
    Location::new((pair >> 24) as u8 & 0x7F, pair as u16)
}

/// A physical address as a long word, without the bit that the processor sets in a register pair.
#[must_use]
pub const fn pair(at: Location) -> u32 {
    (at.segment() as u32) << 24 | at.offset() as u32
}

/// Ports are not there: the inputs are high, and privileged anyway.
impl Bus for Memory {
    #[inline(always)]
    fn read_byte(&mut self, status: Status, at: Location) -> u8 {
        self.bytes[self.place(status, at)]
    }

    #[inline(always)]
    fn read_word(&mut self, status: Status, at: Location) -> u16 {
        let place = self.place(status, at) & !1;
        u16::from_be_bytes([self.bytes[place], self.bytes[place | 1]])
    }

    #[inline(always)]
    fn write_byte(&mut self, status: Status, at: Location, value: u8) {
        self.bytes[self.place(status, at)] = value;
    }

    #[inline(always)]
    fn write_word(&mut self, status: Status, at: Location, value: u16) {
        let place = self.place(status, at) & !1;
        [self.bytes[place], self.bytes[place | 1]] = value.to_be_bytes();
    }

    fn input_byte(&mut self, _: u16, _: bool) -> u8 {
        0xFF
    }

    fn input_word(&mut self, _: u16, _: bool) -> u16 {
        0xFFFF
    }

    fn output_byte(&mut self, _: u16, _: bool, _: u8) {}

    fn output_word(&mut self, _: u16, _: bool, _: u16) {}
}
