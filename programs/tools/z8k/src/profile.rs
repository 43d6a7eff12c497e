//! `z8k profile`: the clocks of a program by routine and line.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Args;
use cli::{Format, Output};
use serde::Serialize;
use z8000::machine::Clock;
use z8000_debugger::breakpoint::Kind;
use z8000_debugger::profile::{Profiler, Report};
use z8000_debugger::program::Program;
use z8000_debugger::session::{Goal, Reason, Session};

use crate::debug::Image;
use crate::ending::{self, HALTED, INTERRUPTED, LIMIT, NO_INPUT};
use crate::system;

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    image: Image,
    /// Input file for the serial port, supplied whenever the program waits for input.
    #[arg(long, value_name = "FILE")]
    input: Option<PathBuf>,
    /// Clock rate of the emulated Z8000.
    #[arg(long, default_value = "4MHz")]
    clock: Clock,
    /// Stop after N clock cycles.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    limit_clocks: Option<u64>,
    /// Show only the N routines that take the most clock cycles.
    #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    top: usize,
    /// Show the N most expensive source lines.
    #[arg(long, value_name = "N", default_value_t = 0)]
    lines: usize,
    /// Write folded stacks for a flame graph to this file.
    #[arg(long, value_name = "FILE")]
    folded: Option<Output>,
    /// Write every source line, with its clock cycles, to this file.
    #[arg(long, value_name = "FILE")]
    listing: Option<Output>,
    /// Output format of the profile.
    #[arg(short, long, value_enum, default_value = "text")]
    format: Format,
}

/// Number of instructions between two checks whether the run must end.
const STEP: u64 = 1 << 20;

/// The profile as JSON.
#[derive(Serialize)]
struct Json<'a> {
    clock_hz: u64,
    #[serde(flatten)]
    report: &'a Report,
}

pub(crate) fn profile(arguments: &Arguments) -> Result<ExitCode> {
    let files = [&arguments.folded, &arguments.listing];
    files.into_iter().flatten().try_for_each(Output::check)?;
    let mut session = arguments.image.session(arguments.clock.hertz())?;
    if let Some(input) = &arguments.input {
        session.feed(&cli::read(input)?);
    }
    if let Some(limit) = arguments.limit_clocks {
        session.breakpoints.add(Kind::Clock(limit), "limit");
    }
    let (reason, profiler) = run_profiled(&mut session)?;
    report(arguments, &profiler, session.program())?;
    let how = match reason {
        Reason::Halted => HALTED,
        Reason::WantsInput => NO_INPUT,
        Reason::Interrupted => INTERRUPTED,
        Reason::Error(fault) => bail!("{fault}"),
        _ => LIMIT,
    };
    let now = session.now();
    ending::tell(how, now.instructions, now.clocks);
    Ok(ending::status(how))
}

/// Runs the program to its end. The profiler follows in short steps, so that its counts are available whenever the run
/// is interrupted; profiling makes the run about sixty times as slow.
fn run_profiled(session: &mut Session) -> Result<(Reason, Profiler)> {
    let interrupt = system::interrupt()?;
    let mut profiler = Profiler::new(session.program());
    let mut past = session.past(0);
    let reason = loop {
        let reason = session.run(&Goal::Time(session.now().steps + STEP), &mut |_| interrupt.requested());
        session.prolong(&mut past);
        past.advance(u64::MAX, &mut profiler);
        match reason {
            Reason::Done if interrupt.requested() => break Reason::Interrupted,
            Reason::Done => {}
            reason => break reason,
        }
    };
    Ok((reason, profiler))
}

/// Prints the profile, and writes it to the requested files.
fn report(arguments: &Arguments, profiler: &Profiler, program: &Program) -> Result<()> {
    if arguments.format == Format::Json {
        let mut report = profiler.report();
        report.routines.truncate(arguments.top);
        let json = Json { clock_hz: arguments.clock.hertz(), report: &report };
        cli::print_line(serde_json::to_string_pretty(&json)?)?;
    } else {
        cli::print(profiler.report().table(arguments.clock, arguments.top))?;
        cli::print(profiler.lines_table(program, arguments.lines))?;
    }
    if let Some(output) = &arguments.folded {
        output.make(profiler.folded().as_bytes())?;
    }
    if let Some(output) = &arguments.listing {
        output.make(profiler.listing(program).as_bytes())?;
    }
    Ok(())
}
