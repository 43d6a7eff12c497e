//! Runs a program: its instructions, and its system calls.

use z8000::machine::World;
use z8000::run::{NoProbe, Probe};

use crate::host::Host;
use crate::outcome::{Answer, Fault, Registers, Stop};
use crate::{bdos, bios, memory_call};

impl Host {
    /// Runs a program for a number of instructions, or until it ends, waits for input, or reaches the
    /// [limit](Self::set_limit).
    ///
    /// # Errors
    ///
    /// The program cannot continue.
    pub fn run(&mut self, instructions: u64) -> Result<Stop, Fault> {
        self.run_with(instructions, &mut NoProbe)
    }

    /// Like [`Host::run`], with a probe that also sees the system's part in a call: one IRET in system mode.
    ///
    /// # Errors
    ///
    /// The program cannot continue.
    pub fn run_with<P: Probe<World>>(&mut self, instructions: u64, probe: &mut P) -> Result<Stop, Fault> {
        let end = self.processor.runner.instructions.saturating_add(instructions);
        loop {
            let number = match self.waiting.take() {
                Some(number) => number,
                None if self.processor.runner.instructions >= end || self.clocks() >= self.limit => {
                    self.console.get().flush()?;
                    return Ok(Stop::Limit);
                }
                None => {
                    let left = end - self.processor.runner.instructions;
                    let Some(number) = self.processor.run(left, self.limit, probe)? else {
                        continue;
                    };
                    self.calls += 1;
                    number
                }
            };
            if let Some(stop) = self.answer(number)? {
                return Ok(stop);
            }
        }
    }

    /// Answers a call. Returns why the run stops, if it does.
    ///
    /// # Errors
    ///
    /// The program cannot continue.
    pub(crate) fn answer(&mut self, number: u8) -> Result<Option<Stop>, Fault> {
        match system_call(self, number)? {
            Answer::Word(_) | Answer::Long(_) | Answer::Nothing => self.processor.leave(),
            Answer::Wait => {
                self.waiting = Some(number);
                return Ok(Some(Stop::WantsInput));
            }
            Answer::Stop(stop) => {
                self.console.get().flush()?;
                return Ok(Some(stop));
            }
            Answer::Chain(command) => self.chain(&command)?,
        }
        Ok(None)
    }

    /// Returns the program's registers, including PC, after completing the return from a system call if necessary.
    ///
    /// # Errors
    ///
    /// The program cannot continue.
    pub fn place(&mut self) -> Result<Registers, Fault> {
        if self.waiting.is_some() {
            return Ok(self.processor.registers());
        }
        if self.processor.in_handler() {
            self.processor.run(1, u64::MAX, &mut NoProbe)?;
        }
        Ok(self.processor.here())
    }
}

/// The calls by SC: 1 memory, 2 BDOS, 3 BIOS.
fn system_call(host: &mut Host, number: u8) -> Result<Answer, Fault> {
    match number {
        1 => memory_call::call(host),
        2 => bdos::call(host),
        3 => bios::call(host),
        number => Err(host.lacks(format!("SC #{number}"))),
    }
}
