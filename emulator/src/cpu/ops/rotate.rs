//! Rotations and shifts.

use super::super::Fcw;
use super::super::alu::zs;
use super::super::execution::{Execution, Row};
use super::super::size::{Byte, Size, Word};
use super::super::timing::Course;
use crate::bus::Bus;

/// A rotation by one bit: value and carry to value and carry.
pub(crate) trait Rotation {
    fn once<S: Size>(value: u32, carry: bool) -> (u32, bool);
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
    fn once<S: Size>(value: u32, _: bool) -> (u32, bool) {
        let out = value & S::SIGN != 0;
        (value << 1 & S::MASK | u32::from(out), out)
    }
}

impl Rotation for LeftThroughCarry {
    fn once<S: Size>(value: u32, carry: bool) -> (u32, bool) {
        let out = value & S::SIGN != 0;
        (value << 1 & S::MASK | u32::from(carry), out)
    }
}

impl Rotation for Right {
    fn once<S: Size>(value: u32, _: bool) -> (u32, bool) {
        let out = value & 1 != 0;
        (value >> 1 | if out { S::SIGN } else { 0 }, out)
    }
}

impl Rotation for RightThroughCarry {
    fn once<S: Size>(value: u32, carry: bool) -> (u32, bool) {
        (value >> 1 | if carry { S::SIGN } else { 0 }, value & 1 != 0)
    }
}

/// What a right shift moves into the sign.
pub(crate) trait Shift {
    fn fill<S: Size>(value: u32) -> u32;
}

/// SLA, SRA, SDA: the sign itself.
pub(crate) struct Arithmetic;
/// SLL, SRL, SDL: 0.
pub(crate) struct Logical;

impl Shift for Arithmetic {
    fn fill<S: Size>(value: u32) -> u32 {
        value & S::SIGN
    }
}

impl Shift for Logical {
    fn fill<S: Size>(_: u32) -> u32 {
        0
    }
}

impl<B: Bus, R: Row> Execution<'_, B, R> {
    /// RL and its kin, by one or two bits.
    pub(crate) fn rotate<S: Size, O: Rotation>(&mut self) -> Course {
        let carry = self.cpu.fcw.contains(Fcw::C);
        let distance = self.get::<Word, 1>();
        self.bit_by_bit::<S>(distance, carry, O::once::<S>);
        Course::Times(distance)
    }

    /// SLA and its kin, by a distance that is positive to the left.
    pub(crate) fn shift<S: Size, O: Shift>(&mut self) -> Course {
        let distance = self.get::<Word, 1>() as u8 as i8;
        let bits = distance.unsigned_abs().into();
        self.bit_by_bit::<S>(bits, false, |value, _| {
            if distance > 0 {
                (value << 1 & S::MASK, value & S::SIGN != 0)
            } else {
                (value >> 1 | O::fill::<S>(value), value & 1 != 0)
            }
        });
        Course::Times(bits)
    }

    /// Moves a register's bits one at a time. C is the last bit that left it; V says that the sign has changed on the
    /// way.
    #[inline(always)]
    fn bit_by_bit<S: Size>(&mut self, bits: u32, mut carry: bool, once: impl Fn(u32, bool) -> (u32, bool)) {
        let mut value = self.get::<S, 0>();
        let mut overflow = false;
        for _ in 0..bits {
            let before = value;
            (value, carry) = once(value, carry);
            overflow |= (value ^ before) & S::SIGN != 0;
        }
        let mut flags = zs::<S>(value);
        flags.set(Fcw::C, carry);
        flags.set(Fcw::PV, overflow);
        self.set_flags(flags);
        self.put::<S, 0>(value);
    }

    /// RLDB Rbl,Rbs: the digits of Rbs move left, through the lower digit of Rbl.
    pub(crate) fn rotate_digit_left(&mut self) {
        let (link, source) = (self.get::<Byte, 0>(), self.get::<Byte, 1>());
        self.set_digits(link & 0xF0 | source >> 4, source << 4 & 0xF0 | link & 15);
    }

    /// RRDB Rbl,Rbs: the digits of Rbs move right, through the lower digit of Rbl.
    pub(crate) fn rotate_digit_right(&mut self) {
        let (link, source) = (self.get::<Byte, 0>(), self.get::<Byte, 1>());
        self.set_digits(link & 0xF0 | source & 15, link << 4 & 0xF0 | source >> 4);
    }

    /// The flags are those of Rbl.
    fn set_digits(&mut self, link: u32, source: u32) {
        self.put::<Byte, 1>(source);
        self.put::<Byte, 0>(link);
        self.set_flags(zs::<Byte>(link));
    }
}
