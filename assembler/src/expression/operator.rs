//! The operators, one row each.

use thiserror::Error;

use crate::lexer::Sign;

/// Why an operator has no value. GNU as warns, and continues with a number of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ArithmeticError {
    /// The right side of `/` or `%` is 0.
    #[error("division by zero")]
    DivisionByZero,
    /// The right side of `<<` or `>>` is below 0.
    #[error("the shift count is negative")]
    NegativeShift,
}

/// An operator between two operands; operators of a higher rank bind more tightly.
struct Row {
    operator: Binary,
    sign: Sign,
    rank: u8,
    function: fn(i64, i64) -> Result<i64, ArithmeticError>,
}

macro_rules! operators {
    ($($operator:ident $sign:ident $rank:literal $function:expr;)*) => {
        /// An operator between two operands.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[expect(missing_docs, reason = "named as the signs are read")]
        pub enum Binary {
            $($operator,)*
        }

        static ROWS: &[Row] = &[$(Row {
            operator: Binary::$operator,
            sign: Sign::$sign,
            rank: $rank,
            function: $function,
        },)*];
    };
}

operators! {
    // operator   sign          rank  value
    Multiply      Star          6     |a, b| Ok(a.wrapping_mul(b));
    Divide        Slash         6     |a, b| divide(a, b, i64::wrapping_div);
    Remainder     Percent       6     |a, b| divide(a, b, i64::wrapping_rem);
    ShiftLeft     ShiftLeft     6     |a, b| shift(a, b, u64::checked_shl);
    ShiftRight    ShiftRight    6     |a, b| shift(a, b, u64::checked_shr);
    Or            Bar           5     |a, b| Ok(a | b);
    Xor           Caret         5     |a, b| Ok(a ^ b);
    And           Ampersand     5     |a, b| Ok(a & b);
    Add           Plus          4     |a, b| Ok(a.wrapping_add(b));
    Subtract      Minus         4     |a, b| Ok(a.wrapping_sub(b));
    Equal         Equal         3     |a, b| Ok(all_ones(a == b));
    NotEqual      NotEqual      3     |a, b| Ok(all_ones(a != b));
    Different     LessGreater   3     |a, b| Ok(all_ones(a != b));
    Less          Less          3     |a, b| Ok(all_ones(a < b));
    LessEqual     LessEqual     3     |a, b| Ok(all_ones(a <= b));
    Greater       Greater       3     |a, b| Ok(all_ones(a > b));
    GreaterEqual  GreaterEqual  3     |a, b| Ok(all_ones(a >= b));
    LogicalAnd    AndAnd        2     |a, b| Ok((a != 0 && b != 0).into());
    LogicalOr     OrOr          1     |a, b| Ok((a != 0 || b != 0).into());
}

impl Binary {
    /// The operator that a sign stands for between two operands.
    #[must_use]
    pub fn from_sign(sign: Sign) -> Option<Self> {
        ROWS.iter().find(|row| row.sign == sign).map(|row| row.operator)
    }

    fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// The sign that stands for it.
    pub(crate) fn sign(self) -> Sign {
        self.row().sign
    }

    /// How tightly it binds: 1 and up, the tightest last. Operators of one rank are applied from left to right.
    #[must_use]
    pub fn rank(self) -> u8 {
        self.row().rank
    }

    /// Its value for two numbers.
    ///
    /// # Errors
    ///
    /// Where it has none.
    pub fn apply(self, left: i64, right: i64) -> Result<i64, ArithmeticError> {
        (self.row().function)(left, right)
    }

    /// Returns true if it asks for the difference of its operands alone.
    pub(crate) fn compares(self) -> bool {
        matches!(self, Self::Subtract) || self.rank() == Self::Equal.rank()
    }

    /// Its value where the left side alone decides it.
    pub(crate) const fn decided_by(self, left: i64) -> Option<i64> {
        match (self, left != 0) {
            (Self::LogicalAnd, false) => Some(0),
            (Self::LogicalOr, true) => Some(1),
            _ => None,
        }
    }
}

/// A comparison that holds is -1.
const fn all_ones(holds: bool) -> i64 {
    if holds { -1 } else { 0 }
}

fn divide(a: i64, b: i64, function: fn(i64, i64) -> i64) -> Result<i64, ArithmeticError> {
    match b {
        0 => Err(ArithmeticError::DivisionByZero),
        _ => Ok(function(a, b)),
    }
}

/// Shifts move zeros in on both sides, so a count of 64 or more leaves 0.
fn shift(a: i64, b: i64, function: fn(u64, u32) -> Option<u64>) -> Result<i64, ArithmeticError> {
    if b < 0 {
        return Err(ArithmeticError::NegativeShift);
    }
    let count = u32::try_from(b).unwrap_or(u32::MAX);
    Ok(function(a.cast_unsigned(), count).unwrap_or(0).cast_signed())
}

/// An operator before its operand; it binds more tightly than any between two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unary {
    /// `+`: no change.
    Plus,
    /// `-`
    Negate,
    /// `~`: every bit.
    Complement,
    /// `!`: 1 for 0, and 0 for everything else. In a source `!` begins a comment.
    Not,
}

impl Unary {
    const SIGNS: [(Self, Sign); 4] = [
        (Self::Plus, Sign::Plus),
        (Self::Negate, Sign::Minus),
        (Self::Complement, Sign::Tilde),
        (Self::Not, Sign::Exclamation),
    ];

    /// The operator that a sign stands for before an operand.
    #[must_use]
    pub fn from_sign(sign: Sign) -> Option<Self> {
        let row = Self::SIGNS.into_iter().find(|row| row.1 == sign);
        row.map(|row| row.0)
    }

    /// The sign that stands for it.
    pub(crate) const fn sign(self) -> Sign {
        Self::SIGNS[self as usize].1
    }

    /// Its value for a number.
    #[must_use]
    pub const fn apply(self, a: i64) -> i64 {
        match self {
            Self::Plus => a,
            Self::Negate => a.wrapping_neg(),
            Self::Complement => !a,
            Self::Not => (a == 0) as i64,
        }
    }
}
