//! Terms and tests.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I16, I32};
use cranelift_codegen::ir::{InstBuilder, Value};
use cranelift_frontend::FuncInstBuilder;
use z8000::trace::{Number, Term, Test, Truth};

use super::emitter::{Emitter, Made, own_memory};
use crate::context::at;

impl Emitter<'_, '_> {
    /// The value of a number.
    pub(super) fn number(&mut self, number: Number) -> Value {
        let index = match number {
            Number::Known(number) => return self.constant(number),
            Number::Term(index) => index as usize,
        };
        if let Some(value) = self.terms[index] {
            return value;
        }
        let value = self.term(self.trace.terms[index]);
        self.terms[index] = Some(value);
        self.made.push(Made::Term(index));
        value
    }

    pub(super) fn constant(&mut self, number: u32) -> Value {
        if let Some(known) = self.constants.iter().find(|known| known.0 == number) {
            return known.1;
        }
        let value = self.builder.ins().iconst(I32, i64::from(number));
        self.constants.push((number, value));
        value
    }

    pub(super) fn term(&mut self, term: Term) -> Value {
        match term {
            Term::Register(n) => self
                .builder
                .ins()
                .uload16(I32, own_memory(), self.context, at::register(n)),
            Term::Loaded(load) => self.loads[load as usize],
            Term::Add(a, b) => self.both(a, b, |ins, a, b| ins.iadd(a, b)),
            Term::Sub(a, b) => self.both(a, b, |ins, a, b| ins.isub(a, b)),
            Term::Mul(a, b) => self.both(a, b, |ins, a, b| ins.imul(a, b)),
            Term::And(a, b) => self.both(a, b, |ins, a, b| ins.band(a, b)),
            Term::Or(a, b) => self.both(a, b, |ins, a, b| ins.bor(a, b)),
            Term::Xor(a, b) => self.both(a, b, |ins, a, b| ins.bxor(a, b)),
            Term::Shl(a, distance) => {
                let a = self.number(a);
                self.builder.ins().ishl_imm(a, i64::from(distance))
            }
            Term::Shr(a, distance) => {
                let a = self.number(a);
                self.builder.ins().ushr_imm(a, i64::from(distance))
            }
            Term::Power(a) => {
                let a = self.number(a);
                let one = self.builder.ins().iconst(I32, 1);
                self.builder.ins().ishl(one, a)
            }
            Term::Of(truth) => {
                let truth = self.truth(truth);
                self.builder.ins().uextend(I32, truth)
            }
        }
    }

    pub(super) fn both<T>(
        &mut self,
        a: Number,
        b: Number,
        instruction: impl FnOnce(FuncInstBuilder<'_, '_>, Value, Value) -> T,
    ) -> T {
        let (a, b) = (self.number(a), self.number(b));
        instruction(self.builder.ins(), a, b)
    }

    /// The value of a truth: 1 or 0, in a byte.
    pub(super) fn truth(&mut self, truth: Truth) -> Value {
        let index = match truth {
            Truth::Known(truth) => return self.builder.ins().iconst(I8, i64::from(truth)),
            Truth::Term(index) => index as usize,
        };
        if let Some(value) = self.tests[index] {
            return value;
        }
        let value = self.test(self.trace.tests[index]);
        self.tests[index] = Some(value);
        self.made.push(Made::Test(index));
        value
    }

    /// A truth without its negations, and whether their number is even.
    pub(super) fn without_not(&self, mut truth: Truth) -> (Truth, bool) {
        let mut even = true;
        while let Truth::Term(index) = truth
            && let Test::Not(of) = self.trace.tests[index as usize]
        {
            (truth, even) = (of, !even);
        }
        (truth, even)
    }

    pub(super) fn test(&mut self, test: Test) -> Value {
        match test {
            Test::Flag(flag) => self.builder.ins().load(I8, own_memory(), self.context, at::flag(flag)),
            Test::Equal(a, b) => self.both(a, b, |ins, a, b| ins.icmp(IntCC::Equal, a, b)),
            Test::Below(a, b) => self.both(a, b, |ins, a, b| ins.icmp(IntCC::UnsignedLessThan, a, b)),
            Test::BelowSigned(a, b, bits) => {
                let (mut a, mut b) = (self.number(a), self.number(b));
                if let Some(narrow) = [(8, I8), (16, I16)].iter().find(|narrow| narrow.0 == bits) {
                    a = self.builder.ins().ireduce(narrow.1, a);
                    b = self.builder.ins().ireduce(narrow.1, b);
                }
                self.builder.ins().icmp(IntCC::SignedLessThan, a, b)
            }
            Test::EvenParity(a) => {
                let a = self.number(a);
                let upper = self.builder.ins().ushr_imm(a, 4);
                let folded = self.builder.ins().bxor(a, upper);
                let digit = self.builder.ins().band_imm(folded, 15);
                // A bit for each number below 16: whether it has an even number of ones.
                let even = self.builder.ins().iconst(I32, 0x9669);
                let moved = self.builder.ins().ushr(even, digit);
                let bit = self.builder.ins().band_imm(moved, 1);
                self.builder.ins().ireduce(I8, bit)
            }
            Test::And(a, b) => {
                let (a, b) = (self.truth(a), self.truth(b));
                self.builder.ins().band(a, b)
            }
            Test::Or(a, b) => {
                let (a, b) = (self.truth(a), self.truth(b));
                self.builder.ins().bor(a, b)
            }
            Test::Xor(a, b) => {
                let (a, b) = (self.truth(a), self.truth(b));
                self.builder.ins().bxor(a, b)
            }
            Test::Not(a) => {
                let a = self.truth(a);
                self.builder.ins().bxor_imm(a, 1)
            }
        }
    }
}
