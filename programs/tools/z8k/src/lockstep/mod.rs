//! `z8k lockstep`: compares both engines.

mod instruction;
mod random;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;
use z8000::machine::{Pair, Stop};
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
        (None, _) => side_by_side(arguments)?,
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

/// Runs two machines to the end of their program; returns how it ended.
fn side_by_side(arguments: &Arguments) -> Result<LockstepRun> {
    let (described, most) = (&arguments.described, arguments.limit_instructions);
    let mut machine = run::started(described, arguments.program.as_deref(), &arguments.memory, Some(&[]))?;
    system::run_by(&mut machine, Choice::Compiled)?;
    if let Some(input) = &arguments.input {
        machine.send(0, &cli::read(input)?);
    }
    let mut pair = Pair::new(machine.clone());
    // Pieces of every length, so that they end everywhere.
    let mut numbers = Numbers::new(1);
    let interrupt = system::interrupt()?;
    loop {
        let done = pair.engine.instructions();
        if done >= most || interrupt.requested() {
            return Ok((done, "stopped".to_owned()));
        }
        let piece = numbers.below(PIECE).min(most - done - 1) + 1;
        let end = pair.advance(piece as u32).context("the engines differ")?;
        let end = match end? {
            Some(Stop::Halted) => "halted",
            _ if pair.engine.wants_input() => "waiting for input",
            _ => continue,
        };
        return Ok((pair.engine.instructions(), end.to_owned()));
    }
}
