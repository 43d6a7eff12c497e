//! `z8k profile`: the clocks of a program by routine and line.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Args;
use cli::Output;
use cli::interrupt::Interrupt;
use z8000::board::Clock;
use z8000_debugger::breakpoint::Kind;
use z8000_debugger::session::{Goal, Reason, Session};

use crate::debug::Image;
use crate::run;

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    image: Image,
    /// Input for the serial port, whenever the program waits for it.
    #[arg(long, value_name = "FILE")]
    input: Option<PathBuf>,
    /// Clock of the emulated Z8000.
    #[arg(long, default_value = "4MHz")]
    clock: Clock,
    /// Stop after this number of clocks.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    limit_clocks: Option<u64>,
    /// Show the N routines with the most clocks.
    #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    top: usize,
    /// Show the N most expensive lines of the source.
    #[arg(long, value_name = "N", default_value_t = 0)]
    lines: usize,
    /// Write folded stacks for a flame graph.
    #[arg(long, value_name = "FILE")]
    folded: Option<Output>,
    /// Write every source line with its clocks.
    #[arg(long, value_name = "FILE")]
    listing: Option<Output>,
}

pub(crate) fn profile(arguments: &Arguments) -> Result<ExitCode> {
    let files = [&arguments.folded, &arguments.listing];
    for file in files.into_iter().flatten() {
        file.check()?;
    }
    let mut session = arguments.image.session(arguments.clock.hertz())?;
    if let Some(input) = &arguments.input {
        session.feed(&cli::read(input)?);
    }
    if let Some(limit) = arguments.limit_clocks {
        session.breakpoints.add(Kind::Clock(limit), "limit");
    }
    // A second one does not wait for the account.
    let interrupt = Interrupt::listen()?;
    let reason = session.run(&Goal::Forever, &mut |_| interrupt.requested());
    report(&session, arguments)?;
    let how = match reason {
        Reason::Halted => "halted",
        Reason::WantsInput => "ran out of input",
        Reason::Interrupted => "interrupted",
        Reason::Error(fault) => bail!("{fault}"),
        _ => "stopped at the limit",
    };
    let now = session.now();
    run::tell_end(how, now.instructions, now.clocks);
    Ok(match reason {
        Reason::Interrupted => ExitCode::from(interrupt.status()),
        _ => ExitCode::SUCCESS,
    })
}

/// Replays the run with the profiler, and shows and writes its account.
fn report(session: &Session, arguments: &Arguments) -> Result<()> {
    let (profiler, program) = (session.profile(0), session.program());
    cli::print(profiler.report().table(arguments.clock, arguments.top))?;
    cli::print(profiler.lines_table(program, arguments.lines))?;
    if let Some(output) = &arguments.folded {
        output.make(profiler.folded().as_bytes())?;
    }
    if let Some(output) = &arguments.listing {
        output.make(profiler.listing(program).as_bytes())?;
    }
    Ok(())
}
