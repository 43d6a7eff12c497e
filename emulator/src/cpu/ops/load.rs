//! Loads, stores, exchanges and stack instructions.

use super::super::execution::{Execution, Row};
use super::super::size::{Long, Size, Word};
use super::super::timing::Course;
use crate::bus::Bus;

impl<B: Bus, R: Row> Execution<'_, B, R> {
    /// LD and its kin.
    pub(crate) fn load<S: Size>(&mut self) {
        let target = self.find::<0>();
        let value = self.get::<S, 1>();
        self.write::<S>(target, value);
    }

    /// LDA, LDAR: the address of the second operand, in segmented mode with its segment.
    pub(crate) fn load_address(&mut self) {
        let (_, at) = self.locate::<1>();
        let target = self.field::<0>();
        if self.cpu.segmented() {
            Long::set_register(self.cpu, target, at.pair());
        } else {
            Word::set_register(self.cpu, target, at.offset().into());
        }
    }

    pub(crate) fn clear<S: Size>(&mut self) {
        self.put::<S, 0>(0);
    }

    pub(crate) fn exchange<S: Size>(&mut self) {
        let other = self.find::<1>();
        let value = self.read::<S>(other);
        let register = self.get::<S, 0>();
        self.put::<S, 0>(value);
        self.write::<S>(other, register);
    }

    /// LDM from memory; the registers wrap around from R15 to R0.
    pub(crate) fn load_multiple(&mut self) -> Course {
        let (status, mut at) = self.locate::<1>();
        let (first, count) = (self.field::<0>(), self.get::<Word, 2>());
        for number in first..first + count as u16 {
            let word = Word::read(self.bus, status, at);
            Word::set_register(self.cpu, number, word);
            at = at.plus(2);
        }
        Course::Times(count)
    }

    /// LDM to memory.
    pub(crate) fn store_multiple(&mut self) -> Course {
        let (status, mut at) = self.locate::<0>();
        let (first, count) = (self.field::<1>(), self.get::<Word, 2>());
        for number in first..first + count as u16 {
            Word::write(self.bus, status, at, Word::register(self.cpu, number));
            at = at.plus(2);
        }
        Course::Times(count)
    }

    pub(crate) fn push<S: Size>(&mut self) {
        let value = self.get::<S, 1>();
        self.step::<S, 0>();
        self.put::<S, 0>(value);
    }

    pub(crate) fn pop<S: Size>(&mut self) {
        let value = self.get::<S, 1>();
        self.step::<S, 1>();
        self.put::<S, 0>(value);
    }
}
