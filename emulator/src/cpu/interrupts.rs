//! Interrupts and the segment trap: external requests, accepted between instructions.
//!
//! Stack frames and handlers are as for traps, except that the vectored interrupt has one FCW and a table of PCs. A
//! request has an identifier; the bus may replace it in the acknowledge cycle, in which the chip reads it. The clocks
//! of an acknowledgement were not measured and are assumed to be those of a trap.

use super::traps::Area;
use super::{Cpu, Interrupt, Model};
use crate::bus::Bus;

impl Cpu {
    /// Requests an interrupt. [`Bus::acknowledge`] may replace the identifier. NMI and SEGT remain requested until they
    /// are acknowledged, VI and NVI until they are withdrawn.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::cpu::{Cpu, Fcw, Interrupt, Model};
    ///
    /// let mut cpu = Cpu::new(Model::Z8002);
    /// cpu.request(Interrupt::Vectored, 2);
    /// assert!(!cpu.is_interrupted());
    /// cpu.set_fcw((Fcw::SYSTEM | Fcw::VIE).bits());
    /// assert!(cpu.is_interrupted());
    /// cpu.withdraw(Interrupt::Vectored);
    /// assert_eq!(cpu.requested(Interrupt::Vectored), None);
    /// ```
    pub fn request(&mut self, interrupt: Interrupt, identifier: u16) {
        self.requests[interrupt as usize] = Some(identifier);
        self.look_closer();
    }

    /// Withdraws a request.
    pub fn withdraw(&mut self, interrupt: Interrupt) {
        self.requests[interrupt as usize] = None;
        self.look_closer();
    }

    /// Returns the identifier of the pending request; `None` if this interrupt is not requested.
    pub const fn requested(&self, interrupt: Interrupt) -> Option<u16> {
        self.requests[interrupt as usize]
    }

    /// Returns true if the next step acknowledges an interrupt instead of executing an instruction.
    #[inline]
    pub fn is_interrupted(&self) -> bool {
        self.needs_attention() && self.heard().is_some()
    }

    /// Returns true if the next step begins an instruction: it neither acknowledges an interrupt, nor waits after a HALT,
    /// nor resumes a repeating instruction.
    #[inline]
    pub fn begins_instruction(&self) -> bool {
        !self.needs_attention() || !(self.halted || self.is_repeating() || self.heard().is_some())
    }

    /// Returns the interrupt that the next step acknowledges, and its identifier; `None` if FCW enables no pending
    /// request.
    pub(super) fn heard(&self) -> Option<(Interrupt, u16)> {
        Interrupt::ALL.into_iter().find_map(|interrupt| {
            let identifier = self.requests[interrupt as usize]?;
            interrupt.enabled(self.fcw).then_some((interrupt, identifier))
        })
    }

    /// Acknowledges an interrupt and continues at its handler.
    pub(super) fn acknowledge<B: Bus + ?Sized>(&mut self, bus: &mut B, interrupt: Interrupt, identifier: u16) {
        let identifier = bus.acknowledge(interrupt, identifier);
        self.halted = false;
        self.repeats = None;
        if interrupt.is_edge() {
            self.requests[interrupt as usize] = None;
        }
        self.save_status(bus, identifier);
        let area = Area::of(self);
        let fcw = area.entry(interrupt.entry());
        let vector = match (interrupt, self.model) {
            (Interrupt::Vectored, Model::Z8001) => 2 * (identifier & 0xFE),
            (Interrupt::Vectored, Model::Z8002) => 2 * (identifier & 0xFF),
            _ => 0,
        };
        self.load_status(bus, fcw, fcw.plus(2 + vector), area.long);
    }
}
