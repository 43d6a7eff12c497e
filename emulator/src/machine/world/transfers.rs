//! What devices write into memory by themselves, for a debugger.

use alloc::vec::Vec;

use super::{World, linear};
use crate::bus::{Location, Space, Status};
use crate::cpu::{Cpu, Fcw, Step};
use crate::machine::physical::Transfer;
use crate::machine::watched::{Access, Watcher};
use crate::run::Host as _;

impl World {
    /// Executes one instruction, whose accesses a watcher observes. What devices write until they have been served is
    /// noted, for [`show_transfers`](Self::show_transfers).
    pub fn watched_step(&mut self, cpu: &mut Cpu, watcher: &mut dyn Watcher) -> Step {
        self.note_transfers();
        self.watch(true);
        let step = self.step(cpu);
        self.watch(false);
        self.accesses.drain(..).for_each(|access| watcher.sees(access));
        step
    }

    /// Notes the accesses of the processor, or no longer.
    fn watch(&mut self, watched: bool) {
        self.watched = watched;
        core::mem::swap(&mut self.last, &mut self.other_last);
    }

    /// Notes what devices and the host of an operating system write, until the next call of
    /// [`show_transfers`](Self::show_transfers).
    pub fn note_transfers(&mut self) {
        self.transfers = Some(Vec::new());
    }

    /// The kind of the device that a port leads to, and its register there; `special` is for special I/O.
    #[must_use]
    pub fn device_at_port(&self, port: u16, special: bool) -> Option<(&'static str, u16)> {
        self.devices.named(self.devices.registers.port(port, special)?)
    }

    /// The kind of the device that has a register in memory, and its register there.
    #[must_use]
    pub fn device_at(&self, status: Status, at: Location) -> Option<(&'static str, u16)> {
        self.devices.named(self.devices.at_address(self.found(status, at)?)?)
    }

    /// Shows a watcher what devices have written since this was last called, as data of the program that sees it.
    pub fn show_transfers(&mut self, cpu: &Cpu, watcher: &mut dyn Watcher) {
        let status = Status { space: Space::Data, system: cpu.fcw().contains(Fcw::SYSTEM) };
        for Transfer { device, address, before, value } in self.transfers.take().into_iter().flatten() {
            let Some(at) = self.seen_at(status, address) else { continue };
            watcher.sees(Access {
                status,
                number: linear(at) as usize,
                bytes: 1,
                value: value.into(),
                before: before.into(),
                write: true,
                device: Some(self.devices.iter().nth(device).map_or("host", |device| device.kind())),
            });
        }
    }

    /// The address at which a program sees a physical one.
    fn seen_at(&self, status: Status, address: u32) -> Option<Location> {
        let found = |at: Location| self.found(status, at).is_some_and(|(_, found)| found == address);
        if self.units.is_empty() {
            return Some(Location::new((address >> 16) as u8, address as u16));
        }
        let mut seen = (0..=0x7F).flat_map(|segment| {
            let first = self
                .found(status, Location::new(segment, 0))
                .map_or(0, |(_, first)| first);
            let chunk = |n: u32| Location::new(segment, ((n << 14) | address & 0x3FFF) as u16);
            let by_segment = Location::new(segment, address.wrapping_sub(first) as u16);
            [by_segment, chunk(0), chunk(1), chunk(2), chunk(3)]
        });
        seen.find(|at| found(*at))
    }
}
