//! Rotations and shifts.

use super::super::alu::zs;
use super::super::direct::Direct;
use super::super::execution::{Execution, Row};
use super::super::size::{Byte, Size, Word};
use super::super::timing::Course;
use super::super::value::{Bit, Flags, Number, Value};
use super::super::verbs::{BitOf, Verbs};
use crate::bus::Bus;

/// A rotation of value and carry by one bit.
pub(crate) trait Rotation {
    fn once<S: Size, V: Value>(value: V, carry: V::Bit) -> (V, V::Bit);
}

/// RL.
pub(crate) struct Left;
/// RLC.
pub(crate) struct LeftThroughCarry;
/// RR.
pub(crate) struct Right;
/// RRC.
pub(crate) struct RightThroughCarry;

impl Rotation for Left {
    #[inline(always)]
    fn once<S: Size, V: Value>(value: V, _: V::Bit) -> (V, V::Bit) {
        let out = value.any(S::SIGN);
        (value << 1 & S::MASK | out.value(), out)
    }
}

impl Rotation for LeftThroughCarry {
    #[inline(always)]
    fn once<S: Size, V: Value>(value: V, carry: V::Bit) -> (V, V::Bit) {
        (value << 1 & S::MASK | carry.value(), value.any(S::SIGN))
    }
}

impl Rotation for Right {
    #[inline(always)]
    fn once<S: Size, V: Value>(value: V, _: V::Bit) -> (V, V::Bit) {
        let out = value.any(1);
        (value >> 1 | out.value() << (S::BITS - 1), out)
    }
}

impl Rotation for RightThroughCarry {
    #[inline(always)]
    fn once<S: Size, V: Value>(value: V, carry: V::Bit) -> (V, V::Bit) {
        (value >> 1 | carry.value() << (S::BITS - 1), value.any(1))
    }
}

/// A shift to the right, by 1 to 128 bits.
pub(crate) trait Shift {
    /// Returns the value after the shift.
    fn right<S: Size, V: Value>(value: V, bits: u32) -> V;
    /// Returns whether the sign changes.
    fn changes_sign<S: Size, V: Value>(value: V) -> V::Bit;
}

/// SLA, SRA, SDA: the sign moves in.
pub(crate) struct Arithmetic;
/// SLL, SRL, SDL: zeros move in.
pub(crate) struct Logical;

impl Shift for Arithmetic {
    #[inline(always)]
    fn right<S: Size, V: Value>(value: V, bits: u32) -> V {
        let bits = bits.min(S::BITS - 1);
        let sign = V::from(S::SIGN);
        (((value ^ sign) >> bits) - (sign >> bits)) & S::MASK
    }

    #[inline(always)]
    fn changes_sign<S: Size, V: Value>(_: V) -> V::Bit {
        false.into()
    }
}

impl Shift for Logical {
    #[inline(always)]
    fn right<S: Size, V: Value>(value: V, bits: u32) -> V {
        if bits < S::BITS { value >> bits } else { 0.into() }
    }

    #[inline(always)]
    fn changes_sign<S: Size, V: Value>(value: V) -> V::Bit {
        value.any(S::SIGN)
    }
}

/// Shifts a value left by 1 to 127 bits. Also returns the last bit shifted out, and whether the sign changed during the
/// shift.
#[inline(always)]
fn left<S: Size, V: Value>(value: V, bits: u32) -> (V, V::Bit, V::Bit) {
    if bits >= S::BITS {
        // The zeros shifted in, if nothing else, have changed the sign of a non-zero value.
        let last = if bits == S::BITS { value.any(1) } else { false.into() };
        return (0.into(), last, !value.is_zero());
    }
    // The sign bit, and all bits that are shifted into its place.
    let signs = S::MASK & !(S::MASK >> 1 >> bits);
    let seen = value & signs;
    let changed = !seen.is_zero() & !(seen ^ signs.into()).is_zero();
    (value << bits & S::MASK, value.any(S::SIGN >> (bits - 1)), changed)
}

impl<M: Verbs, R: Row> Execution<M, R> {
    /// Executes RL and related instructions, by one or two bits. C is the last bit rotated; V means that the sign
    /// changed during the rotation.
    pub(crate) fn rotate<S: Size, O: Rotation>(&mut self) -> Course {
        let bits = self.count::<1>();
        let mut value = self.get::<S, 0>();
        let mut c = self.on.flags().c;
        let mut v = false.into();
        for _ in 0..bits {
            let before = value;
            (value, c) = O::once::<S, M::Value>(value, c);
            v = v | (value ^ before).any(S::SIGN);
        }
        self.moved::<S>(value, c, v);
        Course::Times(bits.into())
    }

    /// Executes SLA and related instructions.
    pub(crate) fn shift<S: Size, O: Shift>(&mut self) -> Course {
        // The chip uses the whole lower byte of the word as the distance.
        self.shift_by::<S, O>(self.on.second() as u8 as i8)
    }

    /// Shifts by a distance; positive is left. C is the last bit shifted out; V means that the sign changed during the
    /// shift.
    #[inline(always)]
    fn shift_by<S: Size, O: Shift>(&mut self, distance: i8) -> Course {
        let value = self.get::<S, 0>();
        let bits = distance.unsigned_abs().into();
        let (result, c, v) = match distance {
            0 => (value, false.into(), false.into()),
            1.. => left::<S, M::Value>(value, bits),
            _ => {
                let c = O::right::<S, M::Value>(value, bits - 1).any(1);
                (
                    O::right::<S, M::Value>(value, bits),
                    c,
                    O::changes_sign::<S, M::Value>(value),
                )
            }
        };
        self.moved::<S>(result, c, v);
        Course::Times(bits)
    }

    /// Stores the result of a rotation or shift, and sets the flags.
    #[inline(always)]
    fn moved<S: Size>(&mut self, value: M::Value, c: BitOf<M>, v: BitOf<M>) {
        let flags = zs::<S, M::Value>(value);
        let less = flags.s ^ v;
        self.set_flags(Flags { c, v, less, ..flags });
        self.put::<S, 0>(value);
    }

    /// Executes RLDB Rbl,Rbs: rotates the digits of Rbs left through the lower digit of Rbl.
    pub(crate) fn rotate_digit_left(&mut self) {
        let (link, source) = (self.get::<Byte, 0>(), self.get::<Byte, 1>());
        self.set_digits(link & 0xF0 | source >> 4, source << 4 & 0xF0 | link & 15);
    }

    /// Executes RRDB Rbl,Rbs: rotates the digits of Rbs right through the lower digit of Rbl.
    pub(crate) fn rotate_digit_right(&mut self) {
        let (link, source) = (self.get::<Byte, 0>(), self.get::<Byte, 1>());
        self.set_digits(link & 0xF0 | source & 15, link << 4 & 0xF0 | source >> 4);
    }

    /// Stores both results; the flags depend on Rbl.
    fn set_digits(&mut self, link: M::Value, source: M::Value) {
        self.put::<Byte, 1>(source);
        self.put::<Byte, 0>(link);
        self.set_flags(zs::<Byte, M::Value>(link));
    }
}

impl<B: Bus + ?Sized, R: Row> Execution<Direct<'_, B>, R> {
    /// Executes SDA and related instructions, with the distance in a register.
    pub(crate) fn shift_by_register<S: Size, O: Shift>(&mut self) -> Course {
        let distance: Number = self.get::<Word, 1>();
        self.shift_by::<S, O>(distance.0 as u8 as i8)
    }
}
