//! The clocks of a row of the instruction table, as the processor uses them.

use crate::isa::Formula;

/// The clocks of a row in the form in which they are looked up.
#[derive(Debug, Clone, Copy)]
pub(super) struct Timing {
    /// Clocks of the full path, without iterations.
    base: u16,
    /// Clocks per iteration.
    per: u16,
    /// Clocks of the short path.
    short: u16,
    /// Clocks if the quotient does not fit.
    overflow: u16,
}

/// The path that an instruction took, on which its clocks depend. An operation with only one path returns `()`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Course {
    /// The branch is taken, or the product or quotient computed.
    Full,
    /// The branch is not taken, or the multiplicand or divisor is zero.
    Short,
    /// The quotient does not fit.
    Overflow,
    /// This many iterations.
    Times(u32),
    /// Clocks that are not in a row: those of extended instructions, and of parts of a repetition.
    Clocks(u32),
}

impl From<()> for Course {
    #[inline(always)]
    fn from((): ()) -> Self {
        Self::Full
    }
}

impl Course {
    /// Returns the path of a branch.
    #[inline(always)]
    pub(super) const fn branch(taken: bool) -> Self {
        if taken { Self::Full } else { Self::Short }
    }
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
        Self { base, per, short, overflow }
    }

    #[inline(always)]
    pub(super) const fn clocks(self, course: Course) -> u32 {
        match course {
            Course::Full => self.base as u32,
            Course::Short => self.short as u32,
            Course::Overflow => self.overflow as u32,
            Course::Times(n) => self.base as u32 + self.per as u32 * n,
            Course::Clocks(clocks) => clocks,
        }
    }

    /// Returns the clocks outside the iterations, and those per iteration.
    #[inline(always)]
    pub(super) const fn repetition(self) -> [u32; 2] {
        [self.base as u32, self.per as u32]
    }
}
