//! The vocabulary of the instruction table: what one row says.

use std::fmt;

use super::operand::{Kind, Operand};
use super::operation::Operation;
use super::pattern::Pattern;

/// One instruction form: one row of the instruction table.
///
/// `ADD Rd,Rs` and `ADD Rd,@Rs` are two forms of the same [`Operation`]. A row is the only
/// description of its form; the decoder, the encoder, the disassembler, the processor's dispatch
/// and every cycle figure are derived from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Form {
    /// What the instruction does, with its operand size: `ADD`, `ADDB` and `ADDL` are three.
    pub operation: Operation,
    /// Operands in the order in which the assembler writes them.
    pub operands: &'static [Operand],
    /// The bits of the instruction, one or two words, without address, displacement and
    /// immediate words.
    pub pattern: Pattern,
    /// Execution time.
    pub clocks: Clocks,
    /// Flags that the instruction changes.
    pub flags: FlagSet,
    /// Whether the instruction traps in normal mode.
    pub privileged: bool,
}

/// Clocks of a form in the three ways of writing an address.
///
/// Forms without a direct or indexed address take the same time whatever the address mode of the
/// processor, unless the manual says otherwise; then all three are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clocks {
    /// Non-segmented mode.
    pub nonsegmented: Formula,
    /// Segmented mode with a short (one word) address.
    pub short: Formula,
    /// Segmented mode with a long (two word) address.
    pub long: Formula,
}

/// Execution time in clock cycles, as a formula where it depends on data.
///
/// Written as in the manual: `4`, `10/7` (taken / not taken), `11+9n` (n iterations),
/// `13+3n` (shift by n), `18|70` (zero multiplicand / any other), `13|25|107` (zero divisor /
/// overflow / otherwise).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Formula {
    /// Always the same.
    Fixed(u16),
    /// `base + per * n`, where n is the operation's count: iterations of a repeating
    /// instruction, distance of a shift or rotation, registers moved.
    Linear {
        /// Clocks without any iteration.
        base: u16,
        /// Clocks for each iteration.
        per: u16,
    },
    /// Depends on a condition.
    Branch {
        /// The condition holds.
        taken: u16,
        /// The condition does not hold.
        not_taken: u16,
    },
    /// Multiplication: a short path for a zero multiplicand.
    Multiply {
        /// The multiplicand is zero.
        zero: u16,
        /// It is not: clocks with no bit of its magnitude set ...
        base: u16,
        /// ... and clocks for each bit set.
        per: u16,
    },
    /// Division: short paths for a zero divisor and for a quotient that does not fit.
    Divide {
        /// The divisor is zero.
        zero: u16,
        /// The quotient overflows.
        overflow: u16,
        /// Otherwise.
        full: u16,
    },
}

/// Declares rows of the instruction table, one form a line: operation, operands, bits, clocks,
/// flags and, where it is so, `privileged`.
///
/// Clocks are those of non-segmented mode, then those of segmented mode where no rule gives them:
/// one figure for both ways of writing an address, or one for short and one for long.
macro_rules! forms {
    ($list:ident:
     $($operation:ident $operands:literal $bits:literal $clocks:literal $flags:literal
       $($privileged:ident)?;)*) => {
        pub(super) const $list: &[$crate::isa::Form] = &[$({
            use $crate::isa::{Form, Operand, Operation, operand};
            const OPERANDS: [Operand; operand::count($operands)] = operand::parse($operands);
            const RIGHTS: &[&str] = &[$(stringify!($privileged))?];
            Form::row(Operation::$operation, &OPERANDS, $bits, $clocks, $flags, RIGHTS)
        },)*];
    };
}
pub(super) use forms;

impl Form {
    /// The most words that an instruction has: two words of pattern and a long address.
    pub const MAX_WORDS: usize = 4;

    /// One row of the table; see [`forms`].
    ///
    /// # Panics
    ///
    /// On a row that contradicts itself, which in the table is a compile error.
    pub(super) const fn row(
        operation: Operation,
        operands: &'static [Operand],
        bits: &str,
        clocks: &str,
        flags: &str,
        rights: &[&str],
    ) -> Self {
        let pattern = Pattern::parse(bits);
        let mut used = 0;
        let mut index = 0;
        while index < operands.len() {
            let operand = operands[index];
            assert!(operand.field == b'-' || pattern.field(operand.field).is_some());
            assert!(operand.second == b'-' || pattern.field(operand.second).is_some());
            used += (operand.field != b'-') as usize + (operand.second != b'-') as usize;
            index += 1;
        }
        assert!(
            used == pattern.field_count(),
            "every field belongs to an operand"
        );
        let privileged = match rights {
            [] => false,
            [right] => {
                assert!(
                    matches!(right.as_bytes(), b"privileged"),
                    "only `privileged` may follow"
                );
                true
            }
            _ => panic!("only `privileged` may follow"),
        };
        Self {
            operation,
            operands,
            pattern,
            clocks: Clocks::parse(clocks, operands),
            flags: FlagSet::parse(flags),
            privileged,
        }
    }
}

impl Clocks {
    /// Applies the rule of the manual where a row gives one figure: in segmented mode, a short
    /// direct address costs one clock more and a short indexed one none; a long one costs three.
    const fn parse(text: &str, operands: &[Operand]) -> Self {
        let mut reader = Reader {
            text: text.as_bytes(),
            at: 0,
        };
        let nonsegmented = reader.formula();
        let (short, long) = if reader.more() {
            let short = reader.formula();
            (
                short,
                if reader.more() {
                    reader.formula()
                } else {
                    short
                },
            )
        } else {
            let (mut short, mut long) = (0, 0);
            let mut index = 0;
            while index < operands.len() {
                match operands[index].kind {
                    Kind::Direct => (short, long) = (1, 3),
                    Kind::Indexed => (short, long) = (0, 3),
                    _ => {}
                }
                index += 1;
            }
            (nonsegmented.plus(short), nonsegmented.plus(long))
        };
        assert!(!reader.more(), "at most three columns of clocks");
        Self {
            nonsegmented,
            short,
            long,
        }
    }
}

impl Formula {
    /// The same with so many more clocks in every case: an address costs what it costs, whatever
    /// comes of the instruction.
    const fn plus(self, more: u16) -> Self {
        match self {
            Self::Fixed(clocks) => Self::Fixed(clocks + more),
            Self::Linear { base, per } => Self::Linear {
                base: base + more,
                per,
            },
            Self::Branch { taken, not_taken } => Self::Branch {
                taken: taken + more,
                not_taken: not_taken + more,
            },
            Self::Multiply { zero, base, per } => Self::Multiply {
                zero: zero + more,
                base: base + more,
                per,
            },
            Self::Divide {
                zero,
                overflow,
                full,
            } => Self::Divide {
                zero: zero + more,
                overflow: overflow + more,
                full: full + more,
            },
        }
    }

    /// Clocks of a count: iterations, distance, registers, or bits set in a multiplicand that is
    /// not zero. Where there is no count, the full course: the branch taken, the division done.
    #[must_use]
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
            Self::Divide {
                zero,
                overflow,
                full,
            } => format!("{zero}|{overflow}|{full}"),
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

/// Reads the clocks of a row.
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

    /// `+n` or `+3n`, or nothing.
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
            Formula::Branch {
                taken: first,
                not_taken: self.number(),
            }
        } else if self.eat(b'|') {
            let second = self.number();
            if self.eat(b'|') {
                Formula::Divide {
                    zero: first,
                    overflow: second,
                    full: self.number(),
                }
            } else {
                Formula::Multiply {
                    zero: first,
                    base: second,
                    per: self.per(),
                }
            }
        } else {
            match self.per() {
                0 => Formula::Fixed(first),
                per => Formula::Linear { base: first, per },
            }
        };
        assert!(
            !self.more() || self.eat(b' '),
            "a space between two columns"
        );
        formula
    }
}

bitflags::bitflags! {
    /// A set of flags of the flag byte, with the bits where FCW has them.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct FlagSet: u8 {
        /// Carry.
        const C = 0x80;
        /// Zero.
        const Z = 0x40;
        /// Sign.
        const S = 0x20;
        /// Parity or overflow.
        const PV = 0x10;
        /// Decimal adjust: the last byte operation was a subtraction.
        const DA = 0x08;
        /// Half carry.
        const H = 0x04;
    }
}

impl FlagSet {
    /// The flags in the order of FCW, by their letters.
    const LETTERS: [(Self, &str); 6] = [
        (Self::C, "C"),
        (Self::Z, "Z"),
        (Self::S, "S"),
        (Self::PV, "PV"),
        (Self::DA, "D"),
        (Self::H, "H"),
    ];

    /// Reads `"CZSVDH"` with a dash for each flag that keeps its value.
    const fn parse(text: &str) -> Self {
        let text = text.as_bytes();
        assert!(text.len() == Self::LETTERS.len(), "a column for each flag");
        let mut set = Self::empty();
        let mut column = 0;
        while column < text.len() {
            let (flag, letters) = Self::LETTERS[column];
            if text[column] != b'-' {
                let letters = letters.as_bytes();
                assert!(text[column] == letters[0] || text[column] == letters[letters.len() - 1]);
                set = set.union(flag);
            }
            column += 1;
        }
        set
    }
}
