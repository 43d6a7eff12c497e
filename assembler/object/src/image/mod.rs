//! Memory contents without symbols: Intel HEX, S-records, flat binaries.

pub mod flat;
pub mod hex;
pub mod srec;

use std::fmt::Write as _;

use crate::bytes::FormatError;
use crate::model::{Kind, Object, Section};

/// Creates an image without bytes.
fn empty(name: &str) -> Object {
    Object { name: name.to_owned(), entry: Some(0), ..Object::default() }
}

/// Adds bytes to the last section if they directly follow it; otherwise as a new section, `.sec1`, `.sec2` and so on.
fn add(image: &mut Object, address: u32, bytes: &[u8]) {
    let number = image.sections.len() + 1;
    match image.sections.last_mut() {
        Some(last) if u64::from(last.address) + last.bytes.len() as u64 == u64::from(address) => {
            last.bytes.extend(bytes);
            last.size += bytes.len() as u32;
        }
        _ => image.sections.push(Section {
            alignment: 1,
            ..Section::at(&format!(".sec{number}"), Kind::Data, address, bytes.to_vec())
        }),
    }
}

impl FormatError {
    /// Returns the error for a line that is not a record.
    fn line(line: usize, reason: &str) -> Self {
        Self(format!("line {line}: {reason}"))
    }
}

/// Returns the bytes of a record, given its digits after the mark, and checks their sum.
fn digits(text: &[u8], line: usize, expected: u8) -> Result<Vec<u8>, FormatError> {
    let wrong = |reason: &str| FormatError::line(line, reason);
    if !text.len().is_multiple_of(2) {
        return Err(wrong("expected an even number of hexadecimal digits"));
    }
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let pairs = text.chunks_exact(2);
    let bytes = pairs.map(|pair| Some((digit(pair[0])? << 4 | digit(pair[1])?) as u8));
    let bytes: Option<Vec<u8>> = bytes.collect();
    let bytes = bytes.ok_or_else(|| wrong("expected hexadecimal digits"))?;
    let sum = sum(&bytes);
    if let Some(found) = bytes.last().filter(|_| sum != expected) {
        let right = found.wrapping_add(expected).wrapping_sub(sum);
        return Err(wrong(&format!(
            "the record's checksum is {found:02x}; expected {right:02x}"
        )));
    }
    Ok(bytes)
}

/// Writes a record: its mark, and its bytes as hexadecimal digits.
fn record(out: &mut String, mark: &str, bytes: &[u8]) {
    out.push_str(mark);
    for byte in bytes {
        let _ = write!(out, "{byte:02X}");
    }
    out.push('\n');
}

fn sum(bytes: &[u8]) -> u8 {
    bytes.iter().fold(0, |sum, byte| sum.wrapping_add(*byte))
}

fn number(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0, |value, byte| value << 8 | u32::from(*byte))
}

/// Returns the lines with their numbers, without trailing spaces and without empty lines.
fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let lines = bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    (1..).zip(lines).filter(|(_, line)| !line.is_empty())
}
