//! `bcp debug`: step through a search.

use std::io::{Read, stdin, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use bcp_reference::constants::MAX_DEPTH;
use clap::Args;
use z8000_debugger::command::{Interpreter, batch};
use z8000_debugger::session::Session;

use crate::chess::Chess;
use crate::clock::Clock;
use crate::options::{Chosen, Replacements};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: Chosen,
    /// Deepest iteration.
    #[arg(long, default_value_t = MAX_DEPTH, value_parser = clap::value_parser!(u8).range(0..=i64::from(MAX_DEPTH)))]
    depth: u8,
    /// Clock of the emulated Z8000.
    #[arg(long, default_value = "4MHz")]
    clock: Clock,
    /// Carry out the commands of a file, `-` for standard input, and write one JSON line for each
    /// instead of opening a view.
    #[arg(long, value_name = "FILE")]
    batch: Option<PathBuf>,
    /// Megabytes that the history may take.
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    memory: u32,
    #[command(flatten)]
    replacements: Replacements,
}

pub(crate) fn debug(arguments: &Arguments) -> Result<ExitCode> {
    let program = arguments.replacements.program()?;
    let (position, _) = arguments.position.find(&arguments.replacements)?;
    let mut session = Session::new(program.debugged()?, arguments.clock.hertz());
    session.set_bound((arguments.memory as usize) << 20);
    let fen = position.to_fen();
    let fields: Vec<&str> = fen.split_whitespace().take(4).collect();
    let commands = format!("p {}\ng {}\n", fields.join(" "), arguments.depth);
    session.send(commands.as_bytes());
    let mut interpreter = Interpreter::new(session, Some(Box::new(Chess)));
    let Some(script) = &arguments.batch else {
        z8000_terminal::run(interpreter)?;
        return Ok(ExitCode::SUCCESS);
    };
    let text = script_text(script)?;
    let failed = batch(&mut interpreter, &text, &mut stdout().lock(), &mut |_| {
        false
    })?;
    Ok(if failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// The text of a script.
fn script_text(path: &Path) -> Result<String> {
    if path == Path::new("-") {
        let mut text = String::new();
        stdin().lock().read_to_string(&mut text)?;
        return Ok(text);
    }
    std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}
