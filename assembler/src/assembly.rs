//! The result of a run.

use std::collections::BTreeMap;

/// A section: which memory its contents go to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Section {
    /// Program memory.
    Text,
    /// Data memory, with contents.
    Data,
    /// Data memory without contents.
    Bss,
}

impl Section {
    /// Its directive without the dot.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Data => "data",
            Self::Bss => "bss",
        }
    }
}

/// Consecutive bytes of a section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The section.
    pub section: Section,
    /// Address of the first byte.
    pub origin: u32,
    /// The bytes; of `.bss`, zeros.
    pub bytes: Vec<u8>,
}

/// A symbol with a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    /// Its value: an address, or a constant.
    pub value: i64,
    /// The section of a label; none for a constant.
    pub section: Option<Section>,
    /// File and line of its definition; none if it came from outside.
    pub line: Option<(usize, u32)>,
}

/// What a line of the source became.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineRecord {
    /// Index into [`Assembly::files`].
    pub file: usize,
    /// Number of the line, from 1.
    pub line: u32,
    /// Whether a macro or a repetition made the line.
    pub expanded: bool,
    /// The line, without its comment.
    pub text: String,
    /// Its section.
    pub section: Section,
    /// Address of its first byte.
    pub address: u32,
    /// Its bytes; of `.bss` and long fills, none.
    pub bytes: Vec<u8>,
    /// Clocks of an instruction, as `4`, `10/7`, `11+9n`; the count put in where it is constant.
    pub clocks: Option<String>,
}

/// An assembled program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assembly {
    /// Names of the files, in the order in which they were read.
    pub files: Vec<String>,
    /// The contents, in the order of the source; pieces of one memory do not overlap.
    pub pieces: Vec<Piece>,
    /// Symbols by name.
    pub symbols: BTreeMap<String, Symbol>,
    /// The lines that have an address, in order.
    pub lines: Vec<LineRecord>,
}

impl Assembly {
    /// The pieces of a section.
    pub fn section(&self, section: Section) -> impl Iterator<Item = &Piece> {
        self.pieces
            .iter()
            .filter(move |piece| piece.section == section)
    }

    /// The bytes of a section from address 0 on, gaps filled with zeros.
    #[must_use]
    pub fn image(&self, section: Section) -> Vec<u8> {
        let mut image = Vec::new();
        for piece in self.section(section) {
            let (start, end) = (
                piece.origin as usize,
                piece.origin as usize + piece.bytes.len(),
            );
            if image.len() < end {
                image.resize(end, 0);
            }
            image[start..end].copy_from_slice(&piece.bytes);
        }
        image
    }
}
