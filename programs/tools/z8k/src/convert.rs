//! `z8k convert`: a source in the dialect of GNU as.

use std::path::PathBuf;

use anyhow::{Result, anyhow};
use clap::Args;
use cli::Output;
use z8000_asm::{Syntax, convert as converted};

use crate::files::Input;

#[derive(Args)]
pub(crate) struct Arguments {
    /// The source file. What it includes is named in the result, and is to be converted by itself.
    source: PathBuf,
    /// The dialect that it is written in: asz8k (CP/M-8000) or plz (PLZ/ASM, and that of cas).
    #[arg(long, value_name = "DIALECT")]
    syntax: Syntax,
    /// Write the result to a file, not to the standard output; nothing is written where there are errors.
    #[arg(short, long, value_name = "FILE")]
    out: Option<Output>,
    /// The source begins in segmented mode.
    #[arg(long)]
    z8001: bool,
}

pub(crate) fn convert(arguments: &Arguments) -> Result<()> {
    let source = &arguments.source;
    let (files, main) = Input::beside(source)?;
    let text = converted(&files, &main, arguments.syntax, arguments.z8001)
        .map_err(|errors| anyhow!("{} cannot be converted\n{errors}", source.display()))?;
    match &arguments.out {
        Some(output) => output.make(text.as_bytes())?,
        None => cli::pass(text.as_bytes())?,
    }
    Ok(())
}
