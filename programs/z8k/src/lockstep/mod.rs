//! `z8k lockstep`: both engines side by side.

mod random;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;
use z8000::machine::{Board, Pair, Stop};
use z8000_translate::Choice;

use crate::{files, run};
use random::Numbers;

#[derive(Args)]
pub(crate) struct Arguments {
    /// The program, as for `z8k run`.
    #[arg(required_unless_present = "random")]
    program: Option<PathBuf>,
    /// What the program receives on its serial port.
    #[arg(long, value_name = "FILE")]
    input: Option<PathBuf>,
    /// Stop after about this many instructions.
    #[arg(long, value_name = "N", default_value_t = u64::MAX)]
    instructions: u64,
    /// Run random programs instead, about N instructions of them: in writable memory, with interrupts at random.
    #[arg(long, value_name = "N", conflicts_with_all = ["program", "input", "instructions"])]
    random: Option<u64>,
    /// Which random programs.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "random")]
    seed: u64,
}

/// The most instructions between two comparisons.
const PIECE: u64 = 2_000_000;

pub(crate) fn lockstep(arguments: &Arguments) -> Result<ExitCode> {
    let (instructions, end) = match (arguments.random, &arguments.program) {
        (Some(instructions), _) => {
            let tried = random::run(instructions, arguments.seed)?;
            (tried.instructions, tried.to_string())
        }
        (None, Some(program)) => {
            let mut board = Board::new();
            run::load(&mut board, program)?;
            if let Some(input) = &arguments.input {
                board.serial().send(&files::read(input)?);
            }
            board.reset();
            board.set_engine(Choice::Compiled.engine()?);
            let mut pair = Pair::new(board);
            let end = side_by_side(&mut pair, arguments.instructions)?;
            (pair.engine.instructions(), end.to_owned())
        }
        (None, None) => bail!("a program, or --random N, is missing"),
    };
    output::print_line(format_args!("{instructions} instructions, no difference: {end}"))?;
    Ok(ExitCode::SUCCESS)
}

/// Runs both boards to the end of their program; says how it ended.
fn side_by_side(pair: &mut Pair, most: u64) -> Result<&'static str> {
    // Pieces of every length, so that they end everywhere.
    let mut numbers = Numbers::new(1);
    while pair.engine.instructions() < most {
        let left = most - pair.engine.instructions();
        let piece = numbers.below(PIECE).min(left - 1) + 1;
        match pair.advance(piece as u32).context("the engines differ")?? {
            Some(Stop::Halted) => return Ok("halted"),
            _ if pair.engine.wants_input() => return Ok("waits for input"),
            _ => {}
        }
    }
    Ok("stopped")
}
