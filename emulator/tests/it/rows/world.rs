//! A memory of random words.

use std::collections::BTreeSet;

use z8000::bus::{Bus, Location, Space, Status};

use crate::ram::Xorshift;

/// A byte in a memory, or a port.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Byte {
    Program(u8, u16),
    Data(u8, u16),
    Port { special: bool, port: u16 },
}

/// Returns a random number that is often an edge case.
pub(super) fn edgy(number: u64) -> u16 {
    const EDGES: [u16; 8] = [0, 0, 1, 0x00FF, 0x7FFF, 0x8000, 0xFFFF, 0x0100];
    match number & 1 {
        0 => EDGES[(number >> 1 & 7) as usize],
        _ => (number >> 16) as u16,
    }
}

/// A memory of random words that records writes.
#[derive(Clone)]
pub(super) struct World {
    pub(super) seed: u64,
    pub(super) code: Vec<(u8, u16, u16)>,
    pub(super) written: BTreeSet<Byte>,
}

impl World {
    pub(super) fn word(&self, program: bool, segment: u8, offset: u16) -> u16 {
        let offset = offset & !1;
        let code = self
            .code
            .iter()
            .find(|code| program && (code.0, code.1) == (segment, offset));
        if let Some(code) = code {
            return code.2;
        }
        let place = u64::from(program) << 24 | u64::from(segment) << 16 | u64::from(offset);
        let mut random = Xorshift(self.seed ^ (place + 1) << 8);
        (0..4).for_each(|_| _ = random.next());
        edgy(random.next())
    }

    fn byte(status: Status, at: Location, more: u16) -> Byte {
        let offset = at.offset().wrapping_add(more);
        match status.space {
            Space::Instruction | Space::Program => Byte::Program(at.segment(), offset),
            Space::Data | Space::Stack => Byte::Data(at.segment(), offset),
        }
    }

    /// Returns true if MI is active.
    pub(super) fn line(&self) -> bool {
        self.seed & 1 != 0
    }
}

impl Bus for World {
    fn read_byte(&mut self, status: Status, at: Location) -> u8 {
        let [high, low] = self.read_word(status, at).to_be_bytes();
        if at.offset() & 1 == 0 { high } else { low }
    }
    fn read_word(&mut self, status: Status, at: Location) -> u16 {
        self.word(status.space.is_program(), at.segment(), at.offset())
    }
    fn write_byte(&mut self, status: Status, at: Location, _: u8) {
        self.written.insert(Self::byte(status, at, 0));
    }
    fn write_word(&mut self, status: Status, at: Location, _: u16) {
        let even = Location::new(at.segment(), at.offset() & !1);
        self.written.extend([0, 1].map(|more| Self::byte(status, even, more)));
    }
    fn input_byte(&mut self, port: u16, _: bool) -> u8 {
        edgy(self.seed >> 8 ^ u64::from(port)) as u8
    }
    fn input_word(&mut self, port: u16, _: bool) -> u16 {
        edgy(self.seed >> 8 ^ u64::from(port))
    }
    fn output_byte(&mut self, port: u16, special: bool, _: u8) {
        self.written.insert(Byte::Port { special, port });
    }
    fn output_word(&mut self, port: u16, special: bool, _: u16) {
        self.written.insert(Byte::Port { special, port });
    }
    fn multi_micro_in(&mut self) -> bool {
        self.line()
    }
    fn read_extended(&mut self) -> u16 {
        (self.seed >> 16) as u16
    }
}
