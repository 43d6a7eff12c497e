//! The result of a run.

use std::collections::BTreeMap;

use crate::diagnostic::Diagnostics;
use crate::instruction::LineClocks;
use crate::reader::Expansion;
use crate::source::{Origin, Text};

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

/// Where the bytes of a line are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    /// Index of the piece.
    pub(crate) piece: u32,
    /// Where in it they begin.
    pub(crate) start: u32,
}

/// A symbol with a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    /// Its value: an address, or a constant.
    pub value: i64,
    /// The section of a label; none for a constant.
    pub section: Option<Section>,
    /// File and line of its definition; none if it came from outside.
    pub line: Option<(u32, u32)>,
    /// Files and lines that use it, in order.
    pub uses: Vec<(u32, u32)>,
}

/// What a line of the source became. Lines in branches that are not assembled have no record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineRecord {
    /// The line, and the expansion that made it.
    pub origin: Origin,
    /// The line, after macro parameters were put in.
    pub text: Text,
    /// Its section.
    pub section: Section,
    /// Address of its first byte, or of the next one where it has none.
    pub address: u32,
    /// Bytes that it takes.
    pub length: u32,
    /// Clocks of an instruction.
    pub clocks: Option<LineClocks>,
    /// Whether a label stands in it.
    pub label: bool,
    /// Where its bytes are, if it has any.
    pub(crate) place: Option<Place>,
}

/// An assembled program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assembly {
    /// Names of the files, in the order in which they were read.
    pub files: Vec<String>,
    /// Macro calls and repetitions that made lines.
    pub expansions: Vec<Expansion>,
    /// The contents, in the order of the source; pieces of one memory do not overlap.
    pub pieces: Vec<Piece>,
    /// Symbols by name.
    pub symbols: BTreeMap<String, Symbol>,
    /// The lines, in the order in which they were assembled.
    pub lines: Vec<LineRecord>,
    /// What is probably not what was meant.
    pub warnings: Diagnostics,
}

impl Assembly {
    /// The pieces of a section.
    pub fn section(&self, section: Section) -> impl Iterator<Item = &Piece> {
        self.pieces.iter().filter(move |piece| piece.section == section)
    }

    /// The pieces of a section as a machine with 64 KB for it loads them: of an address its lower 16 bits count.
    pub fn loadable(&self, section: Section) -> impl Iterator<Item = (u16, &[u8])> {
        self.section(section)
            .map(|piece| (piece.origin as u16, &piece.bytes[..]))
    }

    /// The bytes of a line.
    #[must_use]
    pub fn bytes(&self, line: &LineRecord) -> &[u8] {
        let Some(Place { piece, start }) = line.place else {
            return &[];
        };
        let start = start as usize;
        let piece = self.pieces.get(piece as usize);
        piece
            .and_then(|piece| piece.bytes.get(start..start + line.length as usize))
            .unwrap_or_default()
    }

    /// The bytes of a section from address 0 on, gaps filled with zeros.
    #[must_use]
    pub fn image(&self, section: Section) -> Vec<u8> {
        flat(self.section(section))
    }

    /// The bytes of `.text` and `.data` from address 0 on, gaps filled with zeros: of a program in
    /// one memory.
    #[must_use]
    pub fn whole_image(&self) -> Vec<u8> {
        flat(self.contents())
    }

    /// The pieces of `.text` and `.data`.
    pub fn contents(&self) -> impl Iterator<Item = &Piece> {
        self.pieces.iter().filter(|piece| piece.section != Section::Bss)
    }
}

/// The bytes of pieces from address 0 on.
fn flat<'p>(pieces: impl Iterator<Item = &'p Piece>) -> Vec<u8> {
    let mut image = Vec::new();
    for piece in pieces {
        let (start, end) = (piece.origin as usize, piece.origin as usize + piece.bytes.len());
        if image.len() < end {
            image.resize(end, 0);
        }
        image[start..end].copy_from_slice(&piece.bytes);
    }
    image
}
