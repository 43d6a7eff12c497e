//! The contents as Intel HEX.

use z8000_object::image::hex;

use crate::assembly::{AddressSpace, Assembly, Piece};

impl Assembly {
    /// The contents of one memory, or of all in one, as Intel HEX. Addresses beyond 64 KB have their upper half in
    /// records of type 04; gaps are left out.
    #[must_use]
    pub fn intel_hex(&self, space: Option<AddressSpace>) -> String {
        records(self.contents(space))
    }
}

fn records<'p>(pieces: impl Iterator<Item = &'p Piece>) -> String {
    hex::write(pieces.map(|piece| (piece.origin, &piece.bytes[..])), None)
}
