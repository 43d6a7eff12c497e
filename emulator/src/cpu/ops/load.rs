//! Loads, stores, exchanges and stack instructions.

use super::super::execution::{Execution, Row};
use super::super::size::Size;
use super::super::timing::Course;
use super::super::verbs::Verbs;

impl<M: Verbs, R: Row> Execution<M, R> {
    /// Executes LD and related instructions.
    pub(crate) fn load<S: Size>(&mut self) {
        let target = self.find::<0>();
        let value = self.get::<S, 1>();
        self.write::<S>(target, value);
    }

    /// Executes LDA and LDAR: loads the address of the second operand, in segmented mode with its segment.
    pub(crate) fn load_address(&mut self) {
        let (_, at) = self.locate::<1>();
        let target = self.field::<0>();
        let (segment, offset) = self.on.words(at);
        if self.on.segmented() {
            self.on.set_register(target & 14, segment);
            self.on.set_register(target | 1, offset);
        } else {
            self.on.set_register(target, offset);
        }
    }

    pub(crate) fn clear<S: Size>(&mut self) {
        self.put::<S, 0>(0.into());
    }

    pub(crate) fn exchange<S: Size>(&mut self) {
        let other = self.find::<1>();
        let value = self.read::<S>(other);
        let register = self.get::<S, 0>();
        self.put::<S, 0>(value);
        self.write::<S>(other, register);
    }

    /// Executes LDM from memory; the registers wrap around from R15 to R0.
    pub(crate) fn load_multiple(&mut self) -> Course {
        let (status, mut at) = self.locate::<1>();
        let (first, count) = (self.field::<0>(), self.count::<2>());
        for number in first..first + count {
            let word = self.on.read_word(status, at);
            self.on.set_register(number, word);
            at = self.on.plus(at, 2.into());
        }
        Course::Times(count.into())
    }

    /// Executes LDM to memory; the registers wrap around from R15 to R0.
    pub(crate) fn store_multiple(&mut self) -> Course {
        let (status, mut at) = self.locate::<0>();
        let (first, count) = (self.field::<1>(), self.count::<2>());
        for number in first..first + count {
            let word = self.on.register(number);
            self.on.write_word(status, at, word);
            at = self.on.plus(at, 2.into());
        }
        Course::Times(count.into())
    }

    pub(crate) fn push<S: Size>(&mut self) {
        let value = self.get::<S, 1>();
        self.step::<S, 0>();
        self.put::<S, 0>(value);
    }

    /// Executes POP. The words of the target are fetched before the stack is read; an index register is read after the
    /// stack pointer has moved.
    pub(crate) fn pop<S: Size>(&mut self) {
        let (status, at) = self.locate::<1>();
        self.step::<S, 1>();
        let target = self.find::<0>();
        let value = S::read(&mut self.on, status, at);
        self.write::<S>(target, value);
    }
}
