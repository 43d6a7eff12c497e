//! A program under the debugger: the host as a machine that can be copied and single-stepped.
//!
//! A call takes two steps. SC traps into the handler, where the processor stays as the trap left it; the next step
//! answers the call and returns. While a call waits for input, each step counts as an instruction without effect.

use std::fmt;

use z8000::bus::{Bus as _, Location, Space, Status};
use z8000::cpu::{Cpu, Event, Fcw};
use z8000::isa::Mode;
use z8000::machine::{self, Address, Look, Machine, Peek as _, Watcher};
use z8000::run::{Goal, NoProbe, RunEnd};
use z8000_boards::Watching;

use crate::console::SharedScript;
use crate::drive::{DriveError, Volume};
use crate::host::Host;
use crate::memory::SEGMENT_SIZE;
use crate::outcome::{Fault, Stop};
use crate::processor::{FRAME, HANDLER};

/// The size of a copy: the memory, and the rest.
const BYTES: usize = 128 * SEGMENT_SIZE;

/// The end of a line, outside and inside.
const LINE_FEED: u8 = b'\n';
const RETURN: u8 = b'\r';

/// The host as a machine.
struct Debugged {
    host: Host,
    console: SharedScript,
    /// The call that is answered with the next step.
    call: Option<u8>,
    waits: bool,
    ended: bool,
    taken: u64,
}

impl Host {
    /// Turns the host, whose program has been started, into a machine for the debugger. Its drives keep writes in
    /// memory: a program that is stepped back finds its files as they were, and the folders and images are unchanged.
    ///
    /// # Errors
    ///
    /// A drive cannot be listed, or the program cannot be started.
    pub fn debugged(mut self) -> Result<Box<dyn Machine>, DriveError> {
        let console = SharedScript::default();
        self.set_console(Box::new(console.clone()));
        self.set_engine(None);
        for drive in &mut self.drives {
            *drive = drive.take().map(Volume::kept).transpose()?;
        }
        let mut machine = Debugged { host: self, console, call: None, waits: false, ended: false, taken: 0 };
        // Into the program, whose first instruction is the first of the session.
        while machine.host.processor.in_handler() && machine.call.is_none() {
            machine.next(None).map_err(|error| DriveError::Io {
                what: "the program".to_owned(),
                error: std::io::Error::other(error),
            })?;
        }
        machine.host.processor.runner.clocks = 0;
        machine.host.processor.runner.instructions = 0;
        Ok(Box::new(machine))
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
    /// Runs one instruction of the processor.
    fn next(&mut self, watcher: Option<&mut dyn Watcher>) -> Result<Event, Fault> {
        let processor = &mut self.host.processor;
        let instructions = processor.runner.instructions + 1;
        let goal = Goal { instructions, traps: true, ..Goal::default() };
        let mut watching = Watching { watcher, event: Event::Retired };
        let Ok(ended) = processor
            .runner
            .run_with(&mut processor.memory, &goal, &mut watching, &mut ());
        self.trap(ended)?;
        Ok(watching.event)
    }

    fn trap(&mut self, ended: RunEnd) -> Result<(), Fault> {
        let processor = &mut self.host.processor;
        match ended {
            RunEnd::Trapped(trap) => self.call = processor.taken(trap)?,
            RunEnd::Undefined { word } => {
                processor.resume = processor.at_processor();
                return Err(Fault::Undefined { word, registers: processor.registers() });
            }
            _ => {}
        }
        Ok(())
    }

    /// Answers a call. Returns true if the program continues.
    fn answer(&mut self, number: u8) -> Result<bool, Fault> {
        let identifier = self.host.processor.memory.word(system(FRAME));
        self.host.processor.enter();
        let stop = self.host.answer(number)?;
        self.host.waiting = None;
        self.waits = stop == Some(Stop::WantsInput);
        match stop {
            None => {
                self.call = None;
                self.host.calls += 1;
                return Ok(true);
            }
            Some(Stop::WantsInput) => {}
            Some(_) => {
                self.host.close();
                self.ended = true;
            }
        }
        self.host.processor.stay(identifier);
        Ok(false)
    }

    /// An access as the program would make it now. In the handler, it is an access of the calling program, except for
    /// the handler itself and its frame.
    fn status(&self, program: bool, at: Address) -> Status {
        let handler = HANDLER..HANDLER + 2;
        let frame = FRAME..FRAME + 8;
        let own = if program { handler } else { frame };
        let system = self.host.processor.in_handler() && at.segment() == 0 && own.contains(&at.offset());
        Status { space: if program { Space::Program } else { Space::Data }, system }
    }
}

/// An address in the segment of the system.
const fn system(offset: u16) -> Location {
    Location::new(crate::memory::SYSTEM_SEGMENT, offset)
}

impl Look for Debugged {
    fn byte(&self, program: bool, at: Address) -> u8 {
        self.host.processor.memory.peek(self.status(program, at), at.location())
    }

    fn mode(&self) -> Mode {
        if self.cpu().fcw().contains(Fcw::SEG) {
            Mode::Segmented
        } else {
            Mode::Nonsegmented
        }
    }
}

impl Machine for Debugged {
    fn again(&self) -> Box<dyn Machine> {
        let console = self.console.apart();
        Box::new(Self { host: self.host.again(Box::new(console.clone())), console, ..*self })
    }

    fn bytes(&self) -> usize {
        BYTES
    }

    fn cpu(&self) -> &Cpu {
        &self.host.processor.runner.cpu
    }

    fn cpu_mut(&mut self) -> &mut Cpu {
        &mut self.host.processor.runner.cpu
    }

    fn clocks(&self) -> u64 {
        self.host.clocks()
    }

    fn instructions(&self) -> u64 {
        self.host.instructions()
    }

    fn holds(&self, _: bool, _: Address) -> bool {
        true
    }

    fn store(&mut self, program: bool, at: Address, bytes: &[u8]) {
        for (n, byte) in (0..=u16::MAX).zip(bytes) {
            if let Some(at) = at.checked_add(n) {
                let status = self.status(program, at);
                self.host.processor.memory.write_byte(status, at.location(), *byte);
            }
        }
    }

    fn advance(&mut self, instructions: u64, clocks: u64) -> Result<bool, machine::Fault> {
        let end = self.instructions().saturating_add(instructions);
        while self.instructions() < end && self.clocks() < clocks && !self.ended {
            if self.call.is_some() {
                self.step(None)?;
                continue;
            }
            let processor = &mut self.host.processor;
            let goal = Goal { instructions: end, clocks, exact: true, traps: true, ..Goal::default() };
            let Ok(ended) = processor
                .runner
                .run_with(&mut processor.memory, &goal, &mut NoProbe, &mut ());
            self.trap(ended)?;
        }
        if self.host.processor.runner.cpu.is_repeating() {
            self.step(None)?;
        }
        Ok(self.ended)
    }

    fn step(&mut self, watcher: Option<&mut dyn Watcher>) -> Result<Event, machine::Fault> {
        if self.ended {
            return Ok(Event::Halted);
        }
        if let Some(number) = self.call
            && !self.answer(number)?
        {
            if self.ended {
                return Ok(Event::Halted);
            }
            self.host.processor.runner.instructions += 1;
            self.host.processor.runner.clocks += 1;
            return Ok(Event::Retired);
        }
        Ok(self.next(watcher)?)
    }

    fn ports(&self) -> usize {
        1
    }

    fn console(&self) -> Option<usize> {
        Some(0)
    }

    fn waits_at(&self) -> Vec<usize> {
        if self.waits { vec![0] } else { Vec::new() }
    }

    /// A line, which ends with a carriage return inside.
    fn next_input(&self, text: &mut &[u8]) -> Vec<u8> {
        let end = text
            .iter()
            .position(|byte| *byte == LINE_FEED)
            .map_or(text.len(), |at| at + 1);
        let line = text.split_off(..end).unwrap_or_default();
        line.iter()
            .map(|byte| if *byte == LINE_FEED { RETURN } else { *byte })
            .collect()
    }

    fn interrupts(&self, _: usize) -> bool {
        false
    }

    fn send(&mut self, _: usize, characters: &[u8]) {
        self.console.send_bytes(characters);
        self.waits = false;
    }

    fn take_output(&mut self, _: usize) -> Vec<u8> {
        let output = self.console.take();
        self.taken += output.len() as u64;
        output
    }

    fn taken(&self, _: usize) -> u64 {
        self.taken
    }
}
