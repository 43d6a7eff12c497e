//! Memory without devices, for a host that provides an operating system.

use crate::bus::{Location, Status};

use super::{World, linear};
use crate::machine::banks::{Banks, PLAIN, map_of};
use crate::machine::physical::Transfer;
use crate::machine::units::Units;

impl World {
    /// Creates memory without devices, with up to 128 segments. Each segment is RAM that all address spaces share,
    /// filled with 0.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::bus::Location;
    /// use z8000::machine::World;
    ///
    /// let mut memory = World::ram(2);
    /// memory.set_word(Location::new(1, 0x100), 0x1234);
    /// assert_eq!(memory.byte(Location::new(1, 0x101)), 0x34);
    /// assert_eq!(memory.byte(Location::new(0, 0x101)), 0);
    /// ```
    pub fn ram(segments: u8) -> Self {
        Self::of(Banks::ram(segments), Units::new(&[], None))
    }

    /// Maps a segment, for accesses with a given status, to the normal-mode data of the segment `other`. An engine that
    /// has already run with this memory must be replaced.
    pub fn show(&mut self, status: Status, segment: u8, other: u8) {
        self.banks.show(map_of(status), segment, (PLAIN, other));
        self.forget_places();
    }

    /// Reads a byte of normal-mode data; FFh where there is no memory.
    pub fn byte(&self, at: Location) -> u8 {
        self.banks.byte(PLAIN, linear(at))
    }

    /// Writes a byte of normal-mode data.
    pub fn set_byte(&mut self, at: Location, value: u8) {
        let (address, before) = (linear(at), self.byte(at));
        if self.banks.put(PLAIN, address, value)
            && let Some(transfers) = &mut self.transfers
        {
            transfers.push(Transfer { device: usize::MAX, address, before, value });
        }
    }

    /// Reads a word of normal-mode data; its address may be odd.
    pub fn word(&self, at: Location) -> u16 {
        u16::from_be_bytes(self.read(at))
    }

    /// Writes a word of normal-mode data; its address may be odd.
    pub fn set_word(&mut self, at: Location, value: u16) {
        self.write(at, &value.to_be_bytes());
    }

    /// Reads a long word of normal-mode data; its address may be odd.
    pub fn long(&self, at: Location) -> u32 {
        u32::from_be_bytes(self.read(at))
    }

    /// Writes a long word of normal-mode data; its address may be odd.
    pub fn set_long(&mut self, at: Location, value: u32) {
        self.write(at, &value.to_be_bytes());
    }

    /// Reads bytes of normal-mode data, wrapping around at the end of the segment.
    pub fn read<const N: usize>(&self, at: Location) -> [u8; N] {
        core::array::from_fn(|distance| self.byte(at.plus(distance as u16)))
    }

    /// Writes bytes of normal-mode data, wrapping around at the end of the segment.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::bus::Location;
    /// use z8000::machine::World;
    ///
    /// let mut memory = World::ram(1);
    /// memory.write(Location::new(0, 0xFFFE), b"abcd");
    /// assert_eq!(memory.read(Location::new(0, 0)), *b"cd");
    /// ```
    pub fn write(&mut self, at: Location, bytes: &[u8]) {
        for (distance, byte) in bytes.iter().enumerate() {
            self.set_byte(at.plus(distance as u16), *byte);
        }
    }
}
