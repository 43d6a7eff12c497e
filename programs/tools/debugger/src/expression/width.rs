//! The number of bits that a value has at its source.

/// The number of bits that a value has at its source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Width {
    /// A flag.
    Bit,
    /// 8 bits.
    Byte,
    /// 16 bits.
    Word,
    /// 32 bits.
    Long,
    /// An address with a segment: segment * 0x10000 + offset.
    Address,
    /// A computed signed number of 64 bits, or a quadruple register.
    Wide,
}

impl Width {
    pub(super) const fn bits(self) -> u32 {
        match self {
            Self::Bit => 1,
            Self::Byte => 8,
            Self::Word => 16,
            Self::Long => 32,
            Self::Wide | Self::Address => 64,
        }
    }
}
