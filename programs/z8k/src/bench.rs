//! `z8k bench`: how fast the emulator runs a program, and what a chip would take for it.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Args;
use cpu_time::ProcessTime;
use z8000::machine::{Board, Clock, Engine, Stop};
use z8000_translate::Choice;

use crate::{files, run};

#[derive(Args)]
pub(crate) struct Arguments {
    /// The program, as for `z8k run`.
    program: PathBuf,
    /// Number of runs, of which the best and the median are printed.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    repeat: u32,
    /// The clock of the chip to compare with.
    #[arg(long, value_name = "FREQUENCY", default_value = "4MHz")]
    clock: Clock,
    /// Time this engine alone: compiled, portable, interpreter or best. By default all that the host has are timed.
    #[arg(long, value_name = "NAME")]
    engine: Option<Choice>,
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
    let engines: Vec<(Choice, Option<Box<dyn Engine>>)> = match arguments.engine {
        Some(choice) => vec![(choice, choice.engine()?)],
        None => [Choice::Compiled, Choice::Portable, Choice::Interpreter]
            .into_iter()
            .filter_map(|choice| Some((choice, choice.engine().ok()?)))
            .collect(),
    };
    // In turns, so that what else the machine does strikes all alike.
    let mut times = vec![Vec::new(); engines.len()];
    let mut ends = Vec::new();
    for _ in 0..arguments.repeat {
        for ((_, engine), times) in engines.iter().zip(&mut times) {
            let (board, seconds) = timed(&fresh, engine.as_deref())?;
            times.push(seconds);
            ends.push(board);
        }
    }
    let Some(board) = ends.first() else {
        bail!("no engine was timed");
    };
    if let Some(other) = ends.iter().find(|end| checksum(end) != checksum(board)) {
        bail!(
            "two runs ended differently: checksums {:016x} and {:016x}; please report this",
            checksum(board),
            checksum(other)
        );
    }
    output::print_line(format_args!(
        "{} instructions, {} cycles, checksum {:016x}",
        board.instructions(),
        board.clocks(),
        checksum(board)
    ))?;
    for ((choice, _), mut seconds) in engines.iter().zip(times) {
        seconds.sort_by(f64::total_cmp);
        output::print_line(speed(&format!("{choice}, best"), seconds[0], board))?;
        if seconds.len() > 1 {
            let median = seconds[seconds.len() / 2];
            output::print_line(speed(&format!("{choice}, median"), median, board))?;
        }
    }
    output::print_line(format_args!(
        "a chip at {}: {:.3} s",
        arguments.clock,
        arguments.clock.seconds(board.clocks())
    ))?;
    Ok(ExitCode::SUCCESS)
}

/// Runs a board until its program halts: the board, and the processor time that it took.
fn timed(fresh: &Board, engine: Option<&dyn Engine>) -> Result<(Board, f64)> {
    let mut board = fresh.clone();
    board.set_engine(engine.map(Engine::again));
    let start = ProcessTime::now();
    let stop = board.run(u64::MAX)?;
    let seconds = start.elapsed().as_secs_f64();
    if stop != Stop::Halted {
        bail!("the program waits for input instead of halting; --input FILE provides it");
    }
    Ok((board, seconds))
}

/// What was run in so much processor time.
fn speed(which: &str, seconds: f64, board: &Board) -> String {
    let millions = |count: u64| count as f64 / seconds / 1e6;
    format!(
        "{which}: {seconds:.3} s of processor time, {:.0} million instructions/s, {:.0} million cycles/s",
        millions(board.instructions()),
        millions(board.clocks())
    )
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
