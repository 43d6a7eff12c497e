//! The part of a machine that runs: processor, memory and devices, without connections.

use std::sync::Arc;

use z8000::bus::{Location, Space, Status};
use z8000::cpu::{Cpu, Fcw, Model};
use z8000::machine::Peek;
use z8000::run::{Goal, RunEnd, Runner};

use crate::banks::map;
use crate::description::{Description, Processor};
use crate::error::Error;
use crate::world::World;

/// Bytes at the start that are code if they are not all the same.
const LEAST: u16 = 16;

/// A machine without its connections. A copy continues in the same way.
#[derive(Debug, Clone)]
pub(crate) struct Core {
    pub(crate) description: Arc<Description>,
    pub(crate) runner: Runner,
    pub(crate) world: World,
}

impl Core {
    /// Resets the processor.
    pub(crate) fn reset(&mut self) {
        self.runner.cpu.reset(&mut self.world);
    }

    /// Resets the processor as if the program memory from an address on were the lowest.
    pub(crate) fn reset_from(&mut self, address: u32) {
        let model = self.description.processor.model();
        let [fcw, pc @ ..] = [2, 4, 6].map(|offset| self.program_word(address + offset));
        let at = match model {
            Model::Z8001 => Location::new((pc[0] >> 8) as u8, pc[1]),
            Model::Z8002 => Location::new(0, pc[0]),
        };
        let cpu = &mut self.runner.cpu;
        *cpu = Cpu::new(model);
        cpu.set_fcw(fcw);
        cpu.set_location(at);
    }

    fn program_word(&self, at: u32) -> u16 {
        let banked = Status { space: Space::Program, system: true };
        let byte = |at: u32| match self.world.has_banks() {
            true => self.world.peek(banked, Location::new(0, at as u16)),
            false => self.world.banks.byte(map(true, true), at),
        };
        u16::from_be_bytes([byte(at), byte(at + 1)])
    }

    /// Looks whether a reset from an address is one for this processor.
    pub(crate) fn check_reset(&self, address: u32) -> Result<(), Error> {
        let fcw = self.program_word(address + 2);
        if self.description.processor == Processor::Z8002 && fcw & 0x8000 != 0 && fcw != 0xFFFF {
            return Err(Error::SegmentedReset(fcw));
        }
        Ok(())
    }

    /// Looks whether the processor can start where it is.
    pub(crate) fn check_start(&self) -> Result<(), Error> {
        let at = self.runner.cpu.location();
        let status = Status {
            space: Space::Program,
            system: self.runner.cpu.fcw().contains(Fcw::SYSTEM),
        };
        let byte = |n: u16| self.world.peek(status, at.plus(n));
        let first = byte(0);
        if matches!(first, 0 | 0xFF) && (1..LEAST).all(|n| byte(n) == first) {
            let vector = match self.description.processor {
                Processor::Z8001 => ".word 0,0xc000 ; .long start",
                Processor::Z8002 => ".word 0,0x4000,start",
            };
            return Err(Error::NoCode { at, byte: first, vector });
        }
        Ok(())
    }

    /// Runs this many instructions, or up to the end of the one in which a clock lies.
    pub(crate) fn run(&mut self, instructions: u64, clocks: u64) -> Result<RunEnd, Error> {
        let mut goal = Goal {
            instructions: self.runner.instructions.saturating_add(instructions),
            clocks,
            exact: true,
            ..Goal::default()
        };
        let mut ended = self.runner.run(&mut self.world, &goal);
        if self.runner.cpu.is_repeating() {
            goal = Goal { instructions: self.runner.instructions + 1, ..Goal::default() };
            ended = self.runner.run(&mut self.world, &goal);
        }
        self.checked(ended)
    }

    /// The end of a run, or the error that it stands for.
    pub(crate) fn checked(&self, ended: RunEnd) -> Result<RunEnd, Error> {
        match ended {
            RunEnd::Undefined { word } => Err(Error::Undefined {
                word,
                at: self.runner.cpu.location(),
                processor: self.description.processor.name(),
            }),
            ended => Ok(ended),
        }
    }
}
