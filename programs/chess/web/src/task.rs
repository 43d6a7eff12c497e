//! What takes long: it goes on in slices, and the page is heard in between.

use z8000_debugger::profile::Profiler;
use z8000_debugger::session::Replay;

use crate::protocol::Answer;

/// What is under way.
#[derive(Debug)]
pub(crate) enum Task {
    /// The session runs until something stops it.
    Run,
    /// It goes to a moment in the future, in instructions since the beginning.
    Seek(u64),
    /// The same in clocks since the beginning.
    SeekClocks(u64),
    /// A command of the debugger.
    Command {
        /// The command; none once it has begun.
        line: Option<String>,
    },
    /// The past is run once more and accounted for.
    Profile(Box<(Replay, Profiler)>),
    /// The program of the game looks for a move.
    Think,
}

impl Task {
    /// A command that has not begun.
    pub(crate) const fn command(line: String) -> Self {
        Self::Command { line: Some(line) }
    }
}

/// How a slice has ended.
#[derive(Debug)]
pub(crate) enum Progress {
    /// There is more to do.
    Busy {
        /// Instructions that were executed.
        instructions: u64,
        /// Clocks that they took.
        clocks: u64,
    },
    /// The task is done.
    Done(Box<Answer>),
}

impl Progress {
    pub(crate) fn done(answer: Answer) -> Self {
        Self::Done(Box::new(answer))
    }
}
