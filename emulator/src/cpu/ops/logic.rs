//! Logical instructions, tests and TCC.

use super::super::addressing::{Source, Target};
use super::super::alu::{logic, logic_mask, zs};
use super::super::size::Size;
use super::super::timing::Timing;
use super::super::{Cpu, Fcw};
use super::arithmetic::Binary;
use super::{lower, upper};
use crate::bus::Bus;

/// AND: Z S, of bytes P.
pub(crate) struct And;
/// OR: Z S, of bytes P.
pub(crate) struct Or;
/// XOR: Z S, of bytes P.
pub(crate) struct Xor;

impl Binary for And {
    #[inline(always)]
    fn apply<S: Size>(a: u32, b: u32, _: Fcw) -> (u32, Fcw, Fcw) {
        (a & b, logic::<S>(a & b), logic_mask::<S>())
    }
}

impl Binary for Or {
    #[inline(always)]
    fn apply<S: Size>(a: u32, b: u32, _: Fcw) -> (u32, Fcw, Fcw) {
        (a | b, logic::<S>(a | b), logic_mask::<S>())
    }
}

impl Binary for Xor {
    #[inline(always)]
    fn apply<S: Size>(a: u32, b: u32, _: Fcw) -> (u32, Fcw, Fcw) {
        (a ^ b, logic::<S>(a ^ b), logic_mask::<S>())
    }
}

/// COM: Z S, of bytes P.
pub(crate) fn com<B: Bus, S: Size, T: Target>(cpu: &mut Cpu, bus: &mut B, word: u16, timing: Timing) -> u32 {
    T::update::<S, B>(cpu, bus, upper(word), |cpu, value| {
        let result = !value & S::MASK;
        cpu.set_flags(logic_mask::<S>(), logic::<S>(result));
        result
    });
    timing.fixed()
}

/// TEST: Z S, of bytes P.
pub(crate) fn test<B: Bus, S: Size, M: Source>(cpu: &mut Cpu, bus: &mut B, word: u16, timing: Timing) -> u32 {
    let value = M::get::<S, B>(cpu, bus, upper(word));
    cpu.set_flags(logic_mask::<S>(), logic::<S>(value));
    timing.fixed()
}

/// TSET: S, the operand's sign; the operand becomes all ones.
pub(crate) fn tset<B: Bus, S: Size, T: Target>(cpu: &mut Cpu, bus: &mut B, word: u16, timing: Timing) -> u32 {
    T::update::<S, B>(cpu, bus, upper(word), |cpu, value| {
        cpu.set_flags(Fcw::S, zs::<S>(value));
        S::MASK
    });
    timing.fixed()
}

/// TCC: bit 0 is set if the condition holds, else left alone.
pub(crate) fn tcc<B: Bus, S: Size>(cpu: &mut Cpu, _: &mut B, word: u16, timing: Timing) -> u32 {
    let value = S::register(cpu, upper(word));
    let bit = u32::from(cpu.fcw.holds(lower(word)));
    S::set_register(cpu, upper(word), value | bit);
    timing.fixed()
}
