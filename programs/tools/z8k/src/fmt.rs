//! `z8k fmt`: sources in columns.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;
use z8000_language::format::format;
use z8000_object::text::{decode, encode};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Source files to format in place, in the dialect of GNU as; `-` formats standard input to standard output.
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
        let formatted = formatted(&bytes).with_context(|| format!("cannot format {}", path.display()))?;
        if arguments.check {
            if formatted != bytes {
                differs = true;
                cli::print_line(path.display())?;
            }
        } else if is_input {
            cli::pass(&formatted)?;
        } else if formatted != bytes {
            cli::write(path, &formatted)?;
        }
    }
    Ok(if differs { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// The bytes of a formatted source. A byte order mark and ends of lines stay.
fn formatted(bytes: &[u8]) -> Result<Vec<u8>> {
    const MARK: &[u8] = b"\xEF\xBB\xBF";
    let rest = bytes.strip_prefix(MARK);
    let text = decode(rest.unwrap_or(bytes).to_vec());
    let formatted = format(&text)?;
    let mark = if rest.is_some() { MARK } else { &[] };
    Ok([mark, &*encode(&formatted)].concat())
}
