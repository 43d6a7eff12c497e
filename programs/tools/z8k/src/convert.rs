//! `z8k convert`: converts a source to the dialect of GNU as.

use std::path::PathBuf;

use anyhow::{Result, anyhow};
use clap::Args;
use cli::Output;
use z8000_asm::{Syntax, convert as converted};
use z8000_object::text::encode;

use crate::files;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Source file to convert. Included files must be converted separately; the converted source still includes them by
    /// name. Only files that an AS source includes are merged into it.
    source: PathBuf,
    /// Dialect of the source file: asz8k (CP/M-8000), plz (PLZ/ASM and cas) or asl (AS).
    #[arg(long, value_name = "DIALECT")]
    syntax: Syntax,
    /// Write the converted source to a file instead of standard output; nothing is written on error.
    #[arg(short, long, value_name = "FILE")]
    out: Option<Output>,
    /// Search this folder, after the folder of the source file, for files that an AS source includes. May be repeated.
    #[arg(short = 'I', value_name = "FOLDER")]
    include: Vec<PathBuf>,
    /// Start in segmented mode.
    #[arg(long)]
    z8001: bool,
}

pub(crate) fn convert(arguments: &Arguments) -> Result<()> {
    let source = &arguments.source;
    let (files, main) = files::beside(source, &arguments.include)?;
    let text = converted(&files, &main, arguments.syntax, arguments.z8001)
        .map_err(|errors| anyhow!("cannot convert {}\n{errors}", source.display()))?;
    match &arguments.out {
        Some(output) => output.make(&encode(&text))?,
        None => cli::pass(&encode(&text))?,
    }
    Ok(())
}
