//! Loads the program for the debugger, and profiles its search.

use anyhow::Result;
use bcp_driver::{Program, Progress, Search};
use z8000_debugger::profile::Profiler;
use z8000_debugger::program::Program as Debugged;
use z8000_debugger::session::{Goal, Session};

/// Loads the program for the debugger, with its line map and its sources. Commands are sent immediately.
///
/// # Errors
///
/// The program does not fit into memory.
pub fn debugged(program: &Program) -> Result<Debugged> {
    let debugged = Debugged::assembled(program.assembly(), &*program.sources(), program.folder())?;
    Ok(debugged.run_by(program.engine()).with_baud(0))
}

/// The routine that searches a position.
pub(crate) const SEARCH: &str = "it2v";

/// Goes to the start of the search of the position that was sent, and sets the mark there: the start-up is not part of
/// the search. Nothing happens if the program has no such routine.
pub fn begin(session: &mut Session) {
    if let Ok(at) = session.program().code_address(SEARCH) {
        session.run(&Goal::to(vec![at]), &mut |_| false);
        session.set_mark();
    }
}

/// Runs a search to the end of its next iteration, counting each instruction. This function is here because the command
/// crates are compiled with less optimisation.
///
/// # Errors
///
/// The same as for [`Search::next`].
#[inline(never)]
pub fn profile(search: &mut Search<'_>, profiler: &mut Profiler) -> Result<Progress> {
    search.next_with(profiler)
}
