//! Engines: faster ways to run a machine's program than one instruction at a time.

use alloc::boxed::Box;
use core::fmt::Debug;

use super::goal::Ended;
use super::running::Running;
use crate::bus::Location;
use crate::isa::Form;

/// Where an engine has stopped, so that the loop does what is next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ran {
    /// At the end of a slice, or behind it: the loop looks outside, and asks the engine again.
    Slice,
    /// Where a limit is near, or the program waits: the interpreter goes on to the end of the slice.
    Anywhere,
    /// Where the engine would take longer than the interpreter, which does so many instructions now.
    Aside(u64),
    /// At the end of the run.
    Ended(Ended),
}

/// The longest instruction in bytes.
const LONGEST: u16 = 2 * Form::MAX_WORDS as u16;

/// Returns true if an instruction lies closely behind the one that ran before it. Otherwise the program has jumped, and
/// an engine looks whether it has code there.
#[must_use]
#[inline(always)]
pub fn follows(before: Location, now: Location) -> bool {
    let distance = now.offset().wrapping_sub(before.offset());
    now.segment() == before.segment() && (1..=LONGEST).contains(&distance)
}

/// A way to run instructions. What it does must be what [`Cpu::step`](crate::cpu::Cpu::step) does, to the clock. An
/// engine belongs to one machine; another one, or a copy, gets [`again`](Self::again).
pub trait Engine: Debug + Send + Sync {
    /// Runs instructions, none or many. Those that it carries out itself do no input or output, do not halt, trap or
    /// change the mode, and do not bring the clocks above [`Running::limit`]. All others it leaves to
    /// [`Running::step`].
    ///
    /// Where it stops with clocks to spare, a flag may be out of date that the next instructions replace without
    /// looking at it. Whoever runs them up to the limit finds everything as a step would have left it.
    fn run(&mut self, on: &mut Running<'_>) -> Ran;

    /// The same engine for another machine.
    fn again(&self) -> Box<dyn Engine>;

    /// What it has done so far.
    fn work(&self) -> Work {
        Work::default()
    }
}

/// What an engine has done, in numbers that do not depend on the host's clock.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Work {
    /// Times that it has called its code.
    pub entries: u64,
    /// Instructions that it has left to the interpreter one by one.
    pub steps: u64,
    /// Times that it has stepped aside.
    pub pauses: u64,
    /// Pieces of code that it has made.
    pub pieces: u64,
}

impl Clone for Box<dyn Engine> {
    fn clone(&self) -> Self {
        self.again()
    }
}
