//! The command line of `z8k ld`.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use cli::Output;
use z8000_object::Processor;
use z8000_object::number::hexadecimal;

use super::super::input::{decoded, processor_name};
use super::super::objcopy::Format;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Object files and archives to link.
    #[arg(value_name = "FILE")]
    pub(super) inputs: Vec<PathBuf>,
    /// Format of the input files that follow: `binary` includes any file as data, with symbols `_binary_FILE_start`,
    /// `_end` and `_size`; `coff-z8k`, the default, stands for all recognised formats.
    #[arg(short = 'b', long, value_name = "FORMAT", value_parser = ["coff-z8k", "binary", "default"])]
    pub(super) format: Vec<String>,
    /// Link with the archive libNAME.a, or with the archive NAME if written as `:NAME`.
    #[arg(short, long, value_name = "NAME", value_parser = decoded())]
    pub(super) library: Vec<String>,
    /// Search this folder for archives and linker scripts. May be repeated.
    #[arg(short = 'L', long = "library-path", value_name = "FOLDER")]
    pub(super) folders: Vec<PathBuf>,
    /// Start a group of archives, up to --end-group, that may refer to each other's symbols in any order. The short
    /// form is `-(`.
    #[arg(long, num_args = 0, default_missing_value = "(")]
    pub(super) start_group: Vec<String>,
    /// End a group of archives. The short form is `-)`.
    #[arg(long, num_args = 0, default_missing_value = ")")]
    pub(super) end_group: Vec<String>,
    /// Output file. The default is the file that the script names with `OUTPUT`, or a.out if it names none.
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<Output>,
    /// Target processor, if the script does not specify one. Without a script, the default is the processor of the
    /// first object file, and the processor also selects the memory map.
    #[arg(short = 'm', value_name = "PROCESSOR",
        value_parser = processor_name())]
    pub(super) processor: Option<Processor>,
    /// Linker script, in the language of GNU ld, used instead of the default memory map.
    #[arg(short = 'T', long, value_name = "FILE")]
    pub(super) script: Option<PathBuf>,
    /// Entry point: a symbol or an address.
    #[arg(short, long, value_name = "SYMBOL")]
    pub(super) entry: Option<String>,
    /// Treat a symbol as undefined, so that the archive member that defines it is linked. May be repeated.
    #[arg(short, long, value_name = "SYMBOL")]
    pub(super) undefined: Vec<String>,
    /// As --undefined, and fail if the symbol is not defined in the end. May be repeated.
    #[arg(long, value_name = "SYMBOL")]
    pub(super) require_defined: Vec<String>,
    /// Define a symbol, whose value may be a linker script expression. May be repeated.
    #[arg(long, value_name = "SYMBOL=VALUE")]
    pub(super) defsym: Vec<String>,
    /// Start address of the section `.text`, in hexadecimal.
    #[arg(long = "Ttext", value_name = "ADDRESS", value_parser = address)]
    pub(super) text: Option<u32>,
    /// Start address of the section `.data`, in hexadecimal.
    #[arg(long = "Tdata", value_name = "ADDRESS", value_parser = address)]
    pub(super) data: Option<u32>,
    /// Start address of the section `.bss`, in hexadecimal.
    #[arg(long = "Tbss", value_name = "ADDRESS", value_parser = address)]
    pub(super) bss: Option<u32>,
    /// Start address of the named section, in hexadecimal. May be repeated.
    #[arg(long, value_name = "SECTION=ADDRESS", value_parser = section_address)]
    pub(super) section_start: Vec<(String, u32)>,
    /// Write a link map to a file.
    #[arg(long = "Map", value_name = "FILE")]
    pub(super) map: Option<Output>,
    /// Print a link map to standard output.
    #[arg(short = 'M', long)]
    pub(super) print_map: bool,
    /// Print how much of each memory region is used.
    #[arg(long)]
    pub(super) print_memory_usage: bool,
    /// Write a JSON line map to a file, from which debuggers map addresses to source lines.
    #[arg(long, value_name = "FILE")]
    pub(super) line_map: Option<Output>,
    /// Write a make rule in which the output file depends on every file read.
    #[arg(long, value_name = "FILE")]
    pub(super) dependency_file: Option<Output>,
    /// Discard unused sections, except those marked with `KEEP` in the script.
    #[arg(long)]
    pub(super) gc_sections: bool,
    /// Keep unused sections; this is the default.
    #[arg(long, overrides_with = "gc_sections")]
    pub(super) no_gc_sections: bool,
    /// Print the sections that --gc-sections discards.
    #[arg(long)]
    pub(super) print_gc_sections: bool,
    /// Handling of sections that the script does not mention: `place` (the default) puts them at the end; `warn` does
    /// the same, with a warning; `error` fails; `discard` omits them.
    #[arg(long, value_name = "METHOD", default_value = "place", value_parser = ["place", "warn", "error", "discard"])]
    pub(super) orphan_handling: String,
    /// Shorten segmented addresses whose offset is below 256.
    #[arg(long)]
    pub(super) relax: bool,
    /// Write a relocatable object file, which can be linked again, instead of a program.
    #[arg(short, long, short_alias = 'i', alias = "Ur")]
    pub(super) relocatable: bool,
    /// With -r, allocate common symbols.
    #[arg(short = 'd', hide = true, aliases = ["dc", "dp"])]
    pub(super) define_common: bool,
    /// Omit all symbols and line numbers from the output.
    #[arg(short, long)]
    pub(super) strip_all: bool,
    /// Omit line numbers from the output.
    #[arg(short = 'S', long)]
    pub(super) strip_debug: bool,
    /// Omit local symbols from the output.
    #[arg(short = 'x', long)]
    pub(super) discard_all: bool,
    /// Omit local symbols whose names begin with `.L` from the output.
    #[arg(short = 'X', long)]
    pub(super) discard_locals: bool,
    /// Handling of undefined symbols: `report-all` (the default) and `ignore-in-shared-libs` report them as errors;
    /// `ignore-all` and `ignore-in-object-files` treat them as 0.
    #[arg(long, value_name = "METHOD", value_parser = ["report-all", "ignore-all", "ignore-in-object-files",
        "ignore-in-shared-libs"])]
    pub(super) unresolved_symbols: Option<String>,
    /// Report undefined symbols as warnings instead of errors, and treat them as 0.
    #[arg(long)]
    pub(super) warn_unresolved_symbols: bool,
    /// Link all members of the archives that follow on the command line, up to --no-whole-archive.
    #[arg(long, num_args = 0, default_missing_value = "+")]
    pub(super) whole_archive: Vec<String>,
    /// Link only the needed members of the archives that follow; this is the default.
    #[arg(long, num_args = 0, default_missing_value = "-")]
    pub(super) no_whole_archive: Vec<String>,
    /// Redirect references to SYMBOL to `__wrap_SYMBOL`, and references to `__real_SYMBOL` to SYMBOL. May be repeated.
    #[arg(long, value_name = "SYMBOL")]
    pub(super) wrap: Vec<String>,
    /// Use the symbols of a linked program, without including the program in the output. May be repeated.
    #[arg(short = 'R', long, value_name = "FILE")]
    pub(super) just_symbols: Vec<PathBuf>,
    /// Warn if common symbols of the same name differ in size, or if another object file defines the symbol.
    #[arg(long)]
    pub(super) warn_common: bool,
    /// Do not check sections for overlapping addresses.
    #[arg(long)]
    pub(super) no_check_sections: bool,
    /// Allow multiple definitions of a symbol, and use the first one.
    #[arg(long)]
    pub(super) allow_multiple_definition: bool,
    /// Format of the output file.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Format::Coff)]
    pub(super) oformat: Format,
    /// Print the names of all files read.
    #[arg(short, long, alias = "verbose")]
    pub(super) trace: bool,
    /// Suppress warnings.
    #[arg(short = 'w', long)]
    pub(super) no_warnings: bool,
    /// Treat warnings as errors.
    #[arg(long)]
    pub(super) fatal_warnings: bool,
    /// Print the version and exit.
    #[arg(short = 'v', long, short_alias = 'V')]
    pub(super) version: bool,
}

/// Parses a hexadecimal number.
fn address(text: &str) -> Result<u32, String> {
    let number = hexadecimal(text).and_then(|number| u32::try_from(number).ok());
    number.ok_or_else(|| format!("expected a hexadecimal number, such as 1000 or 0x1000, found `{text}`"))
}

fn section_address(text: &str) -> Result<(String, u32), String> {
    let (section, number) = text.rsplit_once('=').ok_or("expected a section, `=` and an address")?;
    Ok((section.to_owned(), address(number)?))
}
