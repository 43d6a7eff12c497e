//! COFF for the Z8000 as written by GNU binutils (`coff-z8k`): objects and linked programs.
//!
//! All numbers are big-endian. The file consists of a header of 20 bytes, an optional header of 28 bytes in a linked
//! program, 40 bytes per section, the bytes of the sections, relocations of 16 bytes, symbols of 18 bytes, and a table
//! of names longer than eight characters. The addend is in the relocation; the bytes of the section are ignored.
//!
//! There are four extensions, at positions that GNU tools ignore:
//!
//! * The line map follows the table of names: [`LINES_MAGIC`], a length of four bytes, and the lines, packed.
//! * The last two bytes of a relocation, `SC` in files from GNU tools, are `SO` if the linker may shorten the address.
//! * Bits 20 to 23 of a section's flags are the alignment, as in Windows objects: 1 for bytes, 2 for words, 3 for four
//!   bytes, ... 15 for 16,384. They are 0 for two bytes, the alignment that GNU tools assume for any section.
//! * The relocation 0x12 is a short segmented address.

mod read;
mod write;

use crate::bytes::FormatError;
use crate::model::{Field, Processor};

pub use read::read;
pub use write::write;

/// The first two bytes of a file.
pub const MAGIC: [u8; 2] = [0x80, 0x00];

/// The first bytes of the line map.
pub const LINES_MAGIC: [u8; 8] = *b"Z8KLINES";

/// Sizes of the file's headers and entries in bytes.
const HEADER: u64 = 20;
const PROGRAM_HEADER: u64 = 28;
const SECTION: u64 = 40;
const RELOCATION: u64 = 16;
const SYMBOL: u64 = 18;

/// Returns the file offset of a program's first section contents.
pub(crate) fn first_contents(sections: usize) -> usize {
    (HEADER + PROGRAM_HEADER) as usize + sections * SECTION as usize
}

/// Flags of a file: no relocations, linked, no line numbers, words are 32 bits and big-endian.
const NO_RELOCATIONS: u16 = 0x0001;
const LINKED: u16 = 0x0002;
const NO_LINE_NUMBERS: u16 = 0x0004;
const NO_LOCAL_SYMBOLS: u16 = 0x0008;
const BIG_ENDIAN: u16 = 0x0200;
/// The bits of the flags that give the processor, and their values.
const PROCESSOR: u16 = 0xF000;
const PROCESSORS: [(u16, Processor); 2] = [(0x1000, Processor::Z8001), (0x2000, Processor::Z8002)];

/// Flags of a section.
const CODE: u32 = 0x20;
const DATA: u32 = 0x40;
const SPACE: u32 = 0x80;
const INFORMATION: u32 = 0x200;
const ALIGNMENT_SHIFT: u32 = 20;
/// The alignment of a section whose flags do not give one.
const USUAL_ALIGNMENT: u32 = 2;

/// Section numbers of symbols, in addition to 1, 2, 3 and so on.
const UNDEFINED: i16 = 0;
const ABSOLUTE: i16 = -1;

/// Storage classes.
const EXTERNAL: u8 = 2;
const STATIC: u8 = 3;
const LABEL: u8 = 6;
const WEAK: u8 = 127;

/// The last two bytes of a relocation.
const PLAIN: &[u8; 2] = b"SC";
const OPERAND: &[u8; 2] = b"SO";

/// The types of relocations. A segmented address that may be shortened has the type of `Long`, and the mark `SO`.
const TYPES: [(u16, Field); 10] = [
    (0x01, Field::Word),
    (0x02, Field::Relative8),
    (0x04, Field::Relative16),
    (0x05, Field::Relative12),
    (0x11, Field::Long),
    (0x12, Field::Short),
    (0x22, Field::Byte),
    (0x23, Field::LowNibble),
    (0x24, Field::HighNibble),
    (0x25, Field::Relative7),
];

/// Returns the error for a symbol or relocation that refers to a section or symbol that does not exist.
fn missing(what: &str, number: u64, index: i64) -> FormatError {
    FormatError(format!("{what} {number} refers to item {index}, which does not exist"))
}
