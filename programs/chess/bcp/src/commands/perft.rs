//! `bcp perft`: counts the leaves of the tree of legal moves with the Z8000 program.

use std::process::ExitCode;

use anyhow::{Result, bail};
use bcp_driver::Console;
use bcp_suite::interrupt::{Interrupt, status};
use clap::Args;
use cli::Format;
use serde::Serialize;
use z8000::machine::Clock;

use super::options::{PositionArgument, SuiteOptions};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArgument,
    /// Depth of the tree, 1 to 9.
    #[arg(long, value_name = "PLIES", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=9))]
    depth: u8,
    /// Clock rate of the emulated Z8000.
    #[arg(long, default_value = "4MHz")]
    clock: Clock,
    /// Output format.
    #[arg(short, long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    from: SuiteOptions,
}

/// The count as JSON.
#[derive(Serialize)]
struct Counted {
    fen: String,
    depth: u8,
    leaves: u64,
    cycles: u64,
    clock_hz: u64,
    seconds: f64,
}

pub(crate) fn perft(arguments: &Arguments) -> Result<ExitCode> {
    let program = arguments.from.board.program()?;
    let position = arguments.position.find(&arguments.from)?;
    let mut console = Console::new(&program);
    console.set_position(&position.to_fen())?;
    let interrupt = Interrupt::listen()?;
    let count = match console.perft(arguments.depth, arguments.clock.clocks(1e9), interrupt.as_ref())? {
        Some(count) => count,
        None if interrupt.requested() => {
            cli::warn("interrupted: the count is incomplete");
            return Ok(ExitCode::from(status()));
        }
        None => bail!("the count is incomplete after 1e9 Z8000 seconds: use a lower --depth"),
    };
    let counted = Counted {
        fen: position.to_fen(),
        depth: arguments.depth,
        leaves: count,
        cycles: console.cycles(),
        clock_hz: arguments.clock.hertz(),
        seconds: arguments.clock.seconds(console.cycles()),
    };
    match arguments.format {
        Format::Text => cli::print_line(format_args!(
            "{count} leaves at depth {}; {} cycles, {:.2} Z8000 seconds",
            counted.depth, counted.cycles, counted.seconds
        ))?,
        Format::Json => cli::print_line(serde_json::to_string_pretty(&counted)?)?,
    }
    Ok(ExitCode::SUCCESS)
}
