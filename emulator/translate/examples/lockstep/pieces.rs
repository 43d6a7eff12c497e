//! A machine run in pieces of varying length, by both engines.

use anyhow::{Context, Result};
use z8000::machine::{Machine, Stop};
use z8000_translate::Choice;

use crate::pair::Pair;

use super::instruction::Numbers;

/// The maximum number of instructions between two comparisons.
const PIECE: u64 = 2_000_000;

/// Runs a machine to the end of its program, or for a number of instructions; returns the number executed, and the
/// reason for the end.
pub(super) fn run(mut machine: Machine, most: u64) -> Result<(u64, &'static str)> {
    machine.set_engine(Choice::Compiled.engine()?);
    let mut pair = Pair::new(machine);
    // Pieces have random lengths.
    let mut numbers = Numbers::new(1);
    loop {
        let done = pair.engine.steps();
        if done >= most {
            return Ok((done, "stopped"));
        }
        let piece = numbers.below(PIECE).min(most - done - 1) + 1;
        let end = pair.advance(piece as u32).context("the engines differ")?;
        let end = match end? {
            Some(Stop::Halted) => "halted",
            _ if pair.engine.wants_input() => "waiting for input",
            _ => continue,
        };
        return Ok((pair.engine.steps(), end));
    }
}
