//! How wide addresses are.

/// The mode, which says whether addresses have a segment number: bit SEG of FCW, always clear in a Z8002.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Mode {
    /// 16-bit addresses: Z8002, or Z8001 in non-segmented mode.
    #[default]
    Nonsegmented,
    /// A 7-bit segment number and a 16-bit offset: Z8001 only.
    Segmented,
}
