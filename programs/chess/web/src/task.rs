//! Tasks that take long: they go on in slices, and the page is heard in between.

use z8000_debugger::profile::Profiler;
use z8000_debugger::session::Replay;

/// A task under way.
#[derive(Debug)]
pub(crate) enum Task {
    /// The session runs until something stops it.
    Run,
    /// It goes to a moment in the future, in instructions since the beginning.
    Seek(u64),
    /// The same in clocks since the beginning.
    SeekClocks(u64),
    /// A command of the debugger; none once it has begun.
    Command(Option<String>),
    /// The past is run once more and accounted for.
    Profile(Box<(Replay, Profiler)>),
    /// The tree grows to the moment of the session.
    Grow,
    /// The program of the game looks for a move.
    Think,
}
