//! What runs: processor, memory and devices, without what they are connected to.

use std::sync::Arc;

use z8000::bus::Bus;
use z8000::cpu::{Cpu, End, Event, Functions, Interrupt, Run, Trap, Until};
use z8000::isa::SHORTEST_CLOCKS;
use z8000::machine::{self, Engine, PATIENCE, Running, Signal, follows};
use z8000::mmu::Managed;

use crate::description::Description;
use crate::error::Error;
use crate::world::{FUNCTIONS, MANAGED, World};

/// Memory and devices, with units before them or without.
#[derive(Debug, Clone)]
pub(crate) enum Seen {
    Direct(Box<World>),
    Managed(Box<Managed<World>>),
}

/// How far a core has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ran {
    /// All instructions.
    All,
    /// To a halt from which no timer wakes it.
    Halted,
    /// To a trap, at the first instruction of its handler.
    Trapped(Trap),
}

/// A machine without its connections. A copy goes on in the same way.
#[derive(Debug, Clone)]
pub(crate) struct Core {
    pub(crate) description: Arc<Description>,
    pub(crate) cpu: Cpu,
    pub(crate) seen: Seen,
    pub(crate) clocks: u64,
    pub(crate) instructions: u64,
    /// Runs the program where it can; none for the interpreter.
    pub(crate) engine: Option<Box<dyn Engine>>,
}

impl Core {
    pub(crate) fn world(&self) -> &World {
        match &self.seen {
            Seen::Direct(world) => world,
            Seen::Managed(managed) => &managed.physical,
        }
    }

    pub(crate) fn world_mut(&mut self) -> &mut World {
        match &mut self.seen {
            Seen::Direct(world) => world,
            Seen::Managed(managed) => &mut managed.physical,
        }
    }

    /// Resets the processor.
    pub(crate) fn reset(&mut self) {
        match &mut self.seen {
            Seen::Direct(world) => self.cpu.reset(&mut **world),
            Seen::Managed(managed) => self.cpu.reset(&mut **managed),
        }
    }

    /// Runs so many instructions; with `traps`, no further than to a trap.
    pub(crate) fn run(&mut self, instructions: u64, traps: bool) -> Result<Ran, Error> {
        let end = self.instructions.saturating_add(instructions);
        while self.instructions < end {
            let stopped = self.run_engine(end - self.instructions, u64::MAX);
            if self.instructions < end {
                match self.interpret(end - self.instructions, stopped, traps)? {
                    Ran::All => {}
                    ran => return Ok(ran),
                }
            }
        }
        Ok(Ran::All)
    }

    /// Runs by the engine as far as it goes, and no further than so many instructions and to a limit of clocks. Says where
    /// it has stopped; none if there is no engine for this machine.
    pub(crate) fn run_engine(&mut self, instructions: u64, limit: u64) -> Option<machine::Ran> {
        let (due, waits) = (self.due(), self.waits_for_input());
        let Seen::Direct(world) = &mut self.seen else {
            return None;
        };
        let engine = self.engine.as_mut()?;
        if waits || self.cpu.needs_attention() {
            return Some(machine::Ran::Anywhere);
        }
        // So many instructions take at least so long.
        let last = instructions
            .saturating_mul(SHORTEST_CLOCKS.into())
            .saturating_add(self.clocks);
        let mut running = Running {
            cpu: &mut self.cpu,
            memory: &mut **world,
            clocks: &mut self.clocks,
            instructions: &mut self.instructions,
        };
        Some(engine.run(&mut running, limit.min(last).min(due)))
    }

    /// The clock at which a timer is to be looked at.
    fn due(&self) -> u64 {
        let timers = self.world().timers.iter();
        timers.map(|port| port.timer.due()).min().unwrap_or(u64::MAX)
    }

    /// Runs by the interpreter: so many instructions, or fewer where an engine has stopped, which goes on after a jump.
    pub(crate) fn interpret(&mut self, most: u64, stopped: Option<machine::Ran>, traps: bool) -> Result<Ran, Error> {
        let most = if stopped == Some(machine::Ran::Before) { 1 } else { most };
        let (start, mut left) = (self.instructions, most);
        while left > 0 {
            let until = Until {
                clocks: self.due().saturating_sub(self.clocks),
                instructions: left,
                waits: self.may_wake(),
                traps,
                ..Until::default()
            };
            let cpu = &mut self.cpu;
            let run = match &mut self.seen {
                // A processor that has halted goes on by itself.
                Seen::Direct(world) if stopped.is_none() || cpu.halted() => {
                    cpu.run_with(&mut **world, &until, &FUNCTIONS)
                }
                Seen::Direct(world) => {
                    let mut before = cpu.location();
                    run_by_steps(cpu, &mut **world, &FUNCTIONS, &until, |cpu, world| {
                        let from = std::mem::replace(&mut before, cpu.location());
                        let jumped = !follows(from, before);
                        let jump = jumped.then_some(End::Outside { from: from.offset() });
                        world.ends_run().then_some(End::Bus).or(jump)
                    })
                }
                Seen::Managed(managed) => run_by_steps(cpu, &mut **managed, &MANAGED, &until, |cpu, managed| {
                    if let Some(identifier) = managed.segment_trap() {
                        cpu.request(Interrupt::SegmentTrap, identifier);
                    }
                    managed.physical.ends_run().then_some(End::Bus)
                }),
            };
            self.clocks += run.clocks;
            self.instructions += run.instructions;
            self.look_at_timers();
            match run.end {
                End::Halted => return Ok(Ran::Halted),
                End::Trapped(trap) => return Ok(Ran::Trapped(trap)),
                End::Undefined { word } => return Err(self.undefined(word)),
                // The program has jumped.
                End::Outside { .. } => break,
                End::Clocks | End::Instructions | End::Bus => {}
            }
            left = most - (self.instructions - start);
        }
        Ok(Ran::All)
    }

    /// The error for a word at PC that is not an instruction.
    pub(crate) fn undefined(&self, word: u16) -> Error {
        Error::Undefined {
            word,
            at: self.cpu.location(),
            processor: self.description.processor.name(),
        }
    }

    /// Whether a timer may wake a processor that has halted.
    pub(crate) fn may_wake(&self) -> bool {
        self.world().timers.iter().any(|port| port.timer.runs())
    }

    pub(crate) fn look_at_timers(&mut self) {
        let clocks = self.clocks;
        let timers = &mut self.world_mut().timers;
        let (mut looked, mut signals) = (false, Vec::new());
        for port in timers.iter_mut().filter(|port| clocks >= port.timer.due()) {
            looked = true;
            signals.push((port.timer.look(clocks), port.interrupt, port.identifier));
        }
        if !looked {
            return;
        }
        // While requests can come, a repeating instruction stops for them after any iteration.
        let most = if timers.iter().any(|port| port.timer.runs()) {
            1
        } else {
            u32::MAX
        };
        self.cpu.set_iterations(most);
        for (signal, interrupt, identifier) in signals {
            match signal {
                Signal::Request => self.cpu.request(interrupt, identifier),
                Signal::Withdraw => self.cpu.withdraw(interrupt),
                Signal::None => {}
            }
        }
    }

    /// The serial ports at which the program does nothing but look for a character: all at which it looks, or none.
    pub(crate) fn waits_at(&self) -> Vec<usize> {
        let ports = self.world().serial.iter().enumerate();
        let looks = ports.filter(|(_, port)| port.serial.idle() > 0);
        if looks.clone().all(|(_, port)| port.serial.idle() > PATIENCE) {
            looks.map(|(n, _)| n).collect()
        } else {
            Vec::new()
        }
    }

    /// Whether it does so.
    pub(crate) fn waits_for_input(&self) -> bool {
        !self.waits_at().is_empty()
    }
}

/// One instruction after the other, with a look after each that may end the run.
fn run_by_steps<B: Bus>(
    cpu: &mut Cpu,
    bus: &mut B,
    functions: &Functions<B>,
    until: &Until,
    mut look: impl FnMut(&mut Cpu, &mut B) -> Option<End>,
) -> Run {
    let (mut clocks, mut instructions) = (0, 0);
    let end = loop {
        if clocks >= until.clocks {
            break End::Clocks;
        }
        if instructions == until.instructions {
            break End::Instructions;
        }
        let step = cpu.step_with(bus, functions);
        clocks += u64::from(step.clocks);
        instructions += 1;
        let ended = look(cpu, bus);
        match step.event {
            Event::Undefined { word } => break End::Undefined { word },
            Event::Halted if !until.waits && !cpu.is_interrupted() => break End::Halted,
            Event::Trapped(trap) if until.traps => break End::Trapped(trap),
            _ => {}
        }
        if let Some(end) = ended {
            break end;
        }
    };
    Run {
        clocks,
        instructions,
        end,
    }
}
