//! Machines from a description.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use z8000_asm::{AddressSpace, Files, LineMap, Options};
use z8000_boards::{Description, Lines, Machine, Part, Space};
use z8000_debugger::program::Program;
use z8000_translate::Choice;

use crate::files;

/// A machine with a program, if one is given; it still has to be started.
pub(crate) fn machine(path: &Path, program: Option<&Path>) -> Result<Machine> {
    let mut machine = unloaded(path, program.is_some())?;
    if let Some(program) = program {
        load(&mut machine, program)?;
    }
    Ok(machine)
}

/// A machine that a program is to be loaded into, or that has one in its images.
fn unloaded(path: &Path, has_program: bool) -> Result<Machine> {
    let description = description(path)?;
    ensure!(
        has_program || description.has_image(),
        "{}: there is nothing to run: name a program, or give a memory an `image`",
        path.display()
    );
    Machine::new(description).with_context(|| path.display().to_string())
}

/// Reads a description.
pub(crate) fn description(path: &Path) -> Result<Description> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    Description::read(&text, folder).with_context(|| path.display().to_string())
}

/// A machine for the debugger, started, with its connections. A line map may come with the program, or as a file.
pub(crate) fn debugged(
    path: &Path,
    program: Option<&Path>,
    map: Option<&Path>,
    engine: Choice,
) -> Result<(Program, Lines)> {
    let mut machine = unloaded(path, program.is_some())?;
    let loaded = match program {
        Some(program) => load(&mut machine, program)?,
        None => None,
    };
    machine.start();
    run_by(&mut machine, engine)?;
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

/// Gives a machine its engine.
pub(crate) fn run_by(machine: &mut Machine, choice: Choice) -> Result<()> {
    ensure!(
        machine.takes_engine() || choice != Choice::Compiled,
        "behind memory management units the interpreter runs the program: leave `--engine compiled` out"
    );
    machine.set_engine(choice.engine()?);
    Ok(())
}
