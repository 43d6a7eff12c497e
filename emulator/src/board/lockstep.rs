//! Lockstep comparison of a board with its copy.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;

use super::z8002::{Board, RunError, Stop};
use crate::cpu::Cpu;
use crate::run::{NoProbe, Subject};

impl Subject for Board {
    type Outcome = Result<Option<Stop>, RunError>;

    fn interpret(&mut self) {
        self.set_engine(None);
    }

    fn advance(&mut self, instructions: u32) -> Self::Outcome {
        Self::advance(self, instructions, &mut NoProbe)
    }

    fn goes_on(ended: &Self::Outcome) -> bool {
        matches!(ended, Ok(None))
    }

    fn cpu(&self) -> &Cpu {
        Self::cpu(self)
    }

    fn cpu_mut(&mut self) -> &mut Cpu {
        Self::cpu_mut(self)
    }

    fn reset(&mut self) {
        Self::reset(self);
    }

    fn drop_output(&mut self) {
        self.serial().take_output();
    }

    fn counts(&self) -> [u64; 2] {
        [self.instructions(), self.clocks()]
    }

    fn differs(&self, other: &Self) -> Option<String> {
        let (a, b) = (self.memory(), other.memory());
        let at = |what: &str, ours: &[u8], theirs: &[u8]| {
            first_other(ours, theirs).map(|at| format!("{what} memory differs at {at:04x}"))
        };
        at("data", a.data(), b.data())
            .or_else(|| at("program", a.program(), b.program()))
            .or_else(|| (a.serial.output() != b.serial.output()).then(|| "the output differs".to_owned()))
    }
}

/// Where two memories differ first. Mostly they do not, which is a quick comparison.
fn first_other(ours: &[u8], theirs: &[u8]) -> Option<usize> {
    if ours == theirs {
        return None;
    }
    ours.iter().zip(theirs).position(|(a, b)| a != b)
}
