//! Loads, stores, exchanges and stack instructions. None of them changes a flag.

use super::super::Cpu;
use super::super::addressing::{Place, Source, Target};
use super::super::size::{Byte, Long, Size, Word};
use super::super::timing::Timing;
use super::{lower, upper};
use crate::bus::Bus;

pub(crate) fn load<B: Bus, S: Size, M: Source>(cpu: &mut Cpu, bus: &mut B, word: u16, timing: Timing) -> u32 {
    let value = M::get::<S, B>(cpu, bus, upper(word));
    S::set_register(cpu, lower(word), value);
    timing.fixed()
}

pub(crate) fn store<B: Bus, S: Size, T: Target>(cpu: &mut Cpu, bus: &mut B, word: u16, timing: Timing) -> u32 {
    let value = S::register(cpu, lower(word));
    T::put::<S, B>(cpu, bus, upper(word), value);
    timing.fixed()
}

/// The address comes before the data.
pub(crate) fn store_immediate<B: Bus, S: Size, P: Place>(cpu: &mut Cpu, bus: &mut B, word: u16, timing: Timing) -> u32 {
    let (status, at) = P::locate(cpu, bus, upper(word));
    let value = S::fetch(cpu, bus);
    S::write(bus, status, at, value);
    timing.fixed()
}

/// LDB Rbd,#data in one word.
pub(crate) fn load_short_byte<B: Bus>(cpu: &mut Cpu, _: &mut B, word: u16, timing: Timing) -> u32 {
    Byte::set_register(cpu, word >> 8, u32::from(word & 0xFF));
    timing.fixed()
}

pub(crate) fn ldk<B: Bus>(cpu: &mut Cpu, _: &mut B, word: u16, timing: Timing) -> u32 {
    Word::set_register(cpu, upper(word), lower(word).into());
    timing.fixed()
}

pub(crate) fn lda<B: Bus, P: Place>(cpu: &mut Cpu, bus: &mut B, word: u16, timing: Timing) -> u32 {
    let (_, at) = P::locate(cpu, bus, upper(word));
    if cpu.segmented() {
        Long::set_register(cpu, lower(word), at.pair());
    } else {
        Word::set_register(cpu, lower(word), at.offset().into());
    }
    timing.fixed()
}

pub(crate) fn clr<B: Bus, S: Size, T: Target>(cpu: &mut Cpu, bus: &mut B, word: u16, timing: Timing) -> u32 {
    T::put::<S, B>(cpu, bus, upper(word), 0);
    timing.fixed()
}

pub(crate) fn ex<B: Bus, S: Size, T: Target>(cpu: &mut Cpu, bus: &mut B, word: u16, timing: Timing) -> u32 {
    T::update::<S, B>(cpu, bus, upper(word), |cpu, value| {
        let register = S::register(cpu, lower(word));
        S::set_register(cpu, lower(word), value);
        register
    });
    timing.fixed()
}

/// First register and how many, from the second word of LDM.
#[inline(always)]
fn range(cpu: &Cpu) -> (usize, usize) {
    (usize::from(cpu.second >> 8 & 15), usize::from(cpu.second & 15) + 1)
}

/// LDM from memory; the registers wrap around from R15 to R0.
pub(crate) fn load_multiple<B: Bus, P: Place>(cpu: &mut Cpu, bus: &mut B, word: u16, timing: Timing) -> u32 {
    let (first, count) = range(cpu);
    let (status, mut at) = P::locate(cpu, bus, upper(word));
    for register in first..first + count {
        cpu.r[register & 15] = bus.read_word(status, at);
        at = at.plus(2);
    }
    timing.times(count as u32)
}

/// LDM to memory.
pub(crate) fn store_multiple<B: Bus, P: Place>(cpu: &mut Cpu, bus: &mut B, word: u16, timing: Timing) -> u32 {
    let (first, count) = range(cpu);
    let (status, mut at) = P::locate(cpu, bus, upper(word));
    for register in first..first + count {
        bus.write_word(status, at, cpu.r[register & 15]);
        at = at.plus(2);
    }
    timing.times(count as u32)
}

pub(crate) fn push<B: Bus, S: Size, M: Source>(cpu: &mut Cpu, bus: &mut B, word: u16, timing: Timing) -> u32 {
    let value = M::get::<S, B>(cpu, bus, lower(word));
    let stack = upper(word);
    cpu.move_pointer(stack, S::BYTES.wrapping_neg());
    S::write(bus, cpu.pointer_status(stack), cpu.pointer(stack), value);
    timing.fixed()
}

pub(crate) fn pop<B: Bus, S: Size, T: Target>(cpu: &mut Cpu, bus: &mut B, word: u16, timing: Timing) -> u32 {
    let stack = upper(word);
    let value = S::read(bus, cpu.pointer_status(stack), cpu.pointer(stack));
    cpu.move_pointer(stack, S::BYTES);
    T::put::<S, B>(cpu, bus, lower(word), value);
    timing.fixed()
}
