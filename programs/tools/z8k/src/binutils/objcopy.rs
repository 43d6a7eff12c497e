//! `z8k objcopy` and `z8k strip`

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use clap::{Args, ValueEnum};
use cli::Output;
use z8000_object::image::{flat, hex, srec};
use z8000_object::link::script::Pattern;
use z8000_object::{Binding, Kind, Lines, Object, Section, Symbol, Value, coff, file, xout};

use super::input::{not_source, number};

/// A format of files.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// COFF, as used by GNU binutils.
    #[value(name = "coff-z8k", alias = "coff")]
    Coff,
    /// CP/M-8000 x.out.
    Xout,
    /// Raw memory image, from the lowest to the highest address.
    Binary,
    /// Intel HEX.
    #[value(alias = "hex")]
    Ihex,
    /// Motorola S-records.
    Srec,
}

/// The formats that a file itself says.
const FORMATS: [(Format, file::Format); 4] = [
    (Format::Coff, file::Format::Coff),
    (Format::Xout, file::Format::Xout),
    (Format::Ihex, file::Format::Hex),
    (Format::Srec, file::Format::Srec),
];

#[derive(Args)]
pub(crate) struct Arguments {
    /// Input file.
    input: PathBuf,
    /// Output file. By default, the input file is replaced.
    output: Option<Output>,
    /// Format of the input file; required only for `binary`, because other formats are recognised.
    #[arg(short = 'I', long, value_name = "FORMAT", value_enum)]
    input_target: Option<Format>,
    /// Format of the output file. The default is the format of the input file.
    #[arg(short = 'O', long, value_name = "FORMAT", value_enum)]
    output_target: Option<Format>,
    /// Copy only sections with this name, in which `*` and `?` are wildcards. May be repeated.
    #[arg(short = 'j', long, value_name = "SECTION")]
    only_section: Vec<String>,
    /// Do not copy sections with this name, in which `*` and `?` are wildcards. May be repeated.
    #[arg(short = 'R', long, value_name = "SECTION")]
    remove_section: Vec<String>,
    /// Do not copy symbols and line numbers.
    #[arg(short = 'S', long)]
    strip_all: bool,
    /// Do not copy line numbers.
    #[arg(short = 'g', long)]
    strip_debug: bool,
    /// Do not copy local symbols.
    #[arg(short = 'x', long)]
    discard_all: bool,
    /// Fill gaps between sections with this byte; for output in binary, ihex or srec format.
    #[arg(long, value_name = "BYTE", value_parser = number)]
    gap_fill: Option<u32>,
    /// Pad the output up to this address; for output in binary, ihex or srec format.
    #[arg(long, value_name = "ADDRESS", value_parser = number)]
    pad_to: Option<u32>,
    /// Set the entry point to this address.
    #[arg(long, value_name = "ADDRESS", value_parser = number)]
    set_start: Option<u32>,
    /// Add a number, which may be negative, to the addresses of all sections and to the entry point.
    #[arg(long, alias = "adjust-vma", value_name = "NUMBER", value_parser = difference, allow_hyphen_values = true)]
    change_addresses: Option<i64>,
    /// Rename a section from OLD to NEW. May be repeated.
    #[arg(long, value_name = "OLD=NEW", value_parser = renaming)]
    rename_section: Vec<(String, String)>,
}

#[derive(Args)]
pub(crate) struct Strip {
    /// Object files and programs to strip.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Remove all symbols and line numbers; this is the default.
    #[arg(short, long)]
    strip_all: bool,
    /// Remove only line numbers.
    #[arg(short = 'S', short_alias = 'g', long)]
    strip_debug: bool,
    /// Remove line numbers and local symbols.
    #[arg(short = 'x', long)]
    discard_all: bool,
    /// Output file, if there is only one input file. By default, the input files are modified in place.
    #[arg(short, long, value_name = "FILE")]
    output: Option<Output>,
}

fn difference(text: &str) -> Result<i64, String> {
    match text.strip_prefix('-') {
        Some(text) => number(text).map(|number| -i64::from(number)),
        None => number(text.strip_prefix('+').unwrap_or(text)).map(i64::from),
    }
}

/// `old=new`; flags after a comma specify what COFF does not keep.
fn renaming(text: &str) -> Result<(String, String), String> {
    let (old, new) = text.split_once('=').ok_or("expected two names, separated by `=`")?;
    let new = new.split(',').next().unwrap_or(new);
    Ok((old.to_owned(), new.to_owned()))
}

pub(crate) fn objcopy(arguments: &Arguments) -> Result<()> {
    let (mut object, format) = read(&arguments.input, arguments.input_target, arguments.output.is_none())?;
    let format = arguments.output_target.unwrap_or(format);
    let patterns = |names: &[String]| -> Vec<Pattern> { names.iter().map(|name| Pattern::new(name)).collect() };
    let (only, removed) = (patterns(&arguments.only_section), patterns(&arguments.remove_section));
    object.retain_sections(|section| {
        let named = |patterns: &[Pattern]| patterns.iter().any(|pattern| pattern.matches(&section.name));
        (only.is_empty() || named(&only)) && !named(&removed)
    })?;
    let (all, debug, local) = (arguments.strip_all, arguments.strip_debug, arguments.discard_all);
    reduce(&mut object, all, debug, local);
    for (old, new) in &arguments.rename_section {
        for section in object.sections.iter_mut().filter(|section| section.name == *old) {
            section.name.clone_from(new);
        }
    }
    if let Some(change) = arguments.change_addresses {
        for section in &mut object.sections {
            for place in [&mut section.address, &mut section.load] {
                let address = i64::from(*place) + change;
                *place = u32::try_from(address).with_context(|| {
                    format!(
                        "section `{}` would be at {address:#x}, outside the address space",
                        section.name
                    )
                })?;
            }
        }
        object.entry = object.entry.map(|entry| entry.wrapping_add(change as u32));
    }
    object.entry = arguments.set_start.or(object.entry);
    let output = arguments.output.as_ref();
    let name = output.map_or(&*arguments.input, Output::path).display().to_string();
    if arguments.gap_fill.is_some() || arguments.pad_to.is_some() {
        ensure!(
            !matches!(format, Format::Coff | Format::Xout),
            "--gap-fill and --pad-to require the output format binary, ihex or srec"
        );
        let whole = flat::write(&object, arguments.gap_fill.unwrap_or(0) as u8, arguments.pad_to)?;
        object.sections.retain(|section| !section.bytes.is_empty());
        let first = object.sections.iter().map(|section| section.load).min();
        object.sections = vec![Section::at(".data", Kind::Data, first.unwrap_or(0), whole)];
    }
    put(output, &arguments.input, &bytes(&object, format, &name)?)?;
    Ok(())
}

/// Writes the output; by default, changes the input.
fn put(output: Option<&Output>, input: &Path, bytes: &[u8]) -> Result<()> {
    output.map_or_else(|| cli::make(input, bytes), |output| output.make(bytes))
}

/// Leaves out symbols and lines, or lines alone, or local symbols. What relocations need stays.
pub(crate) fn reduce(object: &mut Object, all: bool, debug: bool, local: bool) {
    if all || debug {
        object.lines = Lines::default();
    }
    if all || local {
        object.remove_symbols(|symbol| all || symbol.binding == Binding::Local);
    }
}

pub(crate) fn strip(arguments: &Strip) -> Result<()> {
    if arguments.output.is_some() && arguments.files.len() > 1 {
        bail!("-o requires exactly one input file");
    }
    for path in &arguments.files {
        let (mut object, format) = read(path, None, arguments.output.is_none())?;
        let all = arguments.strip_all || !arguments.strip_debug && !arguments.discard_all;
        reduce(&mut object, all, true, arguments.discard_all);
        let output = arguments.output.as_ref();
        let name = output.map_or(&**path, Output::path).display().to_string();
        put(output, path, &bytes(&object, format, &name)?)?;
    }
    Ok(())
}

/// Reads a file, which may be one that changes; the format that it has.
fn read(path: &Path, format: Option<Format>, changes: bool) -> Result<(Object, Format)> {
    let bytes = if changes {
        cli::read_to_change(path)?
    } else {
        cli::read(path)?
    };
    if format.is_none() {
        not_source(path, &bytes)?;
    }
    let name = path.display().to_string();
    let format = match format {
        Some(format) => format,
        None => file::format(&bytes)
            .and_then(|found| FORMATS.iter().find(|(_, known)| *known == found))
            .map(|(format, _)| *format)
            .ok_or(file::ReadError::Unknown)
            .with_context(|| format!("{name}; use `-I binary` for a flat file"))?,
    };
    let object = match FORMATS.iter().find(|(known, _)| *known == format) {
        Some((_, known)) => file::read_as(&name, &bytes, *known).with_context(|| name.clone())?,
        None => flat(&name, bytes)?,
    };
    Ok((object, format))
}

/// An object of a flat file: its bytes in `.data`, with symbols for their beginning, end and number.
fn flat(name: &str, bytes: Vec<u8>) -> Result<Object> {
    let size = u32::try_from(bytes.len()).with_context(|| format!("{name} is too large: the maximum is 4 GB"))?;
    let stem = name.replace(|character: char| !character.is_ascii_alphanumeric(), "_");
    let symbol = |end: &str, value| Symbol {
        name: format!("_binary_{stem}_{end}").into(),
        value,
        binding: Binding::Global,
    };
    let place = |offset| Value::Place { section: 0, offset };
    Ok(Object {
        name: name.to_owned(),
        symbols: vec![
            symbol("start", place(0)),
            symbol("end", place(size)),
            symbol("size", Value::Absolute(size.into())),
        ],
        sections: vec![Section::at(".data", Kind::Data, 0, bytes)],
        ..Object::default()
    })
}

/// The bytes of a file of a format.
pub(crate) fn bytes(object: &Object, format: Format, name: &str) -> Result<Vec<u8>> {
    let contents = object.sections.iter().map(|section| (section.load, &*section.bytes));
    Ok(match format {
        Format::Coff => coff::write(object)?,
        Format::Xout => xout::write(object)?,
        Format::Binary => flat::write(object, 0, None)?,
        Format::Ihex => hex::write(contents, object.entry).into_bytes(),
        Format::Srec => srec::write(object, name).into_bytes(),
    })
}
