//! The two processors of the family.

/// Number of the stack pointer's register; in segmented mode, of the lower half of its pair.
pub const STACK_POINTER: u16 = 15;

/// The two processors of the family.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Model {
    /// With segmented mode: 128 segments of 64 KB in each address space.
    Z8001,
    /// Without: 64 KB in each address space.
    Z8002,
}
