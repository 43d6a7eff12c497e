//! The program to disassemble: pieces of memory, from any kind of file.

use thiserror::Error;
use z8000::isa::{Address, Instruction, Kind, Mode, Operand, Operation, Value as Given};
use z8000_object::{Kind as Holds, Object, Processor, Section, Value};

pub(super) use crate::section::AddressSpace as Space;

/// A program in memory, to be disassembled.
///
/// Addresses are linear: `segment * 0x10000 + offset`; in non-segmented mode they are offsets.
///
/// # Example
///
/// ```
/// use z8000_asm::disassembly::{Piece, Program};
///
/// let rom = Piece { address: 0x1000, bytes: vec![0x9E, 0x08], ..Piece::default() };
/// let program = Program { pieces: vec![rom], entries: vec![0x1000], ..Program::default() };
/// assert!(!program.split);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Program {
    /// The mode at the program's entries: segmented on a Z8001, where loading FCW may change it.
    pub mode: Mode,
    /// True if data accesses go to a separate memory. Otherwise, every piece is in
    /// [`AddressSpace::Program`](Space::Program).
    pub split: bool,
    /// The pieces, in any order. They must not overlap.
    pub pieces: Vec<Piece>,
    /// The entries of the program. If neither these nor the hints name an entry, every word that can begin an
    /// instruction is treated as one.
    pub entries: Vec<u32>,
    /// Names for addresses, used as labels.
    pub symbols: Vec<Symbol>,
}

/// A piece of the program: consecutive bytes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Piece {
    /// Memory that contains the piece.
    pub space: Space,
    /// Address of the first byte.
    pub address: u32,
    /// Bytes of the piece, with the high byte of each word first.
    pub bytes: Vec<u8>,
    /// Number of bytes after `bytes` that belong to the program but have no contents.
    pub reserved: u32,
    /// Type of contents: instructions, data or unknown.
    pub content: Content,
}

/// Type of contents of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Content {
    /// Instructions, and data that a compiler puts between them.
    Code,
    /// Data, without instructions.
    Data,
    /// Instructions, data or both.
    #[default]
    Unknown,
}

/// A name for an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    /// The name, which is used as a label.
    pub name: String,
    /// Memory that contains the named place.
    pub space: Space,
    /// Address in that memory.
    pub address: u32,
}

/// Why a program cannot be disassembled.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ProgramError {
    /// A piece exceeds its segment or the memory.
    #[error("{size} bytes from {address:#x} extend past the end of the {what} at {end:#x}")]
    TooLarge {
        /// Address of the first byte of the piece.
        address: u32,
        /// Size of the piece in bytes.
        size: u64,
        /// Address of the end of the segment or memory.
        end: u32,
        /// The limit that was exceeded: segment or memory.
        what: &'static str,
    },
    /// Two pieces have bytes at this address.
    #[error("two parts of the program overlap at {0:#x}")]
    Overlap(u32),
    /// The addresses of this section are not final.
    #[error("section `{0}` has relocations: link the object file first")]
    NotLinked(String),
    /// An entry is at this odd address, where no instruction can begin.
    #[error("the entry point {0:#x} is odd: instructions must begin at even addresses")]
    OddEntry(u32),
}

/// The size of a segment in bytes.
const SEGMENT: u32 = 0x1_0000;
/// The size of all segments in bytes.
pub(super) const MEMORY: u32 = 0x80_0000;

impl Piece {
    /// Returns the address after the last byte with contents.
    pub(super) fn end(&self) -> u32 {
        self.address + self.bytes.len() as u32
    }
}

impl Program {
    /// Sorts the pieces and checks them.
    pub(super) fn ordered(mut self) -> Result<Self, ProgramError> {
        for piece in &mut self.pieces {
            if !self.split {
                piece.space = Space::Program;
            }
            let size = piece.bytes.len() as u64 + u64::from(piece.reserved);
            let segmented = self.mode == Mode::Segmented;
            let memory = if segmented { MEMORY } else { SEGMENT };
            let address = piece.address;
            let (end, what) = match segmented && address < memory {
                true => ((address / SEGMENT + 1) * SEGMENT, "segment"),
                false => (memory, "memory"),
            };
            if address >= memory || u64::from(address) + size > u64::from(end) {
                return Err(ProgramError::TooLarge { address, size, end, what });
            }
        }
        self.pieces
            .retain(|piece| !piece.bytes.is_empty() || piece.reserved > 0);
        self.pieces.sort_by_key(|piece| (piece.space, piece.address));
        for pair in self.pieces.windows(2) {
            if pair[0].space == pair[1].space && pair[0].end() + pair[0].reserved > pair[1].address {
                return Err(ProgramError::Overlap(pair[1].address));
            }
        }
        match self.entries.iter().find(|entry| *entry % 2 != 0) {
            Some(&odd) => Err(ProgramError::OddEntry(odd)),
            None => Ok(self),
        }
    }

    /// Returns the memory that an access to a memory uses: if there is only one, that one.
    pub(super) fn space(&self, wanted: Space) -> Space {
        if self.split { wanted } else { Space::Program }
    }

    /// Returns the index of the last piece in a memory that begins at or before an address.
    fn begun(&self, space: Space, address: u32) -> Option<usize> {
        let is_begun = |piece: &Piece| (piece.space, piece.address) <= (space, address);
        let index = self.pieces.partition_point(is_begun).checked_sub(1)?;
        (self.pieces[index].space == space).then_some(index)
    }

    /// Returns the index of the piece that has a byte at an address.
    pub(super) fn piece_at(&self, space: Space, address: u32) -> Option<usize> {
        let begun = self.begun(space, address);
        begun.filter(|index| address < self.pieces[*index].end())
    }

    /// Returns true if a piece ends directly before an address in its segment, and no other one begins there.
    pub(super) fn ends(&self, space: Space, address: u32) -> bool {
        let ends = |piece: &Piece| piece.space == space && piece.end() + piece.reserved == address;
        !address.is_multiple_of(0x1_0000) && !self.has(space, address) && self.pieces.iter().any(ends)
    }

    /// Returns true if an address belongs to the program, with contents or without.
    pub(super) fn has(&self, space: Space, address: u32) -> bool {
        let begun = self.begun(space, address).map(|index| &self.pieces[index]);
        begun.is_some_and(|piece| address < piece.end() + piece.reserved)
    }

    /// Returns the bytes from an address to the end of its piece.
    pub(super) fn bytes_at(&self, space: Space, address: u32) -> Option<&[u8]> {
        let piece = &self.pieces[self.piece_at(space, address)?];
        piece.bytes.get((address - piece.address) as usize..)
    }

    pub(super) fn word(&self, space: Space, address: u32) -> Option<u16> {
        match self.bytes_at(space, address)? {
            [high, low, ..] => Some(u16::from_be_bytes([*high, *low])),
            _ => None,
        }
    }

    /// Returns the target in an entry of a table: an offset in a segment, or a segmented address.
    pub(super) fn entry(&self, space: Space, at: u32, segment: Option<u8>) -> Option<u32> {
        let word = |at| self.word(space, at).map(u32::from);
        let (segment, offset) = match segment {
            Some(segment) => (segment.into(), word(at)?),
            None => (word(at)? >> 8 & 0x7F, word(at + 2)?),
        };
        Some(segment << 16 | offset)
    }

    /// Returns the size in bytes of a code address in data, and its segment if that is not part of the bytes.
    pub(super) const fn code_address(&self) -> (u16, Option<u8>) {
        match self.mode {
            Mode::Nonsegmented => (2, Some(0)),
            Mode::Segmented => (4, None),
        }
    }

    /// Converts a linear address to the address type of instructions.
    pub(super) const fn isa_address(&self, address: u32) -> Address {
        Address::segmented((address >> 16) as u8 & 0x7F, address as u16)
    }
}

pub(super) const fn linear(address: Address) -> u32 {
    (address.segment as u32) << 16 | address.offset as u32
}

pub(super) fn operands(instruction: &Instruction) -> impl Iterator<Item = (Operand, Given)> + '_ {
    let operands = instruction.form.operands.iter().copied();
    operands.zip(instruction.values().iter().copied())
}

/// Returns the number in an instruction, if it may be an address.
pub(super) fn number(instruction: &Instruction) -> Option<u32> {
    use Operation as O;
    if !matches!(instruction.form.operation, O::Ld | O::Ldl | O::Push | O::Lda | O::Ldar) {
        return None;
    }
    let mut numbers = operands(instruction).filter_map(|(operand, value)| match (operand.kind, value) {
        (Kind::Immediate16, Given::Immediate(number)) => Some(number as u32),
        (Kind::Immediate32, Given::Immediate(number)) => image(number as u32),
        (Kind::Direct, Given::Address(address)) | (Kind::Relative16, Given::Target(address))
            if matches!(instruction.form.operation, O::Lda | O::Ldar) =>
        {
            Some(linear(address))
        }
        _ => None,
    });
    numbers.next().filter(|number| number.is_multiple_of(2))
}

/// Returns true if assemblers use another encoding of an instruction: for LDB with a number, the shorter of two.
pub(super) fn has_short_form(instruction: &Instruction) -> bool {
    let form = instruction.form;
    form.operation == Operation::Ldb
        && matches!(form.operands, [first, second] if first.kind == Kind::Byte && second.kind == Kind::Immediate8)
}

/// Returns the linear address in a long word that looks like a segmented address.
pub(super) fn image(long: u32) -> Option<u32> {
    let looks_so = long & 0x80FF_0000 == 0x8000_0000;
    looks_so.then_some((long >> 24 & 0x7F) << 16 | long & 0xFFFF)
}

/// Returns true if a byte is a printable character or white space.
pub(super) const fn is_text(byte: u8) -> bool {
    matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r')
}

impl Program {
    /// Converts a linked program. Code is in a separate memory if sections of code and of data overlap.
    ///
    /// `typed` means that the kinds of sections and the entry are known, as in COFF and x.out. Otherwise, as for Intel
    /// HEX, all contents are [`Content::Unknown`] and in one memory, and the program has no entry.
    ///
    /// # Errors
    ///
    /// The object is not linked: a section has relocations.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_asm::disassembly::Program;
    /// use z8000_object::{Kind, Object, Section};
    ///
    /// let sections = vec![Section::at(".text", Kind::Code, 0x100, vec![0x9E, 0x08])];
    /// let object = Object { sections, entry: Some(0x100), ..Object::default() };
    /// let program = Program::of(&object, true)?;
    /// assert_eq!((program.pieces[0].address, &*program.entries), (0x100, &[0x100][..]));
    /// # Ok::<(), z8000_asm::disassembly::ProgramError>(())
    /// ```
    pub fn of(object: &Object, typed: bool) -> Result<Self, ProgramError> {
        if let Some(section) = object.sections.iter().find(|section| !section.relocations.is_empty()) {
            return Err(ProgramError::NotLinked(section.name.clone()));
        }
        let space = |section: &Section| match section.kind {
            Holds::Code => Space::Program,
            Holds::Constants | Holds::Data | Holds::Space => Space::Data,
        };
        let overlap = |one: &Section, other: &Section| {
            let end = |section: &Section| section.address.saturating_add(section.size);
            space(one) != space(other) && one.address < end(other) && other.address < end(one)
        };
        let sections = || object.sections.iter().filter(|section| section.size > 0);
        let split = typed && sections().any(|one| sections().any(|other| overlap(one, other)));
        let pieces = sections().map(|section| Piece {
            space: if split { space(section) } else { Space::Program },
            address: section.address,
            bytes: section.bytes.clone(),
            reserved: section
                .size
                .saturating_sub(section.bytes.len().try_into().unwrap_or(u32::MAX)),
            content: match section.kind {
                _ if !typed => Content::Unknown,
                Holds::Code => Content::Code,
                Holds::Constants | Holds::Data | Holds::Space => Content::Data,
            },
        });
        let symbols = object.symbols.iter().filter_map(|symbol| match symbol.value {
            Value::Place { section, offset } => {
                let section = object.sections.get(section)?;
                Some(Symbol {
                    name: symbol.name.to_string(),
                    space: space(section),
                    address: section.address.checked_add(offset)?,
                })
            }
            _ => None,
        });
        Ok(Self {
            mode: match object.processor {
                Processor::Z8001 => Mode::Segmented,
                Processor::Z8002 => Mode::Nonsegmented,
            },
            split,
            pieces: pieces.collect(),
            entries: object.entry.filter(|_| typed).into_iter().collect(),
            symbols: symbols.collect(),
        })
    }
}
