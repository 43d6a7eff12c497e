//! Input and output of single bytes and words. No flags.

use super::super::Cpu;
use super::super::size::Size;
use super::super::timing::Timing;
use super::{lower, upper};
use crate::bus::Bus;

/// IN Rd,@Rs.
pub(crate) fn input<B: Bus, S: Size>(cpu: &mut Cpu, bus: &mut B, word: u16, timing: Timing) -> u32 {
    let port = cpu.r[usize::from(upper(word))];
    let value = S::input(bus, port, false);
    S::set_register(cpu, lower(word), value);
    timing.fixed()
}

/// OUT @Rd,Rs.
pub(crate) fn output<B: Bus, S: Size>(cpu: &mut Cpu, bus: &mut B, word: u16, timing: Timing) -> u32 {
    let port = cpu.r[usize::from(upper(word))];
    S::output(bus, port, false, S::register(cpu, lower(word)));
    timing.fixed()
}

/// IN Rd,port and SIN Rd,port.
pub(crate) fn input_direct<B: Bus, S: Size, const SPECIAL: bool>(
    cpu: &mut Cpu,
    bus: &mut B,
    word: u16,
    timing: Timing,
) -> u32 {
    let port = cpu.fetch(bus);
    let value = S::input(bus, port, SPECIAL);
    S::set_register(cpu, upper(word), value);
    timing.fixed()
}

/// OUT port,Rs and SOUT port,Rs.
pub(crate) fn output_direct<B: Bus, S: Size, const SPECIAL: bool>(
    cpu: &mut Cpu,
    bus: &mut B,
    word: u16,
    timing: Timing,
) -> u32 {
    let port = cpu.fetch(bus);
    S::output(bus, port, SPECIAL, S::register(cpu, upper(word)));
    timing.fixed()
}
