//! The clocks of a row of the instruction table, as the processor uses them.

use crate::isa::Formula;

/// The clocks of a row, ready for use.
#[derive(Debug, Clone, Copy)]
pub(super) struct Timing {
    /// Of the full course, and of no iterations.
    base: u16,
    /// Of each iteration.
    per: u16,
    /// Of the short course.
    short: u16,
    /// Of a quotient that does not fit.
    overflow: u16,
}

/// The course that an instruction took, which its clocks depend on. An operation that knows only one course returns
/// nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Course {
    /// The branch taken, the product or quotient computed.
    Full,
    /// The branch not taken, or a zero multiplicand or divisor.
    Short,
    /// A quotient that does not fit.
    Overflow,
    /// This many iterations.
    Times(u32),
    /// Clocks that no row has: those of extended instructions, and of parts of a repetition.
    Clocks(u32),
}

impl From<()> for Course {
    #[inline(always)]
    fn from((): ()) -> Self {
        Self::Full
    }
}

impl Course {
    /// The course of a branch.
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

    /// The clocks of a course.
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

    /// The clocks around all iterations, and those of each.
    #[inline(always)]
    pub(super) const fn repetition(self) -> [u32; 2] {
        [self.base as u32, self.per as u32]
    }
}
