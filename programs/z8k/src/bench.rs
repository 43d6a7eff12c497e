//! `z8k bench`

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Result, bail};
use clap::Args;
use z8000::machine::{Board, Stop};

use crate::{files, run};

#[derive(Args)]
pub(crate) struct Arguments {
    /// The program, as for `z8k run`.
    program: PathBuf,
    /// Number of runs.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    repeat: u32,
    /// What the program receives on its serial port.
    #[arg(long, value_name = "FILE")]
    input: Option<PathBuf>,
}

pub(crate) fn bench(arguments: &Arguments) -> Result<ExitCode> {
    let mut fresh = Board::new();
    run::load(&mut fresh, &arguments.program)?;
    if let Some(input) = &arguments.input {
        fresh.serial().send(&files::read(input)?);
    }
    fresh.reset();
    for _ in 0..arguments.repeat {
        let mut board = fresh.clone();
        let start = Instant::now();
        let stop = board.run(u64::MAX)?;
        let seconds = start.elapsed().as_secs_f64();
        if stop != Stop::Halted {
            bail!("the program waits for input instead of halting; --input FILE provides it");
        }
        output::print_line(format_args!(
            "{} instructions, {} cycles, {seconds:.3} s, {:.0} million instructions/s, checksum {:016x}",
            board.instructions(),
            board.clocks(),
            board.instructions() as f64 / seconds / 1e6,
            checksum(&board)
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A number that depends on all registers, FCW and the whole data memory (FNV-1a).
fn checksum(board: &Board) -> u64 {
    let registers = (0..16).map(|n| board.cpu().register(n));
    let words = registers
        .chain([board.cpu().fcw().bits(), board.cpu().pc()])
        .chain((0..=0xFFFE).step_by(2).map(|at| board.memory().data_word(at)));
    words
        .flat_map(u16::to_be_bytes)
        .fold(0xCBF2_9CE4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3)
        })
}
