//! `z8k cpm --debug`: a CP/M program under the debugger.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use z8000::cpu::Fcw;
use z8000::machine::Machine;
use z8000_asm::{Files, LineMap, Options};
use z8000_cpm::Host;
use z8000_debugger::command::Interpreter;
use z8000_debugger::program::Program;
use z8000_debugger::session::Session;
use z8000_object::xout;

use super::calls::CPM;
use crate::files;

/// The clock rate of a session, in hertz.
const CLOCK: u64 = 4_000_000;

/// Debugs a program that a host has started: in a terminal view, or by the commands of a script.
pub(super) fn debug(host: Host, bytes: &[u8], path: &Path, script: Option<&Path>) -> Result<ExitCode> {
    z8000_terminal::debug(interpreter(host, bytes, path)?, script, false)
}

/// Returns an interpreter with a session of a program that a host has started, at its first instruction.
pub(super) fn interpreter(host: Host, bytes: &[u8], path: &Path) -> Result<Interpreter> {
    let machine = host.debugged()?;
    let map = if path.is_file() && files::is_source(path)? {
        files::assembled(path, &Options::default())?.map()
    } else {
        let name = path.display().to_string();
        xout::read(&name, bytes)?.line_map().context(name)?
    };
    let map = placed(map, &machine);
    let folder = path.parent().unwrap_or(Path::new(""));
    // Sources are named relative to the folder in which they were assembled: that of the program, or the current one.
    let sources = Files::new(vec![folder.to_path_buf(), PathBuf::new()]);
    let program = Program::on(machine, Some(map), &sources, Some(folder));
    Ok(Interpreter::new(Session::new(program, CLOCK), Some(CPM)))
}

/// Moves a line map to the segment of the program: the map of a non-segmented program does not contain it.
fn placed(mut map: LineMap, machine: &Machine) -> LineMap {
    let cpu = machine.cpu();
    if cpu.fcw().contains(Fcw::SEG) {
        return map;
    }
    let segment = u32::from(cpu.pc_segment()) << 16;
    for line in &mut map.lines {
        line.address += segment;
    }
    for symbol in map.symbols.iter_mut().filter(|symbol| symbol.section != "abs") {
        symbol.value += i64::from(segment);
    }
    map
}
