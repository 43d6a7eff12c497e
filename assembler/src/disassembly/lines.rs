//! Splitting data without names into lines, and formatting these.

use std::ops::Range;

use crate::lexer::ESCAPES;

use super::program::is_text;

/// The contents of a line of data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Data {
    /// Numbers of 1, 2 or 4 bytes.
    Numbers(u8),
    /// Characters; if true, the last byte is a zero.
    Text(bool),
    Zeros,
}

/// Lines, each with its addresses and contents.
pub(super) type Lines = Vec<(Range<u32>, Data)>;

/// Maximum number of bytes in a line of numbers.
const BYTES_A_LINE: u32 = 16;
/// Minimum number of zeros that are written as `.space`.
const ZEROS: usize = 8;
/// Minimum number of characters in a string, with and without a zero at the end.
const TEXT: usize = 4;
const OPEN_TEXT: usize = 8;
/// Maximum number of characters in a line.
const TEXT_A_LINE: usize = 64;

/// Splits bytes of unknown use, which begin at an address, into lines.
pub(super) fn anything(address: u32, bytes: &[u8]) -> Lines {
    let place = |at: usize| address + at as u32;
    let mut lines = Lines::new();
    let mut start = 0;
    let mut at = 0;
    while at < bytes.len() {
        let zeros = bytes[at..].iter().take_while(|&&byte| byte == 0).count();
        let characters = bytes[at..].iter().take_while(|&&byte| is_text(byte)).count();
        let closed = bytes.get(at + characters) == Some(&0);
        let length = match () {
            () if zeros >= ZEROS => zeros,
            () if (characters >= TEXT && closed) || characters >= OPEN_TEXT => characters + usize::from(closed),
            () => {
                at += characters.max(zeros).max(1);
                continue;
            }
        };
        lines.extend(numbers(place(start)..place(at), 2));
        if zeros > 0 {
            lines.push((place(at)..place(at + length), Data::Zeros));
        } else {
            lines.extend(text(place(at), &bytes[at..at + length]));
        }
        at += length;
        start = at;
    }
    lines.extend(numbers(place(start)..place(at), 2));
    lines
}

/// Splits strings, and the other bytes between them, into lines.
pub(super) fn text(address: u32, bytes: &[u8]) -> Lines {
    let mut lines = Lines::new();
    let mut at = 0;
    while at < bytes.len() {
        let line = bytes[at..].iter().take(TEXT_A_LINE);
        let length = line.take_while(|&&byte| is_text(byte)).count();
        let start = address + at as u32;
        if length == 0 {
            let others = bytes[at..].iter().take_while(|&&byte| !is_text(byte)).count();
            lines.extend(numbers(start..start + others as u32, 1));
            at += others;
            continue;
        }
        let closed = bytes.get(at + length) == Some(&0);
        let length = length + usize::from(closed);
        lines.push((start..start + length as u32, Data::Text(closed)));
        at += length;
    }
    lines
}

/// Splits numbers of one size into lines. Remaining or unaligned bytes become smaller numbers.
pub(super) fn numbers(range: Range<u32>, size: u8) -> Lines {
    let mut lines = Lines::new();
    let mut at = range.start;
    while at < range.end {
        let left = range.end - at;
        let size = match size {
            4 if at.is_multiple_of(2) && left >= 4 => 4,
            2 | 4 if at.is_multiple_of(2) && left >= 2 => 2,
            _ => 1,
        };
        let odd = size == 1 && !at.is_multiple_of(2) && left > 1;
        let length = if odd { 1 } else { (left - left % size).min(BYTES_A_LINE) };
        lines.push((at..at + length, Data::Numbers(size as u8)));
        at += length;
    }
    lines
}

impl Data {
    /// Returns the text of a line with these bytes.
    pub(super) fn text(self, bytes: &[u8]) -> String {
        match self {
            Self::Numbers(size) => {
                let directive = match size {
                    1 => ".byte",
                    2 => ".word",
                    _ => ".long",
                };
                let numbers = bytes.chunks(size.into()).map(|chunk| format!("0x{}", hex(chunk)));
                format!("{directive} {}", numbers.collect::<Vec<_>>().join(","))
            }
            Self::Text(closed) => string(bytes, closed),
            Self::Zeros => format!(".space {}", bytes.len()),
        }
    }
}

/// Returns bytes as hexadecimal digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns a string as `.ascii` or `.asciz`.
fn string(bytes: &[u8], closed: bool) -> String {
    let (directive, bytes) = match bytes.split_last() {
        Some((0, text)) if closed => (".asciz", text),
        _ => (".ascii", bytes),
    };
    let mut text = format!("{directive} \"");
    for &byte in bytes {
        let letter = ESCAPES.iter().find(|(_, value)| *value == byte);
        let written = letter.map_or(byte, |(letter, _)| *letter);
        if letter.is_some() || matches!(byte, b'"' | b'\\') {
            text.push('\\');
        }
        text.push(written.into());
    }
    text.push('"');
    text
}
