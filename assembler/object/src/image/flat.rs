//! Flat binaries: the bytes from the lowest address to the highest, without headers.

use crate::bytes::FormatError;
use crate::model::Object;

/// The maximum size of a file in bytes.
pub const LARGEST: u64 = 0x1000_0000;

/// Writes the memory contents of a program at their load addresses, from the first byte to the last, or to `pad_to`
/// (exclusive) if that is higher. Gaps are filled with `fill`. If sections overlap, the later one takes precedence.
///
/// # Errors
///
/// The output would exceed [`LARGEST`] bytes.
///
/// # Example
///
/// ```
/// use z8000_object::image::flat;
/// use z8000_object::{Kind, Object, Section};
///
/// let text = Section::at(".text", Kind::Code, 0x100, vec![0x8D, 0x07, 0x9E, 0x08]);
/// let program = Object { sections: vec![text], ..Object::default() };
/// assert_eq!(flat::write(&program, 0xFF, Some(0x106))?, [0x8D, 0x07, 0x9E, 0x08, 0xFF, 0xFF]);
/// # Ok::<(), z8000_object::FormatError>(())
/// ```
pub fn write(program: &Object, fill: u8, pad_to: Option<u32>) -> Result<Vec<u8>, FormatError> {
    let filled = program.sections.iter().filter(|section| !section.bytes.is_empty());
    let first = filled.clone().map(|section| u64::from(section.load)).min().unwrap_or(0);
    let ends = filled
        .clone()
        .map(|section| u64::from(section.load) + section.bytes.len() as u64);
    let end = ends.max().unwrap_or(0).max(pad_to.map_or(0, u64::from));
    if end - first > LARGEST {
        return Err(FormatError(format!(
            "the range {first:#x} to {end:#x} exceeds {} MB, the limit for a flat file: use Intel HEX or S-records, \
             which store no gaps",
            LARGEST >> 20
        )));
    }
    let mut bytes = vec![fill; (end - first) as usize];
    for section in filled {
        let at = (u64::from(section.load) - first) as usize;
        bytes[at..at + section.bytes.len()].copy_from_slice(&section.bytes);
    }
    Ok(bytes)
}
