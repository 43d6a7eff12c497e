//! Addresses as seen by a program.

use core::fmt;

use crate::bus::Location;
use crate::cpu::{Cpu, Model};
use crate::isa;

/// The number of addresses without segments, and in 128 segments.
const FLAT: usize = 0x1_0000;
const SEGMENTED: usize = 0x80_0000;

/// Numbers from this one on are addresses in the format of a register pair.
const PAIR: i64 = 0x100_0000;

/// A logical address: an offset and, on a Z8001, a segment number.
///
/// It is displayed as in the assembler: `<<5>>0x1234`, or, on a Z8002, as a plain hexadecimal number. It is serialised
/// as a number: segment * 0x10000 + offset.
///
/// # Example
///
/// ```
/// use z8000::machine::Address;
///
/// let at = Address::segmented(5, 0x1234);
/// assert_eq!((at.to_string(), at.linear()), ("<<5>>0x1234".to_owned(), 0x5_1234));
/// assert_eq!(Address::flat(0x1234).to_string(), "1234");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Address {
    linear: u32,
    segmented: bool,
}

impl Address {
    /// Creates an address of a Z8002.
    #[inline]
    pub const fn flat(offset: u16) -> Self {
        Self { linear: offset as u32, segmented: false }
    }

    /// Creates an address of a Z8001; the segment is 0 to 127.
    pub const fn segmented(segment: u8, offset: u16) -> Self {
        Self { linear: (segment as u32 & 0x7F) << 16 | offset as u32, segmented: true }
    }

    /// Converts a number to an address: segment * 0x10000 + offset, or the contents of a register pair of a Z8001.
    /// Returns `None` if the processor has no such address.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::machine::Address;
    ///
    /// let at = Address::segmented(5, 0x1234);
    /// assert_eq!(Address::of(0x5_1234, true), Some(at));
    /// assert_eq!(Address::of(0x8500_1234, true), Some(at));
    /// assert_eq!(Address::of(0x5_1234, false), None);
    /// ```
    pub fn of(number: i64, segmented: bool) -> Option<Self> {
        if segmented && (PAIR..1 << 32).contains(&number) {
            return Some(Self::segmented((number >> 24) as u8, number as u16));
        }
        let size = if segmented { SEGMENTED } else { FLAT };
        let linear = u32::try_from(number).ok().filter(|linear| (*linear as usize) < size)?;
        Some(Self { linear, segmented })
    }

    /// Returns the address of the processor's next instruction.
    #[inline]
    pub const fn of_pc(cpu: &Cpu) -> Self {
        match cpu.model() {
            Model::Z8001 => Self::segmented(cpu.pc_segment(), cpu.pc()),
            Model::Z8002 => Self::flat(cpu.pc()),
        }
    }

    /// Returns the segment number, 0 to 127; 0 on a Z8002.
    pub const fn segment(self) -> u8 {
        (self.linear >> 16) as u8
    }

    /// Returns the offset in the segment.
    pub const fn offset(self) -> u16 {
        self.linear as u16
    }

    /// Returns the address as segment * 0x10000 + offset.
    #[inline]
    pub const fn linear(self) -> usize {
        self.linear as usize
    }

    /// Returns true if the address has a segment number.
    pub const fn has_segment(self) -> bool {
        self.segmented
    }

    /// Returns the number of addresses: 0x10000 without segments, 0x800000 with them.
    pub const fn count(segmented: bool) -> usize {
        if segmented { SEGMENTED } else { FLAT }
    }

    /// Returns the address with this offset in the same segment.
    #[must_use]
    pub const fn with_offset(self, offset: u16) -> Self {
        Self { linear: self.linear & !0xFFFF | offset as u32, segmented: self.segmented }
    }

    /// Returns the address this many bytes higher; the offset wraps around within the segment.
    #[must_use]
    pub const fn plus(self, bytes: u16) -> Self {
        self.with_offset(self.offset().wrapping_add(bytes))
    }

    /// Returns the address this many bytes higher; `None` if it is beyond the end of the segment.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::machine::Address;
    ///
    /// let last = Address::segmented(5, 0xFFFE);
    /// assert_eq!(last.checked_add(2), None);
    /// assert_eq!(last.plus(2), Address::segmented(5, 0));
    /// ```
    pub fn checked_add(self, bytes: u16) -> Option<Self> {
        Some(self.with_offset(self.offset().checked_add(bytes)?))
    }

    /// Returns the address `bytes` bytes lower; `None` if it is before the start of the segment.
    pub fn checked_sub(self, bytes: u16) -> Option<Self> {
        Some(self.with_offset(self.offset().checked_sub(bytes)?))
    }

    /// Returns the number of bytes from the address to the end of its segment, 1 to 0x10000.
    pub fn room(self) -> u64 {
        0x1_0000 - u64::from(self.offset())
    }

    /// Returns the address as the processor puts it on the bus.
    pub const fn location(self) -> Location {
        Location::new(self.segment(), self.offset())
    }

    /// Converts this address to the address type of the decoder.
    pub const fn to_decode(self) -> isa::Address {
        isa::Address::segmented(self.segment(), self.offset())
    }

    /// Returns the address that an operand of an instruction at this address refers to. In non-segmented mode, it is in
    /// the instruction's segment.
    pub const fn target(self, target: isa::Address, mode: isa::Mode) -> Self {
        match mode {
            isa::Mode::Segmented => Self::segmented(target.segment, target.offset),
            isa::Mode::Nonsegmented => self.with_offset(target.offset),
        }
    }
}

impl From<u16> for Address {
    #[inline]
    fn from(offset: u16) -> Self {
        Self::flat(offset)
    }
}

/// Formats the address as the assembler reads it: with its segment, or as a plain offset.
impl fmt::LowerHex for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.segmented {
            write!(f, "{}", self.location())
        } else {
            fmt::LowerHex::fmt(&self.offset(), f)
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:04x}")
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Address {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(self.linear)
    }
}
