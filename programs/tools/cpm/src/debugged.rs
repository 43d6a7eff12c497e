//! A program under the debugger: the host as the operating system of a machine, which can be copied and single-stepped.
//!
//! A call takes two steps. SC traps into the handler, where the processor stays as the trap left it; the next step
//! answers the call and returns. While a call waits for input, each step counts as an instruction without effect.

use std::fmt;
use std::mem::swap;

use z8000::bus::Location;
use z8000::cpu::{Cpu, Trap};
use z8000::machine::{self, Answered, At, Channel, Device, Machine, System, World};
use z8000::run::NoProbe;
use z8000::save::{Archive, SaveError};

use crate::console::SharedScript;
use crate::drive::{DriveError, Volume};
use crate::host::Host;
use crate::outcome::{Fault, Stop};
use crate::processor::{FRAME, HANDLER};

/// The host, whose processor and memory the machine has.
struct Debugged {
    host: Host,
    console: SharedScript,
    /// The call that is answered with the next step.
    call: Option<u8>,
    ended: bool,
}

/// The terminal, as a serial port that only the host accesses.
#[derive(Debug, Clone, Default)]
struct Terminal([Channel; 1]);

impl Device for Terminal {
    fn kind(&self) -> &'static str {
        "terminal"
    }

    fn channels(&self) -> &[Channel] {
        &self.0
    }

    fn channels_mut(&mut self) -> &mut [Channel] {
        &mut self.0
    }

    fn archive(&mut self, archive: &mut Archive<'_>) -> Result<(), SaveError> {
        self.0[0].archive(archive)
    }
}

impl Host {
    /// Turns the host, whose program has been started, into a machine for the debugger. Its drives keep writes in
    /// memory: a program that is stepped back finds its files as they were, and the folders and images are unchanged.
    ///
    /// # Errors
    ///
    /// A drive cannot be listed, or the program cannot be started.
    pub fn debugged(mut self) -> Result<Machine, DriveError> {
        let console = SharedScript::default();
        self.set_console(Box::new(console.clone()));
        self.set_engine(None);
        for drive in &mut self.drives {
            *drive = drive.take().map(Volume::kept).transpose()?;
        }
        let io = |error| DriveError::Io { what: "the program".to_owned(), error };
        // Into the program, whose first instruction is the first of the session.
        let started = match self.processor.in_handler() {
            true => self.processor.run(1, u64::MAX, &mut NoProbe).map(|_| ()),
            false => Ok(()),
        };
        started.map_err(|fault| io(std::io::Error::other(fault)))?;
        let mut world = std::mem::replace(&mut self.processor.memory, World::ram(0));
        world.show_caller(HANDLER..HANDLER + 2, FRAME..FRAME + 8);
        let cpu = self.processor.runner.cpu.clone();
        let system = Debugged { host: self, console, call: None, ended: false };
        let mut machine = Machine::hosted(cpu, world, Box::new(system));
        let registers: [(At, u16); 0] = [];
        let attached = machine.attach(Box::<Terminal>::default(), registers, None);
        attached.map_err(|conflict| io(std::io::Error::other(conflict)))?;
        Ok(machine)
    }
}

impl From<Fault> for machine::Fault {
    fn from(fault: Fault) -> Self {
        Self(fault.to_string().lines().next().unwrap_or_default().to_owned())
    }
}

impl fmt::Debug for Debugged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Debugged")
            .field("call", &self.call)
            .field("ended", &self.ended)
            .finish_non_exhaustive()
    }
}

impl Debugged {
    /// Gives the host its processor and memory, or takes them back.
    fn swap(&mut self, cpu: &mut Cpu, world: &mut World) {
        swap(&mut self.host.processor.runner.cpu, cpu);
        swap(&mut self.host.processor.memory, world);
    }

    /// Answers a call.
    fn call(&mut self, number: u8) -> Result<Answered, Fault> {
        let identifier = self.host.processor.memory.word(system(FRAME));
        self.host.processor.enter();
        let stop = self.host.answer(number)?;
        self.host.waiting = None;
        if stop.is_none() {
            self.call = None;
            self.host.calls += 1;
            return Ok(Answered::Continues);
        }
        self.host.processor.stay(identifier);
        if stop == Some(Stop::WantsInput) {
            return Ok(Answered::Waits);
        }
        self.host.close();
        self.ended = true;
        Ok(Answered::Ended)
    }
}

impl System for Debugged {
    fn again(&self) -> Box<dyn System> {
        let console = self.console.apart();
        Box::new(Self { host: self.host.again(Box::new(console.clone())), console, ..*self })
    }

    fn trapped(&mut self, trap: Trap, cpu: &mut Cpu, world: &mut World) -> Result<(), machine::Fault> {
        self.swap(cpu, world);
        let taken = self.host.processor.taken(trap);
        self.swap(cpu, world);
        self.call = taken?;
        Ok(())
    }

    fn is_called(&self) -> bool {
        self.call.is_some() || self.ended
    }

    fn answer(&mut self, cpu: &mut Cpu, world: &mut World) -> Result<Answered, machine::Fault> {
        let Some(number) = self.call.filter(|_| !self.ended) else {
            return Ok(Answered::Ended);
        };
        if let Some(channel) = world.devices_mut().channel_mut(0) {
            while channel.has_come() {
                self.console.send_bytes(&[channel.take()]);
            }
        }
        self.swap(cpu, world);
        let answered = self.call(number);
        self.swap(cpu, world);
        if let Some(channel) = world.devices_mut().channel_mut(0) {
            self.console.take().into_iter().for_each(|byte| channel.put(byte));
            if matches!(answered, Ok(Answered::Waits)) {
                channel.wait();
            }
        }
        world.devices_mut().update();
        Ok(answered?)
    }
}

/// An address in the segment of the system.
const fn system(offset: u16) -> Location {
    Location::new(crate::memory::SYSTEM_SEGMENT, offset)
}
