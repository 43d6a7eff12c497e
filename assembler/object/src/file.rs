//! Reading files in any of the supported formats.

use std::fmt;

use thiserror::Error;

use crate::bytes::FormatError;
use crate::coff;
use crate::image::{hex, srec};
use crate::model::{Kind, Object};
use crate::xout;

/// A file format that can be recognised from the contents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// COFF, which GNU binutils write for the Z8000.
    Coff,
    /// x.out, the format of CP/M-8000.
    Xout,
    /// Intel HEX, addresses and bytes in lines of text.
    Hex,
    /// S-records of Motorola, addresses and bytes in lines of text.
    Srec,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Coff => "coff-z8k",
            Self::Xout => "xout",
            Self::Hex => "ihex",
            Self::Srec => "srec",
        })
    }
}

/// Why a file cannot be read.
///
/// # Example
///
/// ```
/// let error = z8000_object::file::read("notes.txt", b"no object").expect_err("no format has these bytes");
/// println!("notes.txt: {error}");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The file's first bytes do not match any format.
    #[error("unknown file format: expected COFF, x.out, Intel HEX or S-records")]
    Unknown,
    /// The file has a format of another system, which the string describes.
    #[error("this is {0}; expected COFF, x.out, Intel HEX or S-records")]
    Foreign(&'static str),
    /// The file is damaged, or does not have the requested format.
    #[error(transparent)]
    Format(#[from] FormatError),
}

/// Recognises the format of a file by its first bytes; returns `None` if it is unknown.
///
/// # Example
///
/// ```
/// use z8000_object::file::{Format, format};
///
/// assert_eq!(format(b"S9030000FC\n"), Some(Format::Srec));
/// assert_eq!(format(b"start: nop"), None);
/// ```
pub fn format(bytes: &[u8]) -> Option<Format> {
    match bytes {
        _ if bytes.starts_with(&coff::MAGIC) => Some(Format::Coff),
        _ if xout::is_xout(bytes) => Some(Format::Xout),
        [b':', digit, ..] if digit.is_ascii_hexdigit() => Some(Format::Hex),
        [b'S', b'0'..=b'9', ..] => Some(Format::Srec),
        _ => None,
    }
}

/// Identifies a file of another system from the beginning of its header.
///
/// # Example
///
/// ```
/// use z8000_object::file;
///
/// assert_eq!(file::foreign(&[0x07, 0x01, 0x14, 0, 4, 0]), Some("an object or program of Coherent (l.out)"));
/// assert_eq!(file::foreign(b"\x7FELF\x02\x01\x01"), Some("an ELF file"));
/// assert_eq!(file::foreign(b"start: nop"), None);
/// ```
pub fn foreign(bytes: &[u8]) -> Option<&'static str> {
    Some(match bytes {
        // The magic number of ZEUS is followed by the size of the contents.
        [0xE6 | 0xE7, _, _, _, 0, 0, ..] => return None,
        [0xE6, 5 | 7 | 0x11, 0, 0..=0x0F, _, _, ..] => "a segmented object or program of ZEUS (s.out)",
        [0xE7, 5 | 7 | 0x11, 0, 0..=0x0F, _, _, ..] => "a non-segmented object or program of ZEUS (a.out)",
        [0x07, 0x01, _, _, 4, 0, ..] => "an object or program of Coherent (l.out)",
        [0x7F, b'E', b'L', b'F', header @ ..] => match header.get(14) {
            Some(62) => "an ELF file for x86-64",
            Some(183) => "an ELF file for AArch64",
            _ => "an ELF file",
        },
        _ => return None,
    })
}

/// Reads an object or a program, whose format is recognised from its contents.
///
/// # Errors
///
/// The format is unknown or that of another system, or the file is damaged.
///
/// # Example
///
/// ```
/// use z8000_object::file;
///
/// let object = file::read("main.hex", b":04010000BD157A00AF\n:00000001FF\n")?;
/// assert_eq!((object.sections[0].address, &object.sections[0].bytes[..]), (0x100, &[0xBD, 0x15, 0x7A, 0x00][..]));
/// assert_eq!(file::read("main.s", b"start: nop").unwrap_err(), file::ReadError::Unknown);
/// # Ok::<(), file::ReadError>(())
/// ```
pub fn read(name: &str, bytes: &[u8]) -> Result<Object, ReadError> {
    let unknown = || foreign(bytes).map_or(ReadError::Unknown, ReadError::Foreign);
    read_as(name, bytes, format(bytes).ok_or_else(unknown)?)
}

/// Reads a program to be loaded. A memory image does not distinguish code from data, so all of it is loaded into
/// program memory; an entry of 0 in an image counts as none.
///
/// # Errors
///
/// As for [`read`].
pub fn read_program(name: &str, bytes: &[u8]) -> Result<Object, ReadError> {
    let mut object = read(name, bytes)?;
    if matches!(format(bytes), Some(Format::Hex | Format::Srec)) {
        object.sections.iter_mut().for_each(|section| section.kind = Kind::Code);
        object.entry = object.entry.filter(|entry| *entry != 0);
    }
    Ok(object)
}

/// Reads an object or a program in a given format.
///
/// # Errors
///
/// The file does not have this format, or is damaged.
pub fn read_as(name: &str, bytes: &[u8], format: Format) -> Result<Object, ReadError> {
    Ok(match format {
        Format::Coff => coff::read(name, bytes)?,
        Format::Xout => xout::read(name, bytes)?,
        Format::Hex => hex::read(name, bytes)?,
        Format::Srec => srec::read(name, bytes)?,
    })
}
