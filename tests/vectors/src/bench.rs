//! The machine on which the measurements were made.
//!
//! It has 8 KB of memory shared by all spaces, in two banks of 4 KB selected by bit 0 of the segment, and twelve word
//! registers as ports, six of them in the special I/O space.

use z8000::bus::{Bus, Location, Status};

const PORTS: usize = 12;
const FIRST_PORT: u16 = 0x0100;

/// The register of a port, and the words that it returns in turn; the last one is repeated.
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

/// The memory and the ports of the test machine.
#[derive(Debug, Clone)]
pub(super) struct Bench {
    memory: Vec<u8>,
    ports: [Port; PORTS],
}

impl Bench {
    pub(super) fn new() -> Self {
        Self { memory: vec![0; 0x2000], ports: Default::default() }
    }

    /// Returns the word of memory at a flat address, in which the segments are consecutive.
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

    fn input(&mut self, port: u16, special: bool) -> u16 {
        self.register(port, special).map_or(0xFFFF, Port::read)
    }

    fn output(&mut self, port: u16, special: bool, value: u16, mask: u16) {
        if let Some(register) = self.register(port, special) {
            register.value = register.value & !mask | value & mask;
        }
    }
}

/// Returns the flat address of a location.
fn flat(at: Location) -> u16 {
    (u16::from(at.segment() & 1) * 0x1000) | (at.offset() & 0x0FFF)
}

/// Returns the byte of a word that an address selects.
pub(super) const fn byte(word: u16, address: u16) -> u8 {
    let [high, low] = word.to_be_bytes();
    if address & 1 == 0 { high } else { low }
}

impl Bus for Bench {
    fn read_byte(&mut self, _: Status, at: Location) -> u8 {
        byte(self.word(flat(at)), at.offset())
    }

    fn read_word(&mut self, _: Status, at: Location) -> u16 {
        self.word(flat(at))
    }

    fn write_byte(&mut self, _: Status, at: Location, value: u8) {
        self.memory[usize::from(flat(at))] = value;
    }

    fn write_word(&mut self, _: Status, at: Location, value: u16) {
        self.set_word(flat(at), value);
    }

    fn input_byte(&mut self, port: u16, special: bool) -> u8 {
        byte(self.input(port, special), port)
    }

    fn input_word(&mut self, port: u16, special: bool) -> u16 {
        self.input(port, special)
    }

    fn output_byte(&mut self, port: u16, special: bool, value: u8) {
        let mask = if port & 1 == 0 { 0xFF00 } else { 0x00FF };
        self.output(port, special, u16::from_be_bytes([value; 2]), mask);
    }

    fn output_word(&mut self, port: u16, special: bool, value: u16) {
        self.output(port, special, value, 0xFFFF);
    }
}
