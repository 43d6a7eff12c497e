//! Addresses in instructions, and their width.

/// A memory address as contained in an instruction.
///
/// # Example
///
/// ```
/// use z8000::isa::Address;
///
/// let at = Address::segmented(5, 0xFFFE);
/// assert_eq!(at.offset_by(4), Address::segmented(5, 2));
/// assert_eq!(Address::flat(0x100).segment, 0);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Address {
    /// Segment, 0 to 127. It is 0 for a Z8002, and the instruction's own segment in non-segmented mode of a Z8001.
    pub segment: u8,
    /// Offset within the segment.
    pub offset: u16,
    /// True if a segmented address has the short, one-word form (offset 0 to 255).
    pub short: bool,
}

impl Address {
    /// Creates an address for non-segmented mode, with segment 0.
    pub const fn flat(offset: u16) -> Self {
        Self { segment: 0, offset, short: false }
    }

    /// Creates a segmented address in the long, two-word form. The segment is 0 to 127.
    pub const fn segmented(segment: u8, offset: u16) -> Self {
        Self { segment, offset, short: false }
    }

    /// Returns the address `bytes` bytes higher in the same segment; the offset wraps around.
    #[must_use]
    pub const fn offset_by(self, bytes: u16) -> Self {
        Self { offset: self.offset.wrapping_add(bytes), ..self }
    }
}

/// The mode, which determines whether addresses have a segment number. It is bit SEG of FCW, which is always clear in a
/// Z8002.
///
/// # Example
///
/// ```
/// use z8000::isa::{Address, Mode, disassemble};
///
/// // LD R1,@R2, in segmented mode LD R1,@RR2.
/// let text = |mode| disassemble(&[0x2121], Address::flat(0), mode).map(|(text, _)| text);
/// assert_eq!(text(Mode::Nonsegmented).as_deref(), Some("ld r1,@r2"));
/// assert_eq!(text(Mode::Segmented).as_deref(), Some("ld r1,@rr2"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Mode {
    /// 16-bit addresses: Z8002, or Z8001 in non-segmented mode.
    #[default]
    Nonsegmented,
    /// A 7-bit segment number and a 16-bit offset: Z8001 only.
    Segmented,
}
