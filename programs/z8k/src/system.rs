//! Machines from a description.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use z8000_asm::{AddressSpace, Files, LineMap, Options};
use z8000_debugger::program::Program;
use z8000_system::{Description, Ended, Lines, Machine, Part, Space};
use z8000_translate::Choice;

use crate::files;

/// A machine with a program, if one is given; it still has to be started.
pub(crate) fn machine(path: &Path, program: Option<&Path>) -> Result<Machine> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let described = || path.display().to_string();
    let description = Description::read(&text, folder).with_context(described)?;
    let mut machine = Machine::new(description).with_context(described)?;
    if let Some(program) = program {
        load(&mut machine, program)?;
    }
    Ok(machine)
}

/// A machine for the debugger, started, with its connections. A line map may come with the program, or as a file.
pub(crate) fn debugged(path: &Path, program: Option<&Path>, map: Option<&Path>) -> Result<(Program, Lines)> {
    let mut machine = machine(path, None)?;
    let loaded = match program {
        Some(program) => load(&mut machine, program)?,
        None => None,
    };
    machine.start();
    let (machine, lines) = machine.debugged();
    let (map, beside) = match (map, program) {
        (Some(map), _) => (Some(files::line_map(map)?), Some(map)),
        (None, program) => (loaded, program),
    };
    let folder = beside.and_then(Path::parent).unwrap_or(Path::new(""));
    let sources = Files::new(vec![folder.to_path_buf(), PathBuf::new()]);
    Ok((Program::on(machine, map, &sources, Some(folder)), lines))
}

/// Loads a program, and returns its line map if it has one.
fn load(machine: &mut Machine, path: &Path) -> Result<Option<LineMap>> {
    if path.extension().is_none_or(|extension| extension != "s") {
        let (name, bytes) = (path.display().to_string(), files::read(path)?);
        machine.load_file(&name, &bytes)?;
        return files::map_of(&name, &bytes);
    }
    let assembly = files::assembled(path, &Options::default())?;
    let pieces = assembly.pieces.iter().filter(|piece| !piece.bytes.is_empty());
    let parts: Vec<Part> = pieces
        .map(|piece| Part {
            name: path.display().to_string(),
            at: piece.origin,
            bytes: piece.bytes.clone(),
            space: match piece.space {
                AddressSpace::Program => Space::Program,
                AddressSpace::Data => Space::Data,
            },
        })
        .collect();
    machine.load(&parts)?;
    Ok(Some(assembly.map()))
}

/// Compiled execution is for the board so far.
pub(crate) fn interpreter_only(engine: Option<Choice>) -> Result<()> {
    ensure!(
        engine != Some(Choice::Compiled),
        "machines from a description run by the interpreter: leave `--engine compiled` out"
    );
    Ok(())
}

pub(crate) fn run(path: &Path, program: Option<&Path>, limit: u64, engine: Choice) -> Result<ExitCode> {
    interpreter_only(Some(engine))?;
    let mut machine = machine(path, program)?;
    machine.start();
    let stop = match machine.run(limit)? {
        Ended::Halted => "halted",
        Ended::ClockLimit => "stopped at the limit",
        Ended::NoInput => "waits for input, and none is left",
    };
    output::tell(format_args!(
        "{stop} after {} instructions, {} clocks",
        machine.instructions(),
        machine.clocks()
    ));
    Ok(ExitCode::SUCCESS)
}
