//! Memory without segments, identical in both modes, and accessed directly.

use super::Devices;
use crate::bus::{Bus, Location, Status};
use crate::cpu::{Cpu, Functions, Interrupt, Places, Run, Until};
use crate::machine::banks::FlatBanks;

/// The bus of a machine with such memory.
pub(super) struct Flat<'w> {
    pub(super) banks: FlatBanks<'w>,
    pub(super) devices: &'w mut Devices,
}

impl Flat<'_> {
    pub(super) fn run(&mut self, cpu: &mut Cpu, until: &Until) -> Run {
        cpu.run_with(self, until, const { &Functions::WITHOUT_WAITS })
    }

    pub(super) fn run_to_place(&mut self, cpu: &mut Cpu, until: &Until, places: &Places<'_>) -> Run {
        cpu.run_to_place(self, until, const { &Functions::WITHOUT_WAITS }, places)
    }
}

impl Bus for Flat<'_> {
    #[inline(always)]
    fn read_byte(&mut self, status: Status, at: Location) -> u8 {
        self.banks.byte(status.space.is_program(), at.offset())
    }

    #[inline(always)]
    fn read_word(&mut self, status: Status, at: Location) -> u16 {
        self.banks.word(status.space.is_program(), at.offset())
    }

    #[inline(always)]
    fn write_byte(&mut self, status: Status, at: Location, value: u8) {
        self.banks.set(status.space.is_program(), at.offset(), [value]);
    }

    #[inline(always)]
    fn write_word(&mut self, status: Status, at: Location, value: u16) {
        self.banks
            .set(status.space.is_program(), at.offset() & 0xFFFE, value.to_be_bytes());
    }

    fn input_word(&mut self, port: u16, special: bool) -> u16 {
        self.devices.input_word(port, special)
    }

    fn input_byte(&mut self, port: u16, special: bool) -> u8 {
        self.devices.input_byte(port, special)
    }

    fn output_byte(&mut self, port: u16, special: bool, value: u8) {
        self.devices.output_byte(port, special, value);
    }

    fn output_word(&mut self, port: u16, special: bool, value: u16) {
        self.devices.output_word(port, special, value);
    }

    #[inline(always)]
    fn ends_run(&mut self) -> bool {
        self.devices.take_hurry()
    }

    fn acknowledge(&mut self, interrupt: Interrupt, requested: u16) -> u16 {
        self.devices.acknowledge(interrupt, requested)
    }
}
