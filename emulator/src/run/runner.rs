//! The loop, and the connections of a machine while it runs.

use alloc::boxed::Box;
use core::convert::Infallible;

use super::engine::Engine;
use super::goal::{Goal, RunEnd, SLICE};
use super::host::Host;
use super::running::{EngineStop, NoProbe, Probe, Running, look};
use crate::cpu::Cpu;
use crate::isa::SHORTEST_CLOCKS;

/// The maximum number of clocks that an engine runs without a pause, so that output appears during long computations:
/// four seconds of a chip at 4 MHz, but milliseconds of the host.
const AT_ONCE: u64 = 16_000_000;

/// The connections of a machine to streams, files or other machines.
///
/// The loop passes characters on only between slices, so that they arrive at the same instruction with every engine.
pub trait Outside<H: ?Sized> {
    /// The error that a failed connection returns.
    type Error;

    /// Takes the characters that the program has sent, and passes on those that have arrived for it since the last
    /// call.
    ///
    /// # Errors
    ///
    /// A connection fails, which ends the run.
    fn exchange(&mut self, host: &mut H) -> Result<(), Self::Error>;

    /// Obtains a character for a program that is waiting for one. Returns true if one is now available; otherwise, the
    /// run ends.
    ///
    /// # Errors
    ///
    /// A connection fails, which ends the run.
    fn wait(&mut self, host: &mut H) -> Result<bool, Self::Error>;
}

/// A machine without connections.
impl<H: ?Sized> Outside<H> for () {
    type Error = Infallible;

    fn exchange(&mut self, _: &mut H) -> Result<(), Infallible> {
        Ok(())
    }

    fn wait(&mut self, _: &mut H) -> Result<bool, Infallible> {
        Ok(false)
    }
}

/// A processor that runs on a host. A copy continues in the same way on a copy of the host.
///
/// # Example
///
/// ```
/// use z8000::machine::Machine;
/// use z8000::cpu::{Cpu, Model};
/// use z8000::run::{Goal, RunEnd, Runner};
///
/// let mut board = Machine::board();
/// board.load_program(0, &[0xBD, 0x15, 0x7A, 0]); // LDK R1,#5; HALT
/// let mut runner = Runner::new(Cpu::new(Model::Z8002));
/// assert_eq!(runner.run(&mut board.world().clone(), &Goal::default()), RunEnd::Halted);
/// assert_eq!((runner.instructions(), runner.clocks), (2, 13));
/// ```
#[derive(Debug, Clone)]
pub struct Runner {
    /// The processor, which may be changed between runs.
    pub cpu: Cpu,
    /// Clocks since the machine was created.
    pub clocks: u64,
    /// Steps since the machine was created: instructions, exceptions and waits after a HALT. Every clock is counted in
    /// some step. A repeating instruction is one step, and so is an exception together with the repeating instruction
    /// it interrupts.
    pub steps: u64,
    /// The number of steps that only took an exception.
    pub exceptions: u64,
    /// The number of steps that only waited after a HALT.
    pub waits: u64,
    engine: Option<Box<dyn Engine>>,
    /// The step count up to which the interpreter runs because the engine has suspended itself.
    aside: u64,
}

impl Runner {
    /// Creates a runner without an engine, for a processor at its first instruction.
    pub const fn new(cpu: Cpu) -> Self {
        Self {
            cpu,
            clocks: 0,
            steps: 0,
            exceptions: 0,
            waits: 0,
            engine: None,
            aside: 0,
        }
    }

    /// Returns the instructions since the machine was created. A repeating instruction counts once, and again if it
    /// restarts after an interrupt.
    pub const fn instructions(&self) -> u64 {
        self.steps.saturating_sub(self.exceptions).saturating_sub(self.waits)
    }

    /// Sets the engine, which runs the program whenever it can and no probe is attached. With `None`, the interpreter
    /// runs everything.
    pub fn set_engine(&mut self, engine: Option<Box<dyn Engine>>) {
        self.engine = engine;
        self.aside = 0;
    }

    /// Returns the engine; `None` for the interpreter.
    pub fn engine(&self) -> Option<&dyn Engine> {
        self.engine.as_deref()
    }

    /// Runs to a goal, without a probe or connections.
    pub fn run<H: Host>(&mut self, host: &mut H, goal: &Goal) -> RunEnd {
        let Ok(ended) = self.run_with(host, goal, &mut NoProbe, &mut ());
        ended
    }

    /// Runs to a goal, with a probe and with connections.
    ///
    /// # Errors
    ///
    /// A connection fails.
    pub fn run_with<H: Host, P: Probe<H> + ?Sized, O: Outside<H>>(
        &mut self,
        host: &mut H,
        goal: &Goal,
        probe: &mut P,
        outside: &mut O,
    ) -> Result<RunEnd, O::Error> {
        // No machine reaches such counts; the limit leaves room for later clocks.
        for count in [&mut self.clocks, &mut self.steps, &mut self.exceptions, &mut self.waits] {
            *count = (*count).min(u64::MAX / 2);
        }
        if goal.slices.is_some() && self.clocks >= goal.clocks {
            return Ok(RunEnd::Clocks);
        }
        if self.cpu.halted() && !host.awaited().accepted(self.cpu.fcw()) && !self.cpu.is_interrupted() {
            return Ok(RunEnd::Halted);
        }
        let from = self.cpu.location();
        if !host.code_range(from).contains(&from.offset().into()) {
            return Ok(RunEnd::Outside { from });
        }
        while self.steps < goal.instructions {
            // Deliver what has arrived from outside before the next instruction, for all engines.
            look(host, self.clocks, &mut self.cpu);
            let before = self.steps;
            let asked = !probe.watches() && before >= self.aside;
            let ran = if asked { self.run_engine(host, goal) } else { None };
            match ran {
                Some(EngineStop::Ended(ended)) => return Ok(ended),
                Some(EngineStop::Aside(pause)) => self.aside = self.steps.saturating_add(pause),
                _ => {}
            }
            if goal.passes_slice(before, self.steps) {
                // An engine without input and output continues from slice to slice: take what the program has sent, and
                // deliver what has arrived meanwhile.
                outside.exchange(host)?;
            }
            let left = goal.left_in_slice(self.steps);
            let between = goal.slices.is_some() && left == u64::from(SLICE) && self.steps != before;
            let interprets = ran != Some(EngineStop::Slice) && !between;
            let most = left.min(goal.instructions - self.steps).min(self.alone(ran));
            if interprets
                && most > 0
                && let Some(ended) = self.interpret(host, most, goal, probe)
            {
                return Ok(ended);
            }
            if goal.slices.is_some() && goal.left_in_slice(self.steps) == u64::from(SLICE) {
                outside.exchange(host)?;
                if host.waits_for_input() && !outside.wait(host)? {
                    return Ok(RunEnd::WantsInput);
                }
                if self.clocks >= goal.clocks {
                    return Ok(RunEnd::Clocks);
                }
            }
        }
        Ok(RunEnd::Instructions)
    }

    /// Returns the maximum number of instructions that the interpreter executes before the engine is called again.
    fn alone(&self, ran: Option<EngineStop>) -> u64 {
        match self.aside.saturating_sub(self.steps) {
            0 if ran.is_some() => SLICE.into(),
            0 => u64::MAX,
            pause => pause,
        }
    }

    /// Runs the engine as far as it can. Returns where it stopped; `None` if this host has no engine.
    fn run_engine<H: Host>(&mut self, host: &mut H, goal: &Goal) -> Option<EngineStop> {
        let engine = self.engine.as_mut()?;
        let waits = host.waits_for_input();
        let memory = host.banked()?;
        if waits {
            return Some(EngineStop::Anywhere);
        }
        // The minimum clock count at which this many instructions can end.
        let last = (goal.instructions - self.steps)
            .saturating_mul(SHORTEST_CLOCKS.into())
            .saturating_add(self.clocks);
        let soon = self.clocks.saturating_add(AT_ONCE);
        let counts = [&mut self.clocks, &mut self.steps, &mut self.exceptions, &mut self.waits];
        let mut running = Running::new((&mut self.cpu, counts), memory, goal, goal.clocks.min(last).min(soon));
        Some(engine.run(&mut running))
    }

    /// Executes this many instructions in the interpreter.
    fn interpret<H: Host, P: Probe<H> + ?Sized>(
        &mut self,
        host: &mut H,
        most: u64,
        goal: &Goal,
        probe: &mut P,
    ) -> Option<RunEnd> {
        let counts = [&mut self.clocks, &mut self.steps, &mut self.exceptions, &mut self.waits];
        let mut running = Running::new((&mut self.cpu, counts), host, goal, u64::MAX);
        if probe.watches() {
            running.run_with(most, probe)
        } else {
            running.run(most)
        }
    }
}
