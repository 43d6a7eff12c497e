//! The environment as seen by the processor and by the main loop.

use z8000::bus::{Bus, Location, Status};
use z8000::cpu::{Cpu, Functions, Interrupt, Interrupts, Places, Run, Step, Until};
use z8000::machine::Peek;
use z8000::run::{Bank, Banked, Code, Host, Marks};

use super::{AttachedDevice, World};
use crate::banks::map_of;
use crate::device::Channel;
use crate::physical::Physical;

/// Compiled here once.
static FUNCTIONS: Functions<World> = Functions::WITHOUT_WAITS;
/// The same functions, for runs in memory with wait states.
static WAITING: Functions<World> = Functions::ALL;

/// Lines for interrupts from devices.
const LINES: [Interrupt; 3] = [Interrupt::NonMaskable, Interrupt::Vectored, Interrupt::NonVectored];

impl Bus for World {
    #[inline(always)]
    fn read_byte(&mut self, status: Status, at: Location) -> u8 {
        let place = self.place(status, at);
        match self.banks.byte_in(place, at.offset()) {
            Some(byte) => byte,
            None => self.observed_byte(status, at),
        }
    }

    #[inline(always)]
    fn read_word(&mut self, status: Status, at: Location) -> u16 {
        let place = self.place(status, at);
        match self.banks.word_in(place, at.offset()) {
            Some(word) => word,
            None => self.observed_word(status, at),
        }
    }

    #[inline(always)]
    fn write_byte(&mut self, status: Status, at: Location, value: u8) {
        let place = self.place(status, at);
        if !self.banks.set_byte_in(place, at.offset(), value) {
            self.set_observed_byte(status, at, value);
        }
    }

    #[inline(always)]
    fn write_word(&mut self, status: Status, at: Location, value: u16) {
        let place = self.place(status, at);
        if !self.banks.set_word_in(place, at.offset(), value) {
            self.set_observed_word(status, at, value);
        }
    }

    fn input_word(&mut self, port: u16, special: bool) -> u16 {
        if let Some(byte) = self.units.input(port, special) {
            return u16::from_be_bytes([byte, 0xFF]);
        }
        let found = self.at_port(port);
        self.read_word_register(found).unwrap_or_else(|| {
            u16::from_be_bytes(found.map(|found| found.map_or(0xFF, |found| self.read_register(found))))
        })
    }

    fn input_byte(&mut self, port: u16, special: bool) -> u8 {
        if let Some(byte) = self.units.input(port, special) {
            return byte;
        }
        // A device answers for its own port alone, or its neighbour would lose a character.
        let found = self.registers.port(port);
        found.map_or(0xFF, |found| self.read_register(found))
    }

    fn output_byte(&mut self, port: u16, special: bool, value: u8) {
        if self.units.output(port, special, value) {
            return;
        }
        if let Some(found) = self.registers.port(port) {
            self.write_register(found, value);
        }
    }

    fn output_word(&mut self, port: u16, special: bool, value: u16) {
        if self.units.output(port, special, (value >> 8) as u8) {
            return;
        }
        let found = self.at_port(port);
        if !self.write_word_register(found, value) {
            for (found, byte) in found.into_iter().zip(value.to_be_bytes()) {
                if let Some(found) = found {
                    self.write_register(found, byte);
                }
            }
        }
    }

    #[inline(always)]
    fn wait_states(&mut self) -> u32 {
        std::mem::take(&mut self.waited)
    }

    #[inline(always)]
    fn ends_run(&mut self) -> bool {
        std::mem::take(&mut self.hurries)
    }

    fn acknowledge(&mut self, interrupt: Interrupt, requested: u16) -> u16 {
        let Some(number) = self.asking(interrupt) else {
            return requested;
        };
        // A program that looks at a serial port whenever a device interrupts does not wait for a character.
        let mut looks = false;
        for channel in self.channels_mut() {
            looks |= channel.looks > 0;
            channel.serial.note_activity();
        }
        if looks {
            self.listening.begin();
        }
        (self.hurries, self.waits, self.due) = (true, false, 0);
        self.devices_due = 0;
        self.devices[number].device.acknowledge()
    }
}

impl Host for World {
    fn step(&mut self, cpu: &mut Cpu) -> Step {
        let step = cpu.step_with(self, &FUNCTIONS);
        self.ran(cpu);
        step
    }

    /// A device in memory may be due after any access, and a unit may trap.
    fn run(&mut self, cpu: &mut Cpu, until: &Until) -> Option<Run> {
        if self.is_observed() {
            return None;
        }
        let run = match self.banks.has_waits() {
            true => cpu.run_with(self, until, &WAITING),
            false => cpu.run_with(self, until, &FUNCTIONS),
        };
        self.ran(cpu);
        Some(run)
    }

    fn run_to_place(&mut self, cpu: &mut Cpu, until: &Until, places: &Places<'_>) -> Option<Run> {
        let run = cpu.run_to_place(self, until, &FUNCTIONS, places);
        self.ran(cpu);
        Some(run)
    }

    fn banked(&mut self) -> Option<&mut dyn Banked> {
        if self.takes_engine() { Some(self) } else { None }
    }

    fn waits_for_input(&self) -> bool {
        self.waits || self.listening.takes || self.is_asleep()
    }

    fn due(&self) -> u64 {
        self.due
    }

    fn look(&mut self, clocks: u64, cpu: &mut Cpu) {
        let Self { devices, banks, transfers, .. } = self;
        for (device, attached) in devices.iter_mut().enumerate() {
            for channel in attached.device.channels_mut() {
                channel.arrive(clocks);
            }
            if attached.device.due() <= clocks {
                let written = transfers.as_mut();
                attached.device.look(clocks, &mut Physical { banks, device, written });
            }
            attached.requested = attached.device.requests();
            attached.served = attached.device.serves();
        }
        let channels = self
            .devices
            .iter_mut()
            .flat_map(|attached| attached.device.channels_mut());
        self.listening.look(clocks, cpu.halted(), channels);
        let due = |attached: &AttachedDevice| {
            let characters = attached.device.channels().iter().map(Channel::due).min();
            attached.device.due().min(characters.unwrap_or(u64::MAX))
        };
        self.devices_due = self.devices.iter().map(due).min().unwrap_or(u64::MAX);
        self.due = self.devices_due.min(self.listening.due());
        for (n, interrupt) in LINES.into_iter().enumerate() {
            let active = self.asking(interrupt).is_some();
            match (self.lines[n], active) {
                (false, true) => cpu.request(interrupt, 0),
                (true, false) => cpu.withdraw(interrupt),
                _ => {}
            }
            self.lines[n] = active;
        }
    }

    fn awaited(&self) -> Interrupts {
        let lines = self.devices.iter().filter_map(|attached| {
            let line = attached.interrupt?;
            attached.device.may_request().then_some(line)
        });
        lines.fold(Interrupts::NONE, |all, line| all.union(line.into()))
    }
}

/// Where nothing observes the memory, an engine can run the program: an access does nothing else.
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

    fn may_run(&self, _: Location) -> bool {
        true
    }

    fn code(&self) -> Code<'_> {
        Code::Watched
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

impl Peek for World {
    fn peek(&self, status: Status, at: Location) -> u8 {
        self.found(status, at)
            .map_or(0xFF, |(map, address)| self.banks.byte(map, address))
    }
}
