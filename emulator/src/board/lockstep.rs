//! A board beside its copy.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;

use super::z8002::{Board, RunError, Stop};
use crate::cpu::Cpu;
use crate::run::{NoProbe, Subject};

impl Subject for Board {
    type Ended = Result<Option<Stop>, RunError>;

    fn interpret(&mut self) {
        self.set_engine(None);
    }

    fn advance(&mut self, instructions: u32) -> Self::Ended {
        Self::advance(self, instructions, &mut NoProbe)
    }

    fn goes_on(ended: &Self::Ended) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{Engine, Pair, Ran, Running};

    /// Runs as the interpreter does, but for one instruction: behind the one at an address, R3 has a bit too many.
    #[derive(Debug, Clone)]
    struct Wrong(u16);

    impl Engine for Wrong {
        fn run(&mut self, on: &mut Running<'_>) -> Ran {
            while *on.clocks + 100 <= on.limit() {
                let pc = on.cpu.pc();
                if let Err(ran) = on.step() {
                    return ran;
                }
                if pc == self.0 && on.cpu.register(1) == 10 {
                    on.cpu.set_register(3, on.cpu.register(3) ^ 1);
                }
            }
            Ran::Anywhere
        }

        fn again(&self) -> Box<dyn Engine> {
            Box::new(self.clone())
        }
    }

    #[test]
    fn the_first_difference_is_found() {
        // LDK R1,#0; then INC R1,#1; INC R2,#2; JR back, for ever.
        let mut board = Board::new();
        board.load_program(0, &[0, 0, 0x40, 0, 0, 6]);
        board.load_program(6, &[0xBD, 0x10, 0xA9, 0x10, 0xA9, 0x21, 0xE8, 0xFD]);
        board.reset();
        board.set_engine(Some(Box::new(Wrong(0x0C))));
        let difference = Pair::new(board).advance(5000).expect_err("it is wrong");
        assert_eq!(difference.what, "R3 is 1 instead of 0");
        // The jump of the tenth round is the 31st instruction; but the engine gets to it only in a piece that leaves it
        // clocks to spare, and in shorter ones the interpreter does it.
        assert!((30..100).contains(&difference.agreed), "{difference}");
    }
}
