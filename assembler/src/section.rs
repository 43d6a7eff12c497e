//! Sections of a program, and the symbols in them.

use z8000_object::{Kind, LineMap};

/// A section of a program, identified by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Section(u16);

impl Section {
    /// `.text`: instructions.
    pub const TEXT: Self = Self(0);
    /// `.data`: data.
    pub const DATA: Self = Self(1);
    /// `.bss`: space.
    pub const BSS: Self = Self(2);

    pub(crate) const fn new(index: usize) -> Self {
        Self(index as u16)
    }

    /// Index of the section in [`Assembly::sections`](crate::Assembly::sections).
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One of the two memories that a Z8002 system can have. The status lines of the processor distinguish accesses to
/// them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum AddressSpace {
    /// Memory for instructions.
    #[default]
    Program,
    /// Memory for data, constants and reserved space.
    Data,
}

/// The name and kind of a section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SectionInfo {
    /// Its name.
    pub name: String,
    /// What the section contains: code, data, constants or space.
    pub kind: Kind,
}

impl SectionInfo {
    /// Returns the name, without the dot for `.text`, `.data` and `.bss`.
    #[must_use]
    pub fn short_name(&self) -> &str {
        LineMap::section_name(&self.name)
    }
}

/// A symbol with a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    /// Its value: an address, or a constant.
    pub value: i64,
    /// The section of a label; `None` for a constant.
    pub section: Option<Section>,
    /// File index and line number of the definition; `None` if the symbol was defined outside the source.
    pub line: Option<(u32, u32)>,
    /// File indices and line numbers of all uses, in order.
    pub uses: Vec<(u32, u32)>,
}
