//! Generates numbers and truth values.

use z8000::trace::{Number, Slot, Term};

use super::emitter::Emitter;
use super::exits::slot_access;
use super::generator::{Generator, Kind, Memory, Op};
use crate::context::at;

impl<G: Generator> Emitter<'_, G> {
    /// Returns the value of a number.
    pub(super) fn number(&mut self, number: Number) -> G::Value {
        let value = self.value(number);
        self.widened(value)
    }

    /// Returns the value of a truth value.
    pub(super) fn truth(&mut self, truth: Number) -> G::Value {
        match truth {
            Number::Known(truth) => self.code.constant(Kind::Truth, i64::from(truth)),
            Number::Term(index) => self.term(index as usize),
        }
    }

    /// Returns the value of a register or a flag.
    pub(super) fn held(&mut self, slot: Slot, number: Number) -> G::Value {
        match slot {
            Slot::Register(_) => self.number(number),
            Slot::Flag(_) => self.truth(number),
        }
    }

    /// Returns the value of a number, or of the truth value of a term.
    fn value(&mut self, number: Number) -> G::Value {
        match number {
            Number::Known(number) => self.constant(number),
            Number::Term(index) => self.term(index as usize),
        }
    }

    /// Returns the same value as a number.
    fn widened(&mut self, value: G::Value) -> G::Value {
        if self.code.is_truth(value) {
            self.code.convert(value, Kind::Number)
        } else {
            value
        }
    }

    /// Returns the value of a term: a truth value or a number.
    pub(super) fn term(&mut self, index: usize) -> G::Value {
        if let Some(value) = self.terms[index] {
            return value;
        }
        let value = self.made(self.trace.terms[index]);
        self.terms[index] = Some(value);
        self.made.push(index);
        value
    }

    pub(super) fn constant(&mut self, number: u32) -> G::Value {
        if let Some(known) = self.constants.iter().find(|known| known.0 == number) {
            return known.1;
        }
        let value = self.code.constant(Kind::Number, i64::from(number));
        self.constants.push((number, value));
        value
    }

    fn made(&mut self, term: Term) -> G::Value {
        match term {
            Term::Start(slot) => {
                let from = (self.context, at::slot(slot));
                self.code.load(slot_access(slot), Memory::Context, from)
            }
            Term::Loaded(load) => self.loads[load as usize],
            Term::Add(a, b) => self.both(Op::Add, a, b),
            Term::Sub(a, b) => self.both(Op::Sub, a, b),
            Term::Mul(a, b) => self.both(Op::Mul, a, b),
            Term::And(a, b) => self.bits(Op::And, a, b),
            Term::Or(a, b) => self.bits(Op::Or, a, b),
            Term::Xor(a, Number::Known(1)) => {
                let a = self.value(a);
                self.code.with(Op::Xor, a, 1)
            }
            Term::Xor(a, b) => self.bits(Op::Xor, a, b),
            Term::Shl(a, distance) => {
                let a = self.number(a);
                self.code.with(Op::Shl, a, i64::from(distance))
            }
            Term::Shr(a, distance) => {
                let a = self.number(a);
                self.code.with(Op::Shr, a, i64::from(distance))
            }
            Term::Power(a) => {
                let a = self.number(a);
                let one = self.code.constant(Kind::Number, 1);
                self.code.binary(Op::Shl, one, a)
            }
            Term::Equal(a, b) => self.both(Op::Equal, a, b),
            Term::Below(a, b) => self.both(Op::Below, a, b),
            Term::BelowSigned(a, b, bits) => {
                let (a, b) = (self.number(a), self.number(b));
                self.code.below_signed(a, b, bits)
            }
            Term::EvenParity(a) => self.even_parity(a),
        }
    }

    fn even_parity(&mut self, number: Number) -> G::Value {
        let number = self.number(number);
        let upper = self.code.with(Op::Shr, number, 4);
        let folded = self.code.binary(Op::Xor, number, upper);
        let digit = self.code.with(Op::And, folded, 15);
        // For each number below 16, a bit: whether the number has an even number of ones.
        let even = self.code.constant(Kind::Number, 0x9669);
        let moved = self.code.binary(Op::Shr, even, digit);
        let bit = self.code.with(Op::And, moved, 1);
        self.code.convert(bit, Kind::Truth)
    }

    /// Generates an operation on two numbers.
    fn both(&mut self, op: Op, a: Number, b: Number) -> G::Value {
        let (a, b) = (self.number(a), self.number(b));
        self.code.binary(op, a, b)
    }

    /// Generates a bitwise operation on two numbers; the result is a truth value if both are.
    fn bits(&mut self, op: Op, a: Number, b: Number) -> G::Value {
        let (mut a, mut b) = (self.value(a), self.value(b));
        if self.code.is_truth(a) != self.code.is_truth(b) {
            (a, b) = (self.widened(a), self.widened(b));
        }
        self.code.binary(op, a, b)
    }

    /// Returns a truth value without its negations, and true if the number of negations is even.
    pub(super) fn without_not(&self, mut truth: Number) -> (Number, bool) {
        let mut even = true;
        while let Number::Term(index) = truth
            && let Term::Xor(of, Number::Known(1)) = self.trace.terms[index as usize]
        {
            (truth, even) = (of, !even);
        }
        (truth, even)
    }
}
