//! The devices of a machine: their registers, interrupts and serial channels, and when they must be updated.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::cpu::{Cpu, Interrupt, Interrupts};
use crate::machine::banks::{Banks, map};
use crate::machine::device::{At, Channel, Device, Facts, Standing};
use crate::machine::listening::Listening;
use crate::machine::physical::{Physical, Transfer};
use crate::machine::polled::Polled;
use crate::machine::registers::{Found, Registers};
use crate::save::{Archive, SaveError, expect};
use crate::shared::Arc;

/// The bit of a map number that means system mode.
const SYSTEM: usize = map(false, true);

/// The interrupt lines available to devices.
const LINES: [Interrupt; 3] = [Interrupt::NonMaskable, Interrupt::Vectored, Interrupt::NonVectored];

/// A device with the interrupt that it requests.
#[derive(Debug, Clone)]
pub(crate) struct AttachedDevice {
    pub(crate) device: Box<dyn Device>,
    interrupt: Option<Interrupt>,
    /// The device's place in the daisy chain: lower ones are served first.
    chain: (i16, u8),
    /// Whether the device was requesting its interrupt or being serviced at the last update.
    asked: Facts,
    /// The device's state after the last access or update.
    standing: Standing,
}

impl AttachedDevice {
    /// Returns the interrupt that the device may request without any action by the program.
    fn awaited(&self) -> Interrupts {
        let awaited = self
            .interrupt
            .filter(|_| self.standing.all.contains(Facts::MAY_REQUEST));
        awaited.map_or(Interrupts::NONE, Interrupts::from)
    }
}

/// The devices of a machine, and the order of their daisy chain.
#[derive(Debug, Clone)]
pub struct Devices {
    pub(super) all: Vec<AttachedDevice>,
    /// The devices in the order of the daisy chain: the first one has the highest priority.
    chain: Vec<u32>,
    pub(super) registers: Arc<Registers>,
    /// The clock at which something must be updated, and the clock at which a device must be.
    due: u64,
    devices_due: u64,
    /// Connections of output pins to the clocks of serial channels: a device and its pin, and a device and its channel.
    clocks: Vec<[(usize, usize); 2]>,
    listening: Listening,
    polled: Polled,
    /// Which of the lines are active, and the interrupts that may be requested without any action by the program.
    lines: [bool; 3],
    awaited: Interrupts,
    /// True if a run must end because a device is due earlier, or other interrupts may be requested.
    hurries: bool,
    /// True if the program is checking for characters that do not arrive.
    waits: bool,
    pub(super) halted: bool,
}

impl Default for Devices {
    fn default() -> Self {
        Self {
            all: Vec::new(),
            chain: Vec::new(),
            registers: Arc::new(Registers::new()),
            due: u64::MAX,
            devices_due: u64::MAX,
            clocks: Vec::new(),
            listening: Listening::default(),
            polled: Polled::default(),
            lines: [false; 3],
            awaited: Interrupts::NONE,
            hurries: false,
            waits: false,
            halted: false,
        }
    }
}

impl Devices {
    /// Adds a device at a place in the daisy chain. If another device has one of the register addresses, returns that
    /// address.
    pub(crate) fn attach(
        &mut self,
        device: Box<dyn Device>,
        registers: impl IntoIterator<Item = (At, u16)>,
        interrupt: Option<Interrupt>,
        chain: (i16, u8),
    ) -> Result<(), At> {
        let number = self.all.len() as u32;
        let mut all = Registers::clone(&self.registers);
        for (at, register) in registers {
            if !all.put(at, (number, register)) {
                return Err(at);
            }
        }
        self.registers = Arc::new(all);
        let place = |n: &u32| self.all[*n as usize].chain <= chain;
        self.chain.insert(self.chain.partition_point(place), number);
        let standing = device.standing();
        self.all
            .push(AttachedDevice { device, interrupt, chain, asked: Facts::empty(), standing });
        Ok(())
    }

    /// Connects an output pin to the clock of a serial channel. Each end is a kind of device, an index of a device of
    /// that kind, and a pin or channel. Returns false if an end does not exist.
    pub fn connect_clock(&mut self, ends: [(&str, usize, usize); 2]) -> bool {
        let ends = ends.map(|(kind, n, pin)| {
            let mut same = (0..self.all.len()).filter(|number| self.all[*number].device.kind() == kind);
            Some((same.nth(n)?, pin))
        });
        if let [Some(from), Some(to)] = ends {
            self.clocks.push([from, to]);
        }
        !ends.contains(&None)
    }

    /// Returns the memory segments in which devices have registers.
    pub(crate) fn segments(&self) -> Vec<u8> {
        let addresses = self.registers.addresses();
        addresses.map(|address| (address >> 16) as u8).collect()
    }

    /// Returns true if a device has registers in memory.
    pub(super) fn are_in_memory(&self) -> bool {
        self.registers.are_in_memory()
    }

    /// Returns all devices in the order in which they were added.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &dyn Device> {
        self.all.iter().map(|attached| &*attached.device)
    }

    /// Makes devices keep further writes in memory instead of files.
    pub(crate) fn keep(&mut self) {
        self.all.iter_mut().for_each(|attached| attached.device.keep());
    }

    /// Returns all serial channels in the order of the devices.
    pub(crate) fn channels(&self) -> impl Iterator<Item = &Channel> {
        self.all.iter().flat_map(|attached| attached.device.channels())
    }

    /// Returns all serial channels, so that the caller can change them.
    pub(crate) fn channels_mut(&mut self) -> impl Iterator<Item = &mut Channel> {
        self.all.iter_mut().flat_map(|attached| attached.device.channels_mut())
    }

    /// Returns the characters that a serial port has sent and the host has not taken.
    pub fn output(&self, port: usize) -> &[u8] {
        self.channels().nth(port).map_or(&[], Channel::output)
    }

    /// Removes and returns the characters that a serial port has sent.
    pub fn take_output(&mut self, port: usize) -> Vec<u8> {
        let channel = self.channel_mut(port);
        channel.map(Channel::take_output).unwrap_or_default()
    }

    /// Puts characters on the line to a serial port.
    pub fn receive(&mut self, channel: usize, characters: &[u8]) {
        let mut characters = characters.to_vec();
        let devices = &mut self.all;
        characters.retain(|character| !devices.iter_mut().any(|attached| attached.device.press(*character)));
        if let Some(channel) = self.channels_mut().nth(channel) {
            channel.receive(&characters);
        }
        self.listening.again();
        self.update();
    }

    /// Returns the channel of a serial port. Call [`update`](Self::update) after changing it.
    pub fn channel_mut(&mut self, port: usize) -> Option<&mut Channel> {
        self.channels_mut().nth(port)
    }

    pub(crate) fn reset(&mut self) {
        self.all.iter_mut().for_each(|attached| attached.device.reset());
        self.update();
    }

    /// Updates all devices, as needed after a change from outside.
    pub fn update(&mut self) {
        (self.due, self.devices_due) = (0, 0);
        self.waits = self.looks_in_vain();
        for attached in &mut self.all {
            attached.standing = attached.device.standing();
        }
        self.await_interrupts();
    }

    fn looks_in_vain(&self) -> bool {
        let mut looks = self.channels().filter(|channel| channel.idle > 0).peekable();
        looks.peek().is_some() && looks.all(Channel::waits)
    }

    /// Returns true if the program is only waiting for a character.
    pub fn waits(&self) -> bool {
        self.waits || self.is_asleep() || self.listening.waits()
    }

    /// Returns true if the program is waiting for a character, or is ready for one while doing other things.
    pub(super) fn takes(&self) -> bool {
        self.waits || self.listening.takes || self.is_asleep()
    }

    /// Returns true if the program is idle until a character arrives, except for its timer interrupts.
    pub fn rests(&self) -> bool {
        self.waits || self.is_asleep() || self.listening.rests()
    }

    /// Returns the serial ports at which the program is ready for a character: all at which it is only waiting for one;
    /// or else those that interrupt it or that it checks while doing other things.
    pub fn takes_at(&self) -> Vec<usize> {
        let taking = |takes: fn(&Channel) -> bool| {
            let all = (0..).zip(self.channels());
            all.filter(|(_, channel)| takes(channel)).map(|(n, _)| n).collect()
        };
        if self.waits {
            taking(|channel| channel.idle > 0)
        } else if self.is_asleep() {
            taking(|channel| channel.listens)
        } else if self.listening.takes {
            taking(|channel| channel.listens || channel.polled)
        } else {
            Vec::new()
        }
    }

    /// Notes that no character was available for a program that is also doing other things; this is checked again
    /// later.
    pub const fn listen_again(&mut self) {
        self.listening.again();
        self.due = 0;
    }

    /// Returns true if the processor has halted and only a character can wake it.
    fn is_asleep(&self) -> bool {
        self.halted && self.devices_due == u64::MAX && self.channels().any(|channel| channel.listens)
    }

    /// Returns the register that the program has polled without success for `long` clocks, with its device and value.
    /// Each register is reported only once.
    pub(crate) fn polled(&mut self, clocks: u64, long: u64) -> Option<(&'static str, At, u8)> {
        let (found, value) = self.polled.take(clocks, long)?;
        let kind = self.all[found.0 as usize].device.kind();
        Some((kind, self.registers.place(found)?, value))
    }

    /// Accesses a device, which may change its request or make it due. Returns the facts about it afterwards.
    #[inline(always)]
    fn access<T>(&mut self, number: u32, access: impl FnOnce(&mut dyn Device) -> T) -> (T, Facts) {
        let attached = &mut self.all[number as usize];
        let done = access(&mut *attached.device);
        let now = attached.device.standing();
        let before = core::mem::replace(&mut attached.standing, now);
        if now != before || now.all.intersects(Facts::LISTENS.union(Facts::WAITS)) {
            self.changed(number, before.all, now);
        } else if now.all.contains(Facts::SERIAL) {
            self.waits = false;
        }
        // Checking for a character does not count as polling a device: the program is waiting for its user.
        if now.all.contains(Facts::USED) {
            self.polled.forget();
        }
        (done, now.all)
    }

    /// Handles a change of a device's state, or a program that may be waiting for the device.
    #[inline(never)]
    fn changed(&mut self, number: u32, before: Facts, Standing { mut due, all: now }: Standing) {
        // A program that reads or sends a character is not waiting; one that checks for a character may be.
        if now.contains(Facts::SERIAL) {
            self.waits = now.contains(Facts::WAITS) && self.looks_in_vain();
        }
        let attached = &self.all[number as usize];
        let begins = now.contains(Facts::LISTENS) && self.listening.begin();
        if begins || attached.interrupt.is_some() && now & Facts::ASKED != attached.asked {
            due = 0;
        }
        if (now ^ before).contains(Facts::MAY_REQUEST) {
            self.hurries = true;
            self.await_interrupts();
        }
        self.devices_due = self.devices_due.min(due);
        if due < self.due {
            (self.due, self.hurries) = (due, true);
        }
    }

    pub(super) fn read_register(&mut self, found @ (number, register): Found) -> u8 {
        let (byte, now) = self.access(number, |device| device.read(register));
        if !now.contains(Facts::USED) {
            self.polled.note(found, byte, false);
        }
        byte
    }

    pub(super) fn write_register(&mut self, found @ (number, register): Found, value: u8) {
        let ((), now) = self.access(number, |device| device.write(register, value));
        if !now.contains(Facts::USED) {
            self.polled.note(found, value, true);
        }
        // A line feed may end the run.
        self.hurries |= value == b'\n';
        if now.contains(Facts::SIGNALS_RETURN) {
            for n in self.chain.clone() {
                if self.access(n, |device| device.returns()).0 {
                    break;
                }
            }
        }
    }

    /// Reads a word from a device with 16 data lines; `None` if there is none.
    pub(super) fn read_word_register(&mut self, found: [Option<Found>; 2]) -> Option<u16> {
        let (number, register) = found[0].or(found[1])?;
        let word = self.all[number as usize].device.read_word(register)?;
        self.polled.note((number, register), word as u8, false);
        self.access(number, |_| ());
        Some(word)
    }

    /// Writes a word to a device with 16 data lines. Returns false if there is none.
    pub(super) fn write_word_register(&mut self, found: [Option<Found>; 2], value: u16) -> bool {
        let Some((number, register)) = found[0].or(found[1]) else {
            return false;
        };
        let (taken, _) = self.access(number, |device| device.write_word(register, value));
        if taken {
            self.polled.forget();
        }
        taken
    }

    /// Returns the kind of a device, with the register number.
    pub(super) fn named(&self, (number, register): Found) -> Option<(&'static str, u16)> {
        Some((self.all.get(number as usize)?.device.kind(), register))
    }

    /// Returns the register at a memory address.
    #[inline(always)]
    pub(super) fn at_address(&self, (map, address): (usize, u32)) -> Option<Found> {
        self.registers.address(address, map & SYSTEM != 0)
    }

    pub(super) fn input_word(&mut self, port: u16, special: bool) -> u16 {
        let found = self.registers.ports(port, special);
        if found == [None; 2] {
            return 0xFFFF;
        }
        let word = self.read_word_register(found);
        word.unwrap_or_else(|| {
            u16::from_be_bytes(found.map(|found| found.map_or(0xFF, |found| self.read_register(found))))
        })
    }

    /// Reads only from the device at this port, because reading its neighbour could remove a character there.
    pub(super) fn input_byte(&mut self, port: u16, special: bool) -> u8 {
        let found = self.registers.port(port, special);
        found.map_or(0xFF, |found| self.read_register(found))
    }

    pub(super) fn output_byte(&mut self, port: u16, special: bool, value: u8) {
        if let Some(found) = self.registers.port(port, special) {
            self.write_register(found, value);
        }
    }

    pub(super) fn output_word(&mut self, port: u16, special: bool, value: u16) {
        let found = self.registers.ports(port, special);
        if !self.write_word_register(found, value) {
            for (found, byte) in found.into_iter().zip(value.to_be_bytes()) {
                if let Some(found) = found {
                    self.write_register(found, byte);
                }
            }
        }
    }

    /// Returns true if a run must end; only once for each reason.
    #[inline(always)]
    pub(super) const fn take_hurry(&mut self) -> bool {
        core::mem::replace(&mut self.hurries, false)
    }

    /// Returns the first device in the daisy chain that requests the interrupt; `None` if a device before it is being
    /// serviced.
    fn asking(&self, interrupt: Interrupt) -> Option<u32> {
        for &n in &self.chain {
            let attached = &self.all[n as usize];
            if attached.interrupt != Some(interrupt) {
                continue;
            }
            if attached.standing.all.contains(Facts::REQUESTS) {
                return Some(n);
            }
            if attached.standing.all.contains(Facts::SERVES) {
                return None;
            }
        }
        None
    }

    pub(super) fn acknowledge(&mut self, interrupt: Interrupt, requested: u16) -> u16 {
        let Some(number) = self.asking(interrupt) else {
            return requested;
        };
        // A program that checks a serial port in an interrupt handler is not waiting for a character.
        let mut looks = false;
        let serial = self.all.iter_mut();
        let serial = serial.filter(|attached| attached.standing.all.contains(Facts::SERIAL));
        for channel in serial.flat_map(|attached| attached.device.channels_mut()) {
            looks |= channel.looks > 0;
            channel.idle = 0;
        }
        if looks && self.listening.begin() {
            (self.hurries, self.due) = (true, 0);
        }
        self.waits = false;
        self.access(number, |device| device.acknowledge()).0
    }

    #[inline(always)]
    pub(super) const fn due(&self) -> u64 {
        self.due
    }

    pub(super) fn look(
        &mut self,
        clocks: u64,
        cpu: &mut Cpu,
        banks: &mut Banks,
        transfers: &mut Option<Vec<Transfer>>,
    ) {
        (self.devices_due, self.awaited) = (u64::MAX, Interrupts::NONE);
        let mut asks = false;
        for (device, attached) in self.all.iter_mut().enumerate() {
            if attached.standing.due <= clocks || attached.standing.all.contains(Facts::SENSES) {
                let written = transfers.as_mut();
                attached.standing = attached.device.pass(clocks, &mut Physical { banks, device, written });
            }
            let asked = attached.standing.all & Facts::ASKED;
            asks |= core::mem::replace(&mut attached.asked, asked) != asked;
            self.awaited = self.awaited.union(attached.awaited());
            // A device that is always due immediately would stop the machine.
            let due = attached.standing.due.max(clocks.saturating_add(1));
            self.devices_due = self.devices_due.min(due);
        }
        for &[(from, output), (to, channel)] in &self.clocks {
            let period = self.all[from].device.period(output);
            let attached = &mut self.all[to];
            attached.device.clock(channel, period);
            attached.standing = attached.device.standing();
            self.devices_due = self.devices_due.min(attached.standing.due);
        }
        if self.listening.looks_at(clocks) {
            let channels = self.all.iter_mut().flat_map(|attached| attached.device.channels_mut());
            self.listening.look(clocks, cpu, channels);
        }
        self.due = self.devices_due.min(self.listening.due());
        if asks {
            let lines = self.requested();
            for (interrupt, (before, now)) in LINES.into_iter().zip(self.lines.into_iter().zip(lines)) {
                match (before, now) {
                    (false, true) => cpu.request(interrupt, 0),
                    (true, false) => cpu.withdraw(interrupt),
                    _ => {}
                }
            }
            self.lines = lines;
        }
    }

    /// Returns which of the lines are active. Each is determined by the first device in its daisy chain that requests
    /// its interrupt or is being serviced.
    fn requested(&self) -> [bool; LINES.len()] {
        let (mut lines, mut decided) = ([false; LINES.len()], [false; LINES.len()]);
        for number in &self.chain {
            let one = &self.all[*number as usize];
            if one.asked.is_empty() {
                continue;
            }
            let line = LINES.iter().position(|line| one.interrupt == Some(*line));
            if let Some(line) = line.filter(|line| !decided[*line]) {
                (lines[line], decided[line]) = (one.asked.contains(Facts::REQUESTS), true);
            }
        }
        lines
    }

    #[inline(always)]
    pub(super) const fn awaited(&self) -> Interrupts {
        self.awaited
    }

    /// Updates the interrupts that may be requested without any action by the program.
    fn await_interrupts(&mut self) {
        let lines = self.all.iter().map(AttachedDevice::awaited);
        self.awaited = lines.fold(Interrupts::NONE, Interrupts::union);
    }

    /// Writes the devices to a save file, or reads them from one with the same devices.
    pub(super) fn archive(&mut self, archive: &mut Archive<'_>) -> Result<(), SaveError> {
        let what = "list of devices";
        expect(archive, self.all.len(), what)?;
        for attached in &mut self.all {
            let mut kind = attached.device.kind().as_bytes().to_vec();
            archive.list(&mut kind)?;
            if kind != attached.device.kind().as_bytes() {
                return Err(SaveError::OtherMachine(what));
            }
            attached.device.archive(archive)?;
            let mut requested = attached.asked.contains(Facts::REQUESTS);
            archive.flag(&mut requested)?;
            attached.asked.set(Facts::REQUESTS, requested);
        }
        for line in &mut self.lines {
            archive.flag(line)?;
        }
        self.listening.archive(archive)?;
        let mut waits = self.waits;
        archive.flag(&mut waits)?;
        self.update();
        self.waits = waits;
        Ok(())
    }
}
