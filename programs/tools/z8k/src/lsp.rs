//! `z8k lsp`: the Language Server Protocol on standard input and output.

use std::io::{BufReader, stdin};
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Communicate over standard input and output. This is always the case; the option is accepted because editors pass
    /// it.
    #[arg(long)]
    stdio: bool,
}

pub(crate) fn lsp(arguments: &Arguments) -> Result<ExitCode> {
    let Arguments { stdio: _ } = arguments;
    let in_order = z8000_language::server::serve(BufReader::new(stdin()), cli::standard_output())?;
    Ok(if in_order { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
