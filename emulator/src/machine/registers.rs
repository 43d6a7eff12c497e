//! The addresses of the registers of devices.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::device::At;

/// For each place, the number of the device there and the number of its register.
#[derive(Debug, Clone)]
pub(crate) struct Registers {
    /// For each port, the index in `at_ports`, or [`FREE`].
    ports: Box<[u16; PORTS]>,
    at_ports: Vec<(usize, u16)>,
    pub(crate) memory: BTreeMap<u32, (usize, u16)>,
}

const PORTS: usize = 0x1_0000;
/// No device is at the port.
const FREE: u16 = u16::MAX;

impl Registers {
    pub(crate) fn new() -> Self {
        Self {
            ports: Box::new([FREE; PORTS]),
            at_ports: Vec::new(),
            memory: BTreeMap::new(),
        }
    }

    /// The register at a port.
    #[inline]
    pub(crate) fn port(&self, port: u16) -> Option<(usize, u16)> {
        self.at_ports.get(usize::from(self.ports[usize::from(port)])).copied()
    }

    /// The place of a register.
    pub(crate) fn place(&self, found: (usize, u16)) -> Option<At> {
        let port = (0..=u16::MAX)
            .find(|port| self.port(*port) == Some(found))
            .map(At::Port);
        let memory = self.memory.iter().find(|(_, other)| **other == found);
        port.or(memory.map(|(address, _)| At::Memory(*address)))
    }

    /// Puts a register at a place. Returns false if another one is there.
    pub(crate) fn put(&mut self, at: At, found: (usize, u16)) -> bool {
        match at {
            At::Port(port) if self.port(port).is_none() => {
                self.ports[usize::from(port)] = self.at_ports.len() as u16;
                self.at_ports.push(found);
                true
            }
            At::Port(_) => false,
            At::Memory(address) => self.memory.insert(address, found).is_none(),
        }
    }
}
