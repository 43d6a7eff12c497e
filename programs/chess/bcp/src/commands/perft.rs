//! `bcp perft`: the leaves of the tree of legal moves, counted by the Z8000 program.

use std::process::ExitCode;

use anyhow::{Context, Result};
use bcp_driver::Console;
use clap::Args;
use z8000::board::Clock;

use super::options::{PositionArgument, SuiteOptions};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArgument,
    /// Depth of the tree.
    #[arg(long, value_name = "PLIES", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=9))]
    depth: u8,
    /// Clock of the emulated Z8000.
    #[arg(long, default_value = "4MHz")]
    clock: Clock,
    #[command(flatten)]
    from: SuiteOptions,
}

pub(crate) fn perft(arguments: &Arguments) -> Result<ExitCode> {
    let program = arguments.from.board.program()?;
    let position = arguments.position.find(&arguments.from)?;
    let mut console = Console::new(&program);
    console.set_position(&position.to_fen())?;
    let count = console.perft(arguments.depth, arguments.clock.clocks(1e9))?;
    let count = count.context("the count is incomplete after 1e9 Z8000 seconds")?;
    let seconds = arguments.clock.seconds(console.cycles());
    cli::print_line(format_args!(
        "{count} leaves at depth {}; {} cycles, {seconds:.2} Z8000 seconds",
        arguments.depth,
        console.cycles()
    ))?;
    Ok(ExitCode::SUCCESS)
}
