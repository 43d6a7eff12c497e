//! Running a machine: whole runs, and single steps.

use super::address::Address;
use super::hosted::{Answering, System};
use super::look::Fault;
use super::system::Machine;
use super::watched::Watcher;
use super::world::World;
use crate::cpu::{Cpu, Event, Model, Step};
use crate::run::{Goal, Host as _, NoProbe, Outside, Probe, RunEnd};

use alloc::string::ToString;

use thiserror::Error;

/// Why a run stopped.
///
/// # Example
///
/// ```
/// use z8000::machine::{Machine, Stop};
///
/// let mut machine = Machine::board();
/// // FCW and PC; INB RL0,#FF01; JR to it: a program that only asks whether a character has come.
/// machine.load_program(2, &[0x40, 0, 0, 6, 0x3A, 0x84, 0xFF, 0x01, 0xE8, 0xFD]);
/// machine.reset();
/// assert_eq!(machine.run(1_000_000), Ok(Stop::WantsInput));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// The processor has halted, and no device can wake it.
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
/// use z8000::machine::{Machine, RunError};
///
/// let mut machine = Machine::board();
/// assert_eq!(machine.run(1_000), Err(RunError::NoCode(0.into())));
/// // FCW and PC; a word that the manual reserves.
/// machine.load_program(2, &[0x40, 0, 0, 6, 0x7E, 0]);
/// machine.reset();
/// let error = machine.run(1_000).unwrap_err();
/// assert_eq!(error.to_string(), "the word 7e00 at 0006 is not an instruction of the Z8002");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RunError {
    /// There is no code at this address, where the run starts.
    #[error("no code at {0}, where the program starts: check the initial PC, which a reset reads from address 4")]
    NoCode(Address),
    /// The program has left the range of loaded addresses.
    #[error(
        "the program jumped outside its memory: no code is loaded at {pc} (reached from {from}); check the jump, or \
         whether the stack was overwritten"
    )]
    OutsideProgram {
        /// The address to which the program jumped.
        pc: Address,
        /// Address of the last instruction executed.
        from: Address,
    },
    /// The word at PC is not an instruction.
    #[error("the word {word:04x} at {pc} is not an instruction of the {}", if *segmented { "Z8001" } else { "Z8002" })]
    Undefined {
        /// The word, which begins no instruction.
        word: u16,
        /// The address of the word.
        pc: Address,
        /// True for a Z8001, false for a Z8002.
        segmented: bool,
    },
    /// The operating system cannot serve the program.
    #[error(transparent)]
    System(#[from] Fault),
}

impl From<RunError> for Fault {
    fn from(error: RunError) -> Self {
        match error {
            RunError::System(fault) => fault,
            error => Self(error.to_string()),
        }
    }
}

/// The connections of a machine that has none: a run ends when the program waits for input or, if `takes` is set, when
/// it is ready for input.
struct Alone {
    takes: bool,
}

impl Outside<World> for Alone {
    type Error = RunError;

    fn exchange(&mut self, _: &mut World) -> Result<(), RunError> {
        Ok(())
    }

    fn wait(&mut self, world: &mut World) -> Result<bool, RunError> {
        let ends = world.devices.waits() || self.takes && !world.devices.takes_at().is_empty();
        if !ends {
            world.devices.listen_again();
        }
        Ok(!ends)
    }
}

/// Records how a step ended, and lets a watcher observe its accesses.
struct Once<'w> {
    watcher: Option<&'w mut dyn Watcher>,
    event: Event,
}

impl Probe<World> for Once<'_> {
    fn step(&mut self, cpu: &mut Cpu, world: &mut World) -> Step {
        let step = match &mut self.watcher {
            Some(watcher) => world.watched_step(cpu, &mut **watcher),
            None => world.step(cpu),
        };
        self.event = step.event;
        step
    }

    fn served(&mut self, cpu: &Cpu, world: &mut World) {
        if let Some(watcher) = &mut self.watcher {
            world.show_transfers(cpu, &mut **watcher);
        }
    }
}

impl Machine {
    /// Executes one instruction, whose accesses a watcher may observe. Returns [`Event::Halted`] only if nothing can
    /// wake the processor.
    /// the processor.
    ///
    /// # Errors
    ///
    /// As for [`run`](Self::run).
    pub fn step(&mut self, watcher: Option<&mut dyn Watcher>) -> Result<Event, RunError> {
        let mut once = Once { watcher, event: Event::Retired };
        let stop = self.advance(1, &mut once)?;
        Ok(match once.event {
            _ if stop == Some(Stop::Halted) => Event::Halted,
            Event::Halted => Event::Retired,
            event => event,
        })
    }

    /// Runs until the processor halts, the program waits for input, or the machine's clock count reaches a limit, after
    /// which neither an instruction nor an iteration of a repeating instruction begins.
    ///
    /// # Errors
    ///
    /// The program leaves the addresses at which code may run, or reaches a word that is not an instruction.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::machine::{Machine, Stop};
    ///
    /// let mut machine = Machine::board();
    /// // FCW and PC; JR to itself, which takes 6 clocks.
    /// machine.load_program(2, &[0x40, 0, 0, 6, 0xE8, 0xFF]);
    /// machine.reset();
    /// assert_eq!(machine.run(60)?, Stop::ClockLimit);
    /// assert_eq!((machine.instructions(), machine.clocks()), (10, 60));
    /// # Ok::<(), z8000::machine::RunError>(())
    /// ```
    pub fn run(&mut self, limit: u64) -> Result<Stop, RunError> {
        self.run_with(limit, false, &mut NoProbe)
    }

    /// Like [`run`](Self::run), with a probe that sees every instruction before it is executed. With `lines`, it also stops
    /// directly after the program has sent a line feed, and the limit may be exceeded by the clocks of up to 256
    /// instructions.
    ///
    /// # Errors
    ///
    /// As for [`run`](Self::run).
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::cpu::Cpu;
    /// use z8000::machine::{Machine, Stop, World};
    /// use z8000::run::Probe;
    ///
    /// struct StopAt(u16);
    /// impl Probe<World> for StopAt {
    ///     fn stops(&mut self, _: u64, cpu: &Cpu, _: &World) -> bool { cpu.pc() == self.0 }
    /// }
    /// let mut machine = Machine::board();
    /// machine.load_program(0, &[0xBD, 0x15, 0xA9, 0x10, 0x7A, 0]); // LDK R1,#5; INC R1,#1; HALT
    /// assert_eq!(machine.run_with(1_000, false, &mut StopAt(4))?, Stop::Probe);
    /// assert_eq!(machine.cpu().register(1), 6);
    /// # Ok::<(), z8000::machine::RunError>(())
    /// ```
    pub fn run_with<P: Probe<World> + ?Sized>(
        &mut self,
        limit: u64,
        lines: bool,
        probe: &mut P,
    ) -> Result<Stop, RunError> {
        let goal = Goal {
            clocks: limit,
            exact: !lines,
            slices: Some(if lines { self.runner.steps } else { 0 }),
            lines,
            ..Goal::default()
        };
        let stop = self.run_to(&goal, probe, &mut Alone { takes: false })?;
        Ok(stop.unwrap_or(Stop::ClockLimit))
    }

    /// Like [`run_with`](Self::run_with), with connections from which the program receives its input.
    ///
    /// # Errors
    ///
    /// As for [`run`](Self::run), or a connection fails.
    pub fn run_connected<P: Probe<World> + ?Sized, O: Outside<World, Error: From<RunError>>>(
        &mut self,
        limit: u64,
        probe: &mut P,
        outside: &mut O,
    ) -> Result<Stop, O::Error> {
        let goal = Goal { clocks: limit, exact: true, slices: Some(0), ..Goal::default() };
        let ended = self.run_to(&goal, probe, outside);
        // Output sent before an error must be passed on, too.
        outside.exchange(&mut self.world)?;
        Ok(ended?.unwrap_or(Stop::ClockLimit))
    }

    /// Runs at most this many steps; see [`steps`](Self::steps). Returns `None` if all were executed; otherwise,
    /// [`Stop::Halted`] or, if the probe stopped the run before an instruction, [`Stop::Probe`].
    ///
    /// # Errors
    ///
    /// As for [`run`](Self::run).
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::machine::{Machine, Stop};
    /// use z8000::run::NoProbe;
    ///
    /// let mut machine = Machine::board();
    /// // FCW and PC; LDK R1,#5; HALT.
    /// machine.load_program(2, &[0x40, 0, 0, 6, 0xBD, 0x15, 0x7A, 0]);
    /// machine.reset();
    /// assert_eq!(machine.advance(1, &mut NoProbe)?, None);
    /// assert_eq!(machine.cpu().pc(), 8);
    /// assert_eq!(machine.advance(5, &mut NoProbe)?, Some(Stop::Halted));
    /// # Ok::<(), z8000::machine::RunError>(())
    /// ```
    pub fn advance<P: Probe<World> + ?Sized>(
        &mut self,
        instructions: u32,
        probe: &mut P,
    ) -> Result<Option<Stop>, RunError> {
        let goal = Goal {
            instructions: self.runner.steps.saturating_add(instructions.into()),
            ..Goal::default()
        };
        self.run_to(&goal, probe, &mut Alone { takes: false })
    }

    /// Runs at most this many steps, like [`advance`](Self::advance) without a probe, but stops directly after the
    /// program has sent a line feed ([`Stop::Line`]).
    ///
    /// # Errors
    ///
    /// As for [`run`](Self::run).
    pub fn advance_line(&mut self, instructions: u32) -> Result<Option<Stop>, RunError> {
        let instructions = self.runner.steps.saturating_add(instructions.into());
        let goal = Goal { instructions, lines: true, ..Goal::default() };
        self.run_to(&goal, &mut NoProbe, &mut Alone { takes: false })
    }

    /// Runs at most this many steps, like [`advance`](Self::advance) without a probe, but stops if the program
    /// was created is a multiple of [`SLICE`](crate::run::SLICE). It also stops once the machine's clock count has
    /// reached a limit ([`Stop::ClockLimit`]), at the end of an instruction.
    ///
    /// # Errors
    ///
    /// As for [`run`](Self::run).
    pub fn advance_served(&mut self, instructions: u64, limit: u64) -> Result<Option<Stop>, RunError> {
        let goal = Goal {
            instructions: self.runner.steps.saturating_add(instructions),
            clocks: limit,
            exact: true,
            slices: Some(0),
            ..Goal::default()
        };
        let stop = self.run_to(&goal, &mut NoProbe, &mut Alone { takes: true })?;
        if stop == Some(Stop::ClockLimit) && self.runner.cpu.is_repeating() {
            self.advance(1, &mut NoProbe)?;
        }
        Ok(stop)
    }

    /// Runs at most this many steps, up to a clock limit, under an operating system that the caller owns.
    ///
    /// # Errors
    ///
    /// As for [`run`](Self::run).
    pub fn advance_hosted<P: Probe<World> + ?Sized>(
        &mut self,
        instructions: u64,
        limit: u64,
        probe: &mut P,
        system: &mut dyn System,
    ) -> Result<Option<Stop>, RunError> {
        let goal = Goal {
            instructions: self.runner.steps.saturating_add(instructions),
            clocks: limit,
            exact: true,
            ..Goal::default()
        };
        let ended = self.run_under(&goal, probe, &mut Alone { takes: false }, system)?;
        self.stopped(ended)
    }

    fn run_to<P: Probe<World> + ?Sized, O: Outside<World, Error: From<RunError>>>(
        &mut self,
        goal: &Goal,
        probe: &mut P,
        outside: &mut O,
    ) -> Result<Option<Stop>, O::Error> {
        let ended = match self.system.take() {
            None => self.runner.run_with(&mut self.world, goal, probe, outside)?,
            Some(mut system) => {
                let ended = self.run_under(goal, probe, outside, &mut *system);
                self.system = Some(system);
                ended?
            }
        };
        Ok(self.stopped(ended)?)
    }

    /// Converts the end of a run to the result for its caller.
    fn stopped(&self, ended: RunEnd) -> Result<Option<Stop>, RunError> {
        let pc = Address::of_pc(&self.runner.cpu);
        let segmented = self.runner.cpu.model() == Model::Z8001;
        Err(match ended {
            // A trap enters the handler, which is not a reason to stop.
            RunEnd::Instructions | RunEnd::Trapped(_) => return Ok(None),
            RunEnd::Clocks => return Ok(Some(Stop::ClockLimit)),
            RunEnd::Halted => return Ok(Some(Stop::Halted)),
            RunEnd::Line => return Ok(Some(Stop::Line)),
            RunEnd::WantsInput => return Ok(Some(Stop::WantsInput)),
            RunEnd::Probe => return Ok(Some(Stop::Probe)),
            RunEnd::Outside { from } if from == pc.location() => RunError::NoCode(pc),
            RunEnd::Outside { from } => {
                let from = match segmented {
                    true => Address::segmented(from.segment(), from.offset()),
                    false => Address::flat(from.offset()),
                };
                RunError::OutsideProgram { pc, from }
            }
            RunEnd::Undefined { word } => RunError::Undefined { word, pc, segmented },
        })
    }

    /// Runs under an operating system that handles the traps.
    fn run_under<P: Probe<World> + ?Sized, O: Outside<World, Error: From<RunError>>>(
        &mut self,
        goal: &Goal,
        probe: &mut P,
        outside: &mut O,
        system: &mut dyn System,
    ) -> Result<RunEnd, O::Error> {
        let Self { runner, world, .. } = self;
        let last = goal.instructions;
        loop {
            let mut goal = Goal { traps: true, ..goal.clone() };
            let ended = if probe.watches() || system.is_called() {
                if !probe.watches() {
                    goal.instructions = goal.instructions.min(runner.steps + 1);
                }
                let mut answering = Answering { probe, system, fault: None, ended: false };
                let ended = runner.run_with(world, &goal, &mut answering, outside)?;
                runner.steps -= u64::from(answering.ended);
                if let Some(fault) = answering.fault {
                    return Err(RunError::System(fault).into());
                }
                ended
            } else {
                runner.run_with(world, &goal, probe, outside)?
            };
            match ended {
                RunEnd::Trapped(trap) => {
                    let trapped = system.trapped(trap, &mut runner.cpu, world);
                    if !trapped.map_err(RunError::System)? {
                        return Ok(RunEnd::Halted);
                    }
                    if runner.clocks >= goal.clocks {
                        return Ok(RunEnd::Clocks);
                    }
                }
                // This run was limited to the step that answers a call; continue to the actual limit.
                RunEnd::Instructions if runner.steps < last => {}
                ended => return Ok(ended),
            }
        }
    }
}
