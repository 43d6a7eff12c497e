//! Where the sections of a source have moved to, and what was cut out of them.

/// Bytes that are cut out at a place: the second word of an address.
pub(crate) const CUT: u32 = 2;

/// The places of a section where [`CUT`] bytes were taken out, in their order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Cuts(pub(crate) Vec<u32>);

impl Cuts {
    /// Where an offset has moved to.
    pub(crate) fn after(&self, offset: u32) -> u32 {
        offset.saturating_sub(CUT * self.0.partition_point(|cut| *cut < offset) as u32)
    }
}

/// A section of a source, and where it has moved to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Moved {
    /// The section of the object or program; empty if it is not in it.
    pub(super) name: String,
    /// Added to addresses.
    pub(super) by: u32,
    pub(super) cuts: Cuts,
}

impl Moved {
    /// The new address and length of bytes.
    pub(super) fn moved(&self, [address, length]: [u32; 2]) -> [u32; 2] {
        let first = self.cuts.after(address);
        let end = self.cuts.after(address.saturating_add(length));
        let length = if self.cuts.0.is_empty() {
            length
        } else {
            end.saturating_sub(first)
        };
        [first.wrapping_add(self.by), length]
    }
}
