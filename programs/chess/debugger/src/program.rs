//! The program as a debugger has it.

use anyhow::Result;
use bcp_driver::Program;
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
