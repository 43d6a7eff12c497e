//! A board with a Z8002, 64 KB of program memory, 64 KB of data memory, a serial port and a timer.
//!
//! The status lines distinguish instruction fetches from other accesses, which allows separate memories for program and
//! data; the stack is in data memory.

use alloc::boxed::Box;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::ops::Range;

use thiserror::Error;

use super::memory::Memory;
use super::serial::Serial;
use crate::cpu::{Cpu, Model, StateError};
use crate::machine::Fault;
use crate::run::{Engine, Goal, NoProbe, Probe, RunEnd, Runner};
use crate::save::{Archive, SaveError, open, seal};

/// The mark of save files of a board.
const BOARD: [u8; 4] = *b"BRD ";
/// The version of their format.
const VERSION: u16 = 2;

/// Why a run stopped.
///
/// # Example
///
/// ```
/// use z8000::board::{Board, Stop};
///
/// let mut board = Board::new();
/// // FCW and PC; INB RL0,#FF01; JR to it: a program that only asks whether a character has come.
/// board.load_program(2, &[0x40, 0, 0, 6, 0x3A, 0x84, 0xFF, 0x01, 0xE8, 0xFD]);
/// board.reset();
/// assert_eq!(board.run(1_000_000), Ok(Stop::WantsInput));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// The processor has halted.
    Halted,
    /// The clock limit was reached or passed.
    ClockLimit,
    /// The program has sent a line feed.
    Line,
    /// The program is waiting for a character, and none is available.
    WantsInput,
    /// The probe stopped the run.
    Probe,
}

/// Why a run cannot continue.
///
/// # Example
///
/// ```
/// use z8000::board::{Board, RunError};
///
/// let mut board = Board::new();
/// assert_eq!(board.run(1_000), Err(RunError::NoCode(0)));
/// // FCW and PC; a word that the manual reserves.
/// board.load_program(2, &[0x40, 0, 0, 6, 0x7E, 0]);
/// board.reset();
/// assert_eq!(board.run(1_000), Err(RunError::Undefined { word: 0x7E00, pc: 6 }));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum RunError {
    /// There is no code at this address, that of the first instruction.
    #[error("no code at {0:04x}, where the program starts: check the initial PC, which a reset reads from address 4")]
    NoCode(u16),
    /// The program has left the range of loaded addresses.
    #[error(
        "the program jumped outside its memory: no code is loaded at {pc:04x} (reached from {from:04x}); check the \
         jump, or whether the stack was overwritten"
    )]
    OutsideProgram {
        /// The address to which it jumped.
        pc: u16,
        /// Address of the last instruction executed.
        from: u16,
    },
    /// The word at PC is not an instruction.
    #[error("the word {word:04x} at {pc:04x} is not an instruction of the Z8002")]
    Undefined {
        /// The word.
        word: u16,
        /// Its address.
        pc: u16,
    },
}

impl From<RunError> for Fault {
    fn from(error: RunError) -> Self {
        Self(error.to_string())
    }
}

/// A board with a Z8002, program and data memory, a serial port and a timer. A clone is a snapshot that continues in
/// the same way.
///
/// # Example
///
/// ```
/// use z8000::board::{Board, Stop};
///
/// let mut board = Board::new();
/// // FCW and PC; LDK R1,#5; HALT, which take 5 and 8 clocks.
/// board.load_program(2, &[0x40, 0, 0, 6, 0xBD, 0x15, 0x7A, 0]);
/// board.reset();
/// assert_eq!(board.run(1_000)?, Stop::Halted);
/// assert_eq!((board.cpu().register(1), board.clocks()), (5, 13));
/// # Ok::<(), z8000::board::RunError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Board {
    pub(super) runner: Runner,
    pub(super) memory: Memory,
}

impl Board {
    /// A board with empty memory.
    #[must_use]
    pub fn new() -> Self {
        Self { runner: Runner::new(Cpu::new(Model::Z8002)), memory: Memory::new() }
    }

    /// Sets the engine, which runs the program while no probe is attached. With `None`, the interpreter runs the
    /// program. Both give the same results, clock for clock.
    pub fn set_engine(&mut self, engine: Option<Box<dyn Engine>>) {
        self.runner.set_engine(engine);
    }

    /// The engine; `None` for the interpreter.
    #[must_use]
    pub fn engine(&self) -> Option<&dyn Engine> {
        self.runner.engine()
    }

    /// Loads a program: blocks of bytes with their addresses, for program and data memory. The board must be reset
    /// afterwards.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::board::Board;
    ///
    /// let mut board = Board::new();
    /// board.load([(0x100, &[0x7A, 0][..])], [(0x1000, &[0x12, 0x34][..])]);
    /// assert_eq!(board.memory().program_word(0x100), 0x7A00);
    /// assert_eq!(board.memory().data_word(0x1000), 0x1234);
    /// ```
    pub fn load<'b>(
        &mut self,
        program: impl IntoIterator<Item = (u16, &'b [u8])>,
        data: impl IntoIterator<Item = (u16, &'b [u8])>,
    ) {
        for (origin, bytes) in program {
            self.load_program(origin, bytes);
        }
        for (origin, bytes) in data {
            self.load_data(origin, bytes);
        }
    }

    /// Loads bytes into program memory. Code may run between the lowest and the highest address ever loaded. Bytes
    /// beyond the end of memory are dropped.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::board::Board;
    ///
    /// let mut board = Board::new();
    /// board.load_program(2, &[0x40, 0, 0x01, 0]);
    /// board.load_program(0x100, &[0x7A, 0]);
    /// assert_eq!(board.loaded(), 2..0x102);
    /// ```
    pub fn load_program(&mut self, origin: u16, bytes: &[u8]) {
        let end = copy(self.memory.program_mut(), origin, bytes);
        let start = u32::from(origin);
        let Range { start: first, end: last } = self.memory.loaded;
        self.memory.loaded = if first == last {
            start..end
        } else {
            first.min(start)..last.max(end)
        };
    }

    /// Loads bytes into data memory. Bytes beyond its end are dropped.
    pub fn load_data(&mut self, origin: u16, bytes: &[u8]) {
        copy(self.memory.data_mut(), origin, bytes);
    }

    /// Resets the processor, which reads FCW and PC from program addresses 2 and 4.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::board::Board;
    ///
    /// let mut board = Board::new();
    /// board.load_program(2, &[0x40, 0, 0x12, 0x34]);
    /// board.reset();
    /// assert_eq!(board.cpu().pc(), 0x1234);
    /// ```
    pub fn reset(&mut self) {
        self.runner.cpu.reset(&mut self.memory);
    }

    /// The processor.
    #[must_use]
    pub const fn cpu(&self) -> &Cpu {
        &self.runner.cpu
    }

    /// Mutable access to the processor.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::board::Board;
    ///
    /// let mut board = Board::new();
    /// board.load_program(0x100, &[0xA9, 0x10, 0x7A, 0]); // INC R1,#1; HALT
    /// board.cpu_mut().set_pc(0x100);
    /// board.cpu_mut().set_register(1, 41);
    /// board.run(1_000)?;
    /// assert_eq!(board.cpu().register(1), 42);
    /// # Ok::<(), z8000::board::RunError>(())
    /// ```
    pub const fn cpu_mut(&mut self) -> &mut Cpu {
        &mut self.runner.cpu
    }

    /// The memories, the serial port and the timer.
    #[must_use]
    pub const fn memory(&self) -> &Memory {
        &self.memory
    }

    /// The serial port.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::board::Board;
    ///
    /// let mut board = Board::new();
    /// // LDB RL0,#'!'; OUTB #FF03,RL0; HALT.
    /// board.load_program(0, &[0xC8, b'!', 0x3A, 0x86, 0xFF, 0x03, 0x7A, 0]);
    /// board.run(1_000)?;
    /// assert_eq!(board.serial().take_output(), b"!");
    /// # Ok::<(), z8000::board::RunError>(())
    /// ```
    pub const fn serial(&mut self) -> &mut Serial {
        &mut self.memory.serial
    }

    /// Clocks since the board was created.
    #[must_use]
    pub const fn clocks(&self) -> u64 {
        self.runner.clocks
    }

    /// Instructions since the board was created; a repeating instruction counts once.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::board::Board;
    ///
    /// let mut board = Board::new();
    /// // LDK R3,#9; LDIR @R2,@R1,R3; HALT: the repetition is one instruction.
    /// board.load_program(0, &[0xBD, 0x39, 0xBB, 0x11, 0x03, 0x20, 0x7A, 0]);
    /// board.run(1_000)?;
    /// assert_eq!(board.instructions(), 3);
    /// assert_eq!(board.clocks(), 5 + (11 + 9 * 9) + 8);
    /// # Ok::<(), z8000::board::RunError>(())
    /// ```
    #[must_use]
    pub const fn instructions(&self) -> u64 {
        self.runner.instructions
    }

    /// The range of program addresses at which code may run, from the lowest ever loaded to the highest.
    #[must_use]
    pub fn loaded(&self) -> Range<u32> {
        self.memory.loaded.clone()
    }

    /// Runs until the processor halts, the program waits for input, or the board's clock count reaches a limit.
    ///
    /// # Errors
    ///
    /// The program leaves the range of loaded addresses or reaches a word that is not an instruction.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::board::{Board, Stop};
    ///
    /// let mut board = Board::new();
    /// // FCW and PC; JR to itself, which takes 6 clocks.
    /// board.load_program(2, &[0x40, 0, 0, 6, 0xE8, 0xFF]);
    /// board.reset();
    /// assert_eq!(board.run(60)?, Stop::ClockLimit);
    /// assert_eq!((board.instructions(), board.clocks()), (10, 60));
    /// # Ok::<(), z8000::board::RunError>(())
    /// ```
    pub fn run(&mut self, limit: u64) -> Result<Stop, RunError> {
        self.run_with(limit, false, &mut NoProbe)
    }

    /// Like [`run`](Self::run), but also stops directly after the program has sent a line feed. The limit may be
    /// exceeded by the clocks of up to 256 instructions.
    ///
    /// # Errors
    ///
    /// As for [`run`](Self::run).
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::board::{Board, Stop};
    ///
    /// let mut board = Board::new();
    /// // FCW and PC; LDB RL0,#'!'; OUTB #FF03,RL0; LDB RL0,#10; OUTB #FF03,RL0; HALT.
    /// board.load_program(2, &[0x40, 0, 0, 6, 0xC8, b'!', 0x3A, 0x86, 0xFF, 0x03]);
    /// board.load_program(12, &[0xC8, 10, 0x3A, 0x86, 0xFF, 0x03, 0x7A, 0]);
    /// board.reset();
    /// assert_eq!(board.run_to_line(1_000)?, Stop::Line);
    /// assert_eq!(board.serial().take_output(), b"!\n");
    /// # Ok::<(), z8000::board::RunError>(())
    /// ```
    pub fn run_to_line(&mut self, limit: u64) -> Result<Stop, RunError> {
        self.run_with(limit, true, &mut NoProbe)
    }

    /// Like [`run`](Self::run) or, if `lines` is set, [`run_to_line`](Self::run_to_line), with a probe that sees every
    /// instruction before it is executed.
    ///
    /// # Errors
    ///
    /// As for [`run`](Self::run).
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::board::{Board, Memory, Stop};
    /// use z8000::cpu::Cpu;
    /// use z8000::run::Probe;
    ///
    /// struct StopAt(u16);
    /// impl Probe<Memory> for StopAt {
    ///     fn instruction(&mut self, _: u64, _: &Cpu, _: &Memory) {}
    ///     fn stops(&mut self, _: u64, cpu: &Cpu, _: &Memory) -> bool { cpu.pc() == self.0 }
    /// }
    /// let mut board = Board::new();
    /// board.load_program(0, &[0xBD, 0x15, 0xA9, 0x10, 0x7A, 0]); // LDK R1,#5; INC R1,#1; HALT
    /// assert_eq!(board.run_with(1_000, false, &mut StopAt(4))?, Stop::Probe);
    /// assert_eq!(board.cpu().register(1), 6);
    /// # Ok::<(), z8000::board::RunError>(())
    /// ```
    pub fn run_with<P: Probe<Memory>>(&mut self, limit: u64, lines: bool, probe: &mut P) -> Result<Stop, RunError> {
        let goal = Goal {
            clocks: limit,
            exact: !lines,
            slices: Some(if lines { self.runner.instructions } else { 0 }),
            lines,
            ..Goal::default()
        };
        Ok(self.run_to(&goal, probe)?.unwrap_or(Stop::ClockLimit))
    }

    /// Returns true if the program is considered to be waiting for input; see [`PATIENCE`](super::PATIENCE).
    /// [`run`](Self::run) checks this after every [`SLICE`](crate::run::SLICE) instructions.
    #[must_use]
    pub const fn wants_input(&self) -> bool {
        self.memory.serial.waits()
    }

    /// Runs at most this many instructions. Returns `None` if all were executed; otherwise, [`Stop::Halted`] or, if the
    /// probe stopped the run before an instruction, [`Stop::Probe`].
    ///
    /// # Errors
    ///
    /// As for [`run`](Self::run).
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::board::{Board, Stop};
    /// use z8000::run::NoProbe;
    ///
    /// let mut board = Board::new();
    /// // FCW and PC; LDK R1,#5; HALT.
    /// board.load_program(2, &[0x40, 0, 0, 6, 0xBD, 0x15, 0x7A, 0]);
    /// board.reset();
    /// assert_eq!(board.advance(1, &mut NoProbe)?, None);
    /// assert_eq!(board.cpu().pc(), 8);
    /// assert_eq!(board.advance(5, &mut NoProbe)?, Some(Stop::Halted));
    /// # Ok::<(), z8000::board::RunError>(())
    /// ```
    pub fn advance<P: Probe<Memory>>(&mut self, instructions: u32, probe: &mut P) -> Result<Option<Stop>, RunError> {
        let goal = Goal {
            instructions: self.runner.instructions + u64::from(instructions),
            ..Goal::default()
        };
        self.run_to(&goal, probe)
    }

    /// Runs at most this many instructions, like [`advance`](Self::advance) without a probe, but stops if the program
    /// waits for input ([`Stop::WantsInput`]). That is checked whenever the number of instructions since the board was
    /// created is a multiple of [`SLICE`](crate::run::SLICE). It also stops once the board's clock count has reached
    /// a limit ([`Stop::ClockLimit`]), at the end of an instruction.
    ///
    /// # Errors
    ///
    /// As for [`run`](Self::run).
    pub fn advance_served(&mut self, instructions: u64, limit: u64) -> Result<Option<Stop>, RunError> {
        let goal = Goal {
            instructions: self.runner.instructions.saturating_add(instructions),
            clocks: limit,
            exact: true,
            slices: Some(0),
            ..Goal::default()
        };
        let stop = self.run_to(&goal, &mut NoProbe)?;
        if stop == Some(Stop::ClockLimit) && self.runner.cpu.is_repeating() {
            self.advance(1, &mut NoProbe)?;
        }
        Ok(stop)
    }

    fn run_to<P: Probe<Memory>>(&mut self, goal: &Goal, probe: &mut P) -> Result<Option<Stop>, RunError> {
        let Ok(ended) = self.runner.run_with(&mut self.memory, goal, probe, &mut ());
        let pc = self.runner.cpu.pc();
        Ok(Some(match ended {
            // No goal of a board ends at a trap.
            RunEnd::Instructions | RunEnd::Trapped(_) => return Ok(None),
            RunEnd::Clocks => Stop::ClockLimit,
            RunEnd::Halted => Stop::Halted,
            RunEnd::Line => Stop::Line,
            RunEnd::WantsInput => Stop::WantsInput,
            RunEnd::Probe => Stop::Probe,
            RunEnd::Outside { from } if from == pc => return Err(RunError::NoCode(pc)),
            RunEnd::Outside { from } => return Err(RunError::OutsideProgram { pc, from }),
            RunEnd::Undefined { word } => return Err(RunError::Undefined { word, pc }),
        }))
    }
}

impl Board {
    /// Saves the board, without its engine, as the bytes of a save file.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::board::Board;
    ///
    /// let mut board = Board::new();
    /// board.load_data(0x1000, b"kept");
    /// board.cpu_mut().set_register(1, 5);
    /// let restored = Board::restore(&board.save())?;
    /// assert_eq!(restored.memory().data_byte(0x1000), b'k');
    /// assert_eq!(restored.cpu(), board.cpu());
    /// # Ok::<(), z8000::save::SaveError>(())
    /// ```
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        seal(BOARD, VERSION, |archive| self.clone().archive(archive))
    }

    /// Returns the state without the counts of clocks and instructions: two boards with the same state continue in the
    /// same way. `None` while the timer runs, because its interrupt depends on the clocks.
    #[must_use]
    pub fn state(&self) -> Option<Vec<u8>> {
        let mut board = self.clone();
        (board.runner.clocks, board.runner.instructions) = (0, 0);
        (!self.memory.timer.runs()).then(|| board.save())
    }

    /// Restores a board from a save file. It has no engine; use [`set_engine`](Self::set_engine) to set one.
    ///
    /// # Errors
    ///
    /// The bytes are not the output of [`save`](Self::save).
    pub fn restore(file: &[u8]) -> Result<Self, SaveError> {
        let mut board = Self::new();
        open(file, BOARD, VERSION, |archive| board.archive(archive))?;
        Ok(board)
    }

    fn archive(&mut self, archive: &mut Archive<'_>) -> Result<(), SaveError> {
        let Self { runner, memory } = self;
        let mut state = runner.cpu.state();
        state.archive(archive)?;
        if state.model != Model::Z8002 {
            return Err(StateError::Segmented.into());
        }
        runner.cpu.set_state(&state)?;
        archive.count(&mut runner.clocks)?;
        archive.count(&mut runner.instructions)?;
        let loaded = &mut memory.loaded;
        archive.long(&mut loaded.start)?;
        archive.long(&mut loaded.end)?;
        // A run adds to the counts.
        let large = runner.clocks.max(runner.instructions) > u64::MAX / 2;
        let possible = !large && loaded.start <= loaded.end && loaded.end <= 0x1_0000;
        archive.sense(archive.at(), possible)?;
        archive.bytes(memory.program_mut())?;
        archive.bytes(memory.data_mut())?;
        memory.serial.archive(archive)?;
        memory.timer.archive(archive)
    }
}

impl Default for Board {
    fn default() -> Self {
        Self::new()
    }
}

/// Copies bytes to an address; returns the address after them.
fn copy(memory: &mut [u8; 0x1_0000], origin: u16, bytes: &[u8]) -> u32 {
    let start = usize::from(origin);
    let end = (start + bytes.len()).min(memory.len());
    memory[start..end].copy_from_slice(&bytes[..end - start]);
    end as u32
}
