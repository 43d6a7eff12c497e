//! The environment as seen by the processor and by the main loop.

use alloc::vec::Vec;
use core::ops::Range;

use super::World;
use super::flat::Flat;
use crate::bus::{Bus, Location, Status};
use crate::cpu::{Cpu, Functions, Interrupt, Interrupts, Places, Run, Step, Until};
use crate::machine::banks::map_of;
use crate::run::{Bank, Banked, Code, Host, Marks};

/// The processor's functions for this bus, compiled only here.
static FUNCTIONS: Functions<World> = Functions::WITHOUT_WAITS;
/// The same functions, for runs in memory with wait states.
static WAITING: Functions<World> = Functions::ALL;

// In WebAssembly, accesses are not inlined: that would make the page larger, and programs run in `Flat` anyway.
impl Bus for World {
    #[cfg_attr(target_family = "wasm", inline(never))]
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn read_byte(&mut self, status: Status, at: Location) -> u8 {
        let place = self.place(status, at);
        match self.banks.bytes_in(place, at.offset()) {
            Some([byte]) => byte,
            None => self.observed_byte(status, at),
        }
    }

    #[cfg_attr(target_family = "wasm", inline(never))]
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn read_word(&mut self, status: Status, at: Location) -> u16 {
        let place = self.place(status, at);
        match self.banks.bytes_in(place, at.offset() & 0xFFFE) {
            Some(word) => u16::from_be_bytes(word),
            None => self.observed_word(status, at),
        }
    }

    #[cfg_attr(target_family = "wasm", inline(never))]
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn write_byte(&mut self, status: Status, at: Location, value: u8) {
        let place = self.place(status, at);
        if !self.banks.set_in(place, at.offset(), [value]) {
            self.set_observed_byte(status, at, value);
        }
    }

    #[cfg_attr(target_family = "wasm", inline(never))]
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn write_word(&mut self, status: Status, at: Location, value: u16) {
        let place = self.place(status, at);
        if !self.banks.set_in(place, at.offset() & 0xFFFE, value.to_be_bytes()) {
            self.set_observed_word(status, at, value);
        }
    }

    fn input_word(&mut self, port: u16, special: bool) -> u16 {
        match self.units.input(port, special) {
            Some(byte) => u16::from_be_bytes([byte, 0xFF]),
            None => self.devices.input_word(port, special),
        }
    }

    fn input_byte(&mut self, port: u16, special: bool) -> u8 {
        let byte = self.units.input(port, special);
        byte.unwrap_or_else(|| self.devices.input_byte(port, special))
    }

    fn output_byte(&mut self, port: u16, special: bool, value: u8) {
        if !self.units.output(port, special, value) {
            self.devices.output_byte(port, special, value);
        }
    }

    fn output_word(&mut self, port: u16, special: bool, value: u16) {
        if !self.units.output(port, special, (value >> 8) as u8) {
            self.devices.output_word(port, special, value);
        }
    }

    #[inline(always)]
    fn wait_states(&mut self) -> u32 {
        core::mem::take(&mut self.waited)
    }

    #[inline(always)]
    fn ends_run(&mut self) -> bool {
        self.devices.take_hurry()
    }

    fn acknowledge(&mut self, interrupt: Interrupt, requested: u16) -> u16 {
        self.devices.acknowledge(interrupt, requested)
    }
}

impl Host for World {
    #[inline(always)]
    fn step(&mut self, cpu: &mut Cpu) -> Step {
        let step = cpu.step_with(self, &FUNCTIONS);
        self.ran(cpu);
        step
    }

    /// Runs step by step if accesses are observed, because after each a device may be due or a unit may trap.
    fn run(&mut self, cpu: &mut Cpu, until: &Until) -> Option<Run> {
        if self.is_observed() {
            return None;
        }
        let run = if let Some(mut flat) = self.flat() {
            flat.run(cpu, until)
        } else {
            let functions = if self.banks.has_waits() { &WAITING } else { &FUNCTIONS };
            cpu.run_in_segment(self, until, functions)
        };
        self.ran(cpu);
        Some(run)
    }

    fn run_to_place(&mut self, cpu: &mut Cpu, until: &Until, places: &Places<'_>) -> Option<Run> {
        let run = if let Some(mut flat) = self.flat() {
            flat.run_to_place(cpu, until, places)
        } else {
            cpu.run_to_place(self, until, &FUNCTIONS, places)
        };
        self.ran(cpu);
        Some(run)
    }

    fn banked(&mut self) -> Option<&mut dyn Banked> {
        if self.takes_engine() { Some(self) } else { None }
    }

    fn code_range(&self, at: Location) -> Range<u32> {
        self.allowed(at)
    }

    fn waits_for_input(&self) -> bool {
        self.devices.takes()
    }

    fn output(&self) -> &[u8] {
        self.devices.output(0)
    }

    #[inline(always)]
    fn due(&self) -> u64 {
        self.devices.due()
    }

    fn look(&mut self, clocks: u64, cpu: &mut Cpu) {
        self.devices.look(clocks, cpu, &mut self.banks, &mut self.transfers);
    }

    fn awaited(&self) -> Interrupts {
        self.devices.awaited()
    }
}

impl World {
    /// Returns the byte that a read would return, without side effects.
    pub fn peek(&self, status: Status, at: Location) -> u8 {
        self.found(status, at)
            .map_or(0xFF, |(map, address)| self.banks.byte(map, address))
    }

    /// Returns the memory of a processor without segments, if nothing observes accesses.
    fn flat(&mut self) -> Option<Flat<'_>> {
        if !self.takes_engine() {
            return None;
        }
        let banks = self.banks.flat()?;
        Some(Flat { banks, devices: &mut self.devices })
    }
}

/// An engine can run the program only if nothing observes memory accesses.
impl Banked for World {
    fn banks(&self) -> &[Bank] {
        self.banks.banks()
    }

    fn banks_and_marks(&mut self) -> (&mut [Bank], &[Marks]) {
        self.banks.banks_and_marks()
    }

    fn bank(&self, status: Status, segment: u8) -> usize {
        self.banks.bank(map_of(status), segment)
    }

    fn may_run(&self, at: Location) -> bool {
        self.guard.is_none() || self.allowed(at).contains(&at.offset().into())
    }

    fn code(&self) -> Code<'_> {
        match self.banks.fixed() {
            Some((bytes, version)) => Code::Fixed { version, bytes, guard: self.guard.as_deref() },
            None => Code::Watched,
        }
    }

    fn unwatch(&mut self) {
        self.banks.unwatch();
        self.forget_places();
    }

    fn watch(&mut self, bank: usize, word: usize) {
        self.banks.watch(bank, word);
        self.forget_places();
    }

    fn changed(&mut self) -> Vec<(usize, usize)> {
        self.banks.take_changed()
    }
}
