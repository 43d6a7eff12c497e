//! Names of registers.

use std::ops::Range;

use crate::fault::Fault;

/// A register as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Register {
    /// `RH0` to `RH7` (0 to 7), `RL0` to `RL7` (8 to 15).
    Byte(u8),
    /// `R0` to `R15`.
    Word(u8),
    /// `RR0` to `RR14`.
    Long(u8),
    /// `RQ0` to `RQ12`.
    Quad(u8),
}

impl Register {
    /// Its number in an instruction.
    pub(crate) const fn number(self) -> u8 {
        match self {
            Self::Byte(number) | Self::Word(number) | Self::Long(number) | Self::Quad(number) => number,
        }
    }

    /// The register of a name, or none if the name does not look like one.
    ///
    /// # Errors
    ///
    /// When it looks like one, but no register has this number.
    pub(crate) fn new(name: &str, span: &Range<usize>) -> Result<Option<Self>, Fault> {
        let Some((prefix, number)) = split(name) else {
            return Ok(None);
        };
        let (last, step, register): (u32, u32, fn(u8) -> Self) = match prefix {
            "rh" => (7, 1, Self::Byte),
            "rl" => (7, 1, |number| Self::Byte(number + 8)),
            "rr" => (14, 2, Self::Long),
            "rq" => (12, 4, Self::Quad),
            _ => (15, 1, Self::Word),
        };
        if number <= last && number.is_multiple_of(step) {
            return Ok(Some(register(number as u8)));
        }
        let label = match (step, number) {
            (2, 0..=15) => "the numbers of register pairs are even".to_owned(),
            (4, 0..=15) => "the numbers of quadruple registers are multiples of 4".to_owned(),
            _ => format!("`{prefix}0` to `{prefix}{last}` exist"),
        };
        Err(Fault::new(span.clone(), format!("register `{name}` does not exist")).label(label))
    }
}

/// Returns true if a name looks like that of a register, so that it cannot be a symbol.
#[must_use]
pub fn is_register(name: &str) -> bool {
    split(name).is_some()
}

/// The prefix and the number of a name that looks like a register.
fn split(name: &str) -> Option<(&'static str, u32)> {
    let (prefix, digits) = match name.as_bytes() {
        [b'r' | b'R', b'h' | b'H', digits @ ..] => ("rh", digits),
        [b'r' | b'R', b'l' | b'L', digits @ ..] => ("rl", digits),
        [b'r' | b'R', b'r' | b'R', digits @ ..] => ("rr", digits),
        [b'r' | b'R', b'q' | b'Q', digits @ ..] => ("rq", digits),
        [b'r' | b'R', digits @ ..] => ("r", digits),
        _ => return None,
    };
    let mut number = 0_u32;
    for digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        number = number.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
    }
    (!digits.is_empty()).then_some((prefix, number))
}
