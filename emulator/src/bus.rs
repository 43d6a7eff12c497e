//! What the processor is connected to: memory by address space, and ports.

/// The address space of a memory access, as the status lines ST3 to ST0 encode it.
///
/// A system may decode the lines and give each space a memory of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Space {
    /// The first word of an instruction.
    Instruction,
    /// Its further words, the operands of relative loads, and new program status.
    Program,
    /// Everything else except the stack.
    Data,
    /// Accesses through the stack pointer.
    Stack,
}

impl Space {
    /// ST3 to ST0, 0 to 15.
    #[must_use]
    pub const fn lines(self) -> u8 {
        match self {
            Self::Instruction => 0b1101,
            Self::Program => 0b1100,
            Self::Data => 0b1000,
            Self::Stack => 0b1001,
        }
    }

    /// Whether it belongs to the program memory, of which the first word of an instruction has no
    /// part of its own.
    #[must_use]
    #[inline(always)]
    pub const fn is_program(self) -> bool {
        matches!(self, Self::Instruction | Self::Program)
    }
}

/// What the status lines say about a memory access besides its address: six address spaces, three per mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Status {
    /// The status lines.
    pub space: Space,
    /// The line N/S: whether the processor is in system mode.
    pub system: bool,
}

/// A memory address: a segment number and an offset within the segment.
///
/// It is laid out as in a register pair, and keeps the pair's unused bits: LDA shows them.
#[derive(Debug, Clone, Copy)]
pub struct Location(u32);

impl Location {
    /// The bit that a segment number in a register has above it when the processor puts it there.
    const MARK: u32 = 0x8000_0000;

    /// An address; the segment number is 0 to 127, and 0 for a Z8002.
    #[must_use]
    #[inline(always)]
    pub const fn new(segment: u8, offset: u16) -> Self {
        Self(Self::MARK | (segment as u32 & 0x7F) << 24 | offset as u32)
    }

    /// The address in a register pair.
    #[inline(always)]
    pub(crate) const fn from_pair(pair: u32) -> Self {
        Self(pair)
    }

    /// The address as a register pair holds it.
    #[inline(always)]
    pub(crate) const fn pair(self) -> u32 {
        self.0
    }

    /// Segment number, 0 to 127.
    #[must_use]
    #[inline(always)]
    pub const fn segment(self) -> u8 {
        (self.0 >> 24) as u8 & 0x7F
    }

    /// Offset within the segment.
    #[must_use]
    #[inline(always)]
    pub const fn offset(self) -> u16 {
        self.0 as u16
    }

    /// The address `distance` bytes further on; the offset wraps around within the segment.
    #[must_use]
    #[inline(always)]
    pub const fn plus(self, distance: u16) -> Self {
        Self(self.0 & 0xFFFF_0000 | self.offset().wrapping_add(distance) as u32)
    }
}

/// Memory and ports.
///
/// A word has its high byte at the even address; words are read and written whole, and bit 0 of
/// their addresses does not count. A port is addressed with 16 bits; 8-bit devices sit at even
/// addresses (upper half of the data lines) or odd ones (lower half).
pub trait Bus {
    /// Reads a byte.
    fn read_byte(&mut self, status: Status, at: Location) -> u8;
    /// Reads a word.
    fn read_word(&mut self, status: Status, at: Location) -> u16;
    /// Writes a byte.
    fn write_byte(&mut self, status: Status, at: Location, value: u8);
    /// Writes a word.
    fn write_word(&mut self, status: Status, at: Location, value: u16);
    /// Reads a byte from a port, of the special I/O space if `special`.
    fn input_byte(&mut self, port: u16, special: bool) -> u8;
    /// Reads a word from a port.
    fn input_word(&mut self, port: u16, special: bool) -> u16;
    /// Writes a byte to a port.
    fn output_byte(&mut self, port: u16, special: bool, value: u8);
    /// Writes a word to a port.
    fn output_word(&mut self, port: u16, special: bool, value: u16);

    /// Whether the multi-micro input MI is active (low). While the
    /// processor does not request the resource, it means that somebody else has it; while the processor does, that the
    /// request is granted. By default nothing is connected.
    fn multi_micro_in(&mut self) -> bool {
        false
    }

    /// The multi-micro output MO becomes active (low), by which the processor requests and holds the resource; or
    /// inactive.
    fn multi_micro_out(&mut self, active: bool) {
        let _ = active;
    }

    /// Extended processing units see the two words of an instruction of theirs before anything is transferred.
    fn extended(&mut self, instruction: u16, template: u16) {
        let _ = (instruction, template);
    }

    /// A word that an extended processing unit puts on the bus.
    fn read_extended(&mut self) -> u16 {
        0xFFFF
    }

    /// A word for an extended processing unit.
    fn write_extended(&mut self, word: u16) {
        let _ = word;
    }
}
