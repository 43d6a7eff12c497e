//! `z8k run`

use std::io::{Read, Write, stdin, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use cli::Output;
use z8000::board::{Board, Stop};
use z8000_boards::{Machine, MachineEnd};
use z8000_translate::Choice;

use crate::coverage::Coverage;
use crate::debug::Image;
use crate::system::{self, DescribedMachine};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Source file (.s), which is assembled first; linked program; or program memory of a Z8002 from address 0, with
    /// FCW at address 2 and PC at 4.
    #[arg(required_unless_present_any = ["machine", "load"])]
    pub(crate) program: Option<PathBuf>,
    #[command(flatten)]
    described: DescribedMachine,
    /// Stop after this number of clocks.
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    pub(crate) limit_clocks: u64,
    /// Save the whole machine to a file at the end.
    #[arg(long, value_name = "FILE")]
    save: Option<Output>,
    /// Replace an existing saved machine.
    #[arg(long, requires = "save")]
    force: bool,
    /// Continue a saved machine instead of starting a program.
    #[arg(long, value_name = "FILE", conflicts_with = "program")]
    pub(crate) load: Option<PathBuf>,
    /// Engine: native code (`compiled`), one instruction at a time (`interpreter`), or the `best` available on the
    /// host. All give cycle-identical results.
    #[arg(long, value_name = "NAME", default_value_t)]
    pub(crate) engine: Choice,
    /// Write the addresses of all executed instructions, for `z8k dis --coverage`.
    #[arg(long, value_name = "FILE", conflicts_with = "machine")]
    coverage: Option<Output>,
}

/// Clocks between two flushes of the output.
const SLICE: u64 = 4_000_000;

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    if let Some(save) = &arguments.save {
        save.check_new(arguments.force)?;
    }
    if arguments.described.file.is_some() {
        return run_described(arguments);
    }
    let mut board = match &arguments.load {
        Some(saved) => Board::restore(&cli::read(saved)?).with_context(|| saved.display().to_string())?,
        None => board(arguments.program.as_deref())?,
    };
    board.set_engine(arguments.engine.engine()?);
    let mut coverage = arguments.coverage.is_some().then(|| Coverage::new(true));
    let mut input = stdin().lock();
    let mut line = vec![0; 4096];
    let stop = loop {
        let limit = board.clocks().saturating_add(SLICE);
        let limit = limit.min(arguments.limit_clocks);
        let stop = match &mut coverage {
            Some(coverage) => board.run_with(limit, false, coverage),
            None => board.run(limit),
        };
        let output = board.serial().take_output();
        stdout().write_all(&output)?;
        stdout().flush()?;
        match stop? {
            Stop::Halted => break "halted",
            Stop::ClockLimit | Stop::Line | Stop::Probe if board.clocks() >= arguments.limit_clocks => {
                break "stopped at the limit";
            }
            Stop::ClockLimit | Stop::Line | Stop::Probe => {}
            Stop::WantsInput => match input.read(&mut line)? {
                0 => break "ran out of input",
                count => board.serial().send(&line[..count]),
            },
        }
    };
    if let (Some(output), Some(coverage)) = (&arguments.coverage, &coverage) {
        output.make(coverage.text().as_bytes())?;
    }
    if let Some(output) = &arguments.save {
        output.write(&board.save())?;
    }
    tell_end(stop, board.instructions(), board.clocks());
    Ok(())
}

/// Reports how a run has ended, and when.
pub(crate) fn tell_end(how: &str, instructions: u64, clocks: u64) {
    cli::tell(format_args!("{how} after {instructions} instructions, {clocks} clocks"));
}

/// Runs a machine, from its start or from its saved state.
fn run_described(arguments: &Arguments) -> Result<()> {
    let described = &arguments.described;
    let mut machine = match &arguments.load {
        Some(saved) => Machine::restore(described.description()?, &cli::read(saved)?)
            .with_context(|| saved.display().to_string())?,
        None => {
            let mut machine = described.machine(arguments.program.as_deref())?;
            system::start(&mut machine)?;
            machine
        }
    };
    system::run_by(&mut machine, arguments.engine)?;
    let stop = match machine.run(arguments.limit_clocks)? {
        MachineEnd::Halted => "halted",
        MachineEnd::ClockLimit => "stopped at the limit",
        MachineEnd::NoInput => "ran out of input",
    };
    if let Some(output) = &arguments.save {
        output.write(&machine.save())?;
    }
    tell_end(stop, machine.instructions(), machine.clocks());
    Ok(())
}

/// A board with a program, after a reset.
pub(crate) fn board(program: Option<&Path>) -> Result<Board> {
    let image = Image { program: program.map(Path::to_path_buf), ..Image::default() };
    image.read()?.board().context("the program is not for this board")
}
