//! The x.out format for the objects and programs of CP/M-8000.
//!
//! All numbers are big-endian. The file consists of a header of 16 bytes (magic number, number of segments, and sizes
//! of the contents, relocations and symbols), four bytes per segment (number, type, length), the contents, relocations
//! of 6 bytes, and symbols of 12 bytes. The addend of a relocation is in the bytes that it changes. In a non-segmented
//! program the segments follow each other from address 0, each at an even address; with split spaces, code starts at 0
//! in instruction space, and the other segments in data space.

pub(crate) mod archive;
mod read;
mod write;

use crate::bytes::FormatError;
use crate::model::{Field, Kind};

pub use read::read;
pub use write::write;

/// The kind of a file, as encoded in its first word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Magic {
    segmented: bool,
    linked: bool,
    /// True if instructions and data have separate spaces.
    split: bool,
}

impl Magic {
    /// Decodes the magic number. Shared text (EE06, EE07) is treated like text that is not shared.
    fn of(word: u16) -> Option<Self> {
        matches!(word, 0xEE00..=0xEE03 | 0xEE06 | 0xEE07 | 0xEE0A | 0xEE0B).then_some(Self {
            segmented: word <= 0xEE01,
            linked: word & 1 != 0,
            split: word >= 0xEE0A,
        })
    }

    fn word(self) -> u16 {
        let object = match (self.segmented, self.split) {
            (true, _) => 0xEE00,
            (false, false) => 0xEE02,
            (false, true) => 0xEE0A,
        };
        object | u16::from(self.linked)
    }
}

/// Sizes of the file's header and entries in bytes.
const HEADER: u64 = 16;
const SEGMENT: u64 = 4;
const RELOCATION: u64 = 6;
const SYMBOL: u64 = 12;
/// Maximum length of a name.
const NAME: usize = 8;

/// Types of segments, with the names that their sections get, and their kinds. Stack is treated as space, mixed code
/// and data as code. A section with another name has type 0, as in asz8k.
const SEGMENTS: [(u8, &str, Kind); 8] = [
    (1, ".bss", Kind::Space),
    (3, ".text", Kind::Code),
    (4, ".rodata", Kind::Constants),
    (5, ".data", Kind::Data),
    (2, ".stack", Kind::Space),
    (6, ".text", Kind::Code),
    (7, ".text", Kind::Code),
    (0, ".data", Kind::Data),
];
const MIXED: u8 = 6;

/// Types of relocations, without the bit for symbols.
const FIELDS: [(u8, Field); 3] = [(1, Field::Word), (2, Field::Short), (3, Field::Long)];
/// The bit in the type of a relocation to a symbol rather than to a segment.
const EXTERNAL: u8 = 4;

/// Types of symbols.
const LOCAL: u8 = 1;
const UNDEFINED: u8 = 2;
const GLOBAL: u8 = 3;
const SEGMENT_NAME: u8 = 4;
/// The segment number of a symbol that is in no segment.
const NOWHERE: u8 = 0xFF;

/// Returns true if a file begins with the magic number of x.out.
///
/// # Example
///
/// ```
/// use z8000_object::{Object, coff, xout};
///
/// let object = Object::default();
/// assert!(xout::is_xout(&xout::write(&object)?));
/// assert!(!xout::is_xout(&coff::write(&object)?));
/// # Ok::<(), z8000_object::FormatError>(())
/// ```
pub fn is_xout(bytes: &[u8]) -> bool {
    matches!(bytes, [high, low, ..] if Magic::of(u16::from_be_bytes([*high, *low])).is_some())
}

/// Returns the error for something that the format cannot represent.
fn no_means(what: impl std::fmt::Display) -> FormatError {
    FormatError(format!("x.out cannot represent {what}"))
}
