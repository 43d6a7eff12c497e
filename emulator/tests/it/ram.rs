//! A memory for tests, and random numbers.

use z8000::bus::{Bus, Location, Space, Status};

pub(crate) const DATA: Status = Status { space: Space::Data, system: true };

/// 64 KB shared by all spaces and segments; ports read as the word last written to any port.
#[derive(Clone)]
pub(crate) struct Ram {
    pub(crate) bytes: Vec<u8>,
    port: u16,
    /// Every access: address or port, value, and whether it was a write.
    pub(crate) log: Vec<(u16, u16, bool)>,
}

impl Ram {
    pub(crate) fn new() -> Self {
        Self { bytes: vec![0; 0x1_0000], port: 0, log: Vec::new() }
    }

    pub(crate) fn set(&mut self, at: u16, words: &[u16]) {
        for (n, &word) in words.iter().enumerate() {
            self.write_word(DATA, Location::new(0, at + 2 * n as u16), word);
        }
    }

    pub(crate) fn word(&mut self, at: u16) -> u16 {
        self.read_word(DATA, Location::new(0, at))
    }

    pub(crate) fn words<const N: usize>(&mut self, at: u16) -> [u16; N] {
        std::array::from_fn(|n| self.word(at + 2 * n as u16))
    }
}

impl Bus for Ram {
    fn read_byte(&mut self, _: Status, at: Location) -> u8 {
        let value = self.bytes[usize::from(at.offset())];
        self.log.push((at.offset(), value.into(), false));
        value
    }

    fn read_word(&mut self, _: Status, at: Location) -> u16 {
        let index = usize::from(at.offset() & 0xFFFE);
        let value = u16::from_be_bytes([self.bytes[index], self.bytes[index + 1]]);
        self.log.push((at.offset(), value, false));
        value
    }

    fn write_byte(&mut self, _: Status, at: Location, value: u8) {
        self.bytes[usize::from(at.offset())] = value;
        self.log.push((at.offset(), value.into(), true));
    }

    fn write_word(&mut self, _: Status, at: Location, value: u16) {
        let index = usize::from(at.offset() & 0xFFFE);
        self.bytes[index..index + 2].copy_from_slice(&value.to_be_bytes());
        self.log.push((at.offset(), value, true));
    }

    fn input_byte(&mut self, port: u16, _: bool) -> u8 {
        self.log.push((port, self.port, false));
        self.port as u8
    }

    fn input_word(&mut self, port: u16, _: bool) -> u16 {
        self.log.push((port, self.port, false));
        self.port
    }

    fn output_byte(&mut self, port: u16, _: bool, value: u8) {
        self.port = value.into();
        self.log.push((port, self.port, true));
    }

    fn output_word(&mut self, port: u16, _: bool, value: u16) {
        self.port = value;
        self.log.push((port, value, true));
    }
}

/// Pseudo-random numbers: Marsaglia's xorshift.
pub(crate) struct Xorshift(pub(crate) u64);

impl Xorshift {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}
