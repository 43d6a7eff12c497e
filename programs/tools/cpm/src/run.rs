//! Runs a program: executes its instructions, and its system calls.

use z8000::cpu::{Cpu, Model, Trap};
use z8000::machine::{self, Machine, RunError, System, World};
use z8000::run::{NoProbe, Probe};

use crate::console::SharedScript;
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

    /// The same as [`Host::run`], with a probe, which also observes the system's part of a call: one IRET in system
    /// mode.
    ///
    /// # Errors
    ///
    /// The program cannot continue.
    pub fn run_with<P: Probe<World>>(&mut self, instructions: u64, probe: &mut P) -> Result<Stop, Fault> {
        if let Some(number) = self.waiting.take()
            && let Some(stop) = self.answer(number)?
        {
            return Ok(stop);
        }
        // While the program runs, the processor and the memory belong to the machine.
        let machine = &mut self.processor.machine;
        let shell = Machine::hosted(Cpu::new(Model::Z8001), World::ram(0), None);
        let mut machine = std::mem::replace(machine, shell);
        let ran = machine.advance_hosted(instructions, self.limit, probe, self);
        self.processor.machine = machine;
        if let Some(ended) = self.ended.take() {
            return ended;
        }
        if let Err(RunError::Undefined { word, .. }) = ran {
            return Err(Fault::Undefined { word, registers: self.processor.here() });
        }
        self.console.get().flush()?;
        Ok(Stop::Limit)
    }

    /// Executes a call. Returns the reason if the run stops.
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
            let limit = std::mem::replace(&mut self.limit, u64::MAX);
            let ran = self.run(1);
            self.limit = limit;
            ran?;
        }
        Ok(self.processor.here())
    }
}

/// Executes each call as soon as it has trapped.
impl System for Host {
    fn clone_box(&self) -> Box<dyn System> {
        Box::new(self.again(Box::<SharedScript>::default()))
    }

    fn trapped(&mut self, trap: Trap, cpu: &mut Cpu, world: &mut World) -> Result<bool, machine::Fault> {
        self.processor.swap(cpu, world);
        let answered = self.processor.trapped(trap).and_then(|number| {
            self.calls += u64::from(number.is_some());
            number.map_or(Ok(None), |number| self.answer(number))
        });
        self.processor.swap(cpu, world);
        self.ended = answered.transpose();
        Ok(self.ended.is_none())
    }
}

/// Executes the call of an SC: 1 memory, 2 BDOS, 3 BIOS.
fn system_call(host: &mut Host, number: u8) -> Result<Answer, Fault> {
    match number {
        1 => memory_call::call(host),
        2 => bdos::call(host),
        3 => bios::call(host),
        number => Err(host.lacks(format!("SC #{number}"))),
    }
}
