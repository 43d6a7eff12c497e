//! `bcp profile`: where the Z8000 seconds of a search, or of one move, are spent.

use std::process::ExitCode;

use anyhow::Result;
use bcp_debugger::debugged;
use bcp_driver::{Limits, Progress, Search};
use bcp_reference::constants::MAX_DEPTH;
use bcp_suite::interrupt::{Interrupt, status};
use clap::Args;
use cli::{Format, Output};
use serde::Serialize;
use z8000::machine::Clock;
use z8000_debugger::profile::{Profiler, Report};

use super::options::{PositionArgument, SuiteOptions, seconds};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArgument,
    /// Clock rate of the emulated Z8000.
    #[arg(long, default_value = "4MHz")]
    clock: Clock,
    /// Emulated seconds after which the search is abandoned.
    #[arg(long, value_name = "S", default_value = "100", value_parser = seconds)]
    limit_seconds: f64,
    /// Maximum iteration depth.
    #[arg(long, value_name = "PLIES", default_value_t = MAX_DEPTH, value_parser = clap::value_parser!(u8).range(0..=i64::from(MAX_DEPTH)))]
    depth: u8,
    /// Profile the entire process of choosing a move, not only the search.
    #[arg(long = "move")]
    choice: bool,
    /// Show the N most expensive source lines.
    #[arg(long, value_name = "N", default_value_t = 0)]
    lines: usize,
    /// Write folded stacks for a flame graph to this file.
    #[arg(long, value_name = "FILE")]
    folded: Option<Output>,
    /// Write every source line, with its clock cycles, to this file.
    #[arg(long, value_name = "FILE")]
    listing: Option<Output>,
    /// Output format.
    #[arg(short, long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    from: SuiteOptions,
}

/// A profile as JSON.
#[derive(Serialize)]
struct Json<'a> {
    fen: String,
    clock_hz: u64,
    depth: Option<u8>,
    nodes: u32,
    #[serde(flatten)]
    report: &'a Report,
}

pub(crate) fn profile(arguments: &Arguments) -> Result<ExitCode> {
    let files = [&arguments.folded, &arguments.listing];
    files.into_iter().flatten().try_for_each(Output::check)?;
    let program = arguments.from.board.program()?;
    let position = arguments.position.find(&arguments.from)?;
    let debugged = debugged(&program)?;
    let interrupt = Interrupt::listen()?;
    let limits = Limits {
        depth: arguments.depth,
        cycles: arguments.clock.clocks(arguments.limit_seconds),
        stop: Some(interrupt.as_ref()),
    };
    let mut search = if arguments.choice {
        Search::start_move(&program, &position, limits)?
    } else {
        Search::start(&program, &position, limits)?
    };
    let mut profiler = Profiler::new(&debugged);
    // Depth of the last completed iteration, and the nodes counted by then.
    let (mut depth, mut nodes) = (None, 0);
    let end = loop {
        match bcp_debugger::profile(&mut search, &mut profiler)? {
            Progress::Iteration(iteration) => (depth, nodes) = (Some(iteration.depth), iteration.nodes),
            end => break end,
        }
    };
    let report = profiler.report();
    if arguments.format == Format::Json {
        let json = Json {
            fen: position.to_fen(),
            clock_hz: arguments.clock.hertz(),
            depth,
            nodes,
            report: &report,
        };
        cli::print_line(serde_json::to_string_pretty(&json)?)?;
    } else {
        let mut text = format!("{}\n\n", position.to_fen());
        text += &report.table(arguments.clock, usize::MAX);
        text += &profiler.lines_table(&debugged, arguments.lines);
        text += &match (depth, nodes) {
            (None, _) => String::new(),
            (Some(depth), 0) => format!("\ndepth {depth} complete\n"),
            (Some(depth), nodes) => format!("\ndepth {depth} complete, {nodes} nodes\n"),
        };
        cli::print(text)?;
    }
    if let Some(output) = &arguments.folded {
        output.make(profiler.folded().as_bytes())?;
    }
    if let Some(output) = &arguments.listing {
        output.make(profiler.listing(&debugged).as_bytes())?;
    }
    Ok(match end {
        Progress::Stopped => ExitCode::from(status()),
        _ => ExitCode::SUCCESS,
    })
}
