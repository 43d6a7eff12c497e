//! Records what devices write to memory by themselves, for a debugger.

use alloc::vec::Vec;

use super::{World, linear};
use crate::bus::{Location, Space, Status};
use crate::cpu::{Cpu, Fcw, Step};
use crate::machine::physical::Transfer;
use crate::machine::watched::{Access, Watcher};
use crate::run::Host as _;

impl World {
    /// Executes one instruction, whose accesses a watcher observes. Also begins to record what devices write, for
    /// [`show_transfers`](Self::show_transfers).
    pub fn watched_step(&mut self, cpu: &mut Cpu, watcher: &mut dyn Watcher) -> Step {
        self.note_transfers();
        self.watch(true);
        let step = self.step(cpu);
        self.watch(false);
        self.accesses.drain(..).for_each(|access| watcher.sees(access));
        step
    }

    /// Starts or stops recording the processor's accesses.
    fn watch(&mut self, watched: bool) {
        self.watched = watched;
        core::mem::swap(&mut self.last, &mut self.other_last);
    }

    /// Records what devices, and the host's operating system, write until the next call of
    /// [`show_transfers`](Self::show_transfers).
    pub fn note_transfers(&mut self) {
        self.transfers = Some(Vec::new());
    }

    /// Returns the kind of the device at a port, and the number of its register; `special` selects special I/O.
    pub fn device_at_port(&self, port: u16, special: bool) -> Option<(&'static str, u16)> {
        self.devices.named(self.devices.registers.port(port, special)?)
    }

    /// Returns the kind of the device that has a register at a memory address, and the number of that register.
    pub fn device_at(&self, status: Status, at: Location) -> Option<(&'static str, u16)> {
        self.devices.named(self.devices.at_address(self.found(status, at)?)?)
    }

    /// Shows a watcher what devices have written since the last call, as data accesses of the program that can see
    /// them.
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

    /// Returns the logical address of a physical one, as the program sees it; `None` if it does not.
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
