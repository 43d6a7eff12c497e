//! Generates numbers and truth values.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I16, I32};
use cranelift_codegen::ir::{InstBuilder, Value};
use cranelift_frontend::FuncInstBuilder;
use z8000::trace::{Number, Slot, Term};

use super::emitter::{Emitter, own_memory};
use crate::context::at;

impl Emitter<'_, '_> {
    /// The value of a number, in 32 bits.
    pub(super) fn number(&mut self, number: Number) -> Value {
        let value = self.value(number);
        self.widened(value)
    }

    /// The value of a truth: 1 or 0, in a byte.
    pub(super) fn truth(&mut self, truth: Number) -> Value {
        match truth {
            Number::Known(truth) => self.builder.ins().iconst(I8, i64::from(truth)),
            Number::Term(index) => self.term(index as usize),
        }
    }

    /// The value of what a register or a flag holds.
    pub(super) fn held(&mut self, slot: Slot, number: Number) -> Value {
        match slot {
            Slot::Register(_) => self.number(number),
            Slot::Flag(_) => self.truth(number),
        }
    }

    /// The value of a number, in a byte if it is a truth of a term.
    fn value(&mut self, number: Number) -> Value {
        match number {
            Number::Known(number) => self.constant(number),
            Number::Term(index) => self.term(index as usize),
        }
    }

    /// The same value in 32 bits.
    fn widened(&mut self, value: Value) -> Value {
        if self.builder.func.dfg.value_type(value) == I8 {
            self.builder.ins().uextend(I32, value)
        } else {
            value
        }
    }

    /// The value of a term: of a truth in a byte, of any other number in 32 bits.
    pub(super) fn term(&mut self, index: usize) -> Value {
        if let Some(value) = self.terms[index] {
            return value;
        }
        let value = self.made(self.trace.terms[index]);
        self.terms[index] = Some(value);
        self.made.push(index);
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

    fn made(&mut self, term: Term) -> Value {
        match term {
            Term::Start(slot @ Slot::Register(_)) => {
                let at = at::slot(slot);
                self.builder.ins().uload16(I32, own_memory(), self.context, at)
            }
            Term::Start(slot @ Slot::Flag(_)) => {
                self.builder.ins().load(I8, own_memory(), self.context, at::slot(slot))
            }
            Term::Loaded(load) => self.loads[load as usize],
            Term::Add(a, b) => self.both(a, b, |ins, a, b| ins.iadd(a, b)),
            Term::Sub(a, b) => self.both(a, b, |ins, a, b| ins.isub(a, b)),
            Term::Mul(a, b) => self.both(a, b, |ins, a, b| ins.imul(a, b)),
            Term::And(a, b) => self.bits(a, b, |ins, a, b| ins.band(a, b)),
            Term::Or(a, b) => self.bits(a, b, |ins, a, b| ins.bor(a, b)),
            Term::Xor(a, Number::Known(1)) => {
                let a = self.value(a);
                self.builder.ins().bxor_imm(a, 1)
            }
            Term::Xor(a, b) => self.bits(a, b, |ins, a, b| ins.bxor(a, b)),
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
            Term::Equal(a, b) => self.both(a, b, |ins, a, b| ins.icmp(IntCC::Equal, a, b)),
            Term::Below(a, b) => self.both(a, b, |ins, a, b| ins.icmp(IntCC::UnsignedLessThan, a, b)),
            Term::BelowSigned(a, b, bits) => {
                let (mut a, mut b) = (self.number(a), self.number(b));
                if let Some(narrow) = [(8, I8), (16, I16)].iter().find(|narrow| narrow.0 == bits) {
                    a = self.builder.ins().ireduce(narrow.1, a);
                    b = self.builder.ins().ireduce(narrow.1, b);
                }
                self.builder.ins().icmp(IntCC::SignedLessThan, a, b)
            }
            Term::EvenParity(a) => self.even_parity(a),
        }
    }

    fn even_parity(&mut self, number: Number) -> Value {
        let number = self.number(number);
        let upper = self.builder.ins().ushr_imm(number, 4);
        let folded = self.builder.ins().bxor(number, upper);
        let digit = self.builder.ins().band_imm(folded, 15);
        // A bit for each number below 16: whether it has an even number of ones.
        let even = self.builder.ins().iconst(I32, 0x9669);
        let moved = self.builder.ins().ushr(even, digit);
        let bit = self.builder.ins().band_imm(moved, 1);
        self.builder.ins().ireduce(I8, bit)
    }

    /// Of two numbers, with 32 bits.
    fn both(
        &mut self,
        a: Number,
        b: Number,
        instruction: impl FnOnce(FuncInstBuilder<'_, '_>, Value, Value) -> Value,
    ) -> Value {
        let (a, b) = (self.number(a), self.number(b));
        instruction(self.builder.ins(), a, b)
    }

    /// Bits of two numbers, in a byte if both are truths.
    fn bits(
        &mut self,
        a: Number,
        b: Number,
        instruction: impl FnOnce(FuncInstBuilder<'_, '_>, Value, Value) -> Value,
    ) -> Value {
        let (mut a, mut b) = (self.value(a), self.value(b));
        if self.builder.func.dfg.value_type(a) != self.builder.func.dfg.value_type(b) {
            (a, b) = (self.widened(a), self.widened(b));
        }
        instruction(self.builder.ins(), a, b)
    }

    /// A truth without its negations, and whether their number is even.
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
