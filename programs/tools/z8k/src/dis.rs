//! `z8k dis`

use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, ensure};
use clap::Args;
use cli::Output;
use z8000::isa::Mode;
use z8000_asm::AddressSpace;
use z8000_asm::disassembly::{Content, Disassembly, Hints, Options, Piece, Program, Relocatable, Symbol};
use z8000_object::Object;
use z8000_object::file::{self, Format};

use crate::binutils::input::{not_source, number};
use crate::coverage;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Program in COFF, x.out, Intel HEX or S-record format, recognised by its first bytes. Any other file is read as
    /// raw bytes: the program memory if --data is specified, or the whole memory otherwise.
    file: PathBuf,
    /// Read the file as raw bytes, regardless of its header.
    #[arg(long)]
    flat: bool,
    /// Address of the first raw byte: an even number in decimal, or in hexadecimal with the prefix 0x. A Z8001 address
    /// is segment * 0x10000 + offset.
    #[arg(long, value_name = "ADDRESS", default_value = "0", value_parser = address)]
    origin: u32,
    /// File with the raw bytes of data memory, starting at address 0, for a program with separate data memory.
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// Entry point: an address, or a name from the --symbols file. May be repeated. If there are entry points, only
    /// code reachable from them is disassembled as instructions; otherwise, all code is disassembled.
    #[arg(long, value_name = "ADDRESS")]
    entry: Vec<String>,
    /// Start at the address in the reset vector at the beginning of the program.
    #[arg(long)]
    reset: bool,
    /// Symbol file with names for addresses, as written by `z8k asm --symbols`.
    #[arg(long, value_name = "FILE")]
    symbols: Option<PathBuf>,
    /// Write the disassembly to a file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    out: Option<Output>,
    /// File with hints about the program: entry points, names, comments and data formats.
    #[arg(long, value_name = "FILE")]
    hints: Option<PathBuf>,
    /// Disassemble the program as Z8001 code. It begins in segmented mode; the mode of each path then follows from FCW.
    #[arg(long)]
    z8001: bool,
    /// Disassemble everything that looks like code, even without evidence that it is executed.
    #[arg(long)]
    guess: bool,
    /// Coverage file of a run, as written by `z8k run --coverage` or `z8k cpm --coverage`. Addresses that were executed
    /// are disassembled as code. The command also reports how many of these instructions it would have found without
    /// the file. May be repeated.
    #[arg(long, value_name = "FILE")]
    coverage: Vec<PathBuf>,
}

/// Parses an address.
fn address(text: &str) -> Result<u32, String> {
    let address = number(text).ok().filter(|address| *address < 0x80_0000);
    address.ok_or_else(|| format!("expected an address from 0 to 0x7fffff, such as 4096 or 0x1000, found `{text}`"))
}

/// Reads a symbol file with a value, a section and a name per line. Constants, which are not addresses, are skipped.
fn symbols(path: &Path) -> Result<Vec<Symbol>> {
    let text = cli::read_text(path)?;
    let mut symbols = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let place = || format!("{}:{}", path.display(), index + 1);
        let fields: Vec<&str> = line.split_whitespace().collect();
        let &[value, section, name] = &fields[..] else {
            return Err(anyhow!("expected value, section and name, found `{line}`")).with_context(place);
        };
        let address = u32::from_str_radix(value, 16).with_context(place)?;
        let space = match section {
            "text" => AddressSpace::Program,
            "data" | "bss" => AddressSpace::Data,
            _ => continue,
        };
        let name = name.to_owned();
        symbols.push(Symbol { name, space, address });
    }
    Ok(symbols)
}

/// Returns the address of a symbol, or parses a number.
fn entry(text: &str, symbols: &[Symbol]) -> Result<u32> {
    let code = symbols.iter().filter(|symbol| symbol.space == AddressSpace::Program);
    match code.into_iter().find(|symbol| symbol.name == text) {
        Some(symbol) => Ok(symbol.address),
        None => address(text).map_err(|message| anyhow!("--entry: {message}, which is not a symbol either")),
    }
}

/// Returns the program that the arguments describe.
fn program(arguments: &Arguments, bytes: Vec<u8>, object: Option<(bool, Object)>) -> Result<Program> {
    let symbols = arguments.symbols.as_deref().map_or_else(|| Ok(Vec::new()), symbols)?;
    let entries = arguments.entry.iter().map(|text| entry(text, &symbols));
    let entries = entries.collect::<Result<_>>()?;
    if let Some((typed, object)) = object {
        ensure!(
            arguments.origin == 0 && arguments.data.is_none(),
            "{} has its own addresses: --origin and --data require raw bytes (--flat)",
            arguments.file.display()
        );
        return linked(arguments, &object, typed, entries, symbols);
    }
    ensure!(
        arguments.origin.is_multiple_of(2),
        "instructions must begin at even addresses: the origin {:#x} is odd",
        arguments.origin
    );
    let mut pieces = vec![Piece { address: arguments.origin, bytes, ..Piece::default() }];
    if let Some(path) = &arguments.data {
        pieces.push(Piece {
            space: AddressSpace::Data,
            bytes: cli::read(path)?,
            content: Content::Data,
            ..Piece::default()
        });
    }
    Ok(Program {
        mode: if arguments.z8001 {
            Mode::Segmented
        } else {
            Mode::Nonsegmented
        },
        split: arguments.data.is_some(),
        pieces,
        entries,
        symbols,
    })
}

/// Reads an object or program whose file describes its contents; true if the file tells which sections are code.
fn object(arguments: &Arguments, bytes: &[u8]) -> Result<Option<(bool, Object)>> {
    let name = arguments.file.display().to_string();
    if arguments.flat {
        return Ok(None);
    }
    let Some(format) = file::format(bytes) else {
        let foreign = file::foreign(bytes).map(file::ReadError::Foreign);
        return foreign.map_or(Ok(None), |reason| {
            Err(anyhow!("{name}: {reason}, or --flat to read it as raw bytes"))
        });
    };
    let read = file::read_as(&name, bytes, format).with_context(|| format!("cannot read {name} as {format}"))?;
    Ok(Some((!matches!(format, Format::Hex | Format::Srec), read)))
}

/// Returns a linked program whose file describes its contents.
fn linked(
    arguments: &Arguments,
    object: &Object,
    typed: bool,
    entries: Vec<u32>,
    symbols: Vec<Symbol>,
) -> Result<Program> {
    let name = arguments.file.display();
    let mut program = Program::of(object, typed).with_context(|| format!("cannot disassemble {name}"))?;
    if arguments.z8001 {
        program.mode = Mode::Segmented;
    }
    if arguments.reset || !entries.is_empty() {
        program.entries = entries;
    }
    // Names from the arguments take precedence over those of the file.
    program.symbols.splice(0..0, symbols);
    Ok(program)
}

/// Warns of entries and hints for addresses outside the program.
fn warn_of_nothing(arguments: &Arguments, program: &Program, hints: &Hints) {
    let has = |space: AddressSpace, range: &Range<u32>| {
        program.pieces.iter().any(|piece| {
            let end = u64::from(piece.address) + piece.bytes.len() as u64 + u64::from(piece.reserved);
            (!program.split || piece.space == space) && range.start < end as u32 && piece.address < range.end
        })
    };
    let warn = |what: String, at: u32| {
        cli::tell(format_args!(
            "warning: {what} specifies {at:#x}, where the program has no contents"
        ))
    };
    let entries = program.entries.iter().filter(|_| !arguments.entry.is_empty());
    for &entry in entries.filter(|entry| !has(AddressSpace::Program, &(**entry..**entry + 1))) {
        warn("--entry".to_owned(), entry);
    }
    let file = arguments.hints.as_deref().unwrap_or(Path::new("")).display();
    for (_, range, line) in hints.places.iter().filter(|(space, range, _)| !has(*space, range)) {
        warn(format!("{file}:{line}"), range.start);
    }
}

impl Arguments {
    /// Writes the disassembled source to the output.
    fn write(&self, text: &str) -> Result<()> {
        match &self.out {
            Some(output) => output.make(text.as_bytes()),
            None => Ok(cli::print(text)?),
        }
    }
}

pub(crate) fn dis(arguments: &Arguments) -> Result<()> {
    let bytes = cli::read(&arguments.file)?;
    not_source(&arguments.file, &bytes)?;
    ensure!(!bytes.is_empty(), "{}: the file is empty", arguments.file.display());
    let object = object(arguments, &bytes)?;
    if let Some((_, object)) = object.as_ref().filter(|(_, object)| object.is_relocatable()) {
        ensure!(
            arguments.entry.is_empty()
                && !arguments.reset
                && arguments.hints.is_none()
                && arguments.coverage.is_empty(),
            "{} is not linked: it has neither entry points nor addresses",
            arguments.file.display()
        );
        return arguments.write(&Relocatable::new(object).source());
    }
    let mut hints = match &arguments.hints {
        Some(path) => Hints::parse(&cli::read_text(path)?).with_context(|| format!("in {}", path.display()))?,
        None => Hints::default(),
    };
    hints.executed = coverage::read(&arguments.coverage)?;
    // Bit 15 of the FCW, at address 2, selects segmented mode.
    let fcw = bytes.get(2..4).map(|fcw| u16::from_be_bytes([fcw[0], fcw[1]]));
    let fcw = fcw.filter(|_| arguments.reset && !arguments.z8001 && object.is_none());
    let segmented_reset = fcw.filter(|fcw| fcw & 0x8000 != 0);
    let options = Options { reset: arguments.reset, guess: arguments.guess };
    let program = program(arguments, bytes, object)?;
    let other = if program.mode == Mode::Segmented {
        ""
    } else {
        " as Z8002 code (use --z8001 for Z8001 code)"
    };
    warn_of_nothing(arguments, &program, &hints);
    let disassembly = Disassembly::new(program, &hints, options)
        .with_context(|| format!("cannot disassemble {}{other}", arguments.file.display()))?;
    arguments.write(&disassembly.text)?;
    for note in &disassembly.notes {
        cli::tell(format_args!("warning: {note}"));
    }
    if let Some(fcw) = segmented_reset {
        cli::tell(format_args!(
            "the reset FCW, {fcw:04x}h, selects segmented mode: use --z8001"
        ));
    }
    if !arguments.coverage.is_empty() {
        cli::tell(coverage::compare(&hints.executed, &disassembly.instructions));
    }
    Ok(())
}
