//! `z8k fmt`: sources in columns.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};
use clap::Args;
use z8000_language::format::format;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Source files in the dialect of GNU as, which are formatted in place; `-` formats standard input to standard
    /// output.
    #[arg(required = true, value_name = "FILE")]
    sources: Vec<PathBuf>,
    /// List the files that would change instead of formatting them, and exit with status 1 if there are any.
    #[arg(long)]
    check: bool,
}

pub(crate) fn fmt(arguments: &Arguments) -> Result<ExitCode> {
    let mut differs = false;
    for path in &arguments.sources {
        let is_input = cli::is_standard(path);
        let bytes = match is_input || arguments.check {
            true => cli::read(path)?,
            false => cli::read_to_change(path)?,
        };
        let text = String::from_utf8(bytes).map_err(|_| anyhow!("{} is not UTF-8", cli::name(path)))?;
        let formatted = format(&text).with_context(|| format!("cannot format {}", path.display()))?;
        if arguments.check {
            if formatted != text {
                differs = true;
                cli::print_line(path.display())?;
            }
        } else if is_input {
            cli::pass(formatted.as_bytes())?;
        } else if formatted != text {
            cli::write(path, formatted.as_bytes())?;
        }
    }
    Ok(if differs { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
