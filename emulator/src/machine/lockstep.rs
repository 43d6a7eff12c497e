//! Two machines side by side: one that an engine runs, and one that the interpreter runs.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use core::fmt::{self, Debug};

use super::board::{Board, RunError, Stop};
use super::probe::NoProbe;
use crate::bus::Location;
use crate::cpu::{Cpu, Model, State};

/// Where two machines have come to different states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Instructions since the machines were made after which they still agree.
    pub agreed: u64,
    /// Address of the next instruction.
    pub at: Location,
    /// The processor.
    pub model: Model,
    /// What differs, and how.
    pub what: String,
}

impl core::error::Error for Difference {}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "after {} instructions, in those from ", self.agreed)?;
        match self.model {
            Model::Z8001 => write!(f, "{}", self.at)?,
            Model::Z8002 => write!(f, "{:04x}", self.at.offset())?,
        }
        write!(f, " on: {}", self.what)
    }
}

/// A machine that can be run side by side with its copy.
pub trait Subject: Clone {
    /// How a piece of a run ended.
    type Ended: Debug + PartialEq;

    /// Runs by the interpreter from now on.
    fn interpret(&mut self);
    /// Runs at most so many instructions.
    fn advance(&mut self, instructions: u32) -> Self::Ended;
    /// The processor.
    fn cpu(&self) -> &Cpu;
    /// Instructions and clocks since the machine was made.
    fn counts(&self) -> [u64; 2];
    /// What differs in memory and devices.
    fn differs(&self, other: &Self) -> Option<String>;
}

impl Subject for Board {
    type Ended = Result<Option<Stop>, RunError>;

    fn interpret(&mut self) {
        self.set_engine(None);
    }

    fn advance(&mut self, instructions: u32) -> Self::Ended {
        Self::advance(self, instructions, &mut NoProbe)
    }

    fn cpu(&self) -> &Cpu {
        Self::cpu(self)
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

/// Two machines in the same state.
#[derive(Debug, Clone)]
pub struct Pair<S = Board> {
    /// The machine of the engine.
    pub engine: S,
    /// The machine of the interpreter.
    pub interpreter: S,
}

impl<S: Subject> Pair<S> {
    /// A machine that has an engine, and its copy without.
    #[must_use]
    pub fn new(engine: S) -> Self {
        let mut interpreter = engine.clone();
        interpreter.interpret();
        Self { engine, interpreter }
    }

    /// Runs both for a number of instructions, and compares them.
    ///
    /// # Errors
    ///
    /// The first difference.
    pub fn advance(&mut self, instructions: u32) -> Result<S::Ended, Difference> {
        let start = self.clone();
        match self.run(instructions) {
            Ok(ended) => Ok(ended),
            Err(what) => Err(first(start, instructions, what)),
        }
    }

    fn run(&mut self, instructions: u32) -> Result<S::Ended, String> {
        let ours = self.engine.advance(instructions);
        let theirs = self.interpreter.advance(instructions);
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
        let states = [ours, theirs].map(|machine| machine.cpu().state());
        let counts = [ours, theirs].map(Subject::counts);
        named(&states[0], counts[0])
            .zip(named(&states[1], counts[1]))
            .find(|((_, a), (_, b))| a != b)
            .map(|((what, a), (_, b))| format!("{what} is {a:x} instead of {b:x}"))
            .or_else(|| (states[0] != states[1]).then(|| "the rest of the processor differs".to_owned()))
            .or_else(|| ours.differs(theirs))
    }
}

/// What there is of a processor's state and of the counts, with its name.
fn named(state: &State, [instructions, clocks]: [u64; 2]) -> impl Iterator<Item = (String, u64)> {
    let registers = (0..)
        .zip(state.registers)
        .map(|(n, value)| (format!("R{n}"), value.into()));
    let rest = [
        ("FCW", state.fcw.into()),
        ("the segment of PC", state.pc_segment.into()),
        ("PC", state.pc.into()),
        ("the count of clocks", clocks),
        ("the count of instructions", instructions),
    ];
    registers.chain(rest.map(|(name, value)| (name.to_owned(), value)))
}

/// Where two memories differ first. Mostly they do not, which is a quick comparison.
fn first_other(ours: &[u8], theirs: &[u8]) -> Option<usize> {
    if ours == theirs {
        return None;
    }
    ours.iter().zip(theirs).position(|(a, b)| a != b)
}

/// The first difference within a piece that is known to end with one: the shortest piece that ends with one.
fn first<S: Subject>(start: Pair<S>, instructions: u32, mut what: String) -> Difference {
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
    let _ = before.advance(same);
    Difference {
        agreed: before.counts()[0],
        at: before.cpu().location(),
        model: before.cpu().model(),
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
