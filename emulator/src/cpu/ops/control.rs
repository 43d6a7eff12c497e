//! Program flow and control of the processor.

use super::super::addressing::Place;
use super::super::size::{Byte, Size};
use super::super::timing::Timing;
use super::super::{Cpu, Fcw, Model};
use super::{lower, upper};
use crate::bus::Bus;

pub(crate) fn jp<B: Bus, P: Place>(cpu: &mut Cpu, bus: &mut B, word: u16, timing: Timing) -> u32 {
    let (_, target) = P::locate(cpu, bus, upper(word));
    let taken = cpu.fcw.holds(lower(word));
    if taken {
        cpu.jump(target);
    }
    timing.branch(taken)
}

pub(crate) fn jr<B: Bus>(cpu: &mut Cpu, _: &mut B, word: u16, timing: Timing) -> u32 {
    if cpu.fcw.holds(word >> 8 & 15) {
        let distance = i16::from(word as u8 as i8) * 2;
        cpu.set_pc(cpu.pc.wrapping_add(distance as u16));
    }
    timing.fixed()
}

pub(crate) fn call<B: Bus, P: Place>(cpu: &mut Cpu, bus: &mut B, word: u16, timing: Timing) -> u32 {
    let (_, target) = P::locate(cpu, bus, upper(word));
    cpu.push_pc(bus);
    cpu.jump(target);
    timing.fixed()
}

/// CALR: twelve bits with a sign, counted in words, and backwards.
pub(crate) fn calr<B: Bus>(cpu: &mut Cpu, bus: &mut B, word: u16, timing: Timing) -> u32 {
    let distance = (word << 4) as i16 >> 3;
    cpu.push_pc(bus);
    cpu.set_pc(cpu.pc.wrapping_sub(distance as u16));
    timing.fixed()
}

pub(crate) fn ret<B: Bus>(cpu: &mut Cpu, bus: &mut B, word: u16, timing: Timing) -> u32 {
    let taken = cpu.fcw.holds(lower(word));
    if taken {
        cpu.pop_pc(bus);
    }
    timing.branch(taken)
}

/// DJNZ, DBJNZ: seven bits, counted in words, and backwards.
pub(crate) fn djnz<B: Bus, S: Size>(cpu: &mut Cpu, _: &mut B, word: u16, timing: Timing) -> u32 {
    let register = word >> 8 & 15;
    let count = S::register(cpu, register).wrapping_sub(1) & S::MASK;
    S::set_register(cpu, register, count);
    if count != 0 {
        let distance = (word & 0x7F) * 2;
        cpu.set_pc(cpu.pc.wrapping_sub(distance));
    }
    timing.fixed()
}

pub(crate) fn nop<B: Bus>(_: &mut Cpu, _: &mut B, _: u16, timing: Timing) -> u32 {
    timing.fixed()
}

/// SETFLG: C Z S P/V, those that are named.
pub(crate) fn setflg<B: Bus>(cpu: &mut Cpu, _: &mut B, word: u16, timing: Timing) -> u32 {
    cpu.fcw |= named(word);
    timing.fixed()
}

/// RESFLG: C Z S P/V, those that are named.
pub(crate) fn resflg<B: Bus>(cpu: &mut Cpu, _: &mut B, word: u16, timing: Timing) -> u32 {
    cpu.fcw -= named(word);
    timing.fixed()
}

/// COMFLG: C Z S P/V, those that are named; and H in any case, as measured.
pub(crate) fn comflg<B: Bus>(cpu: &mut Cpu, _: &mut B, word: u16, timing: Timing) -> u32 {
    cpu.fcw ^= named(word) | Fcw::H;
    timing.fixed()
}

fn named(word: u16) -> Fcw {
    Fcw::from_bits_retain(word & 0xF0)
}

/// EI: a bit that is 0 names the interrupt.
pub(crate) fn ei<B: Bus>(cpu: &mut Cpu, _: &mut B, word: u16, timing: Timing) -> u32 {
    cpu.fcw |= interrupts(word);
    timing.fixed()
}

/// DI.
pub(crate) fn di<B: Bus>(cpu: &mut Cpu, _: &mut B, word: u16, timing: Timing) -> u32 {
    cpu.fcw -= interrupts(word);
    timing.fixed()
}

fn interrupts(word: u16) -> Fcw {
    let mut named = Fcw::empty();
    named.set(Fcw::VIE, word & 2 == 0);
    named.set(Fcw::NVIE, word & 1 == 0);
    named
}

pub(crate) fn halt<B: Bus>(cpu: &mut Cpu, _: &mut B, _: u16, timing: Timing) -> u32 {
    cpu.halted = true;
    cpu.unusual = true;
    timing.fixed()
}

/// IRET: all flags, from the stack.
pub(crate) fn iret<B: Bus>(cpu: &mut Cpu, bus: &mut B, _: u16, timing: Timing) -> u32 {
    let _identifier = cpu.pop_word(bus);
    let fcw = cpu.pop_word(bus);
    cpu.pop_pc(bus);
    cpu.set_fcw(fcw);
    timing.fixed()
}

/// LDPS: all flags, from memory. In segmented mode a reserved word comes first.
pub(crate) fn ldps<B: Bus, P: Place>(cpu: &mut Cpu, bus: &mut B, word: u16, timing: Timing) -> u32 {
    let (status, at) = P::locate(cpu, bus, upper(word));
    if cpu.segmented() {
        cpu.load_status_from(bus, status, at.plus(2), at.plus(4), true);
    } else {
        cpu.load_status_from(bus, status, at, at.plus(2), false);
    }
    timing.fixed()
}

/// LDCTL control,Rs.
pub(crate) fn ldctl_to<B: Bus>(cpu: &mut Cpu, _: &mut B, word: u16, timing: Timing) -> u32 {
    let value = cpu.r[usize::from(upper(word))];
    match word & 7 {
        2 => cpu.set_fcw(value),
        3 => cpu.refresh = value,
        4 if cpu.model == Model::Z8001 => cpu.psap[0] = value,
        5 => cpu.psap[1] = value & 0xFF00,
        6 if cpu.model == Model::Z8001 => cpu.other_stack[0] = value,
        7 => cpu.other_stack[1] = value,
        _ => {}
    }
    timing.fixed()
}

/// LDCTL Rd,control.
pub(crate) fn ldctl_from<B: Bus>(cpu: &mut Cpu, _: &mut B, word: u16, timing: Timing) -> u32 {
    let value = match word & 7 {
        2 => cpu.fcw.bits(),
        3 => cpu.refresh,
        4 => cpu.psap[0],
        5 => cpu.psap[1],
        6 => cpu.other_stack[0],
        7 => cpu.other_stack[1],
        _ => 0,
    };
    cpu.r[usize::from(upper(word))] = value;
    timing.fixed()
}

/// LDCTLB FLAGS,Rbs: all flags.
pub(crate) fn ldctlb_to<B: Bus>(cpu: &mut Cpu, _: &mut B, word: u16, timing: Timing) -> u32 {
    let value = Byte::register(cpu, upper(word)) as u16;
    cpu.set_flags(Fcw::FLAGS, Fcw::from_bits_truncate(value));
    timing.fixed()
}

/// LDCTLB Rbd,FLAGS.
pub(crate) fn ldctlb_from<B: Bus>(cpu: &mut Cpu, _: &mut B, word: u16, timing: Timing) -> u32 {
    let flags = cpu.fcw & Fcw::FLAGS;
    Byte::set_register(cpu, upper(word), flags.bits().into());
    timing.fixed()
}
