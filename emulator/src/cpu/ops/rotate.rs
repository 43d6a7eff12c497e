//! Rotations and shifts.

use super::super::alu::zs;
use super::super::size::{Byte, Size, Word};
use super::super::timing::Timing;
use super::super::{Cpu, Fcw};
use super::{lower, upper};
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

/// Rotates by one or two bits: C Z S V. V says that the sign has changed on the way.
pub(crate) fn rotate<B: Bus, S: Size, R: Rotation>(cpu: &mut Cpu, _: &mut B, word: u16, timing: Timing) -> u32 {
    let distance = u32::from(word >> 1 & 1) + 1;
    let mut value = S::register(cpu, upper(word));
    let (mut carry, mut overflow) = (cpu.fcw.contains(Fcw::C), false);
    for _ in 0..distance {
        let before = value;
        (value, carry) = R::once::<S>(value, carry);
        overflow |= (value ^ before) & S::SIGN != 0;
    }
    let mut flags = zs::<S>(value);
    flags.set(Fcw::C, carry);
    flags.set(Fcw::PV, overflow);
    cpu.set_flags(Fcw::CZSV, flags);
    S::set_register(cpu, upper(word), value);
    timing.times(distance)
}

/// A shift whose distance stands in the second word: positive to the left.
pub(crate) fn shift<B: Bus, S: Size, const ARITHMETIC: bool>(
    cpu: &mut Cpu,
    _: &mut B,
    word: u16,
    timing: Timing,
) -> u32 {
    let distance = cpu.second as u8 as i8;
    shift_by::<S, ARITHMETIC>(cpu, upper(word), distance);
    timing.times(distance.unsigned_abs().into())
}

/// A shift whose distance stands in a word register.
pub(crate) fn shift_dynamic<B: Bus, S: Size, const ARITHMETIC: bool>(
    cpu: &mut Cpu,
    _: &mut B,
    word: u16,
    timing: Timing,
) -> u32 {
    let distance = Word::register(cpu, cpu.second >> 8) as u8 as i8;
    shift_by::<S, ARITHMETIC>(cpu, upper(word), distance);
    timing.times(distance.unsigned_abs().into())
}

/// Shifts a register: C Z S V. C is the last bit shifted out; V says that the sign has changed on
/// the way.
fn shift_by<S: Size, const ARITHMETIC: bool>(cpu: &mut Cpu, register: u16, distance: i8) {
    let mut value = S::register(cpu, register);
    let (mut carry, mut overflow) = (false, false);
    for _ in 0..distance.unsigned_abs() {
        let before = value;
        if distance > 0 {
            carry = value & S::SIGN != 0;
            value = value << 1 & S::MASK;
        } else {
            carry = value & 1 != 0;
            value = value >> 1 | if ARITHMETIC { value & S::SIGN } else { 0 };
        }
        overflow |= (value ^ before) & S::SIGN != 0;
    }
    let mut flags = zs::<S>(value);
    flags.set(Fcw::C, carry);
    flags.set(Fcw::PV, overflow);
    cpu.set_flags(Fcw::CZSV, flags);
    S::set_register(cpu, register, value);
}

/// RLDB Rbl,Rbs: the digits of Rbs move left, through the lower digit of Rbl. Z S of Rbl.
pub(crate) fn rldb<B: Bus>(cpu: &mut Cpu, _: &mut B, word: u16, timing: Timing) -> u32 {
    let (link, source) = digits(cpu, word);
    let moved = source << 4 & 0xF0 | link & 15;
    set_digits(cpu, word, link & 0xF0 | source >> 4, moved);
    timing.fixed()
}

/// RRDB Rbl,Rbs: the digits of Rbs move right, through the lower digit of Rbl. Z S of Rbl.
pub(crate) fn rrdb<B: Bus>(cpu: &mut Cpu, _: &mut B, word: u16, timing: Timing) -> u32 {
    let (link, source) = digits(cpu, word);
    let moved = link << 4 & 0xF0 | source >> 4;
    set_digits(cpu, word, link & 0xF0 | source & 15, moved);
    timing.fixed()
}

fn digits(cpu: &Cpu, word: u16) -> (u32, u32) {
    (Byte::register(cpu, lower(word)), Byte::register(cpu, upper(word)))
}

fn set_digits(cpu: &mut Cpu, word: u16, link: u32, source: u32) {
    Byte::set_register(cpu, upper(word), source);
    Byte::set_register(cpu, lower(word), link);
    cpu.set_flags(Fcw::ZS, zs::<Byte>(link));
}
