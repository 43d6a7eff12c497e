//! The addresses of the sections and symbols of a program.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

use crate::model::Kind;

/// The reference point of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Base {
    /// A number, relative to the place where it is used.
    Number,
    /// An address in memory, or a number that is not an address.
    Absolute,
    /// A section of the program.
    Section(usize),
}

/// A region of memory, and how much of it is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Memory {
    /// Name of the region in the script's `MEMORY`.
    pub name: String,
    /// Number of bytes from the beginning of the region to the end of its last section.
    pub used: u64,
    /// Size of the region in bytes.
    pub length: u64,
}

/// A value in the script, relative to a base.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Val {
    pub(super) value: u64,
    pub(super) base: Base,
    /// True for an address, even outside sections: it comes from `.` or from a label.
    pub(super) place: bool,
}

impl Val {
    pub(super) const fn new(value: u64, base: Base, place: bool) -> Self {
        Self { value, base, place }
    }
}

/// The address and the size of a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Area {
    pub(super) address: u64,
    /// The address to which the section is loaded.
    pub(super) load: u64,
    pub(super) size: u64,
    pub(super) alignment: u32,
    /// The size in the file is a multiple of this.
    pub(super) padding: u64,
}

/// A section of the program, with its address.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct PlacedSection {
    pub(super) area: Area,
    /// The kind of its contents; `None` if it has none.
    pub(super) kind: Option<Kind>,
    /// Gaps, and data from the script: offset, length, and the bytes repeated there.
    pub(super) extras: Vec<(u64, u64, Vec<u8>)>,
}

/// The result of a pass: all addresses.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Layout {
    pub(super) sections: Vec<PlacedSection>,
    /// The offset of each piece in its section.
    pub(super) offsets: Vec<u64>,
    /// The symbols that the script defines.
    pub(super) own: HashMap<String, Val>,
    /// The symbols that expressions of the script use.
    pub(super) asked: RefCell<BTreeSet<String>>,
    /// The names in `own`, in the order of the script.
    pub(super) order: Vec<String>,
    pub(super) regions: Vec<Region>,
}

/// A memory region, and how far it is filled.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Region {
    pub(super) names: Vec<String>,
    pub(super) attributes: String,
    pub(super) origin: u64,
    pub(super) length: u64,
    pub(super) next: u64,
    /// The last section in the region that determines the load address of the next one.
    pub(super) last: Option<usize>,
}

impl Layout {
    /// Returns how much of each region is used.
    pub(super) fn memory(&self) -> Vec<Memory> {
        // The last region is the default one.
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
