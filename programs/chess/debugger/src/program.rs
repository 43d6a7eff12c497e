//! The program as a debugger has it, and its search with a profiler.

use anyhow::Result;
use bcp_driver::{Program, Progress, Search};
use z8000_debugger::profile::Profiler;
use z8000_debugger::program::Program as Debugged;

/// The program with its lines and their text.
///
/// # Errors
///
/// It does not fit into the memories.
pub fn debugged(program: &Program) -> Result<Debugged> {
    let debugged = Debugged::assembled(program.assembly(), &*program.sources(), program.folder())?;
    Ok(debugged.run_by(program.engine()))
}

/// Runs a search to the end of its next iteration, and counts each instruction. The loop that does so is compiled here, with
/// all optimisations: the commands have fewer.
///
/// # Errors
///
/// As [`Search::next`].
#[inline(never)]
pub fn profile(search: &mut Search<'_>, profiler: &mut Profiler) -> Result<Progress> {
    search.next_with(profiler)
}
