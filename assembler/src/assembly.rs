//! The result of a run, and its listing: address, bytes, clocks and source, followed by symbols and their uses.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use thiserror::Error;
use z8000::isa::{Formula, Mode};
use z8000_object::image::flat::LARGEST;
use z8000_object::image::hex;
use z8000_object::{
    MapExpansion, MapPlace, Object, Processor, Relocation, Section as ObjectSection, Symbol as LinkSymbol,
};

use crate::diagnostic::Diagnostics;
use crate::instruction::LineClocks;
use crate::layout::{Piece, Place};
use crate::section::{AddressSpace, Section, SectionInfo, Symbol};
use crate::source::Text;

/// The record of an assembled line. Lines in branches that are not assembled have no record.
///
/// # Example
///
/// ```
/// use z8000_asm::{Memory, Options, assemble};
///
/// let sources = Memory::new([("main.s", "start:\tldk r1,#5\n\tret\n")]);
/// let program = assemble(&sources, "main.s", &Options::default())?;
/// let ret = &program.lines[1];
/// assert_eq!((ret.origin.line, ret.address, ret.length), (2, 2, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineRecord {
    /// The line in its file, and the expansion that generated it.
    pub origin: MapPlace,
    /// Section in which the line was assembled.
    pub section: Section,
    /// Address of the line's first byte; for a line without bytes, of the next byte.
    pub address: u32,
    /// Number of bytes that the line occupies.
    pub length: u32,
    /// Clocks of the instruction on the line; `None` for a line without an instruction.
    pub clocks: Option<LineClocks>,
    /// Mode in which the line was assembled, which determines the width of addresses.
    pub mode: Mode,
    /// True if the line has a label.
    pub label: bool,
    /// The text of the line, after substitution of macro parameters.
    pub(crate) text: Text,
    /// The place of the line's bytes; for a line without bytes, that of the next line.
    pub(crate) place: Place,
}

/// What an object contains in addition to an [`Assembly`]. Sections are numbered as in the assembly.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Unlinked {
    /// For each field that the linker fills in, the section and the relocation.
    pub(crate) relocations: Vec<(usize, Relocation)>,
    pub(crate) symbols: Vec<LinkSymbol>,
    /// True if the linker may shorten segmented addresses.
    pub(crate) relaxable: bool,
}

/// Why the bytes of a program do not fit into one memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MemoryError {
    /// As a flat file from address 0, the program would be longer than [`LARGEST`] bytes; the address after its last
    /// byte.
    #[error("the program ends at {0:#x}, too high for a flat file; Intel HEX stores no gaps")]
    Flat(u64),
    /// The program has addresses beyond a memory of 64 KB; the address after its last byte.
    #[error("the program ends at {0:#x}, beyond a memory of 64 KB: load the sections of `Assembly::program`")]
    Loadable(u64),
    /// Code and data are in separate memories, and both have a byte at this address.
    #[error("code and data are both at {0:#x}: write them apart, or place them in one memory")]
    Both(u32),
}

/// An assembled program.
///
/// # Example
///
/// ```
/// use z8000_asm::{Memory, Options, assemble};
///
/// let sources = Memory::new([("main.s", "start:\tldk r1,#5\n\tret\n")]);
/// let program = assemble(&sources, "main.s", &Options::default())?;
/// assert_eq!(program.symbols["start"].value, 0);
/// assert_eq!(program.image(None)?, [0xBD, 0x15, 0x9E, 0x08]);
/// println!("{}", program.listing());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Assembly {
    /// Names of the files, in the order in which they were first read.
    pub files: Vec<String>,
    /// Macro calls and repetitions that generated lines.
    pub expansions: Vec<MapExpansion>,
    /// The processor that the program requires: the Z8001 if the options or any `.z8001` select it.
    pub processor: Processor,
    /// The sections, in the order of [`Section::index`].
    pub sections: Vec<SectionInfo>,
    /// The contents, in the order of the source. Pieces in the same memory do not overlap.
    pub pieces: Vec<Piece>,
    /// The labels and constants of the source, by name.
    pub symbols: BTreeMap<String, Symbol>,
    /// The lines, in the order in which they were assembled.
    pub lines: Vec<LineRecord>,
    /// Warnings about code that is probably not what was intended.
    pub warnings: Diagnostics,
    /// The symbols and relocations for a linker.
    pub(crate) unlinked: Unlinked,
}

impl Assembly {
    /// Returns the name and kind of a section.
    pub fn info(&self, section: Section) -> &SectionInfo {
        &self.sections[section.index()]
    }

    /// Returns the name of a symbol's section, without the dot for `.text`, `.data` and `.bss`; `abs` for `None`, which
    /// denotes a constant.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_asm::{Memory, Options, assemble};
    ///
    /// let sources = Memory::new([("main.s", "limit = 7\nstart:\tret\n")]);
    /// let program = assemble(&sources, "main.s", &Options::default())?;
    /// let section = |name: &str| program.section_name(program.symbols[name].section);
    /// assert_eq!((section("start"), section("limit")), ("text", "abs"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn section_name(&self, section: Option<Section>) -> &str {
        section.map_or("abs", |section| self.info(section).short_name())
    }

    /// Returns the pieces with contents in one memory, or in all for `None`.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_asm::{AddressSpace, Memory, Options, assemble};
    ///
    /// let sources = Memory::new([("main.s", "\tret\n\t.data\n\t.word 5\n")]);
    /// let program = assemble(&sources, "main.s", &Options::default())?;
    /// let data: Vec<&[u8]> = program.contents(Some(AddressSpace::Data)).map(|piece| &*piece.bytes).collect();
    /// assert_eq!(data, [[0, 5]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn contents(&self, space: Option<AddressSpace>) -> impl Iterator<Item = &Piece> {
        let filled = self.pieces.iter().filter(|piece| !piece.bytes.is_empty());
        filled.filter(move |piece| piece.is_in(space))
    }

    /// Returns the address after the last byte of one memory, or of all for `None`; 0 for a memory without contents.
    fn end(&self, space: Option<AddressSpace>) -> u64 {
        let end = |piece: &Piece| u64::from(piece.origin()) + piece.bytes.len() as u64;
        self.contents(space).map(end).max().unwrap_or(0)
    }

    /// Returns the addresses and bytes of the pieces with contents, for a machine with 64 KB per memory.
    ///
    /// # Errors
    ///
    /// The memory does not have all addresses.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_asm::{AddressSpace, Memory, Options, assemble};
    ///
    /// let sources = Memory::new([("five.s", "\tnop\n\t.data\n\t.org 0x1000\n\t.word 37\n")]);
    /// let assembly = assemble(&sources, "five.s", &Options::default())?;
    /// let pieces: Vec<_> = assembly.loadable(AddressSpace::Data)?.collect();
    /// assert_eq!(pieces, [(0x1000, &[0, 37][..])]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn loadable(&self, space: AddressSpace) -> Result<impl Iterator<Item = (u16, &[u8])>, MemoryError> {
        let end = self.end(Some(space));
        if end > 0x1_0000 {
            return Err(MemoryError::Loadable(end));
        }
        let pieces = self.contents(Some(space));
        Ok(pieces.map(|piece| (piece.origin() as u16, &piece.bytes[..])))
    }

    /// Returns the program as if it had been linked: its pieces at their addresses, with entry 0 and without symbols.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_asm::{Memory, Options, assemble};
    ///
    /// let sources = Memory::new([("main.s", "start:\tret\n")]);
    /// let program = assemble(&sources, "main.s", &Options::default())?;
    /// let bytes = z8000_object::coff::write(&program.program())?;
    /// assert!(!bytes.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn program(&self) -> Object {
        let pieces = self.pieces.iter().filter(|piece| piece.size > 0);
        let section = |piece: &Piece| {
            let info = self.info(piece.section);
            ObjectSection {
                size: piece.size,
                ..ObjectSection::at(&info.name, info.kind, piece.origin(), piece.bytes.clone())
            }
        };
        Object {
            processor: self.processor,
            sections: pieces.map(section).collect(),
            entry: Some(0),
            ..Object::default()
        }
    }

    /// Returns the number of bytes that a section occupies.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_asm::{Memory, Options, Section, assemble};
    ///
    /// let sources = Memory::new([("five.s", "\tldk r1,#5\n\thalt\n")]);
    /// let assembly = assemble(&sources, "five.s", &Options::default())?;
    /// assert_eq!(assembly.size(Section::TEXT), 4);
    /// assert_eq!(assembly.size(Section::DATA), 0);
    /// # Ok::<(), z8000_asm::Diagnostics>(())
    /// ```
    pub fn size(&self, section: Section) -> u64 {
        let pieces = self.pieces.iter().filter(|piece| piece.section == section);
        pieces.map(|piece| u64::from(piece.size)).sum()
    }

    /// Returns the text of a line after substitution of macro parameters.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_asm::{Memory, Options, assemble};
    ///
    /// let sources = Memory::new([("main.s", "start:\tldk r1,#5 ! five\n")]);
    /// let program = assemble(&sources, "main.s", &Options::default())?;
    /// assert_eq!(program.text(&program.lines[0]), "start:\tldk r1,#5 ! five");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn text<'l>(&self, line: &'l LineRecord) -> &'l str {
        &line.text
    }

    /// Returns the bytes of a line; none in a section without contents.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_asm::{Memory, Options, assemble};
    ///
    /// let sources = Memory::new([("five.s", "\tldk r1,#5\n\thalt\n")]);
    /// let assembly = assemble(&sources, "five.s", &Options::default())?;
    /// let line = &assembly.lines[1];
    /// assert_eq!(assembly.text(line), "\thalt");
    /// assert_eq!(assembly.bytes(line), [0x7A, 0x00]);
    /// # Ok::<(), z8000_asm::Diagnostics>(())
    /// ```
    pub fn bytes(&self, line: &LineRecord) -> &[u8] {
        let Place { piece, offset } = line.place;
        let start = offset as usize;
        let piece = self.pieces.get(piece as usize);
        let bytes = piece.and_then(|piece| piece.bytes.get(start..start + line.length as usize));
        bytes.unwrap_or_default()
    }

    /// Formats the contents of one memory, or of all for `None`, as Intel HEX. The upper halves of addresses beyond 64
    /// KB are in records of type 04; gaps are omitted.
    ///
    /// # Errors
    ///
    /// Code and data overlap.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_asm::{Memory, Options, assemble};
    ///
    /// let sources = Memory::new([("five.s", "\tldk r1,#5\n\thalt\n")]);
    /// let assembly = assemble(&sources, "five.s", &Options::default())?;
    /// let hex = assembly.intel_hex(None)?;
    /// assert_eq!(hex, ":04000000BD157A00B0\n:00000001FF\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn intel_hex(&self, space: Option<AddressSpace>) -> Result<String, MemoryError> {
        self.check_apart(space)?;
        let pieces = self.contents(space).map(|piece| (piece.origin(), &piece.bytes[..]));
        Ok(hex::write(pieces, None))
    }

    /// Checks that code and data do not overlap.
    fn check_apart(&self, space: Option<AddressSpace>) -> Result<(), MemoryError> {
        let mut pieces: Vec<&Piece> = self.contents(space).collect();
        pieces.sort_by_key(|piece| piece.origin());
        let end = |piece: &Piece| u64::from(piece.origin()) + piece.bytes.len() as u64;
        let both = pieces.windows(2).find(|two| end(two[0]) > two[1].origin().into());
        both.map_or(Ok(()), |two| Err(MemoryError::Both(two[1].origin())))
    }

    /// Returns the bytes of one memory, or of all for `None`, from address 0, with gaps filled with zeros.
    ///
    /// # Errors
    ///
    /// They would be more than [`LARGEST`] bytes, or code and data overlap.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_asm::{AddressSpace, Memory, Options, assemble};
    ///
    /// let sources = Memory::new([("five.s", "\tldk r1,#5\n\thalt\n")]);
    /// let assembly = assemble(&sources, "five.s", &Options::default())?;
    /// assert_eq!(assembly.image(Some(AddressSpace::Program))?, [0xBD, 0x15, 0x7A, 0x00]);
    /// assert!(assembly.image(Some(AddressSpace::Data))?.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn image(&self, space: Option<AddressSpace>) -> Result<Vec<u8>, MemoryError> {
        let end = self.end(space);
        if end > LARGEST {
            return Err(MemoryError::Flat(end));
        }
        self.check_apart(space)?;
        let mut image = vec![0; end as usize];
        for piece in self.contents(space) {
            image[piece.origin() as usize..][..piece.bytes.len()].copy_from_slice(&piece.bytes);
        }
        Ok(image)
    }
}

/// Bytes per row of the listing.
const ROW: usize = 8;

/// The sum of the clocks of consecutive instructions. Branches are counted as not taken, divisions as completed, and
/// multiplicands as not zero.
///
/// # Example
///
/// ```
/// use z8000_asm::{ClockSum, Memory, Options, assemble};
///
/// let sources = Memory::new([("five.s", "\tldk r1,#5\n\thalt\n")]);
/// let assembly = assemble(&sources, "five.s", &Options::default())?;
/// let mut sum = ClockSum::default();
/// assembly.lines.iter().filter_map(|line| line.clocks).for_each(|clocks| sum.add(clocks));
/// // LDK takes 5 clocks, HALT 8 and more until it is interrupted.
/// assert_eq!(sum.to_string(), "13+");
/// # Ok::<(), z8000_asm::Diagnostics>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ClockSum {
    /// The number of clocks so far; a minimum if `open` is true.
    pub clocks: u32,
    /// True if the sum is incomplete, because it omits clocks that depend on an unknown count or on a multiplicand.
    pub open: bool,
}

impl ClockSum {
    /// Adds the clocks of an instruction.
    pub fn add(&mut self, clocks: LineClocks) {
        let more = match (clocks.formula, clocks.count) {
            (formula, Some(count)) => formula.clocks(count.into()),
            (Formula::Branch { not_taken, .. }, None) => not_taken.into(),
            (formula @ (Formula::Linear { per, .. } | Formula::Multiply { per, .. }), None) => {
                self.open |= per > 0;
                formula.clocks(0)
            }
            (formula, None) => formula.clocks(0),
        };
        self.clocks = self.clocks.saturating_add(more);
    }
}

impl fmt::Display for ClockSum {
    /// Formats the sum as `84`, or as `84+` if it is incomplete.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.clocks, if self.open { "+" } else { "" })
    }
}

impl Assembly {
    /// Formats the listing, followed by the symbols and the lines that use them.
    ///
    /// A line shows its number, its address, its bytes (for data, the first row), the clocks of an instruction, their
    /// sum since the last label, and the source. Lines generated by a macro or a repetition are marked with `+`. The
    /// sum assumes that branches are not taken; a `+` after it means that clocks that depend on an unknown count or on
    /// a multiplicand are omitted.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_asm::{Memory, Options, assemble};
    ///
    /// let sources = Memory::new([("five.s", "\tldk r1,#5\n\thalt\n")]);
    /// let assembly = assemble(&sources, "five.s", &Options::default())?;
    /// let listing = assembly.listing();
    /// let row = listing.lines().find(|row| row.ends_with("ldk r1,#5")).unwrap_or_default();
    /// let columns: Vec<&str> = row.split_whitespace().collect();
    /// // Line, address, bytes, clocks, and their sum.
    /// assert_eq!(columns[..5], ["1", "0000", "bd15", "5", "5"]);
    /// # Ok::<(), z8000_asm::Diagnostics>(())
    /// ```
    pub fn listing(&self) -> String {
        let mut out = String::new();
        let mut file = u32::MAX;
        let mut sum = ClockSum::default();
        for line in &self.lines {
            if line.origin.file != file {
                file = line.origin.file;
                let _ = writeln!(out, "\n{}", self.files[file as usize]);
            }
            // The sum restarts at each label.
            if line.label {
                sum = ClockSum::default();
            }
            let total = line.clocks.map_or_else(String::new, |clocks| {
                sum.add(clocks);
                sum.to_string()
            });
            let bytes = self.row(line);
            let clocks = line.clocks.map(|clocks| clocks.to_string());
            let address = if line.length > 0 || line.label {
                format!("{:04x}", line.address)
            } else {
                String::new()
            };
            let row = format!(
                "{:5}{} {address:4}  {bytes:19} {:>8} {total:>6}  {}",
                line.origin.line,
                if line.origin.expansion.is_some() { '+' } else { ' ' },
                clocks.unwrap_or_default(),
                &*line.text
            );
            let _ = writeln!(out, "{}", row.trim_end());
        }
        out + &self.cross_reference()
    }

    /// Formats the symbols with the lines that define and use them: the last part of the listing.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_asm::{Memory, Options, assemble};
    ///
    /// let sources = Memory::new([("five.s", "again:\tdjnz r1,again\n")]);
    /// let assembly = assemble(&sources, "five.s", &Options::default())?;
    /// assert!(assembly.cross_reference().ends_with("00000000 text  again  five.s:1  used five.s:1\n"));
    /// # Ok::<(), z8000_asm::Diagnostics>(())
    /// ```
    pub fn cross_reference(&self) -> String {
        let mut out = "\nSymbols\n\n".to_owned();
        for (name, symbol) in &self.symbols {
            let _ = writeln!(out, "{}  {name}{}", self.entry(symbol), self.references(symbol));
        }
        out
    }

    /// Returns the first bytes of a line; an empty string for a long row of zeros.
    fn row(&self, line: &LineRecord) -> String {
        let bytes = self.bytes(line);
        let mut row = String::new();
        if bytes.iter().all(|byte| *byte == 0) && bytes.len() > ROW {
            return row;
        }
        for (index, byte) in bytes.iter().take(ROW).enumerate() {
            let gap = if index > 0 && index % 2 == 0 { " " } else { "" };
            let _ = write!(row, "{gap}{byte:02x}");
        }
        if bytes.len() > ROW {
            row.push_str("..");
        }
        row
    }

    /// Returns the lines in which a symbol is defined and used.
    fn references(&self, symbol: &Symbol) -> String {
        let place = |&(file, line): &(u32, u32)| format!("{}:{line}", self.files[file as usize]);
        let mut text = String::new();
        if let Some(line) = &symbol.line {
            let _ = write!(text, "  {}", place(line));
        }
        for (index, line) in symbol.uses.iter().enumerate() {
            let before = if index == 0 { "  used" } else { "," };
            let _ = write!(text, "{before} {}", place(line));
        }
        text
    }

    /// Formats the symbols, one per line: value in hexadecimal, section or `abs`, name.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_asm::{Memory, Options, assemble};
    ///
    /// let sources = Memory::new([("five.s", "\t.equ LIMIT,3\n\tldk r1,#LIMIT\nagain:\tdjnz r1,again\n")]);
    /// let assembly = assemble(&sources, "five.s", &Options::default())?;
    /// assert_eq!(assembly.symbol_file(), "00000003 abs  LIMIT\n00000002 text again\n");
    /// # Ok::<(), z8000_asm::Diagnostics>(())
    /// ```
    pub fn symbol_file(&self) -> String {
        let line = |(name, symbol): (&String, &Symbol)| format!("{} {name}\n", self.entry(symbol));
        self.symbols.iter().map(line).collect()
    }

    fn entry(&self, symbol: &Symbol) -> String {
        format!("{:08x} {:4}", symbol.value as u32, self.section_name(symbol.section))
    }
}
