//! Arithmetic and comparisons.

use super::super::Fcw;
use super::super::alu::{self, Flagged, signed, zs};
use super::super::direct::Direct;
use super::super::execution::{Execution, Row};
use super::super::size::{Long, Size, Word};
use super::super::timing::Course;
use super::super::value::{Bit, Flags, Number, Value};
use super::super::verbs::{BitOf, Verbs};
use crate::bus::Bus;

/// An operation on two values. It returns all flags that it computes; the row determines which of them change.
pub(crate) trait Binary {
    /// `carry` returns the current C. It is a closure so that C is read only by operations that use it.
    fn apply<S: Size, V: Value>(a: V, b: V, carry: impl FnOnce() -> V) -> Flagged<V>;
}

/// ADD, INC.
pub(crate) struct Add;
pub(crate) struct Adc;
/// SUB, DEC.
pub(crate) struct Sub;
pub(crate) struct Sbc;

impl Binary for Add {
    #[inline(always)]
    fn apply<S: Size, V: Value>(a: V, b: V, _: impl FnOnce() -> V) -> Flagged<V> {
        alu::add::<S, V>(a, b, V::from(0))
    }
}

impl Binary for Adc {
    #[inline(always)]
    fn apply<S: Size, V: Value>(a: V, b: V, carry: impl FnOnce() -> V) -> Flagged<V> {
        alu::add::<S, V>(a, b, carry())
    }
}

impl Binary for Sub {
    #[inline(always)]
    fn apply<S: Size, V: Value>(a: V, b: V, _: impl FnOnce() -> V) -> Flagged<V> {
        alu::sub::<S, V>(a, b)
    }
}

impl Binary for Sbc {
    #[inline(always)]
    fn apply<S: Size, V: Value>(a: V, b: V, carry: impl FnOnce() -> V) -> Flagged<V> {
        alu::sub_with_borrow::<S, V>(a, b, carry())
    }
}

/// An operation on one value; like [`Binary`] otherwise.
pub(crate) trait Unary {
    fn apply<S: Size, V: Value>(value: V) -> Flagged<V>;
}

/// NEG.
pub(crate) struct Negate;

impl Unary for Negate {
    #[inline(always)]
    fn apply<S: Size, V: Value>(value: V) -> Flagged<V> {
        alu::sub::<S, V>(V::from(0), value)
    }
}

impl<M: Verbs, R: Row> Execution<M, R> {
    /// Replaces the first operand by the result of an operation on both.
    pub(crate) fn binary<S: Size, O: Binary>(&mut self) {
        let target = self.find::<0>();
        let b = self.get::<S, 1>();
        let a = self.read::<S>(target);
        let (result, flags) = O::apply::<S, M::Value>(a, b, || self.on.flags().c.value());
        self.set_flags(flags);
        self.write::<S>(target, result);
    }

    /// Replaces the operand by the result of an operation on it.
    pub(crate) fn unary<S: Size, O: Unary>(&mut self) {
        let target = self.find::<0>();
        let value = self.read::<S>(target);
        let (result, flags) = O::apply::<S, M::Value>(value);
        self.set_flags(flags);
        self.write::<S>(target, result);
    }

    /// Executes CP.
    pub(crate) fn compare<S: Size>(&mut self) {
        let first = self.find::<0>();
        let b = self.get::<S, 1>();
        let a = self.read::<S>(first);
        self.set_flags(alu::sub::<S, M::Value>(a, b).1);
    }

    /// Executes EXTSB and EXTS: fills the upper half of a register with the sign of the lower half.
    pub(crate) fn extend_sign<S: Size, Half: Size>(&mut self) {
        let value = (self.get::<S, 0>() & Half::MASK).sign_extended(Half::SIGN);
        self.put::<S, 0>(value & S::MASK);
    }

    /// Executes MULT, which clears V. C means that the product does not fit in the lower word.
    pub(crate) fn multiply(&mut self) -> Course {
        let factor = self.get::<Word, 1>().sign_extended(Word::SIGN);
        let multiplicand = (self.get::<Long, 0>() & Word::MASK).sign_extended(Word::SIGN);
        let product = multiplicand * factor;
        let word = (product & Word::MASK).sign_extended(Word::SIGN);
        let flags = Flags::<BitOf<M>> { c: !(product ^ word).is_zero(), ..zs::<Long, M::Value>(product) };
        let zero = self.on.decide(multiplicand.is_zero());
        self.set_flags(flags);
        self.put::<Long, 0>(product);
        Course::branch(!zero)
    }
}

/// DAB corrects the lower digit, and then the upper digit of the result, by adding 6 or, if D is set, subtracting it. A
/// chip was measured to do this for every byte.
fn decimal_adjust<S: Size>(mut value: u32, fcw: Fcw) -> (u32, Fcw) {
    let correct = |value: u32, correction: u32| {
        let corrected = if fcw.contains(Fcw::DA) {
            value.wrapping_sub(correction)
        } else {
            value + correction
        };
        corrected & S::MASK
    };
    if fcw.contains(Fcw::H) || value & 15 > 9 {
        value = correct(value, 0x06);
    }
    let carry = fcw.contains(Fcw::C) || value >> 4 > 9;
    if carry {
        value = correct(value, 0x60);
    }
    let mut flags = Fcw::from(zs::<S, Number>(Number(value)));
    flags.set(Fcw::C, carry);
    (value, flags)
}

impl<B: Bus + ?Sized, R: Row> Execution<Direct<'_, B>, R> {
    /// Executes DAB.
    pub(crate) fn decimal_adjust<S: Size>(&mut self) {
        let (value, flags) = decimal_adjust::<S>(self.get::<S, 0>().0, self.on.cpu.fcw);
        self.set_flags(flags.into());
        self.put::<S, 0>(value.into());
    }

    /// Executes EXTSL, which fills the upper half of a quadruple register with the sign of the lower half.
    pub(crate) fn extend_sign_long(&mut self) {
        let value = signed::<Long>(self.quad() as u32);
        self.set_quad(value as u64);
    }

    /// Executes MULTL, which clears V. Each 1 bit in the multiplicand's magnitude takes additional clocks.
    pub(crate) fn multiply_long(&mut self) -> Course {
        let factor = signed::<Long>(self.get::<Long, 1>());
        let multiplicand = signed::<Long>(self.quad() as u32);
        let product = multiplicand * factor;
        let mut flags = Fcw::empty();
        flags.set(Fcw::Z, product == 0);
        flags.set(Fcw::S, product < 0);
        flags.set(Fcw::C, product != i64::from(product as i32));
        self.set_flags(flags.into());
        self.set_quad(product as u64);
        match multiplicand.unsigned_abs().count_ones() {
            0 => Course::Short,
            ones => Course::Times(ones),
        }
    }

    /// Executes DIV.
    pub(crate) fn divide(&mut self) -> Course {
        let divisor = signed::<Word>(self.get::<Word, 1>());
        let dividend = signed::<Long>(self.get::<Long, 0>());
        match self.quotient(dividend.into(), divisor.into(), 16) {
            Quotient::Fits(quotient, remainder) => {
                self.put::<Long, 0>(((remainder as u32) << 16 | quotient as u32 & 0xFFFF).into());
                Course::Full
            }
            Quotient::Overflow => {
                // As measured: if both operands are positive, the dividend is left as after the first step of the
                // division.
                if dividend > 0 && divisor > 0 {
                    let step = (dividend << 1) - (divisor << 16) + 1;
                    self.put::<Long, 0>((step as u32).into());
                }
                Course::Overflow
            }
            Quotient::DivisionByZero => Course::Short,
        }
    }

    /// Executes DIVL.
    pub(crate) fn divide_long(&mut self) -> Course {
        let divisor = signed::<Long>(self.get::<Long, 1>());
        let dividend = self.quad() as i64;
        match self.quotient(dividend.into(), divisor.into(), 32) {
            Quotient::Fits(quotient, remainder) => {
                self.set_quad((remainder as u64) << 32 | quotient as u64 & 0xFFFF_FFFF);
                Course::Full
            }
            Quotient::Overflow => Course::Overflow,
            Quotient::DivisionByZero => Course::Short,
        }
    }

    /// Divides, and sets the flags. `bits` is the width of the quotient.
    fn quotient(&mut self, dividend: i128, divisor: i128, bits: u32) -> Quotient {
        if divisor == 0 {
            self.set_flags((Fcw::Z | Fcw::PV).into());
            return Quotient::DivisionByZero;
        }
        let (quotient, remainder) = (dividend / divisor, dividend % divisor);
        let limit = 1 << (bits - 1);
        if !(-2 * limit..2 * limit).contains(&quotient) {
            self.set_flags(Fcw::PV.into());
            return Quotient::Overflow;
        }
        let mut flags = Fcw::empty();
        flags.set(Fcw::S, quotient < 0);
        flags.set(Fcw::Z, quotient == 0);
        // The quotient has one bit too many: its lower bits are still returned, and C is set.
        let fits = (-limit..limit).contains(&quotient);
        flags.set(Fcw::C | Fcw::PV, !fits);
        self.set_flags(flags.into());
        Quotient::Fits(quotient, remainder)
    }

    /// Returns the first operand, the quadruple register RQn; n is a multiple of four.
    fn quad(&self) -> u64 {
        let number = self.field::<0>() & 12;
        let half = |number| u64::from(Long::register(&self.on, number).0);
        half(number) << 32 | half(number | 2)
    }

    fn set_quad(&mut self, value: u64) {
        let number = self.field::<0>() & 12;
        Long::set_register(&mut self.on, number, Number((value >> 32) as u32));
        Long::set_register(&mut self.on, number | 2, Number(value as u32));
    }
}

/// How a division ends.
enum Quotient {
    Fits(i128, i128),
    Overflow,
    DivisionByZero,
}
