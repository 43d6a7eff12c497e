//! The processor's bus: memory by address space, and ports.

use core::fmt;
use core::hash::{Hash, Hasher};

use crate::cpu::Interrupt;

/// The address space of a memory access, as encoded by the status lines ST3 to ST0.
///
/// A system may decode the lines and give each space its own memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Space {
    /// The first word of an instruction.
    Instruction,
    /// Further words of an instruction, operands of relative loads, and new program status.
    Program,
    /// All other accesses except those to the stack.
    Data,
    /// Accesses through the stack pointer.
    Stack,
}

impl Space {
    /// Returns ST3 to ST0 as a number, 0 to 15.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::bus::Space;
    ///
    /// // Table of the manual: 1101 is the first word of an instruction, 1001 the stack.
    /// assert_eq!(Space::Instruction.lines(), 0b1101);
    /// assert_eq!(Space::Stack.lines(), 0b1001);
    /// ```
    pub const fn lines(self) -> u8 {
        match self {
            Self::Instruction => 0b1101,
            Self::Program => 0b1100,
            Self::Data => 0b1000,
            Self::Stack => 0b1001,
        }
    }

    /// Returns true for the spaces in program memory: [`Instruction`](Self::Instruction) and
    /// [`Program`](Self::Program).
    #[inline(always)]
    pub const fn is_program(self) -> bool {
        matches!(self, Self::Instruction | Self::Program)
    }
}

/// The status of a memory access. It distinguishes six address spaces: program, data and stack, each in system
/// and in normal mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Status {
    /// The address space, as on the status lines.
    pub space: Space,
    /// The N/S line: true in system mode.
    pub system: bool,
}

/// A memory address: a segment number and an offset within the segment.
///
/// It has the layout of a register pair and keeps the pair's unused bits, which LDA makes visible. Comparisons ignore
/// these bits.
///
/// # Example
///
/// ```
/// use z8000::bus::Location;
///
/// let at = Location::new(5, 0xFFFE);
/// assert_eq!((at.segment(), at.offset()), (5, 0xFFFE));
/// assert_eq!(at.to_string(), "<<5>>0xfffe");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Location(u32);

impl Location {
    /// The unused bit 31 of a pair, set by the processor when it stores a segment number in a register.
    const MARK: u32 = 0x8000_0000;

    /// Creates an address. A Z8002 uses segment 0. As on the bus, which has seven lines for the segment number, bit 7
    /// is ignored: 200 is segment 72.
    #[inline(always)]
    pub const fn new(segment: u8, offset: u16) -> Self {
        Self(Self::MARK | (segment as u32 & 0x7F) << 24 | offset as u32)
    }

    /// Returns the addresses of a word's high and low byte.
    #[inline(always)]
    const fn halves(self) -> [Self; 2] {
        [Self(self.0 & !1), Self(self.0 | 1)]
    }

    /// Creates an address from a register pair, including its unused bits.
    #[inline(always)]
    pub(crate) const fn from_pair(pair: u32) -> Self {
        Self(pair)
    }

    /// Returns the address as a register pair, including the unused bits.
    #[inline(always)]
    pub(crate) const fn pair(self) -> u32 {
        self.0
    }

    /// Returns the segment number, 0 to 127.
    #[inline(always)]
    pub const fn segment(self) -> u8 {
        (self.0 >> 24) as u8 & 0x7F
    }

    /// Returns the offset within the segment.
    #[inline(always)]
    pub const fn offset(self) -> u16 {
        self.0 as u16
    }

    /// Returns the address `distance` bytes higher; the offset wraps around within the segment.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::bus::Location;
    ///
    /// assert_eq!(Location::new(5, 0xFFFE).plus(2), Location::new(5, 0));
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn plus(self, distance: u16) -> Self {
        Self(self.0 & 0xFFFF_0000 | self.offset().wrapping_add(distance) as u32)
    }
}

impl PartialEq for Location {
    fn eq(&self, other: &Self) -> bool {
        (self.segment(), self.offset()) == (other.segment(), other.offset())
    }
}

impl Eq for Location {}

impl Hash for Location {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.segment(), self.offset()).hash(state);
    }
}

impl fmt::Display for Location {
    /// Formats the address as the assembler reads it: `<<5>>0x1234`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<<{}>>{:#06x}", self.segment(), self.offset())
    }
}

/// Memory and ports, as the processor accesses them.
///
/// A plain memory implements two methods, [`read_byte`](Self::read_byte) and [`write_byte`](Self::write_byte). By
/// default, nothing else is connected; a memory that also implements word accesses is faster.
///
/// A word has its high byte at the even address; words are read and written whole, and bit 0 of their addresses is
/// ignored. Port addresses have 16 bits; 8-bit devices are at even addresses (upper half of the data lines) or odd ones
/// (lower half).
///
/// # Example
///
/// ```
/// use z8000::bus::{Bus, Location, Space, Status};
///
/// struct Bytes([u8; 4]);
/// impl Bus for Bytes {
///     fn read_byte(&mut self, _: Status, at: Location) -> u8 { self.0[usize::from(at.offset() % 4)] }
///     fn write_byte(&mut self, _: Status, at: Location, value: u8) { self.0[usize::from(at.offset() % 4)] = value; }
/// }
/// let mut bytes = Bytes([0; 4]);
/// let status = Status { space: Space::Data, system: true };
/// // A word has its high byte first.
/// bytes.write_word(status, Location::new(0, 2), 0x1234);
/// assert_eq!(bytes.0, [0, 0, 0x12, 0x34]);
/// ```
pub trait Bus {
    /// Reads a byte of memory in the address space and mode of `status`.
    fn read_byte(&mut self, status: Status, at: Location) -> u8;
    /// Writes a byte of memory in the address space and mode of `status`.
    fn write_byte(&mut self, status: Status, at: Location, value: u8);

    /// Reads a word. Default: reads two bytes.
    #[inline(always)]
    fn read_word(&mut self, status: Status, at: Location) -> u16 {
        let [high, low] = at.halves();
        u16::from_be_bytes([self.read_byte(status, high), self.read_byte(status, low)])
    }

    /// Writes a word. Default: writes two bytes.
    #[inline(always)]
    fn write_word(&mut self, status: Status, at: Location, value: u16) {
        let [high, low] = at.halves();
        let bytes = value.to_be_bytes();
        self.write_byte(status, high, bytes[0]);
        self.write_byte(status, low, bytes[1]);
    }

    /// Reads a word from a port, in the special I/O space if `special` is set. Default: FFFFh, since nothing drives the
    /// lines.
    fn input_word(&mut self, port: u16, special: bool) -> u16 {
        let _ = (port, special);
        0xFFFF
    }

    /// Writes a word to a port. Default: ignored.
    fn output_word(&mut self, port: u16, special: bool, value: u16) {
        let _ = (port, special, value);
    }

    /// Reads a byte from a port. Default: the half of the word on the data lines that belongs to the port's address.
    fn input_byte(&mut self, port: u16, special: bool) -> u8 {
        let [high, low] = self.input_word(port, special).to_be_bytes();
        if port & 1 == 0 { high } else { low }
    }

    /// Writes a byte to a port. Default: writes a word with the byte in both halves, as the processor puts it on the
    /// data lines.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::bus::{Bus, Location, Status};
    ///
    /// struct Port(u16);
    /// impl Bus for Port {
    ///     fn read_byte(&mut self, _: Status, _: Location) -> u8 { 0xFF }
    ///     fn write_byte(&mut self, _: Status, _: Location, _: u8) {}
    ///     fn output_word(&mut self, _: u16, _: bool, value: u16) { self.0 = value; }
    /// }
    /// let mut port = Port(0);
    /// port.output_byte(0x21, false, 0x5A);
    /// assert_eq!(port.0, 0x5A5A);
    /// ```
    fn output_byte(&mut self, port: u16, special: bool, value: u8) {
        self.output_word(port, special, u16::from_be_bytes([value; 2]));
    }

    /// Returns the wait states, in clocks, of the accesses since the last call; default: 0. The processor calls this
    /// after each instruction and adds them to its clocks.
    #[inline(always)]
    fn wait_states(&mut self) -> u32 {
        0
    }

    /// Returns true if [`Cpu::run`](crate::cpu::Cpu::run) is to end here; default: false. Called after each instruction
    /// that is privileged (in either mode) or has trapped, and after each interrupt: that is, after all input and
    /// output, but not after memory accesses.
    #[inline(always)]
    fn ends_run(&mut self) -> bool {
        false
    }

    /// Performs the acknowledge cycle of an interrupt, and returns the identifier that the processor reads. Default:
    /// `requested`; a daisy chain can choose another one.
    fn acknowledge(&mut self, interrupt: Interrupt, requested: u16) -> u16 {
        let _ = interrupt;
        requested
    }

    /// Returns true if the multi-micro input MI is active (low). If the processor is not requesting the resource, this
    /// means that another processor has it; otherwise, it means that the request is granted. Default: false, as if not
    /// connected.
    fn multi_micro_in(&mut self) -> bool {
        false
    }

    /// Sets the multi-micro output MO, which is active (low) while the processor requests or holds the resource.
    fn multi_micro_out(&mut self, active: bool) {
        let _ = active;
    }

    /// Passes the two words of an extended instruction to the extended processing units, before anything is
    /// transferred.
    fn extended(&mut self, instruction: u16, template: u16) {
        let _ = (instruction, template);
    }

    /// Reads a word that an extended processing unit puts on the bus. Default: FFFFh.
    fn read_extended(&mut self) -> u16 {
        0xFFFF
    }

    /// Writes a word to an extended processing unit.
    fn write_extended(&mut self, word: u16) {
        let _ = word;
    }
}
