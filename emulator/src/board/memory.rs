//! The environment of the board's processor: two memories, a serial port and a timer.

use alloc::boxed::Box;
use core::ops::Range;
use core::sync::atomic::{AtomicU64, Ordering};

use super::serial::Serial;
use super::timer::{TAKEN_PORT, Timer};
use crate::bus::{Bus, Location, Space, Status};
use crate::cpu::{Cpu, Functions, Interrupt, Interrupts, Places, Run, Step, Until};
use crate::isa::Mode;
use crate::machine::{Address, Look, Peek};
use crate::run::{Bank, Banked, Code, Host, Marks};

/// The memories, the serial port and the timer of a board.
///
/// # Example
///
/// ```
/// use z8000::board::Board;
///
/// let mut board = Board::new();
/// board.load_program(0x100, &[0x7A, 0]);
/// board.load_data(0x100, b"data");
/// // Program and data are apart.
/// let memory = board.memory();
/// assert_eq!((memory.program_word(0x100), memory.data_byte(0x100)), (0x7A00, b'd'));
/// ```
#[derive(Clone)]
pub struct Memory {
    banks: Box<[Bank; 2]>,
    /// The version of the program memory.
    version: u64,
    /// The offsets between which code may run.
    pub(super) loaded: Range<u32>,
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
            banks: Box::new([[0; 0x1_0000]; 2]),
            version: 0,
            loaded: 0..0,
            serial: Serial::default(),
            timer: Timer::default(),
            written: false,
        }
    }

    /// Reads a word of data memory at an even address.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::board::Board;
    ///
    /// let mut board = Board::new();
    /// board.load_data(0x1000, &[0x12, 0x34, 0x56, 0x78]);
    /// assert_eq!(board.memory().data_word(0x1002), 0x5678);
    /// assert_eq!(board.memory().data_long(0x1000), 0x1234_5678);
    /// ```
    #[must_use]
    pub fn data_word(&self, at: u16) -> u16 {
        word(self.data(), at)
    }

    /// Reads a long word of data memory at an even address.
    #[must_use]
    pub fn data_long(&self, at: u16) -> u32 {
        u32::from(self.data_word(at)) << 16 | u32::from(self.data_word(at.wrapping_add(2)))
    }

    /// Reads a byte of data memory.
    #[must_use]
    pub fn data_byte(&self, at: u16) -> u8 {
        self.data()[usize::from(at)]
    }

    /// Reads a word of program memory at an even address.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::board::Board;
    ///
    /// let mut board = Board::new();
    /// board.load_program(0x100, &[0x7A, 0]);
    /// assert_eq!(board.memory().program_word(0x100), 0x7A00);
    /// ```
    #[must_use]
    pub fn program_word(&self, at: u16) -> u16 {
        word(self.program(), at)
    }

    /// Reads a byte of program memory.
    #[must_use]
    pub fn program_byte(&self, at: u16) -> u8 {
        self.program()[usize::from(at)]
    }

    /// The program memory.
    #[must_use]
    #[inline(always)]
    pub const fn program(&self) -> &Bank {
        &self.banks[PROGRAM]
    }

    /// The data memory.
    #[must_use]
    #[inline(always)]
    pub const fn data(&self) -> &Bank {
        &self.banks[DATA]
    }

    /// The data memory, to change it.
    #[inline(always)]
    pub(super) const fn data_mut(&mut self) -> &mut Bank {
        &mut self.banks[DATA]
    }

    /// The timer.
    #[must_use]
    pub const fn timer(&self) -> &Timer {
        &self.timer
    }

    /// The program memory, to change it.
    #[cold]
    pub(super) fn program_mut(&mut self) -> &mut Bank {
        /// The last version that any board has.
        static LAST: AtomicU64 = AtomicU64::new(0);
        self.version = LAST.fetch_add(1, Ordering::Relaxed) + 1;
        &mut self.banks[PROGRAM]
    }

    #[inline(always)]
    fn space(&self, space: Space) -> &Bank {
        match space {
            Space::Instruction | Space::Program => self.program(),
            Space::Data | Space::Stack => self.data(),
        }
    }

    fn space_mut(&mut self, space: Space) -> &mut Bank {
        match space {
            Space::Instruction | Space::Program => self.program_mut(),
            Space::Data | Space::Stack => self.data_mut(),
        }
    }
}

/// The two banks of a board.
const DATA: usize = 0;
const PROGRAM: usize = 1;

/// Stores into the data memory need no look. Engines store nowhere else.
static MARKS: [Marks; 2] = [[0; size_of::<Marks>()]; 2];

impl Host for Memory {
    #[inline(always)]
    fn step(&mut self, cpu: &mut Cpu) -> Step {
        cpu.step_with(self, &FUNCTIONS)
    }

    fn run(&mut self, cpu: &mut Cpu, until: &Until) -> Option<Run> {
        Some(cpu.run_with(self, until, &FUNCTIONS))
    }

    fn run_to_place(&mut self, cpu: &mut Cpu, until: &Until, places: &Places<'_>) -> Option<Run> {
        Some(cpu.run_to_place(self, until, &FUNCTIONS, places))
    }

    fn banked(&mut self) -> Option<&mut dyn Banked> {
        Some(self)
    }

    fn code_range(&self) -> Range<u32> {
        self.loaded.clone()
    }

    fn waits_for_input(&self) -> bool {
        self.serial.waits()
    }

    fn output(&self) -> &[u8] {
        self.serial.output()
    }

    #[inline(always)]
    fn due(&self) -> u64 {
        self.timer.due()
    }

    fn look(&mut self, clocks: u64, cpu: &mut Cpu) {
        self.timer.look(clocks).hand(cpu, Interrupt::NonVectored, 0);
    }

    fn awaited(&self) -> Interrupts {
        self.timer.awaited(Interrupt::NonVectored)
    }
}

impl Banked for Memory {
    fn banks(&self) -> &[Bank] {
        &*self.banks
    }

    fn banks_and_marks(&mut self) -> (&mut [Bank], &[Marks]) {
        (&mut *self.banks, &MARKS)
    }

    fn bank(&self, status: Status, _: u8) -> usize {
        if status.space.is_program() { PROGRAM } else { DATA }
    }

    fn may_run(&self, at: Location) -> bool {
        self.loaded.contains(&at.offset().into())
    }

    fn code(&self) -> Code<'_> {
        Code::Fixed {
            version: self.version,
            bytes: self.program(),
            loaded: self.loaded.clone(),
        }
    }
}

#[inline(always)]
fn word(memory: &Bank, at: u16) -> u16 {
    let at = usize::from(at & 0xFFFE);
    u16::from_be_bytes([memory[at], memory[at | 1]])
}

/// Compiled here once, and not again in every crate that runs a board.
static FUNCTIONS: Functions<Memory> = Functions::ALL;

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

impl Look for Memory {
    #[inline]
    fn byte(&self, program: bool, at: Address) -> u8 {
        if program {
            self.program_byte(at.offset())
        } else {
            self.data_byte(at.offset())
        }
    }

    #[inline]
    fn word(&self, program: bool, at: Address) -> u16 {
        if program {
            self.program_word(at.offset())
        } else {
            self.data_word(at.offset())
        }
    }

    fn mode(&self) -> Mode {
        Mode::Nonsegmented
    }
}

impl Peek for Memory {
    #[inline(always)]
    fn peek(&self, status: Status, at: Location) -> u8 {
        self.byte(status.space.is_program(), Address::flat(at.offset()))
    }

    #[inline(always)]
    fn number(&self, at: Location) -> usize {
        at.offset().into()
    }
}
