//! The vocabulary of the instruction table: what one row says.

use super::operand::Operand;
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
/// `13+3n` (shift by n).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Formula {
    /// Always the same.
    Fixed(u16),
    /// `base + per * n`, where n is the operation's count: iterations of a repeating
    /// instruction, distance of a shift, registers moved, bits set in a multiplicand.
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
