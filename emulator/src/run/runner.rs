//! The loop.

use alloc::boxed::Box;

use super::engine::{Engine, Ran, Running, follows};
use super::goal::{Ended, Goal, SLICE};
use super::host::Host;
use super::outside::Outside;
use super::probe::{NoProbe, Probe};
use crate::bus::Location;
use crate::cpu::{Cpu, End, Event, Until};
use crate::isa::SHORTEST_CLOCKS;

/// Clocks that an engine runs at once, so that what the program has sent is shown though it computes for long: four
/// seconds of a chip at 4 MHz, and milliseconds of the host.
const AT_ONCE: u64 = 16_000_000;

/// A processor that runs on a host. A copy continues in the same way on a copy of the host.
#[derive(Debug, Clone)]
pub struct Runner {
    /// The processor.
    pub cpu: Cpu,
    /// Clocks since the machine was made.
    pub clocks: u64,
    /// Instructions since the machine was made; a repeating instruction counts once.
    pub instructions: u64,
    /// Runs the program where it can and no probe watches; `None` for the interpreter alone.
    pub engine: Option<Box<dyn Engine>>,
}

impl Runner {
    /// A processor at its first instruction, without an engine.
    #[must_use]
    pub const fn new(cpu: Cpu) -> Self {
        Self {
            cpu,
            clocks: 0,
            instructions: 0,
            engine: None,
        }
    }

    /// Runs to a goal, with nobody watching and nothing outside.
    pub fn run<H: Host>(&mut self, host: &mut H, goal: &Goal) -> Ended {
        let Ok(ended) = self.run_with(host, goal, &mut NoProbe, &mut ());
        ended
    }

    /// Runs to a goal, with a probe, and with what the host is connected to.
    ///
    /// # Errors
    ///
    /// If a connection fails.
    pub fn run_with<H: Host, P: Probe<H>, O: Outside<H>>(
        &mut self,
        host: &mut H,
        goal: &Goal,
        probe: &mut P,
        outside: &mut O,
    ) -> Result<Ended, O::Error> {
        if goal.slices.is_some() && self.clocks >= goal.clocks {
            return Ok(Ended::Clocks);
        }
        while self.instructions < goal.instructions {
            let before = self.instructions;
            let ran = if P::WATCHES { None } else { self.run_engine(host, goal) };
            if let Some(Ran::Outside { from }) = ran {
                return Ok(Ended::Outside { from });
            }
            if goal.passes_slice(before, self.instructions) {
                // An engine does no input or output, and goes on from slice to slice: what was sent before is taken
                // now, and what has come meanwhile is there.
                outside.exchange(host)?;
            }
            let left = goal.left_in_slice(self.instructions);
            let most = left.min(goal.instructions - self.instructions);
            let between = left == u64::from(SLICE) && goal.slices.is_some();
            if most > 0
                && (self.instructions == before || !between)
                && let Some(ended) = self.interpret(host, most, goal, ran, probe)
            {
                return Ok(ended);
            }
            if goal.slices.is_some() && goal.left_in_slice(self.instructions) == u64::from(SLICE) {
                outside.exchange(host)?;
                if host.waits_for_input() && !outside.wait(host)? {
                    return Ok(Ended::WantsInput);
                }
                if self.clocks >= goal.clocks {
                    return Ok(Ended::Clocks);
                }
            }
        }
        Ok(Ended::Instructions)
    }

    /// Runs by the engine as far as it goes. Returns where it has stopped; `None` if there is none for this host.
    fn run_engine<H: Host>(&mut self, host: &mut H, goal: &Goal) -> Option<Ran> {
        let engine = self.engine.as_mut()?;
        let (due, waits) = (host.due(), host.waits_for_input());
        let memory = host.banked()?;
        if waits || self.cpu.needs_attention() {
            return Some(Ran::Anywhere);
        }
        // So many instructions take at least so long.
        let last = (goal.instructions - self.instructions)
            .saturating_mul(SHORTEST_CLOCKS.into())
            .saturating_add(self.clocks);
        let soon = self.clocks.saturating_add(AT_ONCE);
        let mut running = Running {
            cpu: &mut self.cpu,
            memory,
            clocks: &mut self.clocks,
            instructions: &mut self.instructions,
        };
        Some(engine.run(&mut running, goal.clocks.min(last).min(due).min(soon)))
    }

    /// Runs by the interpreter, so many instructions. Where an engine has stopped, it is one, or all to the next that
    /// does not simply follow the one before it: there the engine looks again.
    fn interpret<H: Host, P: Probe<H>>(
        &mut self,
        host: &mut H,
        most: u64,
        goal: &Goal,
        stopped: Option<Ran>,
        probe: &mut P,
    ) -> Option<Ended> {
        let most = if stopped == Some(Ran::Before) { 1 } else { most };
        if P::WATCHES {
            return self.run_by_steps(host, most, goal, probe);
        }
        // A processor that has halted goes on by itself.
        if stopped.is_none() || self.cpu.halted() {
            return self.run_freely(host, most, goal);
        }
        let ended = self.run_by_steps(host, most, goal, &mut UntilJump { before: None });
        ended.filter(|ended| *ended != Ended::Probe)
    }

    /// Runs as far as nothing but the program can change anything, again and again.
    fn run_freely<H: Host>(&mut self, host: &mut H, most: u64, goal: &Goal) -> Option<Ended> {
        let mut sent = host.output().len();
        let mut left = most;
        while left > 0 {
            let until = Until {
                clocks: host.due().saturating_sub(self.clocks),
                instructions: left,
                code: host.code_range(),
                waits: host.is_running(),
                traps: goal.traps,
            };
            let Some(run) = host.run(&mut self.cpu, &until) else {
                return self.run_by_steps(host, left, goal, &mut NoProbe);
            };
            left -= run.instructions;
            self.clocks += run.clocks;
            self.instructions += run.instructions;
            look(host, self.clocks, &mut self.cpu);
            match run.end {
                End::Clocks | End::Instructions | End::Bus => {}
                End::Halted => return Some(Ended::Halted),
                End::Trapped(trap) => return Some(Ended::Trapped(trap)),
                End::Outside { from } => return Some(Ended::Outside { from }),
                End::Undefined { word } => return Some(Ended::Undefined { word }),
            }
            if goal.lines && ends_line(host, &mut sent) {
                return Some(Ended::Line);
            }
        }
        None
    }

    /// Runs with a probe that sees every instruction, or on a host that has to be looked at after each.
    fn run_by_steps<H: Host, P: Probe<H>>(
        &mut self,
        host: &mut H,
        most: u64,
        goal: &Goal,
        probe: &mut P,
    ) -> Option<Ended> {
        let (mut sent, code) = (host.output().len(), host.code_range());
        let (mut clocks, mut done) = (self.clocks, 0);
        let ended = loop {
            if done == most {
                break None;
            }
            let from = self.cpu.pc();
            if probe.stops(clocks, &self.cpu, host) {
                break Some(Ended::Probe);
            }
            probe.instruction(clocks, &self.cpu, host);
            let step = probe.step(&mut self.cpu, host);
            clocks += u64::from(step.clocks);
            done += 1;
            look(host, clocks, &mut self.cpu);
            match step.event {
                Event::Undefined { word } => break Some(Ended::Undefined { word }),
                // A device will go on with it.
                Event::Halted if host.is_running() || self.cpu.is_interrupted() => continue,
                Event::Halted => break Some(Ended::Halted),
                Event::Trapped(trap) if goal.traps => break Some(Ended::Trapped(trap)),
                Event::Retired | Event::Trapped(_) | Event::Interrupted(_) => {}
            }
            if !code.contains(&self.cpu.pc().into()) {
                break Some(Ended::Outside { from });
            }
            if goal.lines && ends_line(host, &mut sent) {
                break Some(Ended::Line);
            }
        };
        self.clocks = clocks;
        self.instructions += done;
        ended
    }
}

/// Lets devices that are due look.
#[inline(always)]
fn look<H: Host>(host: &mut H, clocks: u64, cpu: &mut Cpu) {
    if clocks >= host.due() {
        look_now(host, clocks, cpu);
    }
}

#[cold]
fn look_now<H: Host>(host: &mut H, clocks: u64, cpu: &mut Cpu) {
    host.look(clocks, cpu);
    // While requests can come, a repeating instruction stops for them as the chip does, after any iteration.
    cpu.set_iterations(if host.is_running() { 1 } else { u32::MAX });
}

/// Returns true if the host has sent something since there were so many characters, and a line feed last.
fn ends_line<H: Host>(host: &H, sent: &mut usize) -> bool {
    let output = host.output();
    let more = output.len() > *sent;
    *sent = output.len().max(*sent);
    more && output.ends_with(b"\n")
}

/// A probe that stops at an instruction that does not lie closely behind the one before it.
struct UntilJump {
    /// Where the instruction before was.
    before: Option<Location>,
}

impl<H: Host> Probe<H> for UntilJump {
    #[inline(always)]
    fn instruction(&mut self, _: u64, _: &Cpu, _: &H) {}

    #[inline(always)]
    fn stops(&mut self, _: u64, cpu: &Cpu, _: &H) -> bool {
        let now = cpu.location();
        self.before.replace(now).is_some_and(|before| !follows(before, now))
    }
}
