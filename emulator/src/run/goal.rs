//! The goal of a run, and how it ended.

use crate::bus::Location;
use crate::cpu::Trap;

/// Instructions between two checks of inexact clock limits, of input, and of connections.
pub const SLICE: u32 = 256;

/// The goal of a run. Counts start at the creation of the machine. By default, a run has no end.
///
/// # Example
///
/// ```
/// use z8000::machine::Machine;
/// use z8000::cpu::{Cpu, Model};
/// use z8000::run::{Goal, RunEnd, Runner};
///
/// let mut board = Machine::board();
/// board.load_program(0, &[0xE8, 0xFF]); // JR to itself: 6 clocks
/// let mut runner = Runner::new(Cpu::new(Model::Z8002));
/// let goal = Goal { clocks: 20, exact: true, ..Goal::default() };
/// assert_eq!(runner.run(&mut board.world().clone(), &goal), RunEnd::Clocks);
/// assert_eq!((runner.instructions(), runner.clocks), (4, 24));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Goal {
    /// The count of steps at which the run ends; see [`Runner::steps`](super::Runner::steps).
    pub instructions: u64,
    /// The clock count at which the run ends, at the end of a slice.
    pub clocks: u64,
    /// True if the run ends at [`Goal::clocks`] even within a slice: no further instruction or iteration begins.
    pub exact: bool,
    /// The instruction count from which slices of [`SLICE`] instructions are counted. At the end of each slice, the
    /// loop checks the clocks, whether the program waits for input, and the connections. With `None`, it checks none of
    /// these.
    pub slices: Option<u64>,
    /// True if the run ends directly after a line feed sent by the program.
    pub lines: bool,
    /// True if the run ends at a trap, at the first instruction of its handler.
    pub traps: bool,
}

impl Default for Goal {
    fn default() -> Self {
        Self {
            instructions: u64::MAX,
            clocks: u64::MAX,
            exact: false,
            slices: None,
            lines: false,
            traps: false,
        }
    }
}

impl Goal {
    /// Returns the clock count at which no further instruction may begin.
    #[inline]
    pub(super) const fn last(&self) -> u64 {
        if self.exact { self.clocks } else { u64::MAX }
    }

    /// Returns the number of instructions to the end of the slice, 1 to [`SLICE`]; without slices, `u64::MAX`.
    pub(super) fn left_in_slice(&self, instructions: u64) -> u64 {
        let size = u64::from(SLICE);
        self.slices
            .map_or(u64::MAX, |first| size - instructions.wrapping_sub(first) % size)
    }

    /// Returns true if a slice ends after the first count and not after the second.
    pub(super) fn passes_slice(&self, before: u64, now: u64) -> bool {
        now - before >= self.left_in_slice(before)
    }
}

/// The reason why a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunEnd {
    /// The instruction count was reached.
    Instructions,
    /// The clock count was reached or passed.
    Clocks,
    /// The processor has halted, and no device can wake it.
    Halted,
    /// An instruction trapped; PC is at the handler.
    Trapped(Trap),
    /// The program has sent a line feed.
    Line,
    /// The program is waiting for a character, and none arrives.
    WantsInput,
    /// The probe stopped the run.
    Probe,
    /// The program reached an address at which code may not run.
    Outside {
        /// Address of the last instruction.
        from: Location,
    },
    /// The word at PC is not an instruction.
    Undefined {
        /// The word at PC.
        word: u16,
    },
}
