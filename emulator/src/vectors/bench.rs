//! The machine on which the measurements were made.
//!
//! 8 KB of memory seen by every space: bit 0 of the segment chooses one of two banks of 4 KB.
//! Twelve word registers as ports, six of them in the special I/O space.

use crate::bus::{Bus, Location, Space};

const PORTS: usize = 12;
const FIRST_PORT: u16 = 0x0100;

/// A port's register, and the words that it gives before it holds still.
#[derive(Debug, Clone, Default)]
struct Port {
    value: u16,
    sequence: Vec<u16>,
    next: usize,
}

impl Port {
    fn read(&mut self) -> u16 {
        let Some(last) = self.sequence.len().checked_sub(1) else {
            return self.value;
        };
        let value = self.sequence[self.next.min(last)];
        self.next += 1;
        value
    }
}

/// Memory and ports of the test machine.
#[derive(Debug, Clone)]
pub(super) struct Bench {
    memory: Vec<u8>,
    ports: [Port; PORTS],
}

impl Bench {
    pub(super) fn new() -> Self {
        Self {
            memory: vec![0; 0x2000],
            ports: Default::default(),
        }
    }

    /// A word of memory at a flat address: the segments one after the other.
    pub(super) fn word(&self, flat: u16) -> u16 {
        let at = usize::from(flat & 0x1FFE);
        u16::from_be_bytes([self.memory[at], self.memory[at + 1]])
    }

    pub(super) fn set_word(&mut self, flat: u16, value: u16) {
        let at = usize::from(flat & 0x1FFE);
        self.memory[at..at + 2].copy_from_slice(&value.to_be_bytes());
    }

    pub(super) fn port(&self, number: usize) -> u16 {
        self.ports.get(number).map_or(0xFFFF, |port| port.value)
    }

    pub(super) fn set_port(&mut self, number: usize, value: u16) {
        if let Some(port) = self.ports.get_mut(number) {
            port.value = value;
        }
    }

    pub(super) fn set_sequence(&mut self, number: usize, words: &[u16]) {
        if let Some(port) = self.ports.get_mut(number) {
            port.sequence = words.to_vec();
        }
    }

    fn register(&mut self, port: u16, special: bool) -> Option<&mut Port> {
        let number = usize::from(port.checked_sub(FIRST_PORT)? / 2);
        let half = PORTS / 2;
        (number < half).then(|| &mut self.ports[number + if special { half } else { 0 }])
    }
}

/// The flat address of a location.
fn flat(at: Location) -> u16 {
    (u16::from(at.segment() & 1) * 0x1000) | (at.offset() & 0x0FFF)
}

impl Bus for Bench {
    fn read_byte(&mut self, _: Space, at: Location) -> u8 {
        self.memory[usize::from(flat(at))]
    }

    fn read_word(&mut self, _: Space, at: Location) -> u16 {
        self.word(flat(at))
    }

    fn write_byte(&mut self, _: Space, at: Location, value: u8) {
        self.memory[usize::from(flat(at))] = value;
    }

    fn write_word(&mut self, _: Space, at: Location, value: u16) {
        self.set_word(flat(at), value);
    }

    fn input_byte(&mut self, port: u16, special: bool) -> u8 {
        let [high, low] = self.input_word(port & !1, special).to_be_bytes();
        if port & 1 == 0 { high } else { low }
    }

    fn input_word(&mut self, port: u16, special: bool) -> u16 {
        self.register(port, special).map_or(0xFFFF, Port::read)
    }

    fn output_byte(&mut self, port: u16, special: bool, value: u8) {
        if let Some(register) = self.register(port, special) {
            let [high, low] = register.value.to_be_bytes();
            register.value = u16::from_be_bytes(if port & 1 == 0 {
                [value, low]
            } else {
                [high, value]
            });
        }
    }

    fn output_word(&mut self, port: u16, special: bool, value: u16) {
        if let Some(register) = self.register(port, special) {
            register.value = value;
        }
    }
}
