//! The addresses of the registers of devices.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::device::At;

/// For each address, the device that has a register there and the number of that register.
#[derive(Debug, Clone)]
pub(crate) struct Registers {
    /// For each port of the standard I/O space and of the special one, the index in `at_ports`, or [`FREE`].
    ports: Box<[[u16; PORTS]; 2]>,
    at_ports: Vec<Found>,
    /// The registers in memory, in normal mode and in system mode.
    memory: [BTreeMap<u32, Found>; 2],
}

/// The number of a device, and the number of one of its registers.
pub(crate) type Found = (u32, u16);

const PORTS: usize = 0x1_0000;
/// The index of a port without a device.
const FREE: u16 = u16::MAX;

impl Registers {
    pub(crate) fn new() -> Self {
        Self {
            ports: Box::new([[FREE; PORTS]; 2]),
            at_ports: Vec::new(),
            memory: Default::default(),
        }
    }

    #[inline]
    pub(crate) fn port(&self, port: u16, special: bool) -> Option<Found> {
        let index = self.ports[usize::from(special)][usize::from(port)];
        self.at_ports.get(usize::from(index)).copied()
    }

    /// Returns the registers at the two ports of a word.
    #[inline]
    pub(crate) fn ports(&self, port: u16, special: bool) -> [Option<Found>; 2] {
        [port & 0xFFFE, port | 1].map(|port| self.port(port, special))
    }

    /// Returns the register at a memory address, which may depend on the mode.
    #[inline]
    pub(crate) fn address(&self, address: u32, system: bool) -> Option<Found> {
        self.memory[usize::from(system)].get(&address).copied()
    }

    /// Returns true if there are registers in memory.
    #[inline]
    pub(crate) fn are_in_memory(&self) -> bool {
        !self.memory.iter().all(BTreeMap::is_empty)
    }

    /// Returns the memory addresses of registers.
    pub(crate) fn addresses(&self) -> impl Iterator<Item = u32> {
        self.memory.iter().flat_map(BTreeMap::keys).copied()
    }

    /// Returns the address of a register.
    pub(crate) fn place(&self, found: Found) -> Option<At> {
        let at = |port: &u16, special| self.port(*port, special) == Some(found);
        let standard = (0..=u16::MAX).find(|port| at(port, false)).map(At::Port);
        let special = || (0..=u16::MAX).find(|port| at(port, true)).map(At::Special);
        let memory = || self.memory.iter().flatten().find(|(_, other)| **other == found);
        let port = standard.or_else(special);
        port.or_else(|| memory().map(|(address, _)| At::Memory(*address)))
    }

    /// Assigns an address to a register. Returns false if another register has it.
    pub(crate) fn put(&mut self, at: At, found: Found) -> bool {
        let spaces = match at {
            At::Port(_) | At::Memory(_) => 0..2,
            At::Standard(_) | At::Normal(_) => 0..1,
            At::Special(_) | At::System(_) => 1..2,
        };
        let mut free = true;
        match at {
            At::Port(port) | At::Standard(port) | At::Special(port) => {
                let number = self.at_ports.len() as u16;
                for space in &mut self.ports[spaces] {
                    free &= core::mem::replace(&mut space[usize::from(port)], number) == FREE;
                }
                self.at_ports.push(found);
            }
            At::Memory(address) | At::System(address) | At::Normal(address) => {
                for space in &mut self.memory[spaces] {
                    free &= space.insert(address, found).is_none();
                }
            }
        }
        free
    }
}
