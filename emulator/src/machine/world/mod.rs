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
    /// Where code may run, as segment * 0x10000 + offset, in order and with gaps between; `None` for everywhere.
    guard: Option<Vec<Range<u32>>>,
    /// What devices have written into memory, if that is to be noted.
    transfers: Option<Vec<Transfer>>,
    /// Set while the processor's accesses are noted, and what they were.
    watched: bool,
    accesses: Vec<Access>,
    /// The addresses in segment 0 that system mode sees, of program and of data, if it otherwise sees what the program
    /// does that it serves.
    own: Option<[Range<u16>; 2]>,
    /// The wait states that the processor has not counted yet.
    waited: u32,
    /// For each kind of access, where the last one went: the next most often goes there too.
    last: [Last; 4],
    /// The same while somebody watches, or else while nobody does.
    other_last: [Last; 4],
}

/// The segment of an access with its mode, and where it is.
#[derive(Debug, Clone, Copy)]
struct Last {
    key: u16,
    place: Place,
}

/// The key of an access.
#[inline(always)]
fn key(system: bool, segment: u8) -> u16 {
    u16::from(system) << 8 | u16::from(segment)
}

/// An address in memory as the devices have it.
pub(super) fn linear(at: Location) -> u32 {
    u32::from(at.segment()) << 16 | u32::from(at.offset())
}

impl World {
    /// Creates the memory and units of a machine, without devices.
    ///
    /// # Errors
    ///
    /// Memories overlap, or a mirror leads nowhere.
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

    /// Lets a debugger see in system mode what the program sees, except at these offsets of program and of data in
    /// segment 0: those of a handler and of its frame.
    pub fn show_caller(&mut self, program: Range<u16>, data: Range<u16>) {
        self.own = Some([program, data]);
    }

    /// Returns true if system mode has its own memory at an address.
    #[inline]
    pub(super) fn is_own(&self, program: bool, at: Location) -> bool {
        let own = self.own.as_ref();
        own.is_none_or(|own| at.segment() == 0 && own[usize::from(!program)].contains(&at.offset()))
    }

    /// The memory.
    #[must_use]
    pub const fn banks(&self) -> &Banks {
        &self.banks
    }

    /// The devices.
    #[must_use]
    pub const fn devices(&self) -> &Devices {
        &self.devices
    }

    /// Mutable access to the devices.
    pub const fn devices_mut(&mut self) -> &mut Devices {
        &mut self.devices
    }

    /// Resets the devices and the units.
    pub(super) fn reset(&mut self) {
        self.devices.reset();
        self.units.reset();
    }

    /// The memory segments in which devices have registers are observed from now on.
    pub(super) fn open(&mut self, segments: impl IntoIterator<Item = u8>) {
        segments.into_iter().for_each(|segment| self.banks.open(segment));
        self.forget_places();
    }

    /// Allows code to run at an address (segment * 0x10000 + offset) and the following ones, as many as `length`.
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

    /// Forbids code to run at these addresses, if the machine guards its code.
    pub fn forbid(&mut self, range: &Range<u32>) {
        let Some(ranges) = &mut self.guard else { return };
        let parts = |one: &Range<u32>| [one.start..one.end.min(range.start), one.start.max(range.end)..one.end];
        *ranges = ranges.iter().flat_map(parts).filter(|part| !part.is_empty()).collect();
    }

    /// The addresses at which code may run; `None` for all.
    pub(super) fn guard(&self) -> Option<&[Range<u32>]> {
        self.guard.as_deref()
    }

    /// The offsets around an address at which code may run, all in one piece; empty if none may run there.
    pub(super) fn allowed(&self, at: Location) -> Range<u32> {
        let Some(ranges) = &self.guard else { return 0..0x1_0000 };
        let (segment, address) = (u32::from(at.segment()) << 16, linear(at));
        let after = ranges.partition_point(|range| range.start <= address);
        let found = after.checked_sub(1).and_then(|last| ranges.get(last));
        found.filter(|range| address < range.end).map_or(0..0, |range| {
            range.start.max(segment) - segment..range.end.min(segment + 0x1_0000) - segment
        })
    }

    /// Returns true if an access to memory may do more: there are units, which may trap, or registers of devices.
    fn is_observed(&self) -> bool {
        !self.units.is_empty() || self.devices.are_in_memory()
    }

    /// Returns true if an engine can run the program: an access to memory does nothing else, and takes no longer.
    pub(super) fn takes_engine(&self) -> bool {
        !self.is_observed() && !self.banks.has_waits()
    }

    /// Returns true if a unit of banks is between the processor and the memory.
    #[must_use]
    pub const fn has_banks(&self) -> bool {
        self.units.has_banks()
    }

    /// Where a read would go, without anything noticing: a map of the banks, and the address there. `None` if no unit
    /// lets it pass.
    pub(super) fn found(&self, status: Status, at: Location) -> Option<(usize, u32)> {
        if self.units.is_empty() {
            return Some((map_of(status), linear(at)));
        }
        Some((PLAIN, self.units.look(status, at)?))
    }

    /// Where an access goes, after its wait states.
    #[inline(always)]
    fn pass(&mut self, status: Status, at: Location, write: bool) -> Option<(usize, u32)> {
        let (map, address) = match self.units.is_empty() {
            true => (map_of(status), linear(at)),
            false => (PLAIN, self.units.access(status, at, write)?),
        };
        self.waited += self.banks.waits(map, address);
        Some((map, address))
    }

    /// Does what must be done after instructions: passes the request of a unit to the processor.
    #[inline]
    pub(super) fn ran(&mut self, cpu: &mut Cpu) {
        self.devices.halted = cpu.halted();
        if let Some(identifier) = self.units.trap() {
            cpu.request(Interrupt::SegmentTrap, identifier);
        }
    }

    /// Where an access goes that nothing observes.
    #[inline(always)]
    fn place(&mut self, status: Status, at: Location) -> Place {
        if self.last[status.space as usize].key != key(status.system, at.segment()) {
            self.find_place(status, at);
        }
        self.last[status.space as usize].place
    }

    /// Looks up where an access goes.
    #[inline(never)]
    fn find_place(&mut self, status: Status, at: Location) {
        let place = match self.watched {
            true => Place::NOWHERE,
            false => self.banks.place(map_of(status), at.segment()),
        };
        self.last[status.space as usize] = Last { key: key(status.system, at.segment()), place };
    }

    /// Notes a read of the processor that has been done, if somebody watches.
    #[inline]
    fn note_read(&mut self, status: Status, at: Location, bytes: u8, value: u16) {
        if self.watched && status.space != Space::Instruction {
            let number = linear(at) as usize;
            let access = Access { status, number, bytes, value, before: value, write: false, device: None };
            self.accesses.push(access);
        }
    }

    /// Notes a write that is to be done.
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

    /// Looks up the places of accesses again.
    fn forget_places(&mut self) {
        for last in self.last.iter_mut().chain(&mut self.other_last) {
            last.key = u16::MAX;
        }
    }

    /// A byte of a register or of memory.
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

    /// A byte accessed through units, of a segment in which devices have registers, or while somebody watches.
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

    /// Memory goes into a save file, or comes out of one that has memory of the same shape.
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

    /// Devices and units go into a save file, or come out of one that has the same.
    pub(super) fn archive_devices(&mut self, archive: &mut Archive<'_>) -> Result<(), SaveError> {
        self.devices.archive(archive)?;
        self.units.archive(archive)
    }
}
