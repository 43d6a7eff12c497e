//! `z8k objcopy` and `z8k strip`

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};
use clap::{Args, ValueEnum};
use cli::Output;
use cli::gate;
use z8000_object::archive::{self, Member};
use z8000_object::image::{flat, hex, srec};
use z8000_object::link::script::Pattern;
use z8000_object::{Binding, Kind, Object, Processor, Section, Symbol, Value, coff, file, xout};

use super::contents::Contents;
use super::input::{each, not_source, number, pair, processor_name};
use super::places::Places;
use super::symbols::{Changes, Choice, Less};

/// A file format.
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
    /// A format of GNU objcopy that nothing here reads or writes.
    #[value(alias = "tekhex", alias = "symbolsrec", hide = true)]
    Verilog,
}

const UNWRITTEN: &str = "verilog, tekhex and symbolsrec are not supported: ROM programmers read ihex and srec";

/// The formats that are recognized by the contents of a file.
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
    /// Format of the input file and of the output file.
    #[arg(short = 'F', long, value_name = "FORMAT", value_enum, conflicts_with_all = ["input_target", "output_target"])]
    target: Option<Format>,
    /// Processor of the output, if the input file does not specify one.
    #[arg(short = 'B', long, value_name = "PROCESSOR", value_parser = processor_name())]
    binary_architecture: Option<Processor>,
    /// Give the output the modification time of the input.
    #[arg(short, long)]
    preserve_dates: bool,
    /// Copy only sections with this name, in which `*` and `?` are wildcards. May be repeated.
    #[arg(short = 'j', long, value_name = "SECTION")]
    only_section: Vec<String>,
    /// Do not copy sections with this name, in which `*` and `?` are wildcards. May be repeated.
    #[arg(short = 'R', long, value_name = "SECTION")]
    remove_section: Vec<String>,
    /// Copy sections with this name, even if -R names them. May be repeated.
    #[arg(long, value_name = "SECTION")]
    keep_section: Vec<String>,
    /// Do not copy symbols and line numbers.
    #[arg(short = 'S', long)]
    strip_all: bool,
    /// Do not copy line numbers.
    #[arg(short = 'g', long)]
    strip_debug: bool,
    /// Do not copy local symbols.
    #[arg(short = 'x', long)]
    discard_all: bool,
    /// Do not copy local symbols whose names begin with `.L`.
    #[arg(short = 'X', long)]
    discard_locals: bool,
    /// Fill gaps between sections with this byte; for output in binary, ihex or srec format.
    #[arg(long, value_name = "BYTE", value_parser = number)]
    gap_fill: Option<u32>,
    /// Pad the output up to this address; for output in binary, ihex or srec format.
    #[arg(long, value_name = "ADDRESS", value_parser = number)]
    pad_to: Option<u32>,
    /// Set the entry point to this address.
    #[arg(long, value_name = "ADDRESS", value_parser = number)]
    set_start: Option<u32>,
    /// Rename a section from OLD to NEW. May be repeated.
    #[arg(long, value_name = "OLD=NEW", value_parser = renaming)]
    rename_section: Vec<(String, String)>,
    #[command(flatten)]
    places: Places,
    /// The maximum number of bytes in a record of srec format.
    #[arg(long, value_name = "NUMBER", value_parser = number, default_value = "16")]
    srec_len: u32,
    /// Write only addresses of 32 bits in srec format.
    #[arg(long = "srec-forceS3")]
    srec_force_s3: bool,
    #[command(flatten)]
    choice: Choice,
    #[command(flatten)]
    changes: Changes,
    #[command(flatten)]
    contents: Contents,
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
    #[arg(short = 'S', short_aliases = ['g', 'd'], long)]
    strip_debug: bool,
    /// Remove line numbers and local symbols.
    #[arg(short = 'x', long)]
    discard_all: bool,
    /// Remove local symbols whose names begin with `.L`.
    #[arg(short = 'X', long)]
    discard_locals: bool,
    /// Keep everything: objects have no sections that this option removes.
    #[arg(long, hide = true)]
    strip_dwo: bool,
    /// Remove sections with this name, in which `*` and `?` are wildcards. May be repeated.
    #[arg(short = 'R', long, value_name = "SECTION")]
    remove_section: Vec<String>,
    /// Keep sections with this name, even if -R names them. May be repeated.
    #[arg(long, value_name = "SECTION")]
    keep_section: Vec<String>,
    #[command(flatten)]
    choice: Choice,
    /// Keep the modification times of the files.
    #[arg(short, long)]
    preserve_dates: bool,
    /// Print the name of each file.
    #[arg(short, long)]
    verbose: bool,
    /// Output file, if there is only one input file. By default, the input files are modified in place.
    #[arg(short, long, value_name = "FILE")]
    output: Option<Output>,
}

/// Parses `old=new`; flags after a comma are ignored, since COFF does not store them.
fn renaming(text: &str) -> Result<(String, String), String> {
    pair(text.split(',').next().unwrap_or(text))
}

/// Copies an object; after an error, the output of an earlier run is removed.
pub(crate) fn objcopy(arguments: &Arguments) -> Result<()> {
    let output = arguments.output.iter().map(Output::path);
    copied(arguments).inspect_err(|_| output.for_each(gate::remove_output))
}

fn copied(arguments: &Arguments) -> Result<()> {
    arguments.contents.note()?;
    let input = arguments.input_target.or(arguments.target);
    let output = arguments.output.as_ref();
    let name = output.map_or(&*arguments.input, Output::path).display().to_string();
    let mut copy = edited(&arguments.input, input, output.is_none(), |object, format| {
        // Files in other formats state their processor.
        if let Some(processor) = arguments
            .binary_architecture
            .filter(|_| !matches!(format, Format::Coff | Format::Xout))
        {
            object.processor = processor;
        }
        copy(arguments, object, arguments.output_target.unwrap_or(format), &name)
    })?;
    // Intel HEX does not say that it is a program.
    copy.is_program &= arguments.output_target != Some(Format::Ihex);
    copy.put(output, &arguments.input, arguments.preserve_dates)
}

/// Returns the bytes of the copy of an object in a format. `name` is that of the output.
fn copy(arguments: &Arguments, object: &mut Object, format: Format, name: &str) -> Result<Vec<u8>> {
    let Arguments { only_section, remove_section, keep_section, .. } = arguments;
    choose_sections(object, only_section, remove_section, keep_section)?;
    arguments.changes.rename(object)?;
    let less = Less {
        all: arguments.strip_all,
        lines: arguments.strip_debug,
        local: arguments.discard_all,
        temporary: arguments.discard_locals,
    };
    arguments.choice.reduce(object, less)?;
    arguments.changes.bind(object, &arguments.choice);
    for (old, new) in &arguments.rename_section {
        for section in object.sections.iter_mut().filter(|section| section.name == *old) {
            section.name.clone_from(new);
        }
    }
    arguments.contents.change(object)?;
    if !matches!(format, Format::Coff | Format::Xout) {
        arguments.contents.leave_out(object);
    }
    arguments.places.change(object)?;
    object.entry = arguments.set_start.or(object.entry);
    if arguments.gap_fill.is_some() || arguments.pad_to.is_some() {
        ensure!(
            !matches!(format, Format::Coff | Format::Xout),
            "--gap-fill and --pad-to require the output format binary, ihex or srec"
        );
        warn_of_outside(object, arguments.pad_to);
        let whole = flat::write(object, arguments.gap_fill.unwrap_or(0) as u8, arguments.pad_to)?;
        object.sections.retain(|section| !section.bytes.is_empty());
        let first = object.sections.iter().map(|section| section.load).min();
        object.sections = vec![Section::at(".data", Kind::Data, first.unwrap_or(0), whole)];
    }
    if format == Format::Srec {
        let width = if arguments.srec_force_s3 { 4 } else { 2 };
        return Ok(srec::write_records(object, name, arguments.srec_len as usize, width).into_bytes());
    }
    bytes(object, format, name)
}

/// Warns of contents beyond the end of what is written: the output does not fit into its ROM.
fn warn_of_outside(object: &Object, end: Option<u32>) {
    let outside = |section: &&Section| !section.bytes.is_empty() && end.is_some_and(|end| section.load >= end);
    if let Some(section) = object.sections.iter().find(outside) {
        cli::tell(format_args!(
            "z8k objcopy: warning: section `{}` is loaded at {:#x}, after the end given by --pad-to: for a ROM, write \
             `> RAM AT> ROM` after it in the linker script, or omit it with `-R {}`",
            section.name, section.load, section.name
        ));
    }
}

/// Keeps the sections that `only` lists (all if it is empty), except those of `removed` that `kept` does not list.
fn choose_sections(object: &mut Object, only: &[String], removed: &[String], kept: &[String]) -> Result<()> {
    let [only, removed, kept] = [only, removed, kept].map(|names| {
        let patterns: Vec<Pattern> = names.iter().map(|name| Pattern::new(name)).collect();
        patterns
    });
    object.retain_sections(|section| {
        let named = |patterns: &[Pattern]| patterns.iter().any(|pattern| pattern.matches(&section.name));
        (only.is_empty() || named(&only)) && !named(&removed) || named(&kept)
    })?;
    Ok(())
}

impl Edited {
    /// Writes the output, or replaces the input if there is none; optionally keeps the input's modification time.
    fn put(&self, output: Option<&Output>, input: &Path, with_time: bool) -> Result<()> {
        let time = with_time.then(|| input.metadata().and_then(|about| about.modified()));
        output.map_or_else(|| cli::make(input, &self.bytes), |output| output.make(&self.bytes))?;
        if output.is_some_and(Output::is_standard) {
            return Ok(());
        }
        let path = output.map_or(input, Output::path);
        if self.is_program {
            gate::make_executable(path).with_context(|| path.display().to_string())?;
        }
        if let Some(time) = time {
            let set = time.and_then(|time| gate::set_modified(path, time));
            set.with_context(|| format!("cannot set the modification time of {}", path.display()))?;
        }
        Ok(())
    }
}

pub(crate) fn strip(arguments: &Strip) -> Result<ExitCode> {
    if arguments.output.is_some() && arguments.files.len() > 1 {
        bail!("-o requires exactly one input file");
    }
    each(&arguments.files, |path| {
        let output = arguments.output.as_ref();
        let name = output.map_or(path, Output::path).display().to_string();
        if arguments.verbose {
            cli::print_line(path.display())?;
        }
        let stripped = edited(path, None, output.is_none(), |object, format| {
            choose_sections(object, &[], &arguments.remove_section, &arguments.keep_section)?;
            let Strip { discard_all, discard_locals, strip_dwo, .. } = *arguments;
            let some = arguments.strip_debug || discard_all || discard_locals || strip_dwo;
            let all = arguments.strip_all || !some && !arguments.choice.is_given();
            let lines = all || arguments.strip_debug || discard_all;
            let less = Less { all, lines, local: discard_all, temporary: discard_locals };
            arguments.choice.reduce(object, less)?;
            bytes(object, format, &name)
        })?;
        stripped.put(output, path, arguments.preserve_dates)
    })
}

/// The bytes of a file after its changes.
struct Edited {
    bytes: Vec<u8>,
    /// True if the file is a program that can be executed.
    is_program: bool,
}

/// Changes the object in a file, or those in an archive, whose other members stay as they are. `changes` tells whether
/// the file itself is changed.
fn edited(
    path: &Path,
    format: Option<Format>,
    changes: bool,
    mut edit: impl FnMut(&mut Object, Format) -> Result<Vec<u8>>,
) -> Result<Edited> {
    let bytes = if changes {
        cli::read_to_change(path)?
    } else {
        cli::read(path)?
    };
    let shown = path.display().to_string();
    if format == Some(Format::Binary) || !archive::is_archive(&bytes) {
        if format.is_none() {
            not_source(path, &bytes)?;
        }
        let (mut object, format) = read(&shown, bytes, format)?;
        let is_program = object.entry.is_some();
        return Ok(Edited { bytes: edit(&mut object, format)?, is_program });
    }
    let archive = archive::read(&bytes).with_context(|| shown.clone())?;
    let members = archive.members.iter().map(|member| {
        let name = format!("{shown}({})", member.name);
        if file::format(member.bytes).is_none() {
            cli::tell(format_args!("z8k: {name}: not an object; it stays as it is"));
            return Ok(member.bytes.to_vec());
        }
        let (mut object, format) = read(&name, member.bytes.to_vec(), None)?;
        edit(&mut object, format).context(name)
    });
    let edited = members.collect::<Result<Vec<Vec<u8>>>>()?;
    let members = archive.members.iter().zip(&edited);
    let members: Vec<Member> = members
        .map(|(member, bytes)| Member { bytes, ..member.clone() })
        .collect();
    Ok(Edited { bytes: archive::write(archive.kind, &members)?, is_program: false })
}

/// Reads an object; returns the object and its format.
fn read(name: &str, bytes: Vec<u8>, format: Option<Format>) -> Result<(Object, Format)> {
    let format = match format {
        Some(Format::Verilog) => bail!(UNWRITTEN),
        Some(format) => format,
        None => file::format(&bytes)
            .and_then(|found| FORMATS.iter().find(|(_, known)| *known == found))
            .map(|(format, _)| *format)
            .ok_or(file::ReadError::Unknown)
            .with_context(|| format!("{name}; use `-I binary` for a flat file"))?,
    };
    let object = match FORMATS.iter().find(|(known, _)| *known == format) {
        Some((_, known)) => file::read_as(name, &bytes, *known).with_context(|| name.to_owned())?,
        None => flat(name, bytes)?,
    };
    Ok((object, format))
}

/// Returns an object made from a flat file: its bytes in `.data`, with symbols for their beginning, end and number.
pub(super) fn flat(name: &str, bytes: Vec<u8>) -> Result<Object> {
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

/// Returns the bytes of an object in a file format.
pub(crate) fn bytes(object: &Object, format: Format, name: &str) -> Result<Vec<u8>> {
    let contents = object.sections.iter().map(|section| (section.load, &*section.bytes));
    Ok(match format {
        Format::Coff => coff::write(object)?,
        Format::Xout => xout::write(object)?,
        Format::Binary => flat::write(object, 0, None)?,
        Format::Ihex => hex::write(contents, object.entry).into_bytes(),
        Format::Srec => srec::write(object, name).into_bytes(),
        Format::Verilog => bail!(UNWRITTEN),
    })
}
