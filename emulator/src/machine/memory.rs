//! What the board's processor sees: two memories, a serial port and a timer.

use alloc::boxed::Box;
use core::sync::atomic::{AtomicU64, Ordering};

use super::serial::Serial;
use super::timer::{TAKEN_PORT, Timer};
use crate::bus::{Bus, Location, Space, Status};
use crate::cpu::{Cpu, Functions, Step};

/// The memories, the serial port and the timer: what the processor sees.
#[derive(Clone)]
pub struct Memory {
    program: Box<[u8; 0x1_0000]>,
    pub(super) data: Box<[u8; 0x1_0000]>,
    /// The version of the program memory.
    version: u64,
    /// The serial port.
    pub serial: Serial,
    pub(super) timer: Timer,
    /// The program has written to a port since [`Bus::ends_run`] was asked.
    written: bool,
}

impl core::fmt::Debug for Memory {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Memory")
            .field("serial", &self.serial)
            .field("timer", &self.timer)
            .finish_non_exhaustive()
    }
}

impl Memory {
    pub(super) fn new() -> Self {
        Self {
            program: Box::new([0; 0x1_0000]),
            data: Box::new([0; 0x1_0000]),
            version: 0,
            serial: Serial::default(),
            timer: Timer::default(),
            written: false,
        }
    }

    /// Memories with these contents.
    pub(super) fn with(program: &[u8; 0x1_0000], data: &[u8; 0x1_0000], serial: Serial, timer: Timer) -> Self {
        let mut memory = Self::new();
        *memory.program_mut() = *program;
        *memory.data = *data;
        Self {
            serial,
            timer,
            ..memory
        }
    }

    /// A word of the data memory, at an even address.
    #[must_use]
    pub fn data_word(&self, at: u16) -> u16 {
        word(&self.data, at)
    }

    /// A long word of the data memory, at an even address.
    #[must_use]
    pub fn data_long(&self, at: u16) -> u32 {
        u32::from(self.data_word(at)) << 16 | u32::from(self.data_word(at.wrapping_add(2)))
    }

    /// A byte of the data memory.
    #[must_use]
    pub fn data_byte(&self, at: u16) -> u8 {
        self.data[usize::from(at)]
    }

    /// A word of the program memory, at an even address.
    #[must_use]
    pub fn program_word(&self, at: u16) -> u16 {
        word(&self.program, at)
    }

    /// A byte of the program memory.
    #[must_use]
    pub fn program_byte(&self, at: u16) -> u8 {
        self.program[usize::from(at)]
    }

    /// Runs one instruction of a processor on these memories; see [`Cpu::step`].
    #[inline(always)]
    pub fn step(&mut self, cpu: &mut Cpu) -> Step {
        cpu.step_with(self, &FUNCTIONS)
    }

    /// The program memory.
    #[must_use]
    pub fn program(&self) -> &[u8; 0x1_0000] {
        &self.program
    }

    /// The data memory.
    #[must_use]
    pub fn data(&self) -> &[u8; 0x1_0000] {
        &self.data
    }

    /// The program memory and the data memory, to run on.
    pub fn banks(&mut self) -> (&[u8; 0x1_0000], &mut [u8; 0x1_0000]) {
        (&self.program, &mut self.data)
    }

    /// A number that only memories with the same program have, of all boards: copies of each other that were not
    /// changed since.
    #[must_use]
    pub const fn program_version(&self) -> u64 {
        self.version
    }

    /// The timer.
    #[must_use]
    pub const fn timer(&self) -> &Timer {
        &self.timer
    }

    /// The program memory, to change it.
    #[cold]
    pub(super) fn program_mut(&mut self) -> &mut [u8; 0x1_0000] {
        /// The last version that any board has.
        static LAST: AtomicU64 = AtomicU64::new(0);
        self.version = LAST.fetch_add(1, Ordering::Relaxed) + 1;
        &mut self.program
    }

    #[inline(always)]
    fn space(&self, space: Space) -> &[u8; 0x1_0000] {
        match space {
            Space::Instruction | Space::Program => &self.program,
            Space::Data | Space::Stack => &self.data,
        }
    }

    fn space_mut(&mut self, space: Space) -> &mut [u8; 0x1_0000] {
        match space {
            Space::Instruction | Space::Program => self.program_mut(),
            Space::Data | Space::Stack => &mut self.data,
        }
    }
}

#[inline(always)]
fn word(memory: &[u8; 0x1_0000], at: u16) -> u16 {
    let at = usize::from(at & 0xFFFE);
    u16::from_be_bytes([memory[at], memory[at | 1]])
}

/// Compiled here once, and not again in every crate that runs a board.
pub(super) static FUNCTIONS: Functions<Memory> = Functions::ALL;

impl Bus for Memory {
    #[inline(always)]
    fn read_byte(&mut self, status: Status, at: Location) -> u8 {
        self.space(status.space)[usize::from(at.offset())]
    }

    #[inline(always)]
    fn read_word(&mut self, status: Status, at: Location) -> u16 {
        word(self.space(status.space), at.offset())
    }

    #[inline(always)]
    fn write_byte(&mut self, status: Status, at: Location, value: u8) {
        self.space_mut(status.space)[usize::from(at.offset())] = value;
    }

    #[inline(always)]
    fn write_word(&mut self, status: Status, at: Location, value: u16) {
        let at = usize::from(at.offset() & 0xFFFE);
        let memory = self.space_mut(status.space);
        [memory[at], memory[at | 1]] = value.to_be_bytes();
    }

    /// The serial port is an 8-bit device, and the only one that can be read; it ignores the kind of I/O.
    fn input_byte(&mut self, port: u16, _: bool) -> u8 {
        self.serial.read(port)
    }

    fn input_word(&mut self, port: u16, _: bool) -> u16 {
        0xFF00 | u16::from(self.serial.read(port | 1))
    }

    fn output_byte(&mut self, port: u16, _: bool, value: u8) {
        self.serial.write(port, value);
        self.written = true;
    }

    fn output_word(&mut self, port: u16, _: bool, value: u16) {
        self.serial.write(port | 1, value as u8);
        self.timer.write(port, value);
        self.written = true;
        if port == TAKEN_PORT {
            // A program that looks at the serial port whenever the timer interrupts does not wait for a character.
            self.serial.note_activity();
        }
    }

    /// The board looks at the timer, and for a line feed, wherever the program has written to a port.
    #[inline(always)]
    fn ends_run(&mut self) -> bool {
        core::mem::take(&mut self.written)
    }
}
