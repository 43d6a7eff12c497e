//! The environment of a machine's processor: memory, memory management units and ports.

mod bus;

use std::sync::Arc;
use std::time::Duration;

use z8000::bus::{Location, Status};
use z8000::cpu::{Cpu, Interrupt};
use z8000::save::Archive;

use crate::banks::{Banks, PLAIN, Place, map_of};
use crate::device::{At, Channel, Device};
use crate::error::{Error, expect};
use crate::listening::Listening;
use crate::physical::Transfer;
use crate::polled::Polled;
use crate::registers::Registers;
use crate::units::Units;

/// A device with the interrupt that it requests.
#[derive(Debug, Clone)]
pub(crate) struct AttachedDevice {
    pub(crate) device: Box<dyn Device>,
    interrupt: Option<Interrupt>,
    /// It requested its interrupt, was being served, and might come to request, when this was last looked at.
    requested: bool,
    served: bool,
    awaits: bool,
}

/// Memory and devices, possibly with memory management units.
#[derive(Debug, Clone)]
pub struct World {
    pub(crate) banks: Banks,
    units: Units,
    pub(crate) devices: Vec<AttachedDevice>,
    /// The daisy chain: the first is served first.
    chain: Vec<usize>,
    registers: Arc<Registers>,
    /// The clock at which something is to be looked at, and that at which a device is.
    due: u64,
    devices_due: u64,
    listening: Listening,
    polled: Polled,
    /// What devices have written into memory, if that is to be noted.
    pub(crate) transfers: Option<Vec<Transfer>>,
    /// Which of the lines are active.
    lines: [bool; 3],
    /// A run has to end, since a device is due earlier, or other interrupts may come.
    hurries: bool,
    /// The program checks for characters that do not arrive.
    waits: bool,
    halted: bool,
    /// The wait states that the processor has not counted yet.
    waited: u32,
    /// For each kind of access, where the last one went: the next most often goes there too.
    last: [Last; 4],
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
pub(crate) fn linear(at: Location) -> u32 {
    u32::from(at.segment()) << 16 | u32::from(at.offset())
}

impl World {
    pub(crate) fn new(mut banks: Banks, units: Units) -> Self {
        if !units.is_empty() {
            (0..=u8::MAX).for_each(|segment| banks.open(segment));
        }
        let nowhere = Last { key: u16::MAX, place: Place::NOWHERE };
        Self {
            last: [nowhere; 4],
            banks,
            units,
            devices: Vec::new(),
            chain: Vec::new(),
            registers: Arc::new(Registers::new()),
            due: u64::MAX,
            devices_due: u64::MAX,
            listening: Listening::default(),
            polled: Polled::default(),
            transfers: None,
            lines: [false; 3],
            hurries: false,
            waits: false,
            halted: false,
            waited: 0,
        }
    }

    /// Adds a device, after the others in the daisy chain. Returns the place of a register where another one is.
    pub(crate) fn attach(
        &mut self,
        device: Box<dyn Device>,
        registers: impl IntoIterator<Item = (At, u16)>,
        interrupt: Option<Interrupt>,
    ) -> Result<(), At> {
        let number = self.devices.len();
        let mut all = Registers::clone(&self.registers);
        for (at, register) in registers {
            if !all.put(at, (number, register)) {
                return Err(at);
            }
        }
        for address in all.memory.keys() {
            self.banks.open((address >> 16) as u8);
        }
        self.registers = Arc::new(all);
        self.chain.push(number);
        self.devices
            .push(AttachedDevice { device, interrupt, requested: false, served: false, awaits: false });
        self.forget_places();
        Ok(())
    }

    /// Arranges the daisy chain by the places of its devices in it.
    pub(crate) fn arrange(&mut self, places: &[i16]) {
        self.chain.sort_by_key(|&n| places.get(n).copied().unwrap_or(i16::MAX));
    }

    /// Returns true if an access to memory may do more: there are units, which may trap, or registers of devices.
    pub(crate) fn is_observed(&self) -> bool {
        !self.units.is_empty() || !self.registers.memory.is_empty()
    }

    /// Returns true if an engine can run the program: an access to memory does nothing else, and takes no longer.
    pub(crate) fn takes_engine(&self) -> bool {
        !self.is_observed() && !self.banks.has_waits()
    }

    /// Returns true if memory is accessed through units.
    pub(crate) const fn is_managed(&self) -> bool {
        !self.units.is_empty()
    }

    /// Returns true if a unit of banks is between the processor and the memory.
    pub(crate) const fn has_banks(&self) -> bool {
        self.units.has_banks()
    }

    /// Where a read would go, without anything noticing: a map of the banks, and the address there. `None` if no unit
    /// lets it pass.
    pub(crate) fn found(&self, status: Status, at: Location) -> Option<(usize, u32)> {
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
    pub(crate) fn ran(&mut self, cpu: &mut Cpu) {
        self.halted = cpu.halted();
        if let Some(identifier) = self.units.trap() {
            cpu.request(Interrupt::SegmentTrap, identifier);
        }
    }

    /// Where an access goes that nothing observes.
    #[inline(always)]
    fn place(&mut self, status: Status, at: Location) -> Place {
        let last = &mut self.last[status.space as usize];
        let key = key(status.system, at.segment());
        if last.key != key {
            *last = Last { key, place: self.banks.place(map_of(status), at.segment()) };
        }
        last.place
    }

    /// Looks up the places of accesses again.
    pub(crate) fn forget_places(&mut self) {
        for last in &mut self.last {
            last.key = u16::MAX;
        }
    }

    /// All serial channels, in the order of the devices.
    pub(crate) fn channels(&self) -> impl Iterator<Item = &Channel> {
        self.devices.iter().flat_map(|attached| attached.device.channels())
    }

    /// The same, to change them; [`received`](Self::received) is for those who add characters.
    pub(crate) fn channels_mut(&mut self) -> impl Iterator<Item = &mut Channel> {
        self.devices
            .iter_mut()
            .flat_map(|attached| attached.device.channels_mut())
    }

    /// Characters come at a channel.
    pub(crate) fn receive(&mut self, channel: usize, characters: &[u8]) {
        let mut characters = characters.to_vec();
        let devices = &mut self.devices;
        characters.retain(|character| !devices.iter_mut().any(|attached| attached.device.press(*character)));
        if let Some(channel) = self.channels_mut().nth(channel) {
            channel.receive(&characters);
        }
        self.listening.again();
        self.update();
    }

    /// Rechecks all devices, as after a change from outside.
    pub(crate) fn update(&mut self) {
        (self.due, self.devices_due) = (0, 0);
        self.waits = self.looks_in_vain();
    }

    fn looks_in_vain(&self) -> bool {
        let mut looks = self.channels().filter(|channel| channel.serial.idle() > 0).peekable();
        looks.peek().is_some() && looks.all(Channel::waits)
    }

    /// Returns true if the program is only waiting for a character.
    pub(crate) fn waits(&self) -> bool {
        self.waits || self.is_asleep() || self.listening.waits()
    }

    /// How long a character may be waited for: a program that rests between its ticks has the clock of the host.
    pub(crate) fn patience(&self) -> Option<Duration> {
        match self.waits || self.is_asleep() {
            true => None,
            false if self.listening.rests() => Some(Duration::from_millis(10)),
            false => Some(Duration::ZERO),
        }
    }

    /// The serial channels at which the program would take a character now: all at which it is only waiting for one, or
    /// those by which it is interrupted and which it checks between other things.
    pub(crate) fn takes_at(&self) -> Vec<usize> {
        let taking = |takes: fn(&Channel) -> bool| {
            let all = (0..).zip(self.channels());
            all.filter(|(_, channel)| takes(channel)).map(|(n, _)| n).collect()
        };
        if self.waits {
            taking(|channel| channel.serial.idle() > 0)
        } else if self.is_asleep() {
            taking(|channel| channel.listens)
        } else if self.listening.takes {
            taking(|channel| channel.listens || channel.polled)
        } else {
            Vec::new()
        }
    }

    /// No character is available for a program that also does other things: this is checked again later.
    pub(crate) const fn listen_again(&mut self) {
        self.listening.again();
        self.due = 0;
    }

    /// Returns true if only a character wakes the processor.
    fn is_asleep(&self) -> bool {
        self.halted && self.devices_due == u64::MAX && self.channels().any(|channel| channel.listens)
    }

    /// The register that the program has polled in vain for that many clocks, with its device and its value; once.
    pub(crate) fn polled(&mut self, clocks: u64, long: u64) -> Option<(&'static str, At, u8)> {
        let (found, value) = self.polled.take(clocks, long)?;
        Some((self.devices[found.0].device.kind(), self.registers.place(found)?, value))
    }

    /// A device was read or written: it may have changed its request, or be due now.
    fn touched(&mut self, number: usize) {
        let AttachedDevice { device, requested, served, awaits, interrupt } = &mut self.devices[number];
        let mut due = device.due();
        if interrupt.is_some() {
            if device.requests() != *requested || device.serves() != *served {
                due = 0;
            }
            let may = device.may_request();
            self.hurries |= may != std::mem::replace(awaits, may);
        }
        self.devices_due = self.devices_due.min(due);
        if due < self.due {
            (self.due, self.hurries) = (due, true);
        }
        // Who takes or sends a character does not wait; who looks may.
        let channels = device.channels();
        if !channels.is_empty() {
            let waits = channels.iter().any(Channel::waits);
            if channels.iter().any(|channel| channel.listens) && self.listening.begin() {
                (self.due, self.hurries) = (0, true);
            }
            // A program that checks for a character waits for a user.
            if channels.iter().any(|channel| channel.looks > 0 || channel.active) {
                self.polled.forget();
            }
            self.waits = waits && self.looks_in_vain();
        }
    }

    fn read_register(&mut self, found @ (number, register): (usize, u16)) -> u8 {
        let byte = self.devices[number].device.read(register);
        self.polled.note(found, byte, false);
        self.touched(number);
        byte
    }

    fn write_register(&mut self, found @ (number, register): (usize, u16), value: u8) {
        self.devices[number].device.write(register, value);
        self.polled.note(found, value, true);
        self.touched(number);
        if self.devices[number].device.signals_return() {
            for n in self.chain.clone() {
                let returned = self.devices[n].device.returns();
                self.touched(n);
                if returned {
                    break;
                }
            }
        }
    }

    /// A word from a device, where one answers with all 16 lines.
    fn read_word_register(&mut self, found: [Option<(usize, u16)>; 2]) -> Option<u16> {
        let (number, register) = found.into_iter().flatten().next()?;
        let word = self.devices[number].device.read_word(register)?;
        self.polled.note((number, register), word as u8, false);
        self.touched(number);
        Some(word)
    }

    /// A word for a device. Returns false if none takes all 16 lines.
    fn write_word_register(&mut self, found: [Option<(usize, u16)>; 2], value: u16) -> bool {
        let Some((number, register)) = found.into_iter().flatten().next() else {
            return false;
        };
        let taken = self.devices[number].device.write_word(register, value);
        if taken {
            self.polled.forget();
        }
        self.touched(number);
        taken
    }

    /// The registers at the two bytes of a port's word.
    fn at_port(&self, port: u16) -> [Option<(usize, u16)>; 2] {
        [port & 0xFFFE, port | 1].map(|port| self.registers.port(port))
    }

    /// Those of a word of memory.
    fn at_address(&self, address: u32) -> [Option<(usize, u16)>; 2] {
        [address & !1, address | 1].map(|address| self.registers.memory.get(&address).copied())
    }

    /// A byte of a register or of memory.
    #[inline(always)]
    fn read_at(&mut self, (map, address): (usize, u32)) -> u8 {
        match self.registers.memory.get(&address) {
            Some(&found) => self.read_register(found),
            None => self.banks.byte(map, address),
        }
    }

    #[inline(always)]
    fn write_at(&mut self, (map, address): (usize, u32), value: u8) {
        match self.registers.memory.get(&address) {
            Some(&found) => self.write_register(found, value),
            None => self.banks.set_byte(map, address, value),
        }
    }

    /// A byte accessed through units, or of a segment in which devices have registers.
    #[cold]
    fn observed_byte(&mut self, status: Status, at: Location) -> u8 {
        self.pass(status, at, false).map_or(0xFF, |found| self.read_at(found))
    }

    #[cold]
    fn observed_word(&mut self, status: Status, at: Location) -> u16 {
        let Some((map, address)) = self.pass(status, at, false) else {
            return 0xFFFF;
        };
        let found = self.at_address(address);
        self.read_word_register(found).unwrap_or_else(|| {
            u16::from_be_bytes([address & !1, address | 1].map(|address| self.read_at((map, address))))
        })
    }

    #[cold]
    fn set_observed_byte(&mut self, status: Status, at: Location, value: u8) {
        if let Some(found) = self.pass(status, at, true) {
            self.write_at(found, value);
        }
    }

    #[cold]
    fn set_observed_word(&mut self, status: Status, at: Location, value: u16) {
        let Some((map, address)) = self.pass(status, at, true) else {
            return;
        };
        let found = self.at_address(address);
        if !self.write_word_register(found, value) {
            let [high, low] = value.to_be_bytes();
            self.write_at((map, address & !1), high);
            self.write_at((map, address | 1), low);
        }
    }

    /// The first device of a daisy chain that requests the interrupt, if none before it is being served.
    fn asking(&self, interrupt: Interrupt) -> Option<usize> {
        for &n in &self.chain {
            let attached = &self.devices[n];
            if attached.interrupt != Some(interrupt) {
                continue;
            }
            if attached.device.requests() {
                return Some(n);
            }
            if attached.device.serves() {
                return None;
            }
        }
        None
    }

    /// Devices and units go into a save file, or come out of one that has the same.
    pub(crate) fn archive_devices(&mut self, archive: &mut Archive<'_>) -> Result<(), Error> {
        let what = "list of devices";
        expect(archive, self.devices.len(), what)?;
        for attached in &mut self.devices {
            let mut kind = attached.device.kind().as_bytes().to_vec();
            archive.list(&mut kind)?;
            if kind != attached.device.kind().as_bytes() {
                return Err(Error::OtherMachine(what));
            }
            attached.device.archive(archive)?;
            archive.flag(&mut attached.requested)?;
        }
        for line in &mut self.lines {
            archive.flag(line)?;
        }
        self.listening.archive(archive)?;
        let mut waits = self.waits;
        archive.flag(&mut waits)?;
        self.update();
        self.waits = waits;
        self.units.archive(archive)
    }
}
