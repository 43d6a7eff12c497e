//! `z8k trace-diff`

use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;
use z8000_debugger::trace::diff;

#[derive(Args)]
pub(crate) struct Arguments {
    /// The first trace.
    first: PathBuf,
    /// The second one.
    second: PathBuf,
    /// A field that may differ: clocks, instruction, pc, fcw, r0 to r15, text. May be given
    /// several times.
    #[arg(long, value_name = "FIELD")]
    ignore: Vec<String>,
}

/// Exit status 0: they agree; 1: they differ, or cannot be read.
pub(crate) fn trace_diff(arguments: &Arguments) -> Result<ExitCode> {
    let open = |path: &Path| {
        let file = cli::regular(path);
        file.map(BufReader::new)
            .with_context(|| format!("cannot read {}", path.display()))
    };
    let first = open(&arguments.first)?;
    let second = open(&arguments.second)?;
    match diff(first, second, &arguments.ignore)? {
        None => {
            cli::print_line("the traces agree")?;
            Ok(ExitCode::SUCCESS)
        }
        Some(difference) => {
            cli::print(difference)?;
            Ok(ExitCode::FAILURE)
        }
    }
}
