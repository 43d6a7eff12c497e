//! Names of registers.

use std::ops::Range;

use crate::fault::Fault;

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
    /// Returns the number of the register in an instruction.
    pub(crate) const fn number(self) -> u8 {
        match self {
            Self::Byte(number) | Self::Word(number) | Self::Long(number) | Self::Quad(number) => number,
        }
    }

    /// Returns the register with a name; `None` if the name does not look like a register.
    ///
    /// # Errors
    ///
    /// The name looks like a register, but no register has this number.
    pub(crate) fn new(name: &str, span: &Range<usize>) -> Result<Option<Self>, Fault> {
        let Some(((prefix, last, step, register), number)) = split(name) else {
            return Ok(None);
        };
        if number <= last && number.is_multiple_of(step) {
            return Ok(Some(register(number as u8)));
        }
        let label = match (step, number) {
            (2, 0..=15) => "register pair numbers must be even".to_owned(),
            (4, 0..=15) => "quadruple register numbers must be multiples of 4".to_owned(),
            _ => format!("expected `{prefix}0` to `{prefix}{last}`"),
        };
        Err(Fault::new(span.clone(), format!("register `{name}` does not exist")).label(label))
    }
}

/// Returns true if a name has the form of a register's name, and so cannot be a symbol.
///
/// # Example
///
/// ```
/// use z8000_asm::is_register;
///
/// assert!(is_register("RR2"));
/// // There is no R16, but no symbol can have its name.
/// assert!(is_register("r16"));
/// assert!(!is_register("result"));
/// ```
pub fn is_register(name: &str) -> bool {
    split(name).is_some()
}

/// The registers of one size: the prefix, the last number, the interval of numbers, and a function from numbers to
/// registers.
type RegisterRow = (&'static str, u32, u32, fn(u8) -> Register);

const ROWS: [RegisterRow; 5] = [
    ("rl", 7, 1, |number| Register::Byte(number + 8)),
    ("rh", 7, 1, Register::Byte),
    ("rq", 12, 4, Register::Quad),
    ("rr", 14, 2, Register::Long),
    ("r", 15, 1, Register::Word),
];

/// Returns the names of all registers, word registers first.
///
/// # Example
///
/// ```
/// use z8000_asm::registers;
///
/// assert_eq!(registers().take(2).collect::<Vec<_>>(), ["r0", "r1"]);
/// assert!(registers().any(|name| name == "rq12"));
/// ```
pub fn registers() -> impl Iterator<Item = String> {
    ROWS.into_iter().rev().flat_map(|(prefix, last, step, _)| {
        let numbers = (0..=last).step_by(step as usize);
        numbers.map(move |number| format!("{prefix}{number}"))
    })
}

/// Returns the row and the number of a name that looks like a register. This is called for every name in a source, so
/// only the second letter determines the row.
fn split(name: &str) -> Option<(RegisterRow, u32)> {
    let [b'r' | b'R', second, ..] = name.as_bytes() else {
        return None;
    };
    let row = ROWS[match second {
        b'l' | b'L' => 0,
        b'h' | b'H' => 1,
        b'q' | b'Q' => 2,
        b'r' | b'R' => 3,
        b'0'..=b'9' => 4,
        _ => return None,
    }];
    let digits = &name[row.0.len()..];
    let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    // A number that overflows is too large for any register.
    is_number.then(|| (row, digits.parse().unwrap_or(u32::MAX)))
}
