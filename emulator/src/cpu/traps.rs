//! Traps: how the processor handles SC, privileged instructions in normal mode, and extended instructions without a
//! unit.
//!
//! The processor enters system mode (on a Z8001, segmented system mode), saves PC, FCW and an identifier on the system
//! stack, and loads FCW and PC from the program status area.
//!
//! External requests are in `interrupts.rs`.

use super::direct::Direct;
use super::verbs::Verbs;
use super::{Cpu, Fcw, Model, Trap};
use crate::bus::{Bus, Location, Space, Status};

/// The program status area, which contains the FCW and PC of each handler.
pub(super) struct Area {
    start: Location,
    /// True for a Z8001, with four words per entry, the first one reserved; a Z8002 has two.
    pub(super) long: bool,
}

impl Area {
    pub(super) fn of(cpu: &Cpu) -> Self {
        let [segment, offset] = cpu.psap;
        Self {
            start: Location::from_pair(u32::from(segment) << 16 | u32::from(offset)),
            long: cpu.model == Model::Z8001,
        }
    }

    /// Returns the address of the FCW of an entry; its PC follows.
    pub(super) const fn entry(&self, number: u16) -> Location {
        self.start.plus(if self.long { 8 * number + 2 } else { 4 * number })
    }
}

impl Cpu {
    /// Takes a trap caused by the instruction with this first word; PC points to the word after it.
    pub(super) fn trap<B: Bus + ?Sized>(&mut self, bus: &mut B, trap: Trap, identifier: u16) {
        self.save_status(bus, identifier);
        let area = Area::of(self);
        let fcw = area.entry(trap.entry());
        self.load_status(bus, fcw, fcw.plus(2), area.long);
    }

    /// Enters system mode, and pushes PC, FCW and an identifier.
    pub(super) fn save_status<B: Bus + ?Sized>(&mut self, bus: &mut B, identifier: u16) {
        let fcw = self.fcw;
        let handler = match self.model {
            Model::Z8001 => Fcw::SYSTEM | Fcw::SEG,
            Model::Z8002 => Fcw::SYSTEM,
        };
        self.set_fcw((fcw | handler).bits());
        let mut stack = Direct::new(self, bus);
        stack.push_pc();
        stack.push_word(u32::from(fcw.bits()).into());
        stack.push_word(u32::from(identifier).into());
    }

    /// Loads FCW and PC from program memory.
    pub(super) fn load_status<B: Bus + ?Sized>(&mut self, bus: &mut B, fcw: Location, pc: Location, long: bool) {
        self.load_status_from(bus, self.status(Space::Program), fcw, pc, long);
    }

    /// Loads FCW and PC. PC is one word or, if `long` is true, two: segment and offset.
    pub(super) fn load_status_from<B: Bus + ?Sized>(
        &mut self,
        bus: &mut B,
        status: Status,
        fcw: Location,
        pc: Location,
        long: bool,
    ) {
        let fcw = bus.read_word(status, fcw);
        let mut word = bus.read_word(status, pc);
        if long {
            self.pc_segment = (word >> 8) as u8 & 0x7F;
            word = bus.read_word(status, pc.plus(2));
        }
        self.set_fcw(fcw);
        self.set_pc(word);
    }
}
