//! Memory as text.

use std::fmt::Write as _;

use crate::machine::Address;

/// A row of a memory dump, at most 8 bytes, so that it fits beside the panes of a terminal: address, bytes in words,
/// characters.
pub fn hex_row(at: impl Into<Address>, row: &[u8]) -> String {
    let mut text = format!("{} ", at.into());
    let width = text.len() + 20;
    for (index, byte) in row.iter().enumerate() {
        let gap = if index % 2 == 0 { " " } else { "" };
        let _ = write!(text, "{gap}{byte:02x}");
    }
    let shown: String = row
        .iter()
        .map(|&byte| match byte {
            0x20..=0x7E => char::from(byte),
            _ => '.',
        })
        .collect();
    format!("{text:<width$} {shown}")
}
