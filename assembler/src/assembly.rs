//! The result of a run.

use std::collections::BTreeMap;
use std::sync::Arc;

use z8000::isa::Mode;
use z8000_object::{Kind, Object, Processor, Section as ObjectSection};

use crate::diagnostic::Diagnostics;
use crate::instruction::LineClocks;
use crate::layout::Place;
use crate::object::Unlinked;
use crate::reader::Expansion;
use crate::source::{Origin, Text};

/// A section of a program, by its number.
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

    /// Its index in [`Assembly::sections`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a section is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SectionInfo {
    /// Its name.
    pub name: String,
    /// What it holds.
    pub kind: Kind,
}

impl SectionInfo {
    /// The name without the dot, where it is one of the three that every program has.
    #[must_use]
    pub fn short_name(&self) -> &str {
        match self.name.as_str() {
            ".text" => "text",
            ".data" => "data",
            ".bss" => "bss",
            name => name,
        }
    }
}

/// One of the two memories that a Z8002 system can have: STATUS tells instructions from data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum AddressSpace {
    /// Instructions.
    #[default]
    Program,
    /// Data, constants and space.
    Data,
}

/// Consecutive bytes of a section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The section.
    pub section: Section,
    /// The memory that it goes to, unless all go to one.
    pub space: AddressSpace,
    /// Address of the first byte.
    pub origin: u32,
    /// Bytes that it takes.
    pub size: u32,
    /// The bytes; none of a section without contents.
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
    pub line: Option<(u32, u32)>,
    /// Files and lines that use it, in order.
    pub uses: Vec<(u32, u32)>,
}

/// What a line of the source became. Lines in branches that are not assembled have no record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineRecord {
    /// The line, and the expansion that made it.
    pub origin: Origin,
    /// Its section.
    pub section: Section,
    /// Address of its first byte, or of the next one where it has none.
    pub address: u32,
    /// Bytes that it takes.
    pub length: u32,
    /// Clocks of an instruction.
    pub clocks: Option<LineClocks>,
    /// Whether its addresses are segmented.
    pub mode: Mode,
    /// Whether a label stands in it.
    pub label: bool,
    /// Where its text is.
    pub(crate) text: TextPlace,
    /// Where its bytes are, or those of the next line.
    pub(crate) place: Place,
}

/// Where the text of a line is: a program has so many that each has only the bytes of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TextPlace {
    /// Whether it is in the text that was made, and not in that of its file.
    made: bool,
    start: u32,
    end: u32,
}

/// The texts of all lines.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Texts {
    /// The files.
    pub(crate) files: Vec<Arc<str>>,
    /// Lines that are not in a file as they are: with the parameters of a macro put in.
    made: String,
}

impl Texts {
    /// Keeps the text of a line of a file.
    pub(crate) fn keep(&mut self, text: &Text, file: u32) -> TextPlace {
        if let Some(range) = self.files.get(file as usize).and_then(|whole| text.range_in(whole)) {
            return TextPlace {
                made: false,
                start: range.start,
                end: range.end,
            };
        }
        let start = self.made.len();
        // More than that is nothing to be read, and not kept.
        if u32::try_from(start + text.len()).is_ok() {
            self.made.push_str(text);
        }
        TextPlace {
            made: true,
            start: start as u32,
            end: self.made.len() as u32,
        }
    }

    /// The text that was kept of a line of a file.
    pub(crate) fn get(&self, place: TextPlace, file: u32) -> &str {
        let whole = match place.made {
            true => &self.made,
            false => &*self.files[file as usize],
        };
        &whole[place.start as usize..place.end as usize]
    }
}

/// An assembled program.
#[derive(Debug, Clone, PartialEq)]
pub struct Assembly {
    /// Names of the files, in the order in which they were read.
    pub files: Vec<String>,
    /// Macro calls and repetitions that made lines.
    pub expansions: Vec<Expansion>,
    /// Which processor it needs: the Z8001 where any of it is for segmented mode.
    pub processor: Processor,
    /// The sections.
    pub sections: Vec<SectionInfo>,
    /// The contents, in the order of the source; pieces of one memory do not overlap.
    pub pieces: Vec<Piece>,
    /// Symbols by name.
    pub symbols: BTreeMap<String, Symbol>,
    /// The lines, in the order in which they were assembled.
    pub lines: Vec<LineRecord>,
    /// What is probably not what was meant.
    pub warnings: Diagnostics,
    pub(crate) texts: Texts,
    /// What a linker needs besides.
    pub(crate) unlinked: Unlinked,
}

impl Assembly {
    /// What is known of a section.
    #[must_use]
    pub fn info(&self, section: Section) -> &SectionInfo {
        &self.sections[section.index()]
    }

    /// The short name of the section of a symbol; `abs` where it has none.
    #[must_use]
    pub fn section_name(&self, section: Option<Section>) -> &str {
        section.map_or("abs", |section| self.info(section).short_name())
    }

    /// The pieces with contents of one memory, or of all.
    pub fn contents(&self, space: Option<AddressSpace>) -> impl Iterator<Item = &Piece> {
        self.pieces
            .iter()
            .filter(move |piece| !piece.bytes.is_empty() && space.is_none_or(|space| piece.space == space))
    }

    /// The pieces with contents as a machine with 64 KB for each memory loads them: of an address its lower 16 bits
    /// count.
    pub fn loadable(&self, space: AddressSpace) -> impl Iterator<Item = (u16, &[u8])> {
        self.contents(Some(space))
            .map(|piece| (piece.origin as u16, &piece.bytes[..]))
    }

    /// The program as it would be linked: its pieces at their addresses, without symbols, beginning at 0.
    #[must_use]
    pub fn program(&self) -> Object {
        let pieces = self.pieces.iter().filter(|piece| piece.size > 0);
        let section = |piece: &Piece| {
            let info = self.info(piece.section);
            ObjectSection {
                name: info.name.clone(),
                kind: info.kind,
                address: piece.origin,
                alignment: 2,
                size: piece.size,
                bytes: piece.bytes.clone(),
                relocations: Vec::new(),
            }
        };
        Object {
            processor: self.processor,
            sections: pieces.map(section).collect(),
            entry: Some(0),
            ..Object::default()
        }
    }

    /// Bytes that a section takes.
    #[must_use]
    pub fn size(&self, section: Section) -> u64 {
        let pieces = self.pieces.iter().filter(|piece| piece.section == section);
        pieces.map(|piece| u64::from(piece.size)).sum()
    }

    /// The text of a line, after macro parameters were put in.
    #[must_use]
    pub fn text(&self, line: &LineRecord) -> &str {
        self.texts.get(line.text, line.origin.file)
    }

    /// The bytes of a line.
    #[must_use]
    pub fn bytes(&self, line: &LineRecord) -> &[u8] {
        let Place { region, offset } = line.place;
        let start = offset as usize;
        let piece = self.pieces.get(region as usize);
        piece
            .and_then(|piece| piece.bytes.get(start..start + line.length as usize))
            .unwrap_or_default()
    }

    /// The bytes of one memory, or of all in one, from address 0 on, gaps filled with zeros.
    #[must_use]
    pub fn image(&self, space: Option<AddressSpace>) -> Vec<u8> {
        let mut image = Vec::new();
        for piece in self.contents(space) {
            let (start, end) = (piece.origin as usize, piece.origin as usize + piece.bytes.len());
            if image.len() < end {
                image.resize(end, 0);
            }
            image[start..end].copy_from_slice(&piece.bytes);
        }
        image
    }
}
