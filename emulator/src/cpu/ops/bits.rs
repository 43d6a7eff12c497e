//! Single bits: test, set, reset.

use super::super::addressing::{Register, Source, Target};
use super::super::size::{Size, Word};
use super::super::timing::Timing;
use super::super::{Cpu, Fcw};
use super::{lower, upper};
use crate::bus::Bus;

/// The bit with a number; of a byte, the number's lower three bits count.
#[inline(always)]
const fn mask<S: Size>(number: u16) -> u32 {
    1 << (number & (8 * S::BYTES - 1))
}

/// The operands of the dynamic forms: the register named by the second word, and the bit whose
/// number is in a word register.
#[inline(always)]
fn dynamic<S: Size>(cpu: &Cpu, word: u16) -> (u16, u32) {
    let number = Word::register(cpu, lower(word)) as u16;
    (cpu.second >> 8 & 15, mask::<S>(number))
}

/// BIT: Z.
pub(crate) fn bit<B: Bus, S: Size, M: Source>(cpu: &mut Cpu, bus: &mut B, word: u16, timing: Timing) -> u32 {
    let value = M::get::<S, B>(cpu, bus, upper(word));
    zero(cpu, value & mask::<S>(lower(word)));
    timing.fixed()
}

/// SET: no flags.
pub(crate) fn set<B: Bus, S: Size, T: Target>(cpu: &mut Cpu, bus: &mut B, word: u16, timing: Timing) -> u32 {
    T::update::<S, B>(cpu, bus, upper(word), |_, value| value | mask::<S>(lower(word)));
    timing.fixed()
}

/// RES: no flags.
pub(crate) fn res<B: Bus, S: Size, T: Target>(cpu: &mut Cpu, bus: &mut B, word: u16, timing: Timing) -> u32 {
    T::update::<S, B>(cpu, bus, upper(word), |_, value| value & !mask::<S>(lower(word)));
    timing.fixed()
}

/// BIT Rd,Rs: Z.
pub(crate) fn bit_dynamic<B: Bus, S: Size>(cpu: &mut Cpu, _: &mut B, word: u16, timing: Timing) -> u32 {
    let (register, bit) = dynamic::<S>(cpu, word);
    zero(cpu, S::register(cpu, register) & bit);
    timing.fixed()
}

/// SET Rd,Rs: no flags.
pub(crate) fn set_dynamic<B: Bus, S: Size>(cpu: &mut Cpu, bus: &mut B, word: u16, timing: Timing) -> u32 {
    let (register, bit) = dynamic::<S>(cpu, word);
    Register::update::<S, B>(cpu, bus, register, |_, value| value | bit);
    timing.fixed()
}

/// RES Rd,Rs: no flags.
pub(crate) fn res_dynamic<B: Bus, S: Size>(cpu: &mut Cpu, bus: &mut B, word: u16, timing: Timing) -> u32 {
    let (register, bit) = dynamic::<S>(cpu, word);
    Register::update::<S, B>(cpu, bus, register, |_, value| value & !bit);
    timing.fixed()
}

#[inline(always)]
fn zero(cpu: &mut Cpu, bits: u32) {
    cpu.fcw.set(Fcw::Z, bits == 0);
}
