//! The clocks of a row of the instruction table, as the processor uses them.

use crate::isa::Formula;

/// The clocks of a row, ready for use.
#[derive(Debug, Clone, Copy)]
pub(super) struct Timing {
    /// Without any iteration; or the branch taken; or the full multiplication or division.
    pub(super) base: u16,
    /// For each iteration.
    pub(super) per: u16,
    /// The short way: branch not taken, zero multiplicand or divisor.
    pub(super) short: u16,
    /// A quotient that does not fit.
    pub(super) overflow: u16,
}

impl Timing {
    pub(super) const fn new(formula: Formula) -> Self {
        let (base, per, short, overflow) = match formula {
            Formula::Fixed(base) => (base, 0, base, base),
            Formula::Linear { base, per } => (base, per, base, base),
            Formula::Branch { taken, not_taken } => (taken, 0, not_taken, taken),
            Formula::Multiply { zero, base, per } => (base, per, zero, base),
            Formula::Divide { zero, overflow, full } => (full, 0, zero, overflow),
        };
        Self {
            base,
            per,
            short,
            overflow,
        }
    }

    /// Clocks where they do not depend on data.
    #[inline(always)]
    pub(super) const fn fixed(self) -> u32 {
        self.base as u32
    }

    /// Clocks of n iterations.
    #[inline(always)]
    pub(super) const fn times(self, n: u32) -> u32 {
        self.base as u32 + self.per as u32 * n
    }

    /// Clocks of a branch.
    #[inline(always)]
    pub(super) const fn branch(self, taken: bool) -> u32 {
        if taken { self.base as u32 } else { self.short as u32 }
    }
}
