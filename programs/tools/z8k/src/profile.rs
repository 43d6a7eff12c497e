//! `z8k profile`: where the clocks of a program go.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result, bail};
use clap::Args;
use cli::Output;
use z8000::board::Clock;
use z8000_debugger::breakpoint::Kind;
use z8000_debugger::session::{Goal, Reason, Session};

use crate::debug::Image;
use crate::run;

/// The exit status of a run that Ctrl-C has ended.
const INTERRUPTED: u8 = 130;

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    image: Image,
    /// Input on the serial port, for whenever the program waits for some.
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
    /// Write folded stacks, from which a flame graph can be drawn.
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
    let reason = run_to_end(&mut session, arguments.limit_clocks)?;
    report(&session, arguments)?;
    let how = match reason {
        Reason::Halted => "halted",
        Reason::WantsInput => "waits for input, and none is left",
        Reason::Interrupted => "interrupted",
        Reason::Error(fault) => bail!("{fault}"),
        _ => "stopped at the limit",
    };
    let now = session.now();
    run::tell_end(how, now.instructions, now.clocks);
    Ok(match reason {
        Reason::Interrupted => ExitCode::from(INTERRUPTED),
        _ => ExitCode::SUCCESS,
    })
}

/// Runs to the end of the program, to the limit, or to Ctrl-C.
fn run_to_end(session: &mut Session, limit: Option<u64>) -> Result<Reason> {
    if let Some(limit) = limit {
        session.breakpoints.add(Kind::Clock(limit), "limit");
    }
    let interrupted = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&interrupted);
    ctrlc::set_handler(move || {
        // A second one does not wait for the account.
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
    })
    .context("cannot listen to Ctrl-C")?;
    let stop = session.run(&Goal::Forever, &mut |_| interrupted.load(Ordering::Relaxed));
    Ok(stop.reason)
}

/// Runs what has passed once more with the profiler, and shows and writes its account.
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
