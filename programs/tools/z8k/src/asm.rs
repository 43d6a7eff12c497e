//! `z8k asm`

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, ensure};
use clap::{Args, ValueEnum};
use cli::Output;
use z8000_asm::{AddressSpace, Assembly, Options, Processor, Section, Syntax};
use z8000_object::number::number;
use z8000_object::text::encode;
use z8000_object::xout;

use crate::files;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Source files to assemble as one; `-` is standard input.
    #[arg(required = true)]
    sources: Vec<PathBuf>,
    /// Write program memory to a file, starting at address 0; nothing is written on error.
    #[arg(short, long, value_name = "FILE")]
    out: Option<Output>,
    /// Place all sections consecutively in one memory, except where `.org` sets an address.
    #[arg(long, conflicts_with = "data")]
    one_memory: bool,
    /// Write data memory to a file, starting at address 0.
    #[arg(long, value_name = "FILE")]
    data: Option<Output>,
    /// Write a listing with the address, bytes, clock cycles and source of each line; `-` is standard output.
    #[arg(long, value_name = "FILE")]
    listing: Option<Output>,
    /// Write the value, section and name of each symbol; `-` is standard output.
    #[arg(long, value_name = "FILE")]
    symbols: Option<Output>,
    /// Write a JSON line map, from which debuggers map addresses to source lines; `-` is standard output.
    #[arg(long, value_name = "FILE")]
    line_map: Option<Output>,
    /// Format of the files written by --out and --data.
    #[arg(short, long, value_enum, default_value_t = Format::Binary)]
    format: Format,
    /// Search this folder, after the folder of the source file, for files named by `.include` and `.incbin`. May be
    /// repeated.
    #[arg(short = 'I', value_name = "FOLDER")]
    include: Vec<PathBuf>,
    /// Dialect of the source files: gnu (GNU as), asz8k (CP/M-8000), plz (PLZ/ASM and cas) or asl (AS).
    #[arg(long, value_name = "DIALECT", default_value = "gnu")]
    syntax: Syntax,
    /// Suppress warnings.
    #[arg(long)]
    no_warnings: bool,
    /// Define a symbol before the first source line; VALUE is 1 by default. May be repeated.
    #[arg(short = 'D', value_name = "NAME=VALUE", value_parser = definition)]
    define: Vec<(String, i64)>,
    /// Assemble for the Z8001, in segmented mode unless the source selects non-segmented mode.
    #[arg(long)]
    z8001: bool,
}

/// The file format of a memory image.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Raw bytes, starting at address 0.
    Binary,
    /// Intel HEX.
    #[value(alias = "ihex")]
    Hex,
    /// CP/M-8000 executable (x.out), with program and data memory in one file.
    Xout,
}

/// Parses `NAME=VALUE`, or `NAME` with the value 1.
pub(crate) fn definition(text: &str) -> Result<(String, i64), String> {
    let (name, value) = text.split_once('=').unwrap_or((text, "1"));
    if name.starts_with(|first: char| first.is_ascii_digit()) {
        return Err(format!("invalid symbol name `{name}`: write NAME=VALUE"));
    }
    let digits = value.strip_prefix('-').unwrap_or(value);
    let number = number(digits).ok_or_else(|| format!("expected a number, found `{value}`"))? as i64;
    let number = if digits == value { number } else { number.wrapping_neg() };
    match name.is_empty() {
        true => Err("missing name".to_owned()),
        false => Ok((name.to_owned(), number)),
    }
}

/// Returns one memory in a format, or all memories in one file if `space` is `None`.
fn memory(assembly: &Assembly, space: Option<AddressSpace>, format: Format) -> Result<Vec<u8>> {
    if format == Format::Hex {
        return Ok(assembly.intel_hex(space)?.into_bytes());
    }
    assembly
        .image(space)
        .map_err(|error| anyhow!("{error}: use `--format hex`"))
}

pub(crate) fn asm(arguments: &Arguments) -> Result<()> {
    let options = Options {
        processor: Processor::of(arguments.z8001),
        symbols: arguments.define.clone(),
        one_memory: arguments.one_memory,
        syntax: arguments.syntax,
        ..Options::default()
    };
    let assembly = match &arguments.sources[..] {
        [source] if source != Path::new("-") => files::assembled_with(source, &arguments.include, &options)?,
        sources => files::together(sources, &arguments.include, options)?,
    };
    if !arguments.no_warnings && !assembly.warnings.list.is_empty() {
        cli::tell(&assembly.warnings);
    }
    let outputs = [
        &arguments.out,
        &arguments.data,
        &arguments.listing,
        &arguments.symbols,
        &arguments.line_map,
    ];
    if outputs.iter().all(|output| output.is_none()) {
        let bytes = |section| assembly.size(section);
        cli::print_line(format_args!(
            "section sizes in bytes: text {}, data {}, bss {}; use -o to write an output file",
            bytes(Section::TEXT),
            bytes(Section::DATA),
            bytes(Section::BSS)
        ))?;
    }
    let data: usize = match arguments.one_memory || arguments.format == Format::Xout {
        true => 0,
        false => assembly
            .contents(Some(AddressSpace::Data))
            .map(|piece| piece.bytes.len())
            .sum(),
    };
    ensure!(
        data == 0 || arguments.out.is_none() || arguments.data.is_some(),
        "-o would omit {data} bytes of data: add --data FILE for a separate data memory, or --one-memory to write \
         code and data to one file"
    );
    if arguments.format == Format::Xout {
        ensure!(
            arguments.data.is_none(),
            "remove --data, because a CP/M-8000 program is a single file: specify this file with -o"
        );
        if let Some(output) = &arguments.out {
            output.make(&xout::write(&assembly.program())?)?;
        }
    }
    let output = (!arguments.one_memory).then_some(AddressSpace::Program);
    let memories = [(&arguments.out, output), (&arguments.data, Some(AddressSpace::Data))];
    for (output, space) in memories {
        if let Some(output) = output.as_ref().filter(|_| arguments.format != Format::Xout) {
            output.make(&memory(&assembly, space, arguments.format)?)?;
        }
    }
    let texts: [(_, &dyn Fn() -> String); 3] = [
        (&arguments.line_map, &|| assembly.map().to_json()),
        (&arguments.listing, &|| assembly.listing()),
        (&arguments.symbols, &|| assembly.symbol_file()),
    ];
    for (output, text) in texts {
        if let Some(output) = output {
            output.make(&encode(&text()))?;
        }
    }
    Ok(())
}
