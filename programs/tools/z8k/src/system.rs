//! Creates machines from a description and runs them.

use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result, bail, ensure};
use clap::{Args, ValueHint};
use cli::gate::{self, By};
use cli::interrupt::Interrupt;
use z8000::machine::{Stop, World};
use z8000::run::Probe;
use z8000_asm::{Assembly, Files, LineMap, Options};
use z8000_boards::{BOARD, Connected, Description, Error, Lines, Program};
use z8000_debugger::program;
use z8000_translate::Choice;

use crate::binutils::input::is_made;
use crate::ending::{HALTED, INTERRUPTED, LIMIT, NO_INPUT, SLICE};
use crate::formats::{self, Formats, INTERRUPT};
use crate::{files, machines};

/// Machine from a description, and the files that it may use.
#[derive(Args, Default)]
pub(crate) struct DescribedMachine {
    /// Use the machine described in this file, or the built-in machine of this name, instead of the Z8002 board. If no
    /// program is given, the machine runs the memory images that its description specifies.
    #[arg(id = "machine", long = "machine", value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// Allow the machine to use and change this file, or to use the files in this folder. By default, a machine may use
    /// only files in the folder of its description and may not change any. May be repeated.
    // No `PathBuf`, which would be an input.
    #[arg(long, value_name = "PATH", requires = "machine", value_hint = ValueHint::AnyPath)]
    pub(crate) allow: Vec<OsString>,
}

impl DescribedMachine {
    /// Reads the description; without one, returns that of the board.
    pub(crate) fn description(&self) -> Result<Description> {
        let Some(path) = self.file.as_deref() else {
            let mut board = Description::read(BOARD, Path::new(""))?;
            board.reach.files = &Formats;
            return Ok(board);
        };
        let known = path.to_str().filter(|_| !path.is_file()).and_then(machines::text);
        let described = match known {
            Some(text) => Description::read(text, Path::new("")),
            None if path.extension().is_none() && !path.exists() => {
                bail!("{}", machines::unknown(&path.display().to_string()))
            }
            None => Description::read(&cli::read_text(path)?, path.parent().unwrap_or(Path::new(""))),
        };
        let mut description = described.with_context(|| path.display().to_string())?;
        description.reach.files = &Formats;
        let allowed = self.allow.iter().map(PathBuf::from);
        description.reach.allowed = allowed.chain(written().iter().cloned()).collect();
        cli::note(description.outputs(), By::Description)?;
        description.inputs().try_for_each(|path| gate::check_input(&path))?;
        Ok(description)
    }

    /// Returns the name of the description.
    pub(crate) fn name(&self) -> String {
        self.file
            .as_deref()
            .unwrap_or(Path::new("board.toml"))
            .display()
            .to_string()
    }

    /// Creates the machine, loads the program if one is given, and starts it.
    pub(crate) fn started(&self, program: Option<&Path>) -> Result<Connected> {
        let read = program.map(read).transpose()?;
        let mut machine = self.unloaded(program.is_some())?;
        if let (Some(program), Some(read)) = (program, read) {
            load(&mut machine, program, read)?;
        }
        start(&mut machine)?;
        Ok(machine)
    }

    /// Creates the machine without loading a program; one must be given, or be in its images.
    fn unloaded(&self, has_program: bool) -> Result<Connected> {
        let description = self.description()?;
        let runs = has_program || description.has_image();
        let nothing = "nothing to run: specify a program, or an `image` for a memory";
        ensure!(runs, "{}: {nothing}", self.name());
        let outputs: Vec<_> = description.outputs().collect();
        for card in description.empty_slots() {
            cli::tell(format_args!(
                "{} does not exist: its slot is left empty",
                card.display()
            ));
        }
        let machine = Connected::new(description).with_context(|| self.name())?;
        written().extend(outputs);
        Ok(machine)
    }
}

/// The files that machines of this process have opened for output: the next machine may overwrite them, when a session
/// in a debugger restarts or a run is timed once more.
fn written() -> MutexGuard<'static, Vec<PathBuf>> {
    static WRITTEN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
    WRITTEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Creates and starts a machine for the debugger, with its connections. The line map comes from the program or from a
/// file.
pub(crate) fn debugged(
    described: &DescribedMachine,
    program: Option<&Path>,
    map: Option<&Path>,
    engine: Choice,
) -> Result<(program::Program, Lines)> {
    let read = program.map(read).transpose()?;
    let mut machine = described.unloaded(program.is_some())?;
    let loaded = program
        .zip(read)
        .map(|(program, read)| load(&mut machine, program, read))
        .transpose()?;
    start(&mut machine)?;
    run_by(&mut machine, engine)?;
    let (machine, lines) = machine.debugged();
    let (map, beside) = match (map, program) {
        (Some(map), _) => (Some(files::line_map(map)?), Some(map)),
        (None, program) => (loaded.flatten(), program),
    };
    let folder = beside.and_then(Path::parent).unwrap_or(Path::new(""));
    let sources = Files::new(vec![folder.to_path_buf(), PathBuf::new()]);
    Ok((program::Program::on(machine, map, &sources, Some(folder)), lines))
}

/// Starts a machine; fails if that does not start the program.
pub(crate) fn start(machine: &mut Connected) -> Result<()> {
    machine.start()?;
    if let Some(entry) = machine.passed_over() {
        cli::tell(format_args!(
            "warning: reset begins execution at {}, not at the program's entry point {entry:#x}; replace `reset` with \
             `pc = {entry:#x}` in `[start]` of the machine description, or load the program where the board would load \
             it",
            machine.cpu().location()
        ));
    }
    Ok(())
}

/// A program that was read before its machine is created: creating a machine empties its output files, which must not
/// happen for a program that cannot be read.
pub(crate) enum Loadable {
    Bytes(Vec<u8>),
    Source(Box<Assembly>),
}

/// Reads a program.
pub(crate) fn read(path: &Path) -> Result<Loadable> {
    if files::is_source(path)? {
        return Ok(Loadable::Source(Box::new(files::assembled(path, &Options::default())?)));
    }
    let bytes = cli::read(path)?;
    is_made(path, &bytes, "asm", "bin")?;
    files::not_text(path, &bytes)?;
    Ok(Loadable::Bytes(bytes))
}

/// Loads a program, and returns its line map if it has one.
pub(crate) fn load(machine: &mut Connected, path: &Path, read: Loadable) -> Result<Option<LineMap>> {
    let name = path.display().to_string();
    let assembly = match read {
        Loadable::Bytes(bytes) => return formats::load(machine, &name, &bytes),
        Loadable::Source(assembly) => assembly,
    };
    // An assembled source starts at its lowest code address, in non-segmented mode.
    let program = Program { entry: None, fcw: 0x4000, ..formats::program(&name, assembly.program())? };
    machine.load_linked(&name, &program)?;
    let map = assembly.map();
    program::guard_data(machine, &map);
    Ok(Some(map))
}

/// Runs a machine up to a number of clocks, and describes how the run ended. Ctrl-C and signals also end it.
pub(crate) fn run<P: Probe<World>>(machine: &mut Connected, limit: u64, probe: &mut P) -> Result<&'static str> {
    let interrupt = interrupt()?;
    loop {
        let slice = machine.clocks().saturating_add(SLICE).min(limit);
        if let Some(polled) = machine.polled() {
            cli::tell(format_args!("{polled}"));
        }
        let ended = match machine.run_with(slice, probe) {
            Err(Error::Standard(error)) if error.kind() == ErrorKind::Interrupted => return Ok(INTERRUPTED),
            ended => ended?,
        };
        match ended {
            Stop::Halted => return Ok(HALTED),
            Stop::WantsInput => return Ok(NO_INPUT),
            _ if interrupt.requested() => return Ok(INTERRUPTED),
            _ if machine.clocks() >= limit => return Ok(LIMIT),
            _ => {}
        }
    }
}

/// Returns the request to end a run; the first call installs the handler.
pub(crate) fn interrupt() -> Result<&'static Interrupt> {
    if INTERRUPT.get().is_none() {
        let _ = INTERRUPT.set(Interrupt::listen()?);
    }
    INTERRUPT.get().context("cannot handle signals")
}

/// Selects the engine of a machine.
pub(crate) fn run_by(machine: &mut Connected, choice: Choice) -> Result<()> {
    ensure!(
        machine.takes_engine() || choice != Choice::Compiled,
        "with memory management units, devices in memory or wait states, only the interpreter can run the program: remove \
         `--engine compiled`"
    );
    machine.set_engine(choice.engine()?);
    Ok(())
}
