//! Runs a program, or random ones, in both engines and reports the first difference between them: `cargo run --release
//! -p z8000-translate --example lockstep -- --random 1000000`.
//!
//! If the engines differ, it prints the shortest piece of the run that ends with a difference. Random programs contain
//! every form in the table, jumps into the middle of instructions, self-modifying code, full caches, and random
//! interrupts; on a described machine, a random program runs in each of the first three segments, in either mode.

#![allow(clippy::disallowed_methods, reason = "an example is not installed")]

mod instruction;
#[path = "../../../tests/it/pair.rs"]
mod pair;
mod pieces;
mod random;
mod source;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Parser;
use z8000_boards::Description;

#[derive(Parser)]
struct Arguments {
    /// Source file of a program, to be run to its end.
    #[arg(required_unless_present = "random")]
    program: Option<PathBuf>,
    /// Run random programs instead, for a total of about N instructions.
    #[arg(long, value_name = "N", conflicts_with = "program")]
    random: Option<u64>,
    /// Seed for the random programs.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "random")]
    seed: u64,
    /// Description of a machine to use instead of the board.
    #[arg(long, value_name = "FILE")]
    machine: Option<PathBuf>,
}

fn described(path: &Path) -> Result<Description> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    Ok(Description::read(&text, path.parent().unwrap_or(Path::new("")))?)
}

fn main() -> Result<()> {
    let Arguments { program, random, seed, machine } = Arguments::parse();
    let description = machine.as_deref().map(described).transpose()?;
    if let Some(instructions) = random {
        println!("{}", random::run(description.as_ref(), instructions, seed)?);
    }
    if let Some(program) = program {
        let (instructions, end) = pieces::run(source::started(&program, description)?, u64::MAX)?;
        println!("{instructions} instructions, no difference: {end}");
    }
    Ok(())
}
