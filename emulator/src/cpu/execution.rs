//! The instruction that is executed: its row, its words, and the processor and bus.

use core::marker::PhantomData;

use super::timing::{Course, Timing};
use super::value::Flags;
use super::verbs::{BitOf, Verbs};
use crate::isa::Form;

/// A row of the instruction table as a type: in a function generated for it, operands, flags and clocks are constants.
pub(crate) trait Row {
    const FORM: Form;
}

/// The instruction that an operation executes. Its operands are numbered from 0, as in the row; `addressing.rs`
/// accesses them.
pub(crate) struct Execution<M, R> {
    pub(crate) on: M,
    /// The first word of the instruction.
    pub(super) word: u16,
    timing: Timing,
    row: PhantomData<R>,
}

impl<M: Verbs, R: Row> Execution<M, R> {
    const NONSEGMENTED: Timing = Timing::new(R::FORM.clocks.nonsegmented);
    const SHORT: Timing = Timing::new(R::FORM.clocks.short);
    const LONG: Timing = Timing::new(R::FORM.clocks.long);

    /// Creates the execution of an instruction with this first word; PC points to its next word.
    #[inline(always)]
    pub(crate) fn new(on: M, word: u16) -> Self {
        let timing = if on.segmented() {
            Self::SHORT
        } else {
            Self::NONSEGMENTED
        };
        Self { on, word, timing, row: PhantomData }
    }

    /// Selects the clocks for a long segmented address, which takes more of them.
    #[inline(always)]
    pub(super) const fn lengthen(&mut self) {
        self.timing = Self::LONG;
    }

    /// Returns the clocks of the path that the instruction took.
    #[inline(always)]
    pub(crate) const fn clocks(&self, course: Course) -> u32 {
        self.timing.clocks(course)
    }

    /// Returns the clocks of a repeating instruction outside its iterations, and those per iteration.
    #[inline(always)]
    pub(super) const fn repetition(&self) -> [u32; 2] {
        self.timing.repetition()
    }

    /// Changes only the flags that the row names.
    #[inline(always)]
    pub(super) fn set_flags(&mut self, flags: Flags<BitOf<M>>) {
        self.on.set_flags(const { R::FORM.flags }, flags);
    }
}
