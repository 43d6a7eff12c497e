//! Multi-micro instructions: several processors share a resource through the lines MI and MO.
//!
//! This follows the manual; none of it was measured.

use super::super::Fcw;
use super::super::direct::Direct;
use super::super::execution::{Execution, Row};
use super::super::size::{Size, Word};
use super::super::timing::Course;
use crate::bus::Bus;

impl<B: Bus + ?Sized, R: Row> Execution<Direct<'_, B>, R> {
    /// Executes MSET.
    pub(crate) fn multi_micro_set(&mut self) {
        self.on.bus.multi_micro_out(true);
    }

    /// Executes MRES.
    pub(crate) fn multi_micro_reset(&mut self) {
        self.on.bus.multi_micro_out(false);
    }

    /// Executes MBIT: S means that MI is inactive, that is, the resource is free.
    pub(crate) fn multi_micro_test(&mut self) {
        let mut flags = Fcw::empty();
        flags.set(Fcw::S, !self.on.bus.multi_micro_in());
        self.set_flags(flags.into());
    }

    /// Executes MREQ: Z means that the resource was requested, S that it was granted. In between, the register is
    /// counted down to 0, which gives the request time to propagate.
    pub(crate) fn multi_micro_request(&mut self) -> Course {
        if self.on.bus.multi_micro_in() {
            self.set_flags(Fcw::empty().into());
            self.on.bus.multi_micro_out(false);
            return Course::Times(0);
        }
        self.on.bus.multi_micro_out(true);
        // The register is decremented until it is 0; starting from 0, that takes 65,536 times.
        let delay = (self.get::<Word, 0>().0.wrapping_sub(1) & Word::MASK) + 1;
        self.put::<Word, 0>(0.into());
        let mut flags = Fcw::Z;
        flags.set(Fcw::S, self.on.bus.multi_micro_in());
        if !flags.contains(Fcw::S) {
            self.on.bus.multi_micro_out(false);
        }
        self.set_flags(flags.into());
        Course::Times(delay)
    }
}
