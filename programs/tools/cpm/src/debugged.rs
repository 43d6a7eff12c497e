//! A program in the debugger: the host is the operating system of a machine that can be copied and single-stepped.
//!
//! A call takes two steps. SC traps into the handler, where the processor stays as the trap left it; the next step
//! executes the call and returns. While a call waits for input, each step counts as an instruction without effect.

use z8000::cpu::{Cpu, Model, Trap};
use z8000::machine::{self, Answered, At, Channel, Device, Machine, System, World};
use z8000::save::{Archive, SaveError};

use crate::console::SharedScript;
use crate::drive::{DriveError, Volume};
use crate::host::Host;
use crate::outcome::{Fault, Stop};
use crate::processor::{FRAME, HANDLER};

/// The host; while the machine runs, its processor and memory belong to the machine.
#[derive(Debug)]
struct Debugged {
    host: Host,
    console: SharedScript,
    /// Number of the SC whose call the next step executes.
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
        // Enters the program, whose first instruction is the first of the session.
        self.place().map_err(|fault| io(std::io::Error::other(fault)))?;
        let (mut cpu, mut world) = (Cpu::new(Model::Z8001), World::ram(0));
        self.processor.swap(&mut cpu, &mut world);
        world.show_caller(HANDLER..HANDLER + 2, FRAME..FRAME + 8);
        let system = Debugged { host: self, console, call: None, ended: false };
        let mut machine = Machine::hosted(cpu, world, Some(Box::new(system)));
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

impl Debugged {
    /// Executes a call.
    fn call(&mut self, number: u8) -> Result<Answered, Fault> {
        let identifier = self.host.processor.identifier();
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
    fn clone_box(&self) -> Box<dyn System> {
        let console = self.console.apart();
        Box::new(Self { host: self.host.again(Box::new(console.clone())), console, ..*self })
    }

    /// Leaves the processor as the trap left it, and notes the call.
    fn trapped(&mut self, trap: Trap, cpu: &mut Cpu, world: &mut World) -> Result<bool, machine::Fault> {
        let processor = &mut self.host.processor;
        processor.swap(cpu, world);
        let identifier = processor.identifier();
        let taken = processor.trapped(trap);
        if let Ok(Some(_)) = taken {
            processor.stay(identifier);
        }
        processor.swap(cpu, world);
        self.call = taken?;
        Ok(true)
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
        self.host.processor.swap(cpu, world);
        let answered = self.call(number);
        self.host.processor.swap(cpu, world);
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
