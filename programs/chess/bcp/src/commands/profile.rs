//! `bcp profile`: where the Z8000 seconds of a search go, or those of a move.

use std::fmt::Write as _;
use std::io::{Write as _, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use bcp_driver::{Limits, Progress, Search};
use bcp_reference::constants::MAX_DEPTH;
use bcp_suite::interrupt::{Interrupt, STATUS};
use clap::Args;
use cli::write;
use serde::Serialize;
use z8000::board::Clock;
use z8000_debugger::profile::{Profiler, Report};

use super::options::{Format, ProgramOptions, RequiredPosition, seconds};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: RequiredPosition,
    /// Clock of the emulated Z8000.
    #[arg(long, default_value = "4MHz")]
    clock: Clock,
    /// Emulated seconds after which the search is given up.
    #[arg(long, value_name = "S", default_value = "100", value_parser = seconds)]
    limit_seconds: f64,
    /// Deepest iteration.
    #[arg(long, default_value_t = MAX_DEPTH, value_parser = clap::value_parser!(u8).range(0..=i64::from(MAX_DEPTH)))]
    depth: u8,
    /// Profile the choice of a move among all legal ones, not the bare search.
    #[arg(long = "move")]
    choice: bool,
    /// Show the N most expensive lines of the source.
    #[arg(long, value_name = "N", default_value_t = 0)]
    lines: usize,
    /// Write folded stacks, from which a flame graph can be drawn.
    #[arg(long, value_name = "FILE")]
    folded: Option<PathBuf>,
    /// Write every source line with its clocks.
    #[arg(long, value_name = "FILE")]
    listing: Option<PathBuf>,
    /// How to print the result.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    program: ProgramOptions,
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

/// How far the search came.
#[derive(Default)]
struct Reached {
    /// The last iteration that was completed.
    depth: Option<u8>,
    /// Nodes counted by then.
    nodes: u32,
    interrupted: bool,
}

pub(crate) fn profile(arguments: &Arguments) -> Result<ExitCode> {
    let program = arguments.program.program()?;
    let (position, _) = arguments.position.find(&arguments.program)?;
    let debugged = program.debugged()?;
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
    let reached = run(&mut search, &mut profiler)?;
    profiler.finish(search.clocks());
    let report = profiler.report();
    if arguments.format == Format::Json {
        let json = Json {
            fen: position.to_fen(),
            clock_hz: arguments.clock.hertz(),
            depth: reached.depth,
            nodes: reached.nodes,
            report: &report,
        };
        writeln!(stdout(), "{}", serde_json::to_string_pretty(&json)?)?;
    } else {
        let mut text = format!("{}\n\n", position.to_fen());
        text += &report.table(arguments.clock, usize::MAX);
        text += &profiler.lines_table(&debugged, arguments.lines);
        if let Some(depth) = reached.depth {
            let _ = write!(text, "\ndepth {depth} complete");
            if reached.nodes > 0 {
                let _ = write!(text, ", {} nodes", reached.nodes);
            }
            text.push('\n');
        }
        stdout().write_all(text.as_bytes())?;
    }
    if let Some(path) = &arguments.folded {
        write(path, profiler.folded().as_bytes())?;
    }
    if let Some(path) = &arguments.listing {
        write(path, profiler.listing(&debugged).as_bytes())?;
    }
    Ok(if reached.interrupted {
        ExitCode::from(STATUS)
    } else {
        ExitCode::SUCCESS
    })
}

/// Runs the search to its end or to a limit.
fn run(search: &mut Search<'_>, profiler: &mut Profiler) -> Result<Reached> {
    let mut reached = Reached::default();
    loop {
        match search.next_with(profiler)? {
            Progress::Iteration(iteration) => {
                reached.depth = Some(iteration.depth);
                reached.nodes = iteration.nodes;
            }
            end => {
                reached.interrupted = end == Progress::Stopped;
                return Ok(reached);
            }
        }
    }
}
