//! A board with a Z8002, 64 KB of program memory, 64 KB of data memory, a serial port and a timer.
//!
//! The status lines distinguish instruction fetches from other accesses, so that program and data each have a memory;
//! the stack is in the data memory.

use alloc::boxed::Box;
use core::ops::Range;

use thiserror::Error;

use super::engine::{Engine, Ran, Running, follows};
use super::memory::{FUNCTIONS, Loaded, Memory};
use super::probe::{NoProbe, Probe};
use super::serial::Serial;
use super::timer::{Signal, Timer};
use crate::bus::Location;
use crate::cpu::{Cpu, End, Event, Interrupt, Model, Until};
use crate::isa::SHORTEST_CLOCKS;

/// Why a run stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// The processor has halted.
    Halted,
    /// The limit of clocks is reached or passed.
    ClockLimit,
    /// The program has sent a line feed.
    Line,
    /// The program waits for a character, and the input is empty.
    WantsInput,
    /// The probe has stopped it.
    Probe,
}

/// Why a run cannot go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum RunError {
    /// The program has left its memory.
    #[error(
        "the program jumped out of its memory: no code is loaded at {pc:04x} (it came from {from:04x}); check the jump, or whether the stack was overwritten"
    )]
    OutsideProgram {
        /// Where it went.
        pc: u16,
        /// Address of the last instruction before.
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

/// After this many status reads without a character, a program is taken to wait for input.
pub const PATIENCE: u32 = 64;

/// Instructions between two checks of clock limit and serial port.
pub const SLICE: u32 = 256;

/// The machine. A clone is a snapshot: it continues in the same way.
#[derive(Debug, Clone)]
pub struct Board {
    cpu: Cpu,
    memory: Memory,
    loaded: Range<u32>,
    clocks: u64,
    instructions: u64,
    engine: Option<Box<dyn Engine>>,
}

impl Board {
    /// A board with empty memory.
    #[must_use]
    pub fn new() -> Self {
        Self {
            cpu: Cpu::new(Model::Z8002),
            memory: Memory::new(),
            loaded: 0..0,
            clocks: 0,
            instructions: 0,
            engine: None,
        }
    }

    /// A board in the middle of a run.
    pub(super) fn with(cpu: Cpu, memory: Memory, loaded: Range<u32>, clocks: u64, instructions: u64) -> Self {
        Self {
            cpu,
            memory,
            loaded,
            clocks,
            instructions,
            engine: None,
        }
    }

    /// Runs with an engine from now on, wherever no probe watches; without one, instruction by instruction. What comes
    /// out is the same, to the clock.
    pub fn set_engine(&mut self, engine: Option<Box<dyn Engine>>) {
        self.engine = engine;
    }

    /// The engine; none for the interpreter.
    #[must_use]
    pub fn engine(&self) -> Option<&dyn Engine> {
        self.engine.as_deref()
    }

    /// Loads a program: pieces of bytes with their addresses, for the program memory and for the data memory. The board
    /// still has to be reset.
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

    /// Loads bytes into the program memory. Code may run between the first and the last address that was ever loaded.
    /// Bytes beyond the end of the memory are dropped.
    pub fn load_program(&mut self, origin: u16, bytes: &[u8]) {
        let end = copy(self.memory.program_mut(), origin, bytes);
        let start = u32::from(origin);
        self.loaded = if self.loaded.is_empty() {
            start..end
        } else {
            self.loaded.start.min(start)..self.loaded.end.max(end)
        };
    }

    /// Loads bytes into the data memory. Bytes beyond its end are dropped.
    pub fn load_data(&mut self, origin: u16, bytes: &[u8]) {
        copy(self.memory.data_mut(), origin, bytes);
    }

    /// Resets the processor, which reads FCW and PC from program addresses 2 and 4.
    pub fn reset(&mut self) {
        self.cpu.reset(&mut self.memory);
    }

    /// The processor.
    #[must_use]
    pub const fn cpu(&self) -> &Cpu {
        &self.cpu
    }

    /// The processor, to change it.
    pub const fn cpu_mut(&mut self) -> &mut Cpu {
        &mut self.cpu
    }

    /// The memories and the serial port.
    #[must_use]
    pub const fn memory(&self) -> &Memory {
        &self.memory
    }

    /// The serial port.
    pub const fn serial(&mut self) -> &mut Serial {
        &mut self.memory.serial
    }

    /// Clocks since the board was made.
    #[must_use]
    pub const fn clocks(&self) -> u64 {
        self.clocks
    }

    /// Instructions since the board was made; a repeating instruction counts once.
    #[must_use]
    pub const fn instructions(&self) -> u64 {
        self.instructions
    }

    /// The addresses between which code may run: from the first that was ever loaded to the last.
    #[must_use]
    pub fn loaded(&self) -> Range<u32> {
        self.loaded.clone()
    }

    /// Runs until the processor halts, the program waits for input, or the board's clock count reaches a limit.
    ///
    /// # Errors
    ///
    /// If the program leaves its memory or reaches a word that is not an instruction.
    pub fn run(&mut self, limit: u64) -> Result<Stop, RunError> {
        self.run_with(limit, false, &mut NoProbe)
    }

    /// As [`run`](Self::run), and stops right after the program has sent a line feed.
    ///
    /// # Errors
    ///
    /// As [`run`](Self::run).
    pub fn run_to_line(&mut self, limit: u64) -> Result<Stop, RunError> {
        self.run_with(limit, true, &mut NoProbe)
    }

    /// As [`run`](Self::run), or [`run_to_line`](Self::run_to_line) if `lines`, with a probe that sees every
    /// instruction before it is executed.
    ///
    /// The clocks may exceed the limit by those of 256 instructions. At a halt or a line feed the run stops at once.
    ///
    /// # Errors
    ///
    /// As [`run`](Self::run).
    pub fn run_with<P: Probe>(&mut self, limit: u64, lines: bool, probe: &mut P) -> Result<Stop, RunError> {
        if !P::WATCHES && self.engine.is_some() && self.clocks < limit {
            let stop = self.run_by_engine(&Goal {
                instructions: u64::MAX,
                clocks: limit,
                slices: Some(self.instructions),
                lines,
            })?;
            return Ok(stop.unwrap_or(Stop::ClockLimit));
        }
        while self.clocks < limit {
            if let Some(stop) = self.run_slice(SLICE, lines, probe)? {
                return Ok(stop);
            }
            if self.wants_input() {
                return Ok(Stop::WantsInput);
            }
        }
        Ok(Stop::ClockLimit)
    }

    /// Whether the program has asked for a character so often without getting one that it must be waiting.
    /// [`run`](Self::run) checks this after every [`SLICE`] instructions.
    #[must_use]
    pub const fn wants_input(&self) -> bool {
        self.memory.serial.idle() > PATIENCE
    }

    /// Runs at most this many instructions. Returns `None` if all were executed, and otherwise why not:
    /// [`Stop::Halted`], or [`Stop::Probe`] before the instruction at which the probe stops.
    ///
    /// # Errors
    ///
    /// As [`run`](Self::run).
    pub fn advance<P: Probe>(&mut self, instructions: u32, probe: &mut P) -> Result<Option<Stop>, RunError> {
        if P::WATCHES || self.engine.is_none() {
            return self.run_slice(instructions, false, probe);
        }
        self.run_by_engine(&Goal {
            instructions: self.instructions + u64::from(instructions),
            clocks: u64::MAX,
            slices: None,
            lines: false,
        })
    }

    /// Runs at most this many instructions, as [`advance`](Self::advance) without a probe, but stops where the program
    /// waits for input ([`Stop::WantsInput`]). That is looked at whenever the number of instructions since the board was
    /// made is a multiple of [`SLICE`].
    ///
    /// # Errors
    ///
    /// As [`run`](Self::run).
    pub fn advance_served(&mut self, instructions: u64) -> Result<Option<Stop>, RunError> {
        self.run_by_engine(&Goal {
            instructions: self.instructions.saturating_add(instructions),
            clocks: u64::MAX,
            slices: Some(0),
            lines: false,
        })
    }

    /// Runs by the engine as far as it goes. What the interpreter looks at from slice to slice is looked at there here
    /// too.
    fn run_by_engine(&mut self, goal: &Goal) -> Result<Option<Stop>, RunError> {
        while self.instructions < goal.instructions {
            let before = self.instructions;
            let left = goal.instructions - before;
            let ran = if goal.slices.is_some() && self.wants_input() {
                Ran::Anywhere
            } else {
                let clocks = left.saturating_mul(SHORTEST_CLOCKS.into()).saturating_add(self.clocks);
                self.run_engine(clocks.min(goal.clocks).min(self.memory.timer.due()))?
            };
            let left = goal.instructions - self.instructions;
            let in_slice = goal.left_in_slice(self.instructions);
            if left > 0 && (self.instructions == before || in_slice != SLICE) {
                let most = left.min(in_slice.into()) as u32;
                if let Some(stop) = self.interpret(most, goal.lines, ran)? {
                    return Ok(Some(stop));
                }
            }
            if goal.slices.is_some() && goal.left_in_slice(self.instructions) == SLICE {
                if self.wants_input() {
                    return Ok(Some(Stop::WantsInput));
                }
                if self.clocks >= goal.clocks {
                    return Ok(Some(Stop::ClockLimit));
                }
            }
        }
        Ok(None)
    }

    /// Runs the engine, if there is one and nothing needs the interpreter's attention.
    fn run_engine(&mut self, limit: u64) -> Result<Ran, RunError> {
        let Some(engine) = &mut self.engine else {
            return Ok(Ran::Anywhere);
        };
        if self.cpu.needs_attention() {
            return Ok(Ran::Anywhere);
        }
        let mut memory = Loaded {
            memory: &mut self.memory,
            loaded: self.loaded.clone(),
        };
        let mut running = Running {
            cpu: &mut self.cpu,
            memory: &mut memory,
            clocks: &mut self.clocks,
            instructions: &mut self.instructions,
        };
        match engine.run(&mut running, limit) {
            Ran::Outside { from } => Err(RunError::OutsideProgram {
                pc: self.cpu.pc(),
                from,
            }),
            ran => Ok(ran),
        }
    }

    /// Runs by the interpreter where the engine has stopped: one instruction, or all to the next that does not simply
    /// follow the one before it, and at most `most`.
    fn interpret(&mut self, most: u32, lines: bool, ran: Ran) -> Result<Option<Stop>, RunError> {
        if self.engine.is_none() {
            return self.run_slice(most, lines, &mut NoProbe);
        }
        let most = if ran == Ran::Before { 1 } else { most };
        match self.run_slice(most, lines, &mut UntilJump { before: None }) {
            Ok(Some(Stop::Probe)) => Ok(None),
            other => other,
        }
    }

    /// Runs a few instructions, without checking the clock limit in between.
    fn run_slice<P: Probe>(&mut self, most: u32, lines: bool, probe: &mut P) -> Result<Option<Stop>, RunError> {
        if P::WATCHES {
            self.run_watched(most, lines, probe)
        } else {
            self.run_unwatched(most, lines)
        }
    }

    /// The same without a probe: as far as nothing but the program can change anything.
    fn run_unwatched(&mut self, most: u32, lines: bool) -> Result<Option<Stop>, RunError> {
        let mut sent = self.memory.serial.output().len();
        let mut left = u64::from(most);
        while left > 0 {
            let until = Until {
                clocks: self.memory.timer.due().saturating_sub(self.clocks),
                instructions: left,
                code: self.loaded.clone(),
                // The timer will go on with a processor that has halted.
                waits: self.memory.timer.runs(),
                traps: false,
            };
            let run = self.cpu.run_with(&mut self.memory, &until, &FUNCTIONS);
            left -= run.instructions;
            self.clocks += run.clocks;
            self.instructions += run.instructions;
            if self.clocks >= self.memory.timer.due() {
                look_at_timer(&mut self.memory.timer, self.clocks, &mut self.cpu);
            }
            let pc = self.cpu.pc();
            match run.end {
                End::Clocks | End::Instructions | End::Bus | End::Trapped(_) => {}
                End::Halted => return Ok(Some(Stop::Halted)),
                End::Outside { from } => return Err(RunError::OutsideProgram { pc, from }),
                End::Undefined { word } => return Err(RunError::Undefined { word, pc }),
            }
            let output = self.memory.serial.output();
            if lines && output.len() > sent {
                sent = output.len();
                if output.ends_with(b"\n") {
                    return Ok(Some(Stop::Line));
                }
            }
        }
        Ok(None)
    }

    /// The same with a probe that sees every instruction.
    fn run_watched<P: Probe>(&mut self, most: u32, lines: bool, probe: &mut P) -> Result<Option<Stop>, RunError> {
        let mut sent = self.memory.serial.output().len();
        let (mut clocks, mut done) = (self.clocks, 0);
        let mut ended = Ok(None);
        while done < most {
            let from = self.cpu.pc();
            if probe.stops(clocks, &self.cpu, &self.memory) {
                ended = Ok(Some(Stop::Probe));
                break;
            }
            probe.instruction(clocks, &self.cpu, &self.memory);
            let step = probe.step(&mut self.cpu, &mut self.memory);
            clocks += u64::from(step.clocks);
            done += 1;
            if clocks >= self.memory.timer.due() {
                look_at_timer(&mut self.memory.timer, clocks, &mut self.cpu);
            }
            if matches!(step.event, Event::Halted | Event::Undefined { .. }) {
                ended = match step.event {
                    Event::Undefined { word } => Err(RunError::Undefined { word, pc: from }),
                    // The timer will go on with it.
                    _ if self.memory.timer.runs() => continue,
                    _ => Ok(Some(Stop::Halted)),
                };
                break;
            }
            let pc = self.cpu.pc();
            if !self.loaded.contains(&pc.into()) {
                ended = Err(RunError::OutsideProgram { pc, from });
                break;
            }
            let output = self.memory.serial.output();
            if lines && output.len() > sent {
                sent = output.len();
                if output.ends_with(b"\n") {
                    ended = Ok(Some(Stop::Line));
                    break;
                }
            }
        }
        self.clocks = clocks;
        self.instructions += u64::from(done);
        ended
    }
}

/// Hands a signal of the timer to the processor.
#[cold]
fn look_at_timer(timer: &mut Timer, clocks: u64, cpu: &mut Cpu) {
    match timer.look(clocks) {
        Signal::Request => cpu.request(Interrupt::NonVectored, 0),
        Signal::Withdraw => cpu.withdraw(Interrupt::NonVectored),
        Signal::None => {}
    }
    // While requests can come, a repeating instruction stops for them as the chip does, after any iteration.
    cpu.set_iterations(if timer.runs() { 1 } else { u32::MAX });
}

/// How far an engine is to run.
struct Goal {
    /// Up to so many instructions since the board was made.
    instructions: u64,
    /// Until the clocks since then have reached a limit at the end of a slice.
    clocks: u64,
    /// Slices begin here; none if nothing is looked at at their ends.
    slices: Option<u64>,
    /// Up to a line feed that the program sends.
    lines: bool,
}

impl Goal {
    /// Instructions to the end of the slice, 1 to [`SLICE`].
    fn left_in_slice(&self, instructions: u64) -> u32 {
        SLICE - ((instructions - self.slices.unwrap_or_default()) % u64::from(SLICE)) as u32
    }
}

/// A probe that stops at an instruction that does not lie closely behind the one before it.
struct UntilJump {
    /// Where the instruction before was.
    before: Option<Location>,
}

impl Probe for UntilJump {
    #[inline(always)]
    fn instruction(&mut self, _: u64, _: &Cpu, _: &Memory) {}

    #[inline(always)]
    fn stops(&mut self, _: u64, cpu: &Cpu, _: &Memory) -> bool {
        let now = cpu.location();
        self.before.replace(now).is_some_and(|before| !follows(before, now))
    }
}

impl Default for Board {
    fn default() -> Self {
        Self::new()
    }
}

/// Copies bytes to an address; returns the address behind them.
fn copy(memory: &mut [u8; 0x1_0000], origin: u16, bytes: &[u8]) -> u32 {
    let start = usize::from(origin);
    let end = (start + bytes.len()).min(memory.len());
    memory[start..end].copy_from_slice(&bytes[..end - start]);
    end as u32
}

#[cfg(test)]
mod tests;
