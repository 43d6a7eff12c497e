//! The placed sections and symbols of a program.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

use crate::model::Kind;

/// The reference point of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Base {
    /// A number as written: relative to the place of its use.
    Number,
    /// An address in memory, or a number that is not an address.
    Absolute,
    /// A section of the program.
    Section(usize),
}

/// A region of memory, and how much of it is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Memory {
    /// Name of the region.
    pub name: String,
    /// Number of bytes from the beginning of the region to the end of its last section.
    pub used: u64,
    /// Size of the region in bytes.
    pub length: u64,
}

/// A value of the script.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Val {
    pub(super) value: u64,
    pub(super) base: Base,
    /// True if it is an address, even outside sections: it comes from `.` or from a label.
    pub(super) place: bool,
}

impl Val {
    pub(super) const fn new(value: u64, base: Base, place: bool) -> Self {
        Self { value, base, place }
    }
}

/// The place of a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Area {
    pub(super) address: u64,
    /// The place where it is loaded.
    pub(super) load: u64,
    pub(super) size: u64,
    pub(super) alignment: u32,
    /// Its size in the file is a multiple of this.
    pub(super) padding: u64,
}

/// A section of the program in its place.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct PlacedSection {
    pub(super) area: Area,
    /// The kind of its pieces and data.
    pub(super) kind: Option<Kind>,
    /// Gaps and data of the script: offset, length, and the bytes that are repeated there.
    pub(super) extras: Vec<(u64, u64, Vec<u8>)>,
}

/// All places.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Layout {
    pub(super) sections: Vec<PlacedSection>,
    /// The offset of each piece in its section.
    pub(super) offsets: Vec<u64>,
    /// Symbols of the script.
    pub(super) own: HashMap<String, Val>,
    /// The symbols that expressions have requested.
    pub(super) asked: RefCell<BTreeSet<String>>,
    /// Their names in the order of the script.
    pub(super) order: Vec<String>,
    pub(super) regions: Vec<Region>,
}

/// A region of memory, as far as it is filled.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Region {
    pub(super) names: Vec<String>,
    pub(super) attributes: String,
    pub(super) origin: u64,
    pub(super) length: u64,
    pub(super) next: u64,
    /// The last section in it that was not loaded into another.
    pub(super) last: Option<usize>,
}

impl Layout {
    /// How much of each region is used.
    pub(super) fn memory(&self) -> Vec<Memory> {
        // The last one is that of sections that name none.
        let named = self.regions.split_last().map_or(&[][..], |(_, named)| named);
        let used = named.iter().map(|region| Memory {
            name: region.names[0].clone(),
            used: region.next.saturating_sub(region.origin),
            length: region.length,
        });
        used.collect()
    }
}

impl Region {
    pub(super) fn is_named(&self, name: &str) -> bool {
        self.names.iter().any(|own| own == name)
    }
}
