//! `z8k run`

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;
use cli::Output;
use z8000::board::{Board, Stop};
use z8000_boards::Machine;
use z8000_translate::Choice;

use crate::coverage::Coverage;
use crate::debug::{DataMemory, Image};
use crate::ending::{self, HALTED, INTERRUPTED, LIMIT, NO_INPUT, SLICE};
use crate::system::{self, DescribedMachine};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Program: a source file (.s), which is assembled first; a linked program; or the raw bytes of Z8002 program
    /// memory, starting at address 0, with the FCW at address 2 and the PC at address 4.
    #[arg(required_unless_present_any = ["machine", "load"])]
    pub(crate) program: Option<PathBuf>,
    #[command(flatten)]
    described: DescribedMachine,
    #[command(flatten)]
    memory: DataMemory,
    /// Stop after N clock cycles.
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    pub(crate) limit_clocks: u64,
    /// Save the state of the whole machine to a file at the end of the run.
    #[arg(long, value_name = "FILE")]
    save: Option<Output>,
    /// Allow --save to replace an existing file.
    #[arg(long, requires = "save")]
    force: bool,
    /// Continue from the machine state in this file instead of starting a program.
    #[arg(long, value_name = "FILE", conflicts_with = "program")]
    pub(crate) load: Option<PathBuf>,
    /// Engine that runs the program: `compiled` (native code), `interpreter` (one instruction at a time) or `best`
    /// (`compiled` if the host supports it, otherwise `interpreter`). All engines give cycle-identical results.
    #[arg(long, value_name = "NAME", default_value_t)]
    pub(crate) engine: Choice,
    /// Write the addresses of all executed instructions to a file for `z8k dis --coverage`.
    #[arg(long, value_name = "FILE", conflicts_with = "machine")]
    coverage: Option<Output>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    if let Some(save) = &arguments.save {
        save.check_new(arguments.force)?;
    }
    if let Some(coverage) = &arguments.coverage {
        coverage.check()?;
    }
    if arguments.described.file.is_some() {
        return run_described(arguments);
    }
    let mut board = match &arguments.load {
        Some(saved) => Board::restore(&cli::read(saved)?).with_context(|| cli::name(saved))?,
        None => board(arguments.program.as_deref(), &arguments.memory)?,
    };
    board.set_engine(arguments.engine.engine()?);
    let mut coverage = arguments.coverage.is_some().then(|| Coverage::new(true));
    let interrupt = system::interrupt()?;
    let how = loop {
        let limit = board.clocks().saturating_add(SLICE);
        let limit = limit.min(arguments.limit_clocks);
        let stop = match &mut coverage {
            Some(coverage) => board.run_with(limit, false, coverage),
            None => board.run(limit),
        };
        cli::pass(&board.serial().take_output())?;
        match stop? {
            Stop::Halted => break HALTED,
            _ if interrupt.requested() => break INTERRUPTED,
            Stop::ClockLimit | Stop::Line | Stop::Probe if board.clocks() >= arguments.limit_clocks => break LIMIT,
            Stop::ClockLimit | Stop::Line | Stop::Probe => {}
            Stop::WantsInput => match interrupt.characters() {
                Err(error) if error.kind() == ErrorKind::Interrupted => break INTERRUPTED,
                characters => match characters? {
                    none if none.is_empty() => break NO_INPUT,
                    characters => board.serial().send(&characters),
                },
            },
        }
    };
    if let (Some(output), Some(coverage)) = (&arguments.coverage, &coverage) {
        output.make(coverage.text().as_bytes())?;
    }
    if let Some(output) = &arguments.save {
        output.write(&board.save())?;
    }
    ending::tell(how, board.instructions(), board.clocks());
    Ok(ending::status(how))
}

/// Runs a machine, from its start or from its saved state.
fn run_described(arguments: &Arguments) -> Result<ExitCode> {
    let described = &arguments.described;
    let mut machine = match &arguments.load {
        Some(saved) => {
            Machine::restore(described.description()?, &cli::read(saved)?).with_context(|| cli::name(saved))?
        }
        None => {
            let mut machine = described.machine(arguments.program.as_deref())?;
            system::start(&mut machine)?;
            machine
        }
    };
    system::run_by(&mut machine, arguments.engine)?;
    let how = system::run(&mut machine, arguments.limit_clocks)?;
    if let Some(output) = &arguments.save {
        output.write(&machine.save())?;
    } else {
        for image in machine.unsaved() {
            let image = image.display();
            cli::tell(format_args!(
                "what was written to {image} is lost: `writable = true` would keep it"
            ));
        }
    }
    ending::tell(how, machine.instructions(), machine.clocks());
    Ok(ending::status(how))
}

/// A board with a program, after a reset.
pub(crate) fn board(program: Option<&Path>, memory: &DataMemory) -> Result<Board> {
    let image = Image {
        program: program.map(Path::to_path_buf),
        memory: memory.clone(),
        ..Image::default()
    };
    image
        .read()?
        .board()
        .context("the program was not built for this board")
}
