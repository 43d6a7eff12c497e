//! Bounds-checked reading and writing of a file's big-endian fields, and the error type of all formats.

use std::borrow::Cow;

use thiserror::Error;

/// Why a file cannot be read or written.
///
/// # Example
///
/// ```
/// let error = z8000_object::xout::read("a.o", b"no object").expect_err("the magic number is missing");
/// println!("a.o: {error}");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct FormatError(pub(crate) String);

/// Returns the error for a part that extends past the end of the file.
pub(crate) fn past_end(part: &str) -> FormatError {
    FormatError(format!(
        "{part} would extend past the end of the file: the file is truncated, or its header is damaged"
    ))
}

/// A file whose fields are read by position. Positions are 64 bits wide, so that sums of numbers in a header do not
/// overflow.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'b>(pub(crate) &'b [u8]);

impl<'b> Reader<'b> {
    /// Returns a range of the file; `None` if it extends past the end.
    pub(crate) fn slice(self, at: u64, length: u64) -> Option<&'b [u8]> {
        let end = usize::try_from(at.checked_add(length)?).ok()?;
        self.0.get(usize::try_from(at).ok()?..end)
    }

    /// Returns a range of the file, or an error that names the part that extends past its end.
    pub(crate) fn part(self, at: u64, length: u64, what: &str) -> Result<&'b [u8], FormatError> {
        self.slice(at, length).ok_or_else(|| past_end(what))
    }

    fn array<const N: usize>(self, at: u64) -> Option<[u8; N]> {
        self.slice(at, N as u64)?.try_into().ok()
    }

    pub(crate) fn word(self, at: u64) -> Option<u16> {
        self.array(at).map(u16::from_be_bytes)
    }

    pub(crate) fn long(self, at: u64) -> Option<u32> {
        self.array(at).map(u32::from_be_bytes)
    }
}

/// A file that is being written.
#[derive(Default)]
pub(crate) struct Writer(pub(crate) Vec<u8>);

impl Writer {
    pub(crate) fn byte(&mut self, value: u8) {
        self.0.push(value);
    }

    pub(crate) fn word(&mut self, value: u16) {
        self.0.extend(value.to_be_bytes());
    }

    pub(crate) fn long(&mut self, value: u32) {
        self.0.extend(value.to_be_bytes());
    }

    /// Appends several long words.
    pub(crate) fn longs<const N: usize>(&mut self, values: [u32; N]) {
        values.into_iter().for_each(|value| self.long(value));
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.0.extend(bytes);
    }

    /// Appends a byte if necessary to make the length even.
    pub(crate) fn even(&mut self, fill: u8) {
        self.0.resize(self.0.len().next_multiple_of(2), fill);
    }

    /// Appends a string in a field of fixed length, padded with a byte, or truncated.
    pub(crate) fn padded(&mut self, text: &[u8], length: usize, fill: u8) {
        let text = &text[..text.len().min(length)];
        self.0.extend(text);
        self.0.resize(self.0.len() + length - text.len(), fill);
    }
}

/// Returns a name up to its first zero byte. Old tools wrote names in various character sets; these are read as
/// Latin-1.
pub(crate) fn name(bytes: &[u8]) -> Cow<'_, str> {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    let bytes = &bytes[..end];
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => bytes.iter().map(|byte| char::from(*byte)).collect(),
    }
}
