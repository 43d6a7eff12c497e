//! `z8k asm`

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use z8000_asm::{Assembly, Options, Piece, Processor, Section};

use crate::files;

/// The most bytes of a flat file.
const LARGEST: u64 = 0x1000_0000;

#[derive(Args)]
pub(crate) struct Arguments {
    /// The source file.
    source: PathBuf,
    /// Write the program memory from address 0 on; nothing is written where there are errors.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Put all sections into one memory, one behind the other where no `.org` says otherwise.
    #[arg(long, conflicts_with = "data")]
    one_memory: bool,
    /// Write the data memory from address 0 on.
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// Write a listing: address, bytes, clocks, source.
    #[arg(long, value_name = "FILE")]
    listing: Option<PathBuf>,
    /// Write the symbols: value, section, name.
    #[arg(long, value_name = "FILE")]
    symbols: Option<PathBuf>,
    /// Write the line map: JSON that maps addresses to source lines, for debuggers.
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
    /// Format of the memories.
    #[arg(long, value_enum, default_value_t = Format::Binary)]
    format: Format,
    /// Suppress warnings.
    #[arg(long)]
    no_warnings: bool,
    /// Define a symbol before the first line.
    #[arg(short = 'D', value_name = "NAME=VALUE", value_parser = definition)]
    define: Vec<(String, i64)>,
    /// Assemble for the Z8001, with segmented addresses, until the source says otherwise.
    #[arg(long)]
    z8001: bool,
}

/// How a memory is written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Its bytes from address 0 on.
    Binary,
    /// Intel HEX.
    Hex,
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
        Err(_) => Err(format!("`{value}` is not a number")),
    }
}

/// A memory in a format: one section, or all of them.
fn memory(assembly: &Assembly, section: Option<Section>, format: Format) -> Result<Vec<u8>> {
    if format == Format::Hex {
        let hex = match section {
            Some(section) => assembly.intel_hex(section),
            None => assembly.whole_intel_hex(),
        };
        return Ok(hex.into_bytes());
    }
    let here = |piece: &&Piece| section.is_none_or(|section| piece.section == section);
    let end = |piece: &Piece| u64::from(piece.origin) + piece.bytes.len() as u64;
    let size = assembly.contents().filter(here).map(end).max();
    let size = size.unwrap_or(0);
    if size > LARGEST {
        bail!("the memory ends at {size:#x}: too far for a flat file; `--format hex` has no gaps");
    }
    Ok(match section {
        Some(section) => assembly.image(section),
        None => assembly.whole_image(),
    })
}

pub(crate) fn asm(arguments: &Arguments) -> Result<ExitCode> {
    let processor = if arguments.z8001 {
        Processor::Z8001
    } else {
        Processor::Z8002
    };
    let options = Options {
        processor,
        symbols: arguments.define.clone(),
        one_memory: arguments.one_memory,
    };
    let assembly = files::assembled(&arguments.source, &options)?;
    if !arguments.no_warnings && !assembly.warnings.list.is_empty() {
        eprintln!("{}", assembly.warnings);
    }
    let outputs = [
        &arguments.output,
        &arguments.data,
        &arguments.listing,
        &arguments.symbols,
        &arguments.map,
    ];
    if outputs.iter().all(|output| output.is_none()) {
        let bytes = |section| -> usize { assembly.section(section).map(|piece| piece.bytes.len()).sum() };
        println!(
            "{} bytes of text, {} of data, {} of bss; name an output with -o",
            bytes(Section::Text),
            bytes(Section::Data),
            bytes(Section::Bss)
        );
    }
    let output = (!arguments.one_memory).then_some(Section::Text);
    let memories = [(&arguments.output, output), (&arguments.data, Some(Section::Data))];
    for (path, section) in memories {
        if let Some(path) = path {
            output::write(path, &memory(&assembly, section, arguments.format)?)?;
        }
    }
    if let Some(path) = &arguments.map {
        output::write(path, assembly.line_map().as_bytes())?;
    }
    if let Some(path) = &arguments.listing {
        output::write(path, assembly.listing().as_bytes())?;
    }
    if let Some(path) = &arguments.symbols {
        output::write(path, assembly.symbol_file().as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
}
