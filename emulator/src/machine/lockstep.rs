//! Two boards side by side: one that an engine runs, and one that the interpreter runs.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use core::fmt;

use super::board::{Board, RunError, Stop};
use super::probe::NoProbe;
use crate::cpu::Fcw;

/// Where two boards have come to different states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Instructions since the boards were made after which they still agree.
    pub agreed: u64,
    /// Address of the next instruction.
    pub pc: u16,
    /// What differs, and how.
    pub what: String,
}

impl core::error::Error for Difference {}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "after {} instructions, in those from {:04x} on: {}",
            self.agreed, self.pc, self.what
        )
    }
}

/// How a piece of a run ended.
type Ended = Result<Option<Stop>, RunError>;

/// Two boards in the same state.
#[derive(Debug, Clone)]
pub struct Pair {
    /// The board of the engine.
    pub engine: Board,
    /// The board of the interpreter.
    pub interpreter: Board,
}

impl Pair {
    /// A board that has an engine, and its copy without.
    #[must_use]
    pub fn new(engine: Board) -> Self {
        let mut interpreter = engine.clone();
        interpreter.set_engine(None);
        Self { engine, interpreter }
    }

    /// Runs both for a number of instructions, and compares them.
    ///
    /// # Errors
    ///
    /// The first difference.
    pub fn advance(&mut self, instructions: u32) -> Result<Ended, Difference> {
        let start = self.clone();
        match self.run(instructions) {
            Ok(ended) => Ok(ended),
            Err(what) => Err(first(start, instructions, what)),
        }
    }

    fn run(&mut self, instructions: u32) -> Result<Ended, String> {
        let ours = self.engine.advance(instructions, &mut NoProbe);
        let theirs = self.interpreter.advance(instructions, &mut NoProbe);
        if ours != theirs {
            return Err(format!(
                "the engine ends with {ours:?}, the interpreter with {theirs:?}"
            ));
        }
        match self.difference() {
            None => Ok(ours),
            Some(what) => Err(what),
        }
    }

    /// What differs between the two now.
    fn difference(&self) -> Option<String> {
        let (ours, theirs) = (&self.engine, &self.interpreter);
        let (a, b) = (ours.cpu(), theirs.cpu());
        let differ = |what: &str, a: u64, b: u64| (a != b).then(|| format!("{what} is {a:x} instead of {b:x}"));
        let flags = |fcw: Fcw| u64::from(fcw.bits());
        (0..16)
            .find_map(|n| differ(&format!("R{n}"), a.register(n).into(), b.register(n).into()))
            .or_else(|| differ("FCW", flags(a.fcw()), flags(b.fcw())))
            .or_else(|| differ("PC", a.pc().into(), b.pc().into()))
            .or_else(|| differ("the count of clocks", ours.clocks(), theirs.clocks()))
            .or_else(|| differ("the count of instructions", ours.instructions(), theirs.instructions()))
            .or_else(|| {
                let (a, b) = (ours.memory(), theirs.memory());
                let data = first_other(a.data(), b.data());
                let program = first_other(a.program(), b.program());
                let at = |what: &str, at: Option<usize>| at.map(|at| format!("{what} memory differs at {at:04x}"));
                at("data", data).or_else(|| at("program", program))
            })
            .or_else(|| {
                let output = |board: &Board| board.memory().serial.output().to_vec();
                (output(ours) != output(theirs)).then(|| "the output differs".to_owned())
            })
    }
}

/// Where two memories differ first. Mostly they do not, which is a quick comparison.
fn first_other(ours: &[u8; 0x1_0000], theirs: &[u8; 0x1_0000]) -> Option<usize> {
    if ours == theirs {
        return None;
    }
    ours.iter().zip(theirs).position(|(a, b)| a != b)
}

/// The first difference within a piece that is known to end with one: the shortest piece that ends with one.
fn first(start: Pair, instructions: u32, mut what: String) -> Difference {
    let (mut same, mut differs) = (0, instructions);
    while differs - same > 1 {
        let middle = same + (differs - same) / 2;
        match start.clone().run(middle) {
            Ok(_) => same = middle,
            Err(other) => (differs, what) = (middle, other),
        }
    }
    let mut before = start.interpreter;
    // The same run went well a moment ago.
    let _ = before.advance(same, &mut NoProbe);
    Difference {
        agreed: before.instructions(),
        pc: before.cpu().pc(),
        what,
    }
}

#[cfg(test)]
mod tests {
    use super::super::engine::{Engine, Ran, Running};
    use super::*;

    /// Runs as the interpreter does, but for one instruction: behind the one at an address, R3 has a bit too many.
    #[derive(Debug, Clone)]
    struct Wrong(u16);

    impl Engine for Wrong {
        fn run(&mut self, on: &mut Running<'_>, limit: u64) -> Ran {
            while *on.clocks + 100 <= limit {
                let pc = on.cpu.pc();
                *on.clocks += u64::from(on.memory.step(on.cpu).clocks);
                *on.instructions += 1;
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
