//! Execution times: the clocks of a row.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

use super::kind::{Part, Place};
use super::operand::Operand;

/// Clocks of a form for the three ways to encode an address.
///
/// For forms without a direct or indexed address, all three are equal, unless the manual specifies otherwise.
///
/// # Example
///
/// ```
/// use z8000::isa::{Operation, forms_of};
///
/// // LD Rd,address takes 9 clocks, with a short segmented address 10, with a long one 12.
/// let form = forms_of(Operation::Ld).iter().find(|form| form.to_string() == "LD Rd, address").expect("a form");
/// assert_eq!(form.clocks.nonsegmented.clocks(0), 9);
/// assert_eq!(form.clocks.short.clocks(0), 10);
/// assert_eq!(form.clocks.long.clocks(0), 12);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clocks {
    /// Non-segmented mode.
    pub nonsegmented: Formula,
    /// Segmented mode with a short (one-word) address.
    pub short: Formula,
    /// Segmented mode with a long (two-word) address.
    pub long: Formula,
}

/// Execution time in clock cycles, as a formula if it depends on data.
///
/// It is written as in the manual: `4`, `10/7` (taken / not taken), `11+9n` (n iterations), `13+3n` (shift by n),
/// `18|70` (zero multiplicand / any other), `13|25|107` (zero divisor / overflow / otherwise).
///
/// # Example
///
/// ```
/// use z8000::isa::Formula;
///
/// let ldir = Formula::Linear { base: 11, per: 9 };
/// assert_eq!(ldir.to_string(), "11+9n");
/// assert_eq!(ldir.clocks(3), 38);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Formula {
    /// The same number of clocks for all data.
    Fixed(u16),
    /// `base + per * n`, where n is the operation's count: iterations of a repeating instruction, distance of a shift
    /// or rotation, or registers moved.
    Linear {
        /// Clocks for a count of 0.
        base: u16,
        /// Clocks per unit of the count.
        per: u16,
    },
    /// The clocks depend on a condition.
    Branch {
        /// Clocks if the condition is true.
        taken: u16,
        /// Clocks if the condition is false.
        not_taken: u16,
    },
    /// Multiplication, with a short path for a zero multiplicand.
    Multiply {
        /// Clocks if the multiplicand is zero.
        zero: u16,
        /// If the multiplicand is not zero: clocks without those for the set bits of its magnitude.
        base: u16,
        /// Clocks per set bit of the magnitude.
        per: u16,
    },
    /// Division, with short paths for a zero divisor and for a quotient that does not fit.
    Divide {
        /// Clocks if the divisor is zero.
        zero: u16,
        /// Clocks if the quotient does not fit.
        overflow: u16,
        /// Clocks if the division is completed.
        full: u16,
    },
}

impl Clocks {
    /// Parses the clocks of a row. If it has only one figure, the rule of the manual applies: in segmented mode, a
    /// short direct address costs one more clock, a short indexed one none, and a long one three.
    pub(super) const fn parse(text: &str, operands: &[Operand]) -> Self {
        let mut reader = Reader { text: text.as_bytes(), at: 0 };
        let nonsegmented = reader.formula();
        let (short, long) = if reader.more() {
            let short = reader.formula();
            (short, if reader.more() { reader.formula() } else { short })
        } else {
            let (mut short, mut long) = (0, 0);
            let mut index = 0;
            while index < operands.len() {
                match operands[index].kind.parts() {
                    [Part { place: Place::Address, .. }] => (short, long) = (1, 3),
                    [Part { place: Place::Address, .. }, _] => (short, long) = (0, 3),
                    _ => {}
                }
                index += 1;
            }
            (nonsegmented.plus(short), nonsegmented.plus(long))
        };
        assert!(!reader.more(), "at most three columns of clocks");
        Self { nonsegmented, short, long }
    }
}

impl Formula {
    /// Returns the formula with more clocks in every case, because the cost of an address does not depend on the path
    /// of the instruction.
    const fn plus(self, more: u16) -> Self {
        match self {
            Self::Fixed(clocks) => Self::Fixed(clocks + more),
            Self::Linear { base, per } => Self::Linear { base: base + more, per },
            Self::Branch { taken, not_taken } => Self::Branch { taken: taken + more, not_taken: not_taken + more },
            Self::Multiply { zero, base, per } => Self::Multiply { zero: zero + more, base: base + more, per },
            Self::Divide { zero, overflow, full } => {
                Self::Divide { zero: zero + more, overflow: overflow + more, full: full + more }
            }
        }
    }

    /// Returns the clocks of the shortest path.
    pub(super) const fn shortest(self) -> u16 {
        match self {
            Self::Fixed(clocks) | Self::Linear { base: clocks, .. } => clocks,
            Self::Branch { taken, not_taken } if taken < not_taken => taken,
            Self::Branch { not_taken, .. } => not_taken,
            Self::Multiply { zero, .. } | Self::Divide { zero, .. } => zero,
        }
    }

    /// Returns the clocks for a count: iterations, distance, registers, or set bits of a non-zero multiplicand. A
    /// formula without a count gives the clocks of the full path: branch taken, division carried out.
    pub const fn clocks(self, n: u32) -> u32 {
        match self {
            Self::Fixed(clocks) => clocks as u32,
            Self::Linear { base, per } | Self::Multiply { base, per, .. } => {
                (base as u32).saturating_add((per as u32).saturating_mul(n))
            }
            Self::Branch { taken, .. } => taken as u32,
            Self::Divide { full, .. } => full as u32,
        }
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match *self {
            Self::Fixed(clocks) => clocks.to_string(),
            Self::Linear { base, per } => linear(base, per),
            Self::Branch { taken, not_taken } => format!("{taken}/{not_taken}"),
            Self::Multiply { zero, base, per } => format!("{zero}|{}", linear(base, per)),
            Self::Divide { zero, overflow, full } => format!("{zero}|{overflow}|{full}"),
        };
        f.pad(&text)
    }
}

fn linear(base: u16, per: u16) -> String {
    match per {
        0 => base.to_string(),
        1 => format!("{base}+n"),
        _ => format!("{base}+{per}n"),
    }
}

/// Parses the clocks of a row.
struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    const fn more(&self) -> bool {
        self.at < self.text.len()
    }

    const fn eat(&mut self, wanted: u8) -> bool {
        let found = self.more() && self.text[self.at] == wanted;
        if found {
            self.at += 1;
        }
        found
    }

    const fn number(&mut self) -> u16 {
        let start = self.at;
        let mut number = 0;
        while self.more() && self.text[self.at].is_ascii_digit() {
            number = 10 * number + (self.text[self.at] - b'0') as u16;
            self.at += 1;
        }
        assert!(self.at > start, "a number of clocks");
        number
    }

    /// Parses `+n` or `+3n`; returns 0 if there is neither.
    const fn per(&mut self) -> u16 {
        if !self.eat(b'+') {
            return 0;
        }
        let per = if self.eat(b'n') {
            return 1;
        } else {
            self.number()
        };
        assert!(self.eat(b'n'), "clocks for each of n");
        per
    }

    const fn formula(&mut self) -> Formula {
        let first = self.number();
        let formula = if self.eat(b'/') {
            Formula::Branch { taken: first, not_taken: self.number() }
        } else if self.eat(b'|') {
            let second = self.number();
            if self.eat(b'|') {
                Formula::Divide { zero: first, overflow: second, full: self.number() }
            } else {
                Formula::Multiply { zero: first, base: second, per: self.per() }
            }
        } else {
            match self.per() {
                0 => Formula::Fixed(first),
                per => Formula::Linear { base: first, per },
            }
        };
        assert!(!self.more() || self.eat(b' '), "a space between two columns");
        formula
    }
}
