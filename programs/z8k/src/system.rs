//! Machines from a description.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use z8000_asm::{AddressSpace, Options};
use z8000_system::{Description, Ended, Machine, Part, Space};
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

fn load(machine: &mut Machine, path: &Path) -> Result<()> {
    if path.extension().is_none_or(|extension| extension != "s") {
        return Ok(machine.load_file(&path.display().to_string(), &files::read(path)?)?);
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
    Ok(machine.load(&parts)?)
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
