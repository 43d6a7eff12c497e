//! The environment of a machine's processor: memory, memory management units and ports.

mod bus;
mod devices;
mod flat;
mod ram;
mod transfers;

use alloc::vec::Vec;
use core::ops::Range;

use super::banks::{Banks, PLAIN, Place, map_of};
use super::parts::{Conflict, Parts};
use super::physical::Transfer;
use super::units::Units;
use super::watched::Access;
use crate::bus::{Location, Space, Status};
use crate::cpu::{Cpu, Interrupt};
use crate::save::{Archive, SaveError};

pub use devices::Devices;

/// Memory and devices, possibly with memory management units.
#[derive(Debug, Clone)]
pub struct World {
    pub(super) banks: Banks,
    units: Units,
    pub(super) devices: Devices,
    /// The executable addresses as segment * 0x10000 + offset, in ascending, separate ranges; `None` for all addresses.
    guard: Option<Vec<Range<u32>>>,
    /// The bytes that devices have written to memory; `None` if they are not recorded.
    transfers: Option<Vec<Transfer>>,
    /// True while the processor's accesses are recorded; and these accesses.
    watched: bool,
    accesses: Vec<Access>,
    /// In system mode, the debugger sees the caller's memory, except at these offsets of program and data in segment 0.
    /// `None` if it sees the memory of system mode.
    own: Option<[Range<u16>; 2]>,
    /// The wait states that have not been added to the processor's clocks yet.
    waited: u32,
    /// For each address space, the place of the last access. The next one usually has the same place.
    last: [Last; 4],
    /// The last places in the other state: those of watched accesses while there is no watcher, and vice versa.
    other_last: [Last; 4],
}

/// The key and the place of the last access.
#[derive(Debug, Clone, Copy)]
struct Last {
    key: u16,
    place: Place,
}

/// Returns the key of an access: its mode and segment.
#[inline(always)]
fn key(system: bool, segment: u8) -> u16 {
    u16::from(system) << 8 | u16::from(segment)
}

/// Returns an address as a number: segment * 0x10000 + offset.
pub(super) fn linear(at: Location) -> u32 {
    u32::from(at.segment()) << 16 | u32::from(at.offset())
}

impl World {
    /// Creates the memory and units of a machine, without devices.
    ///
    /// # Errors
    ///
    /// Memories overlap, or a mirror is of addresses without memory.
    pub(super) fn new(parts: &Parts) -> Result<Self, Conflict> {
        let units = Units::new(&parts.units, parts.paging);
        let mut world = Self::of(Banks::new(parts)?, units);
        world.guard = parts.guard.then(Vec::new);
        Ok(world)
    }

    fn of(mut banks: Banks, units: Units) -> Self {
        if !units.is_empty() {
            (0..=u8::MAX).for_each(|segment| banks.open(segment));
        }
        let nowhere = Last { key: u16::MAX, place: Place::NOWHERE };
        Self {
            banks,
            units,
            devices: Devices::default(),
            guard: None,
            transfers: None,
            watched: false,
            accesses: Vec::new(),
            own: None,
            waited: 0,
            last: [nowhere; 4],
            other_last: [nowhere; 4],
        }
    }

    /// Makes a debugger see the program's memory in system mode, except at these offsets of program and data in segment
    /// 0: those of a handler and of its stack frame.
    pub fn show_caller(&mut self, program: Range<u16>, data: Range<u16>) {
        self.own = Some([program, data]);
    }

    /// Returns true if the debugger sees system mode's own memory at an address.
    #[inline]
    pub(super) fn is_own(&self, program: bool, at: Location) -> bool {
        let own = self.own.as_ref();
        own.is_none_or(|own| at.segment() == 0 && own[usize::from(!program)].contains(&at.offset()))
    }

    /// Returns the memory, in banks.
    pub const fn banks(&self) -> &Banks {
        &self.banks
    }

    /// Returns the devices at the machine's ports.
    pub const fn devices(&self) -> &Devices {
        &self.devices
    }

    /// Returns the devices, so that the caller can change them.
    pub const fn devices_mut(&mut self) -> &mut Devices {
        &mut self.devices
    }

    /// Resets the devices and the memory management units.
    pub(super) fn reset(&mut self) {
        self.devices.reset();
        self.units.reset();
    }

    /// Makes all accesses to these segments observed, because devices have registers in them.
    pub(super) fn open(&mut self, segments: impl IntoIterator<Item = u8>) {
        segments.into_iter().for_each(|segment| self.banks.open(segment));
        self.forget_places();
    }

    /// Allows code to run at `length` addresses from `start` (segment * 0x10000 + offset).
    pub fn allow(&mut self, start: u32, length: u32) {
        let Some(ranges) = &mut self.guard else { return };
        let mut all = start..start.saturating_add(length);
        ranges.retain(|range| {
            let apart = range.end < all.start || all.end < range.start;
            if !apart {
                all = all.start.min(range.start)..all.end.max(range.end);
            }
            apart
        });
        let at = ranges.partition_point(|range| range.start < all.start);
        ranges.insert(at, all);
    }

    /// Forbids code to run at these addresses if the machine guards its code.
    pub fn forbid(&mut self, range: &Range<u32>) {
        let Some(ranges) = &mut self.guard else { return };
        let parts = |one: &Range<u32>| [one.start..one.end.min(range.start), one.start.max(range.end)..one.end];
        *ranges = ranges.iter().flat_map(parts).filter(|part| !part.is_empty()).collect();
    }

    /// Returns the addresses at which code may run; `None` for all.
    pub(super) fn guard(&self) -> Option<&[Range<u32>]> {
        self.guard.as_deref()
    }

    /// Returns the contiguous offsets around an address at which code may run; empty if it may not run there.
    pub(super) fn allowed(&self, at: Location) -> Range<u32> {
        let Some(ranges) = &self.guard else { return 0..0x1_0000 };
        let (segment, address) = (u32::from(at.segment()) << 16, linear(at));
        let after = ranges.partition_point(|range| range.start <= address);
        let found = after.checked_sub(1).and_then(|last| ranges.get(last));
        found.filter(|range| address < range.end).map_or(0..0, |range| {
            range.start.max(segment) - segment..range.end.min(segment + 0x1_0000) - segment
        })
    }

    /// Returns true if memory accesses can have side effects: traps of units, or accesses to device registers.
    fn is_observed(&self) -> bool {
        !self.units.is_empty() || self.devices.are_in_memory()
    }

    /// Returns true if an engine can run the program: memory accesses have neither side effects nor wait states.
    pub(super) fn takes_engine(&self) -> bool {
        !self.is_observed() && !self.banks.has_waits()
    }

    /// Returns true if there is a bank unit between the processor and the memory.
    pub const fn has_banks(&self) -> bool {
        self.units.has_banks()
    }

    /// Returns the map and the address that a read would access, without side effects. `None` if the units do not pass
    /// it.
    pub(super) fn found(&self, status: Status, at: Location) -> Option<(usize, u32)> {
        if self.units.is_empty() {
            return Some((map_of(status), linear(at)));
        }
        Some((PLAIN, self.units.look(status, at)?))
    }

    /// Returns the map and the address of an access, and counts its wait states. `None` if the units do not pass it.
    #[inline(always)]
    fn pass(&mut self, status: Status, at: Location, write: bool) -> Option<(usize, u32)> {
        let (map, address) = match self.units.is_empty() {
            true => (map_of(status), linear(at)),
            false => (PLAIN, self.units.access(status, at, write)?),
        };
        self.waited += self.banks.waits(map, address);
        Some((map, address))
    }

    /// Does what is necessary after instructions: passes a unit's trap request to the processor.
    #[inline]
    pub(super) fn ran(&mut self, cpu: &mut Cpu) {
        self.devices.halted = cpu.halted();
        if let Some(identifier) = self.units.trap() {
            cpu.request(Interrupt::SegmentTrap, identifier);
        }
    }

    /// Returns the place of an access. Watched accesses have none.
    #[inline(always)]
    fn place(&mut self, status: Status, at: Location) -> Place {
        if self.last[status.space as usize].key != key(status.system, at.segment()) {
            self.find_place(status, at);
        }
        self.last[status.space as usize].place
    }

    /// Looks up the place of an access and stores it.
    #[inline(never)]
    fn find_place(&mut self, status: Status, at: Location) {
        let place = match self.watched {
            true => Place::NOWHERE,
            false => self.banks.place(map_of(status), at.segment()),
        };
        self.last[status.space as usize] = Last { key: key(status.system, at.segment()), place };
    }

    /// If accesses are watched, records a read that the processor has made.
    #[inline]
    fn note_read(&mut self, status: Status, at: Location, bytes: u8, value: u16) {
        if self.watched && status.space != Space::Instruction {
            let number = linear(at) as usize;
            let access = Access { status, number, bytes, value, before: value, write: false, device: None };
            self.accesses.push(access);
        }
    }

    /// If accesses are watched, records a write that the processor is about to make.
    #[inline]
    fn note_write(&mut self, status: Status, at: Location, bytes: u8, value: u16) {
        if self.watched {
            let found = self.found(status, at);
            let word = found.map_or(0xFFFF, |(map, address)| self.banks.word(map, address));
            let before = match bytes {
                1 => word.to_be_bytes()[usize::from(at.offset() & 1)].into(),
                _ => word,
            };
            let number = linear(at) as usize;
            self.accesses
                .push(Access { status, number, bytes, value, before, write: true, device: None });
        }
    }

    /// Discards the stored places, so that they are looked up again.
    fn forget_places(&mut self) {
        for last in self.last.iter_mut().chain(&mut self.other_last) {
            last.key = u16::MAX;
        }
    }

    /// Reads a byte from a device register or from memory.
    #[inline(always)]
    fn read_at(&mut self, at: (usize, u32)) -> u8 {
        match self.devices.at_address(at) {
            Some(found) => self.devices.read_register(found),
            None => self.banks.byte(at.0, at.1),
        }
    }

    #[inline(always)]
    fn write_at(&mut self, at: (usize, u32), value: u8) {
        match self.devices.at_address(at) {
            Some(found) => self.devices.write_register(found, value),
            None => self.banks.set_byte(at.0, at.1, value),
        }
    }

    /// Reads a byte with all side effects: through units, from a device register, or watched.
    #[cold]
    fn observed_byte(&mut self, status: Status, at: Location) -> u8 {
        let byte = self.pass(status, at, false).map_or(0xFF, |found| self.read_at(found));
        self.note_read(status, at, 1, byte.into());
        byte
    }

    #[cold]
    fn observed_word(&mut self, status: Status, at: Location) -> u16 {
        let word = self.pass(status, at, false).map_or(0xFFFF, |(map, address)| {
            let halves = [address & !1, address | 1];
            let found = halves.map(|address| self.devices.at_address((map, address)));
            if found == [None, None] {
                return self.banks.word(map, address);
            }
            let word = self.devices.read_word_register(found);
            word.unwrap_or_else(|| u16::from_be_bytes(halves.map(|address| self.read_at((map, address)))))
        });
        self.note_read(status, at, 2, word);
        word
    }

    #[cold]
    fn set_observed_byte(&mut self, status: Status, at: Location, value: u8) {
        self.note_write(status, at, 1, value.into());
        if let Some(found) = self.pass(status, at, true) {
            self.write_at(found, value);
        }
    }

    #[cold]
    fn set_observed_word(&mut self, status: Status, at: Location, value: u16) {
        self.note_write(status, at, 2, value);
        let Some((map, address)) = self.pass(status, at, true) else {
            return;
        };
        let halves = [address & !1, address | 1];
        let found = halves.map(|address| self.devices.at_address((map, address)));
        if !self.devices.write_word_register(found, value) {
            for (address, byte) in halves.into_iter().zip(value.to_be_bytes()) {
                self.write_at((map, address), byte);
            }
        }
    }

    /// Writes the memory to a save file, or reads it from one with the same memory structure.
    pub(super) fn archive_memory(&mut self, archive: &mut Archive<'_>) -> Result<(), SaveError> {
        self.banks.archive(archive)?;
        let Some(ranges) = &mut self.guard else { return Ok(()) };
        let mut count = ranges.len() as u32;
        let at = archive.at();
        archive.long(&mut count)?;
        archive.sense(at, count <= 0x1_0000)?;
        ranges.resize(count as usize, 0..0);
        for range in ranges {
            archive.long(&mut range.start)?;
            archive.long(&mut range.end)?;
        }
        Ok(())
    }

    /// Writes the devices and units to a save file, or reads them from one with the same devices and units.
    pub(super) fn archive_devices(&mut self, archive: &mut Archive<'_>) -> Result<(), SaveError> {
        self.devices.archive(archive)?;
        self.units.archive(archive)
    }
}
