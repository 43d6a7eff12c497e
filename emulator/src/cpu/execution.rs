//! An instruction during execution: its row, its words, and the processor and bus that it works on.

use core::marker::PhantomData;

use super::timing::{Course, Timing};
use super::value::Flags;
use super::verbs::{BitOf, Verbs};
use crate::isa::Form;

/// A row of the instruction table as a type: a function made for it knows operands, flags and clocks at compile time.
pub(crate) trait Row {
    /// The row.
    const FORM: Form;
}

/// The instruction that an operation works on. Its operands are numbered from 0, as in the row; `addressing.rs` gets at
/// them.
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

    /// The instruction with this first word, after which PC is.
    #[inline(always)]
    pub(crate) fn new(on: M, word: u16) -> Self {
        let timing = if on.segmented() {
            Self::SHORT
        } else {
            Self::NONSEGMENTED
        };
        Self { on, word, timing, row: PhantomData }
    }

    /// The instruction has a long segmented address, which takes more clocks.
    #[inline(always)]
    pub(super) const fn lengthen(&mut self) {
        self.timing = Self::LONG;
    }

    /// The clocks of the course that the instruction took.
    #[inline(always)]
    pub(crate) const fn clocks(&self, course: Course) -> u32 {
        self.timing.clocks(course)
    }

    /// The clocks of a repeating instruction around all iterations, and those of each.
    #[inline(always)]
    pub(super) const fn repetition(&self) -> [u32; 2] {
        self.timing.repetition()
    }

    /// Changes the flags that the row names, and no others.
    #[inline(always)]
    pub(super) fn set_flags(&mut self, flags: Flags<BitOf<M>>) {
        self.on.set_flags(const { R::FORM.flags }, flags);
    }
}
