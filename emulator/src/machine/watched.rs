//! Memory that reports its accesses.

use super::world::World;
use crate::bus::{Bus, Location, Space, Status};
use crate::cpu::Interrupt;

/// A memory access that a [`Watcher`] observes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Access {
    /// The status lines.
    pub status: Status,
    /// The address as a number: segment * 0x10000 + offset; for a word, bit 0 is ignored.
    pub number: usize,
    /// 1 or 2 bytes.
    pub bytes: u8,
    /// The value that was read or is to be written.
    pub value: u16,
    /// True if it is a write.
    pub write: bool,
    /// The kind of device that made the access; `None` for the processor.
    pub device: Option<&'static str>,
}

/// Observes memory accesses, except fetches of the first words of instructions.
pub trait Watcher {
    /// Receives each access: after a read, before a write.
    fn sees(&mut self, memory: &World, access: Access);
}

/// Memory and ports whose accesses are observed by a watcher.
pub(super) struct Watched<'m> {
    pub(super) world: &'m mut World,
    pub(super) watcher: &'m mut dyn Watcher,
}

impl Watched<'_> {
    #[inline(always)]
    fn show(&mut self, status: Status, write: bool, at: Location, bytes: u8, value: u16) {
        let number = usize::from(at.segment()) << 16 | usize::from(at.offset());
        let access = Access { status, number, bytes, value, write, device: None };
        self.watcher.sees(self.world, access);
    }
}

impl Bus for Watched<'_> {
    #[inline(always)]
    fn read_byte(&mut self, status: Status, at: Location) -> u8 {
        let value = self.world.read_byte(status, at);
        self.show(status, false, at, 1, value.into());
        value
    }

    #[inline(always)]
    fn read_word(&mut self, status: Status, at: Location) -> u16 {
        let value = self.world.read_word(status, at);
        if status.space != Space::Instruction {
            self.show(status, false, at, 2, value);
        }
        value
    }

    #[inline(always)]
    fn write_byte(&mut self, status: Status, at: Location, value: u8) {
        self.show(status, true, at, 1, value.into());
        self.world.write_byte(status, at, value);
    }

    #[inline(always)]
    fn write_word(&mut self, status: Status, at: Location, value: u16) {
        self.show(status, true, at, 2, value);
        self.world.write_word(status, at, value);
    }

    fn input_byte(&mut self, port: u16, special: bool) -> u8 {
        self.world.input_byte(port, special)
    }

    fn input_word(&mut self, port: u16, special: bool) -> u16 {
        self.world.input_word(port, special)
    }

    fn output_byte(&mut self, port: u16, special: bool, value: u8) {
        self.world.output_byte(port, special, value);
    }

    fn output_word(&mut self, port: u16, special: bool, value: u16) {
        self.world.output_word(port, special, value);
    }

    fn wait_states(&mut self) -> u32 {
        self.world.wait_states()
    }

    fn ends_run(&mut self) -> bool {
        self.world.ends_run()
    }

    fn acknowledge(&mut self, interrupt: Interrupt, requested: u16) -> u16 {
        self.world.acknowledge(interrupt, requested)
    }
}
