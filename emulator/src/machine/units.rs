//! The memory management units of a machine: Z8010 units or a bank unit.
//!
//! They are at even ports in the special I/O space. Each is selected by a bit in the low byte of the port's address, so
//! several can be written at once; if several are read, the first one answers.

use alloc::vec::Vec;

use super::paging::Paging;
use super::parts::Unit;
use crate::bus::{Location, Status};
use crate::mmu::{Translation, Z8010};
use crate::save::{Archive, SaveError, expect};

/// The units between the processor and the memory: Z8010 units, each with the bits of a port address that select it, or
/// a bank unit.
#[derive(Debug, Clone)]
pub(crate) struct Units(Vec<(u8, Z8010)>, Option<Paging>);

impl Units {
    pub(crate) fn new(units: &[Unit], paging: Option<Paging>) -> Self {
        let all = units.iter().map(|unit| (unit.select, Z8010::new(unit.enabled)));
        Self(all.collect(), paging)
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.0.is_empty() && self.1.is_none()
    }

    /// Returns true if there is a bank unit, which also translates the addresses of a reset.
    pub(crate) const fn has_banks(&self) -> bool {
        self.1.is_some()
    }

    /// Returns the physical address of an access; `None` if no unit answers, or if the access is suppressed.
    #[inline(always)]
    pub(crate) fn access(&mut self, status: Status, at: Location, write: bool) -> Option<u32> {
        if let Some(paging) = &self.1 {
            return Some(paging.address(status, at));
        }
        // Every unit observes the bus, even when another one answers.
        let answers = self.0.iter_mut().filter_map(|(_, unit)| unit.access(status, at, write));
        answers.last().and_then(Translation::passed)
    }

    /// Returns the physical address of a read, without changing any unit.
    pub(crate) fn look(&self, status: Status, at: Location) -> Option<u32> {
        if let Some(paging) = &self.1 {
            return Some(paging.address(status, at));
        }
        let mut answers = self.0.iter().rev().filter_map(|(_, unit)| unit.look(status, at));
        answers.next().and_then(Translation::passed)
    }

    /// Returns the identifier of a segment trap if a unit requests one, and acknowledges it.
    #[inline]
    pub(crate) fn trap(&mut self) -> Option<u16> {
        let identifiers = self.0.iter_mut().filter_map(|(_, unit)| unit.acknowledge());
        identifiers.reduce(|all, one| all | one)
    }

    pub(crate) fn reset(&mut self) {
        self.0.iter_mut().for_each(|(_, unit)| unit.reset());
        self.1.iter_mut().for_each(Paging::reset);
    }

    /// Reads from the unit at a port; `None` if there is none.
    pub(crate) fn input(&mut self, port: u16, special: bool) -> Option<u8> {
        if let Some(byte) = self.1.as_ref().and_then(|paging| paging.input(port, special)) {
            return Some(byte);
        }
        let unit = self.selected(port, special).next()?;
        Some(unit.read((port >> 8) as u8))
    }

    /// Writes to the units at a port. Returns false if there is none.
    pub(crate) fn output(&mut self, port: u16, special: bool, value: u8) -> bool {
        let mut found = self
            .1
            .as_mut()
            .is_some_and(|paging| paging.output(port, special, value));
        for unit in self.selected(port, special) {
            unit.write((port >> 8) as u8, value);
            found = true;
        }
        found
    }

    fn selected(&mut self, port: u16, special: bool) -> impl Iterator<Item = &mut Z8010> {
        let bits = if special && port & 1 == 0 { port as u8 } else { 0 };
        let all = self.0.iter_mut().filter(move |(select, _)| bits & select != 0);
        all.map(|(_, unit)| unit)
    }

    /// Writes the units to a save file, or reads them from one with the same number of units.
    pub(crate) fn archive(&mut self, archive: &mut Archive<'_>) -> Result<(), SaveError> {
        expect(archive, self.0.len(), "number of units")?;
        for (_, unit) in &mut self.0 {
            unit.archive(archive)?;
        }
        if let Some(paging) = &mut self.1 {
            paging.archive(archive)?;
        }
        Ok(())
    }
}
