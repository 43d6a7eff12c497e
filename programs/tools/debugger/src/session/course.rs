//! The goals of movements, and the progress towards them.

use z8000::cpu::Cpu;

use crate::breakpoint::{Breakpoint, Kind, Target};
use crate::history::Machine;
use crate::machine::Address;

/// A moment of a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Moment {
    /// Steps since the beginning: instructions, exceptions taken, and waits of the halted processor.
    pub steps: u64,
    /// Instructions since the beginning.
    pub instructions: u64,
    /// Clocks since the beginning.
    pub clocks: u64,
}

impl Moment {
    /// The moment at which a machine is.
    pub(super) fn of(machine: &Machine) -> Self {
        let subject = &machine.subject;
        Self {
            steps: subject.steps(),
            instructions: subject.instructions(),
            clocks: subject.clocks(),
        }
    }
}

/// Where a forward movement ends.
///
/// # Example
///
/// ```
/// # use z8000_asm::{Memory, Options, assemble};
/// # use z8000_debugger::program::Program;
/// use z8000_debugger::session::{Goal, Session};
///
/// let source = "
///         .z8002
///         .word   0, 0x4000, start
/// start:  call    five
///         halt
/// five:   ldk     r1,#5
///         ret
/// ";
/// # let files = Memory::new([("t.s", source)]);
/// # let program = Program::assembled(&assemble(&files, "t.s", &Options::default())?, &files, None)?;
/// let mut session = Session::new(program, 4_000_000);
/// session.run(&Goal::Over, &mut |_| false);
/// // All of `five`: CALL, LDK, RET.
/// assert_eq!((session.pc(), session.now().instructions), (10.into(), 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Goal {
    /// After this number of instructions and exceptions; waiting for one is a part of it.
    Step(u64),
    /// After one instruction, including the handlers of exceptions that come before it; for a call, including everything
    /// that it calls.
    Over,
    /// When the routine of a frame in the call stack returns; 0 is the innermost.
    Out(usize),
    /// At the first of these breakpoints, which apply only to this movement; see [`Breakpoint::passing`].
    First(Vec<Breakpoint>),
    /// At a number of steps since the beginning.
    Time(u64),
    /// Only when something stops the program.
    Forever,
}

impl Goal {
    /// Creates a goal that is reached at any of these addresses.
    ///
    /// # Example
    ///
    /// ```
    /// # use z8000_asm::{Memory, Options, assemble};
    /// # use z8000_debugger::program::Program;
    /// use z8000_debugger::session::{Goal, Session};
    ///
    /// let source = "
    ///         .z8002
    ///         .word   0, 0x4000, start
    /// start:  call    five
    ///         halt
    /// five:   ldk     r1,#5
    ///         ret
    /// ";
    /// # let files = Memory::new([("t.s", source)]);
    /// # let program = Program::assembled(&assemble(&files, "t.s", &Options::default())?, &files, None)?;
    /// let five = program.code_address("five")?;
    /// let mut session = Session::new(program, 4_000_000);
    /// session.run(&Goal::to(vec![five]), &mut |_| false);
    /// assert_eq!((session.pc(), session.now().clocks), (five, 12));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to(addresses: Vec<Address>) -> Self {
        Self::First(vec![Breakpoint::passing(Kind::Code(addresses), None)])
    }
}

/// Instructions between two calls of a [`Tick`](super::Tick), unless the session sets another one: some milliseconds.
pub(super) const TICK: u64 = 1 << 21;

/// Where a run ends: at a target, or at a number of steps.
#[derive(Debug, Clone)]
pub(super) struct Course {
    pub(super) target: Target,
    pub(super) until: u64,
}

/// A backward search of the past, snapshot by snapshot.
#[derive(Debug, Clone)]
pub struct Hunt {
    pub(super) breakpoints: Vec<Breakpoint>,
    pub(super) target: Target,
    /// The moment after which everything was searched.
    pub(super) end: u64,
    /// The moment before which anything found must be.
    pub(super) before: u64,
    /// The previous stop and the processor at it, if they are not those at which the hunt began.
    pub(super) stop: Option<(Moment, Cpu)>,
}

/// A movement that was interrupted by a tick.
#[derive(Debug, Clone)]
pub(super) enum UnfinishedMovement {
    Forward(Course),
    Back(Hunt),
}
