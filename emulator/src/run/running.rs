//! A machine during a run, its next instruction, and its probe.

use core::ops::Range;

use super::goal::{Goal, RunEnd};
use super::host::{Banked, Host};
use crate::bus::Location;
use crate::cpu::{Cpu, End, Event, Places, Run, Step, Until};

/// Observes a run of a machine. The default, [`NoProbe`], costs nothing; as `dyn Probe<H>`, probes share a run loop.
///
/// # Example
///
/// ```
/// use z8000::machine::{Machine, World};
/// use z8000::cpu::Cpu;
/// use z8000::run::Probe;
///
/// struct Starts(Vec<u64>);
/// impl Probe<World> for Starts {
///     fn instruction(&mut self, clocks: u64, _: &Cpu, _: &World) { self.0.push(clocks); }
/// }
/// let mut board = Machine::board();
/// board.load_program(0, &[0xBD, 0x15, 0xA9, 0x10, 0x7A, 0]); // LDK R1,#5; INC R1,#1; HALT
/// let mut starts = Starts(Vec::new());
/// board.run_with(1_000, false, &mut starts)?;
/// assert_eq!(starts.0, [0, 5, 9]);
/// # Ok::<(), z8000::machine::RunError>(())
/// ```
pub trait Probe<H: Host> {
    /// True, the default, if the probe must see every instruction; otherwise, an [`Engine`](super::Engine) may run the
    /// machine.
    #[inline(always)]
    fn watches(&self) -> bool {
        true
    }

    /// Observes the next instruction before it is executed. Not called for exceptions and waits after a HALT, which
    /// only [`step`](Self::step) observes. The clocks are counted from the creation of the machine. Default: does
    /// nothing.
    #[inline(always)]
    fn instruction(&mut self, clocks: u64, cpu: &Cpu, host: &H) {
        let _ = (clocks, cpu, host);
    }

    /// Returns true to stop the run before the next instruction, exception or wait; see
    /// [`Cpu::begins_instruction`]. Called before [`instruction`](Self::instruction); default: never.
    #[inline(always)]
    fn stops(&mut self, clocks: u64, cpu: &Cpu, host: &H) -> bool {
        let _ = (clocks, cpu, host);
        false
    }

    /// Executes the instruction, takes the exception, or waits. A probe that observes memory accesses puts its own bus
    /// in front of the memory; it must not change the results of accesses.
    #[inline(always)]
    fn step(&mut self, cpu: &mut Cpu, host: &mut H) -> Step {
        host.step(cpu)
    }

    /// Called after each step, when the devices that were due have been updated. Default: does nothing.
    #[inline(always)]
    fn served(&mut self, cpu: &Cpu, host: &mut H) {
        let _ = (cpu, host);
    }
}

/// A probe that observes nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoProbe;

impl<H: Host> Probe<H> for NoProbe {
    #[inline(always)]
    fn watches(&self) -> bool {
        false
    }
}

/// Where an engine stopped, which determines what the loop does next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EngineStop {
    /// At or after the end of a slice: the loop checks the connections and calls the engine again.
    Slice,
    /// Near a limit, or while the program waits: the interpreter continues to the end of the slice.
    Anywhere,
    /// Where the interpreter is faster than the engine: the interpreter executes this many instructions.
    Aside(u64),
    /// The run has ended, for this reason.
    Ended(RunEnd),
}

/// A machine during a run to a goal. An engine can run it if its memory is [`Banked`].
#[derive(Debug)]
pub struct Running<'a, H: ?Sized = dyn Banked + 'a> {
    /// The processor, which the engine changes directly.
    pub cpu: &'a mut Cpu,
    /// The machine without its processor.
    pub host: &'a mut H,
    /// Clocks since the machine was created.
    pub clocks: &'a mut u64,
    /// Steps since the machine was created; see [`Runner::steps`](super::Runner::steps).
    pub steps: &'a mut u64,
    exceptions: &'a mut u64,
    waits: &'a mut u64,
    goal: &'a Goal,
    /// The clock count at which the loop regains control.
    until: u64,
    /// The step count at which the slice or the run ends.
    slice: u64,
    /// The number of sent characters that were checked for a line feed.
    sent: usize,
    /// The segment of the last checked jump, and the contiguous executable offsets around its target.
    code: (u8, Range<u32>),
}

impl<'a, H: Host + ?Sized> Running<'a, H> {
    pub(super) fn new(
        (cpu, [clocks, steps, exceptions, waits]): (&'a mut Cpu, [&'a mut u64; 4]),
        host: &'a mut H,
        goal: &'a Goal,
        until: u64,
    ) -> Self {
        Self {
            slice: steps.saturating_add(goal.left_in_slice(*steps)).min(goal.instructions),
            sent: if goal.lines { host.output().len() } else { 0 },
            code: (0, 0..0),
            cpu,
            host,
            clocks,
            steps,
            exceptions,
            waits,
            goal,
            until,
        }
    }

    /// Returns the clock count that an engine must not exceed by itself, because a device is due or the goal is near.
    pub fn limit(&self) -> u64 {
        earlier(self.until, self.host.due())
    }

    /// Returns the clocks until a device is due or the run ends.
    #[inline(always)]
    fn left(&self) -> u64 {
        earlier(self.host.due(), self.goal.last()).saturating_sub(*self.clocks)
    }

    /// Returns true if the next step does not begin an instruction: the processor has halted, resumes a repetition, or
    /// accepts an interrupt.
    pub fn is_special(&self) -> bool {
        let Self { cpu, .. } = self;
        cpu.needs_attention() && (cpu.halted() || cpu.resumed().is_some() || cpu.is_interrupted())
    }

    /// Executes the next instruction of any kind, or acknowledges an interrupt.
    ///
    /// # Errors
    ///
    /// The engine must stop, before or after the instruction; the error says why.
    pub fn step(&mut self) -> Result<(), EngineStop> {
        if *self.steps >= self.slice {
            return Err(EngineStop::Slice);
        }
        if *self.clocks >= self.until {
            return Err(EngineStop::Anywhere);
        }
        let begun = self.begin();
        let step = self.host.step(self.cpu);
        match self.count(begun, step) {
            Some(ended) => Err(EngineStop::Ended(ended)),
            None if self.host.waits_for_input() => Err(EngineStop::Anywhere),
            None => Ok(()),
        }
    }

    /// Lets the interpreter execute at most `most` instructions. It stops at a jump to a place at which `places` stops
    /// a run, and at the end of the slice.
    ///
    /// # Errors
    ///
    /// As for [`step`](Self::step).
    pub fn run_to_place(&mut self, most: u64, places: &Places<'_>) -> Result<(), EngineStop> {
        let left = self.slice.saturating_sub(*self.steps);
        if left == 0 {
            return Err(EngineStop::Slice);
        }
        if *self.clocks >= self.until {
            return Err(EngineStop::Anywhere);
        }
        match self.run_by(most.min(left), true, |host, cpu, until| {
            host.run_to_place(cpu, until, places)
        }) {
            Some(ended) => Err(EngineStop::Ended(ended)),
            None if self.host.waits_for_input() => Err(EngineStop::Anywhere),
            None => Ok(()),
        }
    }

    /// Executes this many instructions. Continues the host's run until something other than the program can change the
    /// machine.
    pub(super) fn run(&mut self, most: u64) -> Option<RunEnd> {
        self.run_by(most, false, |host, cpu, until| host.run(cpu, until))
    }

    #[inline(always)]
    fn run_by(
        &mut self,
        most: u64,
        places: bool,
        mut run: impl FnMut(&mut H, &mut Cpu, &Until) -> Option<Run>,
    ) -> Option<RunEnd> {
        let mut left = most;
        while left > 0 {
            let at = self.cpu.location();
            let until = Until {
                clocks: self.left(),
                instructions: left,
                code: self.host.code_range(at),
                waits: self.host.awaited(),
                traps: self.goal.traps,
            };
            let Some(run) = run(self.host, self.cpu, &until) else {
                return self.run_by_steps(left);
            };
            left -= run.instructions;
            *self.clocks += run.clocks;
            *self.steps += run.instructions;
            *self.exceptions += run.exceptions;
            *self.waits += run.waits;
            look(self.host, *self.clocks, self.cpu);
            match run.end {
                // The jump may lead to another executable range.
                End::Place { from } | End::Outside { from } if !self.may_run() => {
                    let from = Location::new(at.segment(), from);
                    return Some(RunEnd::Outside { from });
                }
                End::Place { .. } if places => left = 0,
                End::Place { .. } | End::Outside { .. } | End::Clocks | End::Instructions | End::Bus => {}
                End::Halted => return Some(RunEnd::Halted),
                End::Trapped(trap) => return Some(RunEnd::Trapped(trap)),
                End::Undefined { word } => return Some(RunEnd::Undefined { word }),
            }
            if self.goal.lines && ends_line(self.host, &mut self.sent) {
                return Some(RunEnd::Line);
            }
            if *self.clocks >= self.goal.last() {
                return Some(RunEnd::Clocks);
            }
        }
        None
    }

    /// Executes this many instructions on a host that must be updated after each.
    fn run_by_steps(&mut self, most: u64) -> Option<RunEnd> {
        for _ in 0..most {
            let begun = self.begin();
            let step = self.host.step(self.cpu);
            if let Some(ended) = self.count(begun, step) {
                return Some(ended);
            }
        }
        None
    }

    /// Returns true if code may run at the current address.
    #[inline(always)]
    fn may_run(&mut self) -> bool {
        let at = self.cpu.location();
        let runs = |code: &(u8, Range<u32>)| code.0 == at.segment() && code.1.contains(&at.offset().into());
        runs(&self.code) || {
            self.code = (at.segment(), self.host.code_range(at));
            runs(&self.code)
        }
    }

    /// Begins a step; returns the current address, and true if the step resumes a repeating instruction.
    #[inline(always)]
    fn begin(&mut self) -> (Location, bool) {
        self.cpu.set_deadline(self.left());
        (self.cpu.location(), self.cpu.is_repeating())
    }

    /// Counts a step that was begun, and updates the devices. Returns how the run ended if it did.
    #[inline(always)]
    pub(super) fn count(&mut self, (from, resumed): (Location, bool), step: Step) -> Option<RunEnd> {
        *self.clocks += u64::from(step.clocks);
        *self.steps += u64::from(!self.cpu.is_repeating());
        *self.exceptions += u64::from(step.is_exception(resumed));
        *self.waits += u64::from(step.event == Event::Waited);
        look(self.host, *self.clocks, self.cpu);
        match step.event {
            Event::Undefined { word } => return Some(RunEnd::Undefined { word }),
            // A device will wake the processor.
            Event::Halted | Event::Waited
                if self.host.awaited().accepted(self.cpu.fcw()) || self.cpu.is_interrupted() =>
            {
                return None;
            }
            Event::Halted | Event::Waited => return Some(RunEnd::Halted),
            Event::Trapped(trap) if self.goal.traps => return Some(RunEnd::Trapped(trap)),
            Event::Retired | Event::Trapped(_) | Event::Interrupted(_) => {}
        }
        if !self.may_run() {
            return Some(RunEnd::Outside { from });
        }
        if self.goal.lines && ends_line(self.host, &mut self.sent) {
            return Some(RunEnd::Line);
        }
        (*self.clocks >= self.goal.last()).then_some(RunEnd::Clocks)
    }
}

impl<H: Host> Running<'_, H> {
    /// Executes this many instructions, each observed by a probe.
    pub(super) fn run_with<P: Probe<H> + ?Sized>(&mut self, most: u64, probe: &mut P) -> Option<RunEnd> {
        for _ in 0..most {
            let begun = self.begin();
            if !self.cpu.is_repeating() {
                if probe.stops(*self.clocks, self.cpu, self.host) {
                    return Some(RunEnd::Probe);
                }
                if self.cpu.begins_instruction() {
                    probe.instruction(*self.clocks, self.cpu, self.host);
                }
            }
            let step = probe.step(self.cpu, self.host);
            let ended = self.count(begun, step);
            probe.served(self.cpu, self.host);
            if ended.is_some() {
                return ended;
            }
        }
        None
    }
}

/// Returns the earlier of two clocks. Unlike `min`, this is not a function call in unoptimised builds.
#[inline(always)]
const fn earlier(a: u64, b: u64) -> u64 {
    if a < b { a } else { b }
}

/// Updates the host if it is due.
#[inline(always)]
pub(super) fn look<H: Host + ?Sized>(host: &mut H, clocks: u64, cpu: &mut Cpu) {
    if clocks >= host.due() {
        host.look(clocks, cpu);
    }
}

/// Returns true if the host has sent characters beyond the first `sent`, and the last one is a line feed.
fn ends_line<H: Host + ?Sized>(host: &H, sent: &mut usize) -> bool {
    let output = host.output();
    let more = output.len() > *sent;
    *sent = output.len().max(*sent);
    more && output.ends_with(b"\n")
}
