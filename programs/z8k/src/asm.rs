//! `z8k asm`

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Args;
use z8000_asm::{Processor, Section};

use crate::files;

#[derive(Args)]
pub(crate) struct Arguments {
    /// The source file.
    source: PathBuf,
    /// Write the program memory from address 0 on; nothing is written where there are errors.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write the data memory from address 0 on.
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// Write a listing: address, bytes, clocks, source.
    #[arg(long, value_name = "FILE")]
    listing: Option<PathBuf>,
    /// Write the symbols: value, section, name.
    #[arg(long, value_name = "FILE")]
    symbols: Option<PathBuf>,
    /// Define a symbol before the first line.
    #[arg(short = 'D', value_name = "NAME=VALUE", value_parser = definition)]
    define: Vec<(String, i64)>,
    /// Assemble for the Z8001, with segmented addresses, until the source says otherwise.
    #[arg(long)]
    z8001: bool,
}

/// Reads `NAME=VALUE` or `NAME`, which is 1.
fn definition(text: &str) -> Result<(String, i64), String> {
    let (name, value) = text.split_once('=').unwrap_or((text, "1"));
    let parsed = match value.strip_prefix("0x") {
        Some(digits) => i64::from_str_radix(digits, 16),
        None => value.parse(),
    };
    match parsed {
        Ok(number) if !name.is_empty() => Ok((name.to_owned(), number)),
        Ok(_) => Err("the name is missing".to_owned()),
        Err(_) => Err(format!("`{value}` is no number")),
    }
}

pub(crate) fn asm(arguments: &Arguments) -> Result<ExitCode> {
    let processor = if arguments.z8001 {
        Processor::Z8001
    } else {
        Processor::Z8002
    };
    let assembly = files::assembled(&arguments.source, processor, arguments.define.clone())?;
    if arguments.output.is_none() && arguments.listing.is_none() && arguments.symbols.is_none() {
        let bytes = |section| -> usize {
            assembly
                .section(section)
                .map(|piece| piece.bytes.len())
                .sum()
        };
        println!(
            "{} bytes of text, {} of data, {} of bss; name an output with -o",
            bytes(Section::Text),
            bytes(Section::Data),
            bytes(Section::Bss)
        );
    }
    if let Some(path) = &arguments.output {
        let image = assembly.image(Section::Text);
        if image.len() > 0x1000_0000 {
            bail!("the program memory is too large for a flat file");
        }
        files::write(path, &image)?;
    }
    if let Some(path) = &arguments.data {
        files::write(path, &assembly.image(Section::Data))?;
    }
    if let Some(path) = &arguments.listing {
        files::write(path, assembly.listing().as_bytes())?;
    }
    if let Some(path) = &arguments.symbols {
        files::write(path, assembly.symbol_file().as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
}
