//! Multi-micro instructions: several processors share a resource over the lines MI and MO.
//!
//! None of this was measured; it follows the manual.

use super::super::timing::Timing;
use super::super::{Cpu, Fcw};
use super::upper;
use crate::bus::Bus;

/// MSET: no flag.
pub(crate) fn mset<B: Bus>(_: &mut Cpu, bus: &mut B, _: u16, timing: Timing) -> u32 {
    bus.multi_micro_out(true);
    timing.fixed()
}

/// MRES: no flag.
pub(crate) fn mres<B: Bus>(_: &mut Cpu, bus: &mut B, _: u16, timing: Timing) -> u32 {
    bus.multi_micro_out(false);
    timing.fixed()
}

/// MBIT: S says that MI is inactive, so that the resource is free.
pub(crate) fn mbit<B: Bus>(cpu: &mut Cpu, bus: &mut B, _: u16, timing: Timing) -> u32 {
    cpu.fcw.set(Fcw::S, !bus.multi_micro_in());
    timing.fixed()
}

/// MREQ: Z says that the resource was asked for, S that it was granted. Between the two it counts
/// the register down to 0, to let the request go round.
pub(crate) fn mreq<B: Bus>(cpu: &mut Cpu, bus: &mut B, word: u16, timing: Timing) -> u32 {
    if bus.multi_micro_in() {
        cpu.fcw -= Fcw::ZS;
        bus.multi_micro_out(false);
        return timing.times(0);
    }
    bus.multi_micro_out(true);
    let register = usize::from(upper(word));
    let delay = u32::from(cpu.r[register].wrapping_sub(1)) + 1;
    cpu.r[register] = 0;
    let granted = bus.multi_micro_in();
    if !granted {
        bus.multi_micro_out(false);
    }
    cpu.fcw |= Fcw::Z;
    cpu.fcw.set(Fcw::S, granted);
    timing.times(delay)
}
