//! Times a program that halts in both engines: `cargo run --release -p z8000-translate --example bench -- PROGRAM.s [ENGINE]`.
//!
//! Prints the number of instructions, the clocks, and a checksum of R0 to R15, FCW, PC and the data memory; then the
//! shortest processor time of each engine.

#[path = "lockstep/source.rs"]
mod source;

use std::path::PathBuf;

use anyhow::{Context, Error, Result, ensure};
use cpu_time::ProcessTime;
use z8000::machine::{Address, Look as _, Machine, Stop};
use z8000_translate::Choice;

/// The number of runs of each engine.
const RUNS: usize = 5;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let path: PathBuf = arguments.next().context("which program?")?.into();
    let choices = match arguments.next() {
        Some(name) => vec![name.parse().map_err(Error::msg)?],
        None => vec![Choice::Compiled, Choice::Interpreter],
    };
    let mut best = vec![f64::INFINITY; choices.len()];
    let mut first = None;
    // The engines alternate, so that other load on the machine affects all equally.
    for _ in 0..RUNS {
        for (choice, best) in choices.iter().zip(&mut best) {
            let mut machine = source::started(&path, None)?;
            machine.set_engine(choice.engine()?);
            let start = ProcessTime::now();
            let stop = machine.run(u64::MAX)?;
            *best = best.min(start.elapsed().as_secs_f64());
            ensure!(stop == Stop::Halted, "it ended with {stop:?}");
            let end = end(&machine);
            let first = first.get_or_insert_with(|| end.clone());
            ensure!(end == *first, "two runs ended differently: {first} and {end}");
        }
    }
    println!("{}", first.unwrap_or_default());
    for (choice, seconds) in choices.iter().zip(best) {
        println!("{choice}: {seconds:.3} s");
    }
    Ok(())
}

/// Returns the end state of a run. The checksum is FNV-1a.
fn end(machine: &Machine) -> String {
    let cpu = machine.cpu();
    let registers = (0..16).map(|n| cpu.register(n)).chain([cpu.fcw().bits(), cpu.pc()]);
    let data = (0..=u16::MAX).map(|at| machine.byte(false, Address::flat(at)));
    let bytes = registers.flat_map(u16::to_be_bytes).chain(data);
    let checksum = bytes.fold(0xCBF2_9CE4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3)
    });
    let (instructions, clocks) = (machine.instructions(), machine.clocks());
    format!("{instructions} instructions, {clocks} clocks, checksum {checksum:016x}")
}
