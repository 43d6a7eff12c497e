//! A bus with memory management units between processor and memory.

use alloc::vec::Vec;

use super::{Translation, Z8010};
use crate::bus::{Bus, Location, Status};
use crate::cpu::Interrupt;

/// The system behind the units: memory with 24 address lines, and the ports.
pub trait Physical {
    /// Reads a byte; the address has 24 bits.
    fn read(&mut self, address: u32) -> u8;
    /// Writes a byte.
    fn write(&mut self, address: u32, value: u8);

    /// The byte at an address, without anything noticing. By default nothing can be seen: FFh.
    fn look(&self, address: u32) -> u8 {
        let _ = address;
        0xFF
    }

    /// Reads a word from a port that does not belong to a unit. By default there are no such ports.
    fn input(&mut self, port: u16, special: bool) -> u16 {
        let _ = (port, special);
        0xFFFF
    }

    /// Writes a word to a port.
    fn output(&mut self, port: u16, special: bool, value: u16) {
        let _ = (port, special, value);
    }

    /// Reads a byte from a port. By default, the half of the word that belongs to the port's address.
    fn input_byte(&mut self, port: u16, special: bool) -> u8 {
        let [high, low] = self.input(port, special).to_be_bytes();
        if port & 1 == 0 { high } else { low }
    }

    /// Writes a byte to a port. By default, a word that has it in both halves.
    fn output_byte(&mut self, port: u16, special: bool, value: u8) {
        self.output(port, special, u16::from_be_bytes([value; 2]));
    }

    /// The acknowledge cycle of an interrupt; see [`Bus::acknowledge`].
    fn acknowledge(&mut self, interrupt: Interrupt, requested: u16) -> u16 {
        let _ = interrupt;
        requested
    }
}

/// Plain memory from address 0.
#[derive(Debug, Clone)]
pub struct Ram(pub Vec<u8>);

impl Physical for Ram {
    fn read(&mut self, address: u32) -> u8 {
        self.0.get(address as usize).copied().unwrap_or(0xFF)
    }

    fn look(&self, address: u32) -> u8 {
        self.0.get(address as usize).copied().unwrap_or(0xFF)
    }

    fn write(&mut self, address: u32, value: u8) {
        if let Some(byte) = self.0.get_mut(address as usize) {
            *byte = value;
        }
    }
}

/// Memory behind memory management units.
///
/// The units sit in the special I/O space at even ports. Each is selected by a bit of the lower
/// half of the port's address, so that several can be written at once; of several that are read,
/// the first one answers.
#[derive(Debug, Clone)]
pub struct Managed<P> {
    units: Vec<(u8, Z8010)>,
    /// The memory and the ports.
    pub physical: P,
}

impl<P: Physical> Managed<P> {
    /// Memory without a unit: nothing answers yet.
    #[must_use]
    pub const fn new(physical: P) -> Self {
        Self { units: Vec::new(), physical }
    }

    /// Adds a unit that is selected by any of these bits of the port's lower half, 02h to FEh:
    /// bit 0 says which half of the data lines a byte takes.
    pub fn add(&mut self, select: u8, unit: Z8010) {
        self.units.push((select, unit));
    }

    /// The units, to change them.
    pub fn units_mut(&mut self) -> impl Iterator<Item = &mut Z8010> {
        self.units.iter_mut().map(|(_, unit)| unit)
    }

    /// The units, in the order in which they were added.
    pub fn units(&self) -> impl Iterator<Item = &Z8010> {
        self.units.iter().map(|(_, unit)| unit)
    }

    /// The identifier of a segment trap, if a unit requests one: give it to
    /// [`Cpu::request`](crate::cpu::Cpu::request) after each step. It counts as acknowledged.
    pub fn segment_trap(&mut self) -> Option<u16> {
        self.units
            .iter_mut()
            .filter_map(|(_, unit)| unit.acknowledge())
            .reduce(|all, one| all | one)
    }

    /// The translation of an access; `None` if no unit answers.
    fn place(&mut self, status: Status, at: Location, write: bool) -> Option<u32> {
        // Every unit observes the bus, even when another one answers.
        let answers = self.units_mut().filter_map(|unit| unit.access(status, at, write));
        answers.last().and_then(Translation::passed)
    }

    /// Where a read would go, without any unit noticing; `None` if no unit answers, or none lets it pass.
    #[must_use]
    pub fn look(&self, status: Status, at: Location) -> Option<u32> {
        let answers = self.units().filter_map(|unit| unit.look(status, at));
        answers.last().and_then(Translation::passed)
    }

    fn selected(&mut self, port: u16) -> impl Iterator<Item = &mut Z8010> {
        self.units
            .iter_mut()
            .filter(move |(select, _)| port & 1 == 0 && port as u8 & select != 0)
            .map(|(_, unit)| unit)
    }

    fn input(&mut self, port: u16, special: bool) -> u16 {
        if special && let Some(unit) = self.selected(port).next() {
            return u16::from_be_bytes([unit.read((port >> 8) as u8), 0xFF]);
        }
        self.physical.input(port, special)
    }

    fn output(&mut self, port: u16, special: bool, value: u16) {
        let mut found = false;
        if special {
            for unit in self.selected(port) {
                unit.write((port >> 8) as u8, (value >> 8) as u8);
                found = true;
            }
        }
        if !found {
            self.physical.output(port, special, value);
        }
    }
}

impl<P: Physical> Bus for Managed<P> {
    fn read_byte(&mut self, status: Status, at: Location) -> u8 {
        self.place(status, at, false)
            .map_or(0xFF, |address| self.physical.read(address))
    }

    fn read_word(&mut self, status: Status, at: Location) -> u16 {
        self.place(status, at, false).map_or(0xFFFF, |address| {
            let even = address & !1;
            u16::from_be_bytes([self.physical.read(even), self.physical.read(even | 1)])
        })
    }

    fn write_byte(&mut self, status: Status, at: Location, value: u8) {
        if let Some(address) = self.place(status, at, true) {
            self.physical.write(address, value);
        }
    }

    fn write_word(&mut self, status: Status, at: Location, value: u16) {
        if let Some(address) = self.place(status, at, true) {
            let [high, low] = value.to_be_bytes();
            self.physical.write(address & !1, high);
            self.physical.write(address | 1, low);
        }
    }

    fn input_byte(&mut self, port: u16, special: bool) -> u8 {
        match special && self.selected(port).next().is_some() {
            true => (self.input(port, special) >> 8) as u8,
            false => self.physical.input_byte(port, special),
        }
    }

    fn input_word(&mut self, port: u16, special: bool) -> u16 {
        self.input(port, special)
    }

    fn output_byte(&mut self, port: u16, special: bool, value: u8) {
        match special && self.selected(port).next().is_some() {
            true => self.output(port, special, u16::from_be_bytes([value; 2])),
            false => self.physical.output_byte(port, special, value),
        }
    }

    fn output_word(&mut self, port: u16, special: bool, value: u16) {
        self.output(port, special, value);
    }

    fn acknowledge(&mut self, interrupt: Interrupt, requested: u16) -> u16 {
        self.physical.acknowledge(interrupt, requested)
    }
}
