//! `z8k lockstep`: compares both engines.

mod instruction;
mod random;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};
use clap::Args;
use z8000::board::Stop;
use z8000::run::{Pair, Subject};
use z8000_translate::Choice;

use crate::debug::DataMemory;
use crate::run;
use crate::system::{self, DescribedMachine};
use instruction::Numbers;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Program, in any form that `z8k run` accepts.
    #[arg(required_unless_present_any = ["random", "machine"])]
    program: Option<PathBuf>,
    #[command(flatten)]
    described: DescribedMachine,
    #[command(flatten)]
    memory: DataMemory,
    /// Input file for the serial port.
    #[arg(long, value_name = "FILE", conflicts_with = "machine")]
    input: Option<PathBuf>,
    /// Stop after about N instructions.
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    limit_instructions: u64,
    /// Run randomly generated programs instead, for a total of about N instructions, in writable memory and with random
    /// interrupts.
    #[arg(long, value_name = "N", conflicts_with_all = ["program", "data", "input", "limit_instructions"])]
    random: Option<u64>,
    /// Seed for the random programs.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "random")]
    seed: u64,
}

/// The most instructions between two comparisons.
const PIECE: u64 = 2_000_000;

pub(crate) fn lockstep(arguments: &Arguments) -> Result<ExitCode> {
    let described = &arguments.described;
    let (instructions, end) = match (arguments.random, described.file.is_some()) {
        (Some(instructions), false) => random::run(instructions, arguments.seed)?.counted(),
        (Some(instructions), true) => {
            random::run_on(&described.description()?, instructions, arguments.seed)?.counted()
        }
        (None, false) => on_board(arguments)?,
        (None, true) => on_machine(arguments)?,
    };
    cli::print_line(format_args!("{instructions} instructions, no difference: {end}"))?;
    Ok(match system::interrupt()?.requested() {
        true => {
            cli::warn("interrupted: the remaining instructions were not compared");
            ExitCode::from(cli::interrupt::status())
        }
        false => ExitCode::SUCCESS,
    })
}

/// The number of instructions that were run, and the end of the run.
type LockstepRun = (u64, String);

/// Runs a program on two boards.
fn on_board(arguments: &Arguments) -> Result<LockstepRun> {
    let mut board = run::board(arguments.program.as_deref(), &arguments.memory)?;
    if let Some(input) = &arguments.input {
        board.serial().send(&cli::read(input)?);
    }
    board.set_engine(Choice::Compiled.engine()?);
    side_by_side(Pair::new(board), arguments.limit_instructions, |board, ended| {
        Ok(match ended? {
            Some(Stop::Halted) => Some("halted"),
            _ => board.wants_input().then_some("waiting for input"),
        })
    })
}

/// Runs a program on two machines.
fn on_machine(arguments: &Arguments) -> Result<LockstepRun> {
    let mut machine = arguments.described.machine(arguments.program.as_deref())?;
    system::run_by(&mut machine, Choice::Compiled)?;
    machine.start()?;
    side_by_side(
        Pair::new(machine.alone()),
        arguments.limit_instructions,
        |machine, ended| {
            Ok(match ended.map_err(|error| anyhow!(error))? {
                true => Some("halted"),
                false => machine.waits_for_input().then_some("waiting for input"),
            })
        },
    )
}

/// Runs both machines to the end of their program, which `ended` detects; returns how it ended.
fn side_by_side<S: Subject>(
    mut pair: Pair<S>,
    most: u64,
    ended: impl Fn(&S, S::Outcome) -> Result<Option<&'static str>>,
) -> Result<LockstepRun> {
    // Pieces of every length, so that they end everywhere.
    let mut numbers = Numbers::new(1);
    let interrupt = system::interrupt()?;
    loop {
        let done = pair.engine.counts()[0];
        if done >= most || interrupt.requested() {
            return Ok((done, "stopped".to_owned()));
        }
        let piece = numbers.below(PIECE).min(most - done - 1) + 1;
        let end = pair.advance(piece as u32).context("the engines differ")?;
        if let Some(end) = ended(&pair.engine, end)? {
            return Ok((pair.engine.counts()[0], end.to_owned()));
        }
    }
}
