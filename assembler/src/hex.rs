//! Intel HEX: the contents as lines of text, as programmers of memories take them.

use std::fmt::Write as _;

use crate::assembly::{Assembly, Piece, Section};

/// Bytes in a record.
const ROW: usize = 16;

/// Types of records.
const DATA: u8 = 0x00;
const END: u8 = 0x01;
const UPPER_ADDRESS: u8 = 0x04;

impl Assembly {
    /// The contents of a section as Intel HEX. Addresses beyond 64 KB have their upper half in
    /// records of type 04; gaps are left out.
    #[must_use]
    pub fn intel_hex(&self, section: Section) -> String {
        records(self.section(section))
    }

    /// The contents of `.text` and `.data` as Intel HEX: of a program in one memory.
    #[must_use]
    pub fn whole_intel_hex(&self) -> String {
        records(self.contents())
    }
}

fn records<'p>(pieces: impl Iterator<Item = &'p Piece>) -> String {
    let mut out = String::new();
    let mut upper = 0;
    for piece in pieces {
        let mut rest = &piece.bytes[..];
        let mut address = piece.origin;
        while !rest.is_empty() {
            if address >> 16 != upper {
                upper = address >> 16;
                record(&mut out, 0, UPPER_ADDRESS, &(upper as u16).to_be_bytes());
            }
            // A record does not cross a boundary of 64 KB.
            let room = 0x1_0000 - (address & 0xFFFF) as usize;
            let (row, after) = rest.split_at(rest.len().min(ROW).min(room));
            record(&mut out, address as u16, DATA, row);
            address = address.saturating_add(row.len() as u32);
            rest = after;
        }
    }
    record(&mut out, 0, END, &[]);
    out
}

/// `:`, count, address, type, bytes, and what makes the sum of all bytes 0.
fn record(out: &mut String, address: u16, kind: u8, bytes: &[u8]) {
    let [high, low] = address.to_be_bytes();
    let head = [bytes.len() as u8, high, low, kind];
    let sum = head.iter().chain(bytes).fold(0_u8, |sum, byte| sum.wrapping_add(*byte));
    out.push(':');
    for byte in head.iter().chain(bytes).chain([&sum.wrapping_neg()]) {
        let _ = write!(out, "{byte:02X}");
    }
    out.push('\n');
}
