//! What runs: processor, memory and devices, without what they are connected to.

use std::sync::Arc;

use z8000::cpu::{Cpu, End, Event, Interrupt, Run, Trap, Until};
use z8000::machine::{PATIENCE, Signal};
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

    /// Runs so many instructions; with `traps`, no further than to a trap.
    pub(crate) fn run(&mut self, instructions: u64, traps: bool) -> Result<Ran, Error> {
        let mut left = instructions;
        while left > 0 {
            let timers = &self.world().timers;
            let due = timers.iter().map(|port| port.timer.due()).min().unwrap_or(u64::MAX);
            let until = Until {
                clocks: due.saturating_sub(self.clocks),
                instructions: left,
                waits: timers.iter().any(|port| port.timer.runs()),
                traps,
                ..Until::default()
            };
            let run = match &mut self.seen {
                Seen::Direct(world) => self.cpu.run_with(&mut **world, &until, &FUNCTIONS),
                Seen::Managed(managed) => run_managed(&mut self.cpu, managed, &until),
            };
            left -= run.instructions;
            self.clocks += run.clocks;
            self.instructions += run.instructions;
            self.look_at_timers();
            match run.end {
                End::Halted => return Ok(Ran::Halted),
                End::Trapped(trap) => return Ok(Ran::Trapped(trap)),
                End::Undefined { word } => return Err(self.undefined(word)),
                End::Clocks | End::Instructions | End::Bus | End::Outside { .. } => {}
            }
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

/// The loop of a machine with units: each instruction may be followed by their trap.
fn run_managed(cpu: &mut Cpu, managed: &mut Managed<World>, until: &Until) -> Run {
    let (mut clocks, mut instructions) = (0, 0);
    let end = loop {
        if clocks >= until.clocks {
            break End::Clocks;
        }
        if instructions == until.instructions {
            break End::Instructions;
        }
        let step = cpu.step_with(managed, &MANAGED);
        clocks += u64::from(step.clocks);
        instructions += 1;
        if let Some(identifier) = managed.segment_trap() {
            cpu.request(Interrupt::SegmentTrap, identifier);
        }
        match step.event {
            Event::Undefined { word } => break End::Undefined { word },
            Event::Halted if !until.waits && !cpu.is_interrupted() => break End::Halted,
            Event::Trapped(trap) if until.traps => break End::Trapped(trap),
            _ => {}
        }
        if z8000::bus::Bus::ends_run(&mut managed.physical) {
            break End::Bus;
        }
    };
    Run {
        clocks,
        instructions,
        end,
    }
}
