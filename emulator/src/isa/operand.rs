//! Operands of a form.

use alloc::string::String;
use core::fmt;

use super::address::Mode;
use super::kind::Kind;

/// An operand of a form: its kind, and the field of the bit pattern that contains it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Operand {
    /// The kind: how the operand is written, and which values it may have.
    pub kind: Kind,
    /// The letter of its field in the [`Pattern`](super::Pattern); `-` if the operand has no field (it is implied, or
    /// is entirely in the words after the pattern).
    pub field: u8,
    /// The letter of a second field, such as that of an index register; otherwise `-`.
    pub second: u8,
    /// True if the instruction writes the operand: the register, the memory at the address, or the port.
    pub written: bool,
    /// How the instruction moves the pointer in the operand: up (1), down (-1) or not at all (0).
    pub step: i8,
}

const NONE: Operand = Operand { kind: Kind::Word, field: b'-', second: b'-', written: false, step: 0 };

/// Parses the operands of a row: their spellings in the table, with its marks, as in `"=rd,address(rs)"`.
///
/// The spellings are those in the rows of [`Kind`].
///
/// # Panics
///
/// An operand is unknown; in a row, this is a compile error.
pub(crate) const fn parse<const N: usize>(text: &str) -> [Operand; N] {
    let mut list = [NONE; N];
    let (mut index, mut rest) = (0, text.as_bytes());
    while index < N {
        let (operand, tail) = rest.split_at(find(rest, b','));
        list[index] = parse_marked(operand);
        rest = if tail.is_empty() { tail } else { tail.split_at(1).1 };
        index += 1;
    }
    assert!(rest.is_empty(), "as many operands as commas, and one");
    list
}

/// Returns the number of operands that [`parse`] finds.
pub(crate) const fn count(text: &str) -> usize {
    let mut count = if text.is_empty() { 0 } else { 1 };
    let mut at = 0;
    while at < text.len() {
        if text.as_bytes()[at] == b',' {
            count += 1;
        }
        at += 1;
    }
    count
}

const fn parse_marked(text: &[u8]) -> Operand {
    let (written, text) = match text {
        [b'=', text @ ..] => (true, text),
        _ => (false, text),
    };
    let (step, text) = match text {
        [text @ .., b'+'] => (1, text),
        [text @ .., b'-'] => (-1, text),
        _ => (0, text),
    };
    let Some((kind, field, second)) = Kind::of_row(text) else {
        panic!("an unknown operand");
    };
    assert!(step == 0 || matches!(kind, Kind::Indirect), "only pointers move");
    Operand { kind, field, second, written, step }
}

const fn find(text: &[u8], wanted: u8) -> usize {
    let mut at = 0;
    while at < text.len() && text[at] != wanted {
        at += 1;
    }
    at
}

impl fmt::Display for Operand {
    /// Formats the operand as in the manual: `Rd`, `@Rs`, `address(Rs)`, `#data`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.spelled("R", "Rp"))
    }
}

impl Operand {
    /// Returns the spelling for a mode: a pointer is a register in non-segmented mode, a pair in segmented mode.
    pub(super) fn written(self, mode: Mode) -> String {
        let pointer = match mode {
            Mode::Nonsegmented => "R",
            Mode::Segmented => "RR",
        };
        self.spelled(pointer, pointer)
    }

    /// Returns the spelling in the manual, with the given prefixes for pointers and for registers that receive an
    /// address.
    fn spelled(self, pointer: &str, receiver: &str) -> String {
        let mut text = String::new();
        for letter in self.kind.manual().chars() {
            match letter {
                'P' => text.push_str(pointer),
                '*' => text.push_str(receiver),
                '?' => text.push(self.field.into()),
                '!' => text.push(self.second.into()),
                letter => text.push(letter),
            }
        }
        text
    }
}
