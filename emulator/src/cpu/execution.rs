//! An instruction while it is executed: its row, its words, and the processor and bus that it works on.

use std::marker::PhantomData;

use super::timing::{Course, Timing};
use super::{Cpu, Fcw};
use crate::bus::Bus;
use crate::isa::Form;

/// A row of the instruction table as a type: a function made for it knows operands, flags and clocks at compile time.
pub(crate) trait Row {
    /// What the row says.
    const FORM: Form;
}

/// What an operation works on. Its operands are numbered from 0, as in the row; `addressing.rs` gets at them.
pub(crate) struct Execution<'a, B, R> {
    pub(super) cpu: &'a mut Cpu,
    pub(super) bus: &'a mut B,
    /// The first word of the instruction.
    pub(super) word: u16,
    timing: Timing,
    row: PhantomData<R>,
}

impl<'a, B: Bus, R: Row> Execution<'a, B, R> {
    const NONSEGMENTED: Timing = Timing::new(R::FORM.clocks.nonsegmented);
    const SHORT: Timing = Timing::new(R::FORM.clocks.short);
    const LONG: Timing = Timing::new(R::FORM.clocks.long);

    /// The instruction with this first word, behind which PC is.
    #[inline(always)]
    pub(super) fn new(cpu: &'a mut Cpu, bus: &'a mut B, word: u16) -> Self {
        let timing = if cpu.segmented() {
            Self::SHORT
        } else {
            Self::NONSEGMENTED
        };
        Self {
            cpu,
            bus,
            word,
            timing,
            row: PhantomData,
        }
    }

    /// The instruction has a long segmented address, which takes more clocks.
    #[inline(always)]
    pub(super) const fn lengthen(&mut self) {
        self.timing = Self::LONG;
    }

    /// The clocks of the course that the instruction took.
    #[inline(always)]
    pub(super) const fn clocks(&self, course: Course) -> u32 {
        self.timing.clocks(course)
    }

    /// Changes the flags that the row names, and no others.
    #[inline(always)]
    pub(super) fn set_flags(&mut self, flags: Fcw) {
        let mask = const { Fcw::from_bits_retain(R::FORM.flags.bits() as u16) };
        self.cpu.fcw = (self.cpu.fcw - mask) | (flags & mask);
    }
}
