//! `bcp perft`: the leaves of the tree of legal moves, counted by the Z8000 program.

use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Args;

use crate::clock::Clock;
use crate::engine::Engine;
use crate::options::{One, Replacements, seconds};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: One,
    /// Depth of the tree.
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=9))]
    depth: u8,
    /// Clock of the emulated Z8000.
    #[arg(long, default_value = "4MHz")]
    clock: Clock,
    /// Emulated seconds after which the count is given up.
    #[arg(long, value_name = "S", default_value = "100000", value_parser = seconds)]
    limit_seconds: f64,
    #[command(flatten)]
    replacements: Replacements,
}

pub(crate) fn perft(arguments: &Arguments) -> Result<ExitCode> {
    let program = arguments.replacements.program()?;
    let (position, _) = arguments.position.find(&arguments.replacements)?;
    let mut engine = Engine::new(&program);
    engine.set_position(&position.to_fen())?;
    let limit = arguments.clock.clocks(arguments.limit_seconds);
    let Some(count) = engine.perft(arguments.depth, limit)? else {
        bail!(
            "the count was not complete after {} Z8000 seconds; --limit-seconds allows more",
            arguments.limit_seconds
        );
    };
    let seconds = arguments.clock.seconds(engine.cycles());
    println!(
        "{count} leaves at depth {}; {} cycles, {seconds:.2} Z8000 seconds",
        arguments.depth,
        engine.cycles()
    );
    Ok(ExitCode::SUCCESS)
}
