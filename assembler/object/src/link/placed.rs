//! The sections and symbols of a program in their places.

use std::collections::HashMap;

use super::value::{Area, Val};
use crate::model::Kind;

/// What is to be written into a section besides its pieces.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Extra {
    /// Bytes of the script.
    Data(u64, Vec<u8>),
    /// A gap: where, how long, and what with.
    Gap(u64, u64, Vec<u8>),
}

/// A section of the program in its place.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Placed {
    pub(super) area: Area,
    /// What its pieces and data are.
    pub(super) kind: Option<Kind>,
    pub(super) extras: Vec<Extra>,
}

impl Placed {
    /// Nothing is in it.
    pub(super) fn is_empty(&self) -> bool {
        self.area.size == 0
    }
}

/// All places.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Layout {
    pub(super) sections: Vec<Placed>,
    /// Symbols of the script.
    pub(super) own: HashMap<String, Val>,
    /// Their names in the order of the script.
    pub(super) order: Vec<String>,
    pub(super) regions: Vec<Region>,
}

/// A region of memory, as far as it is filled.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Region {
    pub(super) name: String,
    pub(super) attributes: String,
    pub(super) origin: u64,
    pub(super) length: u64,
    pub(super) next: u64,
}
