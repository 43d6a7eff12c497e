//! `z8k ld`

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Error, Result, bail};
use clap::{ArgMatches, Args, ValueEnum};
use cli::Output;
use z8000_object::file;
use z8000_object::link::{
    self, Input, Library, LinkErrors, Linked, Memory, Options, Script, ScriptInput, Unresolved, combine, link,
};
use z8000_object::{Object, Processor, Value, archive, text};

use super::input::{not_source, processor_name};
use super::objcopy::{self, Format};
use super::output::{remove, rule};
use super::symbols::{Choice, Less};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Object files and archives to link.
    #[arg(value_name = "FILE")]
    inputs: Vec<PathBuf>,
    /// Format of the input files that follow: `binary` makes data of any file, with symbols `_binary_FILE_start`, `_end`
    /// and `_size`; `coff-z8k`, the default, stands for all formats that are recognised.
    #[arg(short = 'b', long, value_name = "FORMAT", value_parser = ["coff-z8k", "binary", "default"])]
    format: Vec<String>,
    /// Link with the archive libNAME.a, or with the archive NAME if written as `:NAME`.
    #[arg(short, long, value_name = "NAME")]
    library: Vec<String>,
    /// Search this folder for archives and linker scripts. May be repeated.
    #[arg(short = 'L', long = "library-path", value_name = "FOLDER")]
    folders: Vec<PathBuf>,
    /// Start a group of archives, up to --end-group, that may refer to each other's symbols in any order. The short
    /// form is `-(`.
    #[arg(long, num_args = 0, default_missing_value = "(")]
    start_group: Vec<String>,
    /// End a group of archives. The short form is `-)`.
    #[arg(long, num_args = 0, default_missing_value = ")")]
    end_group: Vec<String>,
    /// Output file. The default is the file that the script names with `OUTPUT`, or a.out if it names none.
    #[arg(short, long, value_name = "FILE")]
    output: Option<Output>,
    /// Target processor, if the script does not specify one. Without a script, the default is the processor of the
    /// first object file, and the processor also selects the memory map.
    #[arg(short = 'm', value_name = "PROCESSOR",
        value_parser = processor_name())]
    processor: Option<Processor>,
    /// Linker script, in the language of GNU ld, used instead of the default memory map.
    #[arg(short = 'T', long, value_name = "FILE")]
    script: Option<PathBuf>,
    /// Entry point: a symbol or an address.
    #[arg(short, long, value_name = "SYMBOL")]
    entry: Option<String>,
    /// Treat a symbol as undefined, so that the archive member that defines it is linked. May be repeated.
    #[arg(short, long, value_name = "SYMBOL")]
    undefined: Vec<String>,
    /// As --undefined, and fail if the symbol is not defined in the end. May be repeated.
    #[arg(long, value_name = "SYMBOL")]
    require_defined: Vec<String>,
    /// Define a symbol, whose value may be a linker script expression. May be repeated.
    #[arg(long, value_name = "SYMBOL=VALUE")]
    defsym: Vec<String>,
    /// Start address of the section `.text`, in hexadecimal.
    #[arg(long = "Ttext", value_name = "ADDRESS", value_parser = address)]
    text: Option<u32>,
    /// Start address of the section `.data`, in hexadecimal.
    #[arg(long = "Tdata", value_name = "ADDRESS", value_parser = address)]
    data: Option<u32>,
    /// Start address of the section `.bss`, in hexadecimal.
    #[arg(long = "Tbss", value_name = "ADDRESS", value_parser = address)]
    bss: Option<u32>,
    /// Start address of the named section, in hexadecimal. May be repeated.
    #[arg(long, value_name = "SECTION=ADDRESS", value_parser = section_address)]
    section_start: Vec<(String, u32)>,
    /// Write a link map to a file.
    #[arg(long = "Map", value_name = "FILE")]
    map: Option<Output>,
    /// Print a link map to standard output.
    #[arg(short = 'M', long)]
    print_map: bool,
    /// Print how much of each memory region is used.
    #[arg(long)]
    print_memory_usage: bool,
    /// Write a JSON line map to a file, from which debuggers map addresses to source lines.
    #[arg(long, value_name = "FILE")]
    line_map: Option<Output>,
    /// Write a make rule in which the output file depends on every file read.
    #[arg(long, value_name = "FILE")]
    dependency_file: Option<Output>,
    /// Discard unused sections, except those marked with `KEEP` in the script.
    #[arg(long)]
    gc_sections: bool,
    /// Keep unused sections; this is the default.
    #[arg(long, overrides_with = "gc_sections")]
    no_gc_sections: bool,
    /// Print the sections that --gc-sections discards.
    #[arg(long)]
    print_gc_sections: bool,
    /// Handling of sections that the script does not mention: `place` (the default) puts them at the end; `warn` does,
    /// with a warning; `error` fails; `discard` omits them.
    #[arg(long, value_name = "METHOD", value_enum, default_value_t)]
    orphan_handling: Orphans,
    /// Shorten segmented addresses whose offset is below 256.
    #[arg(long)]
    relax: bool,
    /// Write a relocatable object file, which can be linked again, instead of a program.
    #[arg(short, long, short_alias = 'i')]
    relocatable: bool,
    /// Omit all symbols and line numbers from the output.
    #[arg(short, long)]
    strip_all: bool,
    /// Omit line numbers from the output.
    #[arg(short = 'S', long)]
    strip_debug: bool,
    /// Omit local symbols from the output.
    #[arg(short = 'x', long)]
    discard_all: bool,
    /// Handling of undefined symbols: `report-all` (the default) and `ignore-in-shared-libs` report them as errors;
    /// `ignore-all` and `ignore-in-object-files` treat them as 0.
    #[arg(long, value_name = "METHOD", value_parser = ["report-all", "ignore-all", "ignore-in-object-files",
        "ignore-in-shared-libs"])]
    unresolved_symbols: Option<String>,
    /// Report undefined symbols as warnings instead of errors, and treat them as 0.
    #[arg(long)]
    warn_unresolved_symbols: bool,
    /// Link all members of the archives that follow on the command line, up to --no-whole-archive.
    #[arg(long, num_args = 0, default_missing_value = "+")]
    whole_archive: Vec<String>,
    /// Link only the needed members of the archives that follow; this is the default.
    #[arg(long, num_args = 0, default_missing_value = "-")]
    no_whole_archive: Vec<String>,
    /// Redirect references to SYMBOL to `__wrap_SYMBOL`, and references to `__real_SYMBOL` to SYMBOL. May be repeated.
    #[arg(long, value_name = "SYMBOL")]
    wrap: Vec<String>,
    /// Use the symbols of a linked program, without including the program in the output. May be repeated.
    #[arg(short = 'R', long, value_name = "FILE")]
    just_symbols: Vec<PathBuf>,
    /// Warn if common symbols of the same name differ in size, or if another object file defines the symbol.
    #[arg(long)]
    warn_common: bool,
    /// Do not check sections for overlapping addresses.
    #[arg(long)]
    no_check_sections: bool,
    /// Allow multiple definitions of a symbol, and use the first one.
    #[arg(long)]
    allow_multiple_definition: bool,
    /// Format of the output file.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Format::Coff)]
    oformat: Format,
    /// Print the names of all files read.
    #[arg(short, long, alias = "verbose")]
    trace: bool,
    /// Suppress warnings.
    #[arg(short = 'w', long)]
    no_warnings: bool,
    /// Treat warnings as errors.
    #[arg(long)]
    fatal_warnings: bool,
    /// Print the version and exit.
    #[arg(short = 'v', long, short_alias = 'V')]
    version: bool,
}

/// The handling of sections that the script does not mention.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Orphans {
    #[default]
    Place,
    Warn,
    Error,
    Discard,
}

/// A hexadecimal number.
fn address(text: &str) -> Result<u32, String> {
    let digits = text.trim_start_matches(['%', '$']);
    let digits = digits
        .strip_prefix("0x")
        .or(digits.strip_prefix("0X"))
        .unwrap_or(digits);
    u32::from_str_radix(digits, 16)
        .map_err(|_| format!("expected a hexadecimal number, such as 1000 or 0x1000, found `{text}`"))
}

fn section_address(text: &str) -> Result<(String, u32), String> {
    let (section, number) = text.rsplit_once('=').ok_or("expected a section, `=` and an address")?;
    Ok((section.to_owned(), address(number)?))
}

/// A part of the command line.
enum Part {
    /// An object or an archive.
    File(PathBuf, Vec<u8>),
    /// An object of a file of any format.
    Binary(Box<Object>),
    /// A linked program, of which the symbols are taken.
    Symbols(PathBuf, Box<Object>),
    /// From here on, archives are taken whole, or not.
    Whole(bool),
    /// The brackets of a group.
    Open,
    Close,
}

pub(crate) fn ld(arguments: &Arguments, matches: &ArgMatches) -> Result<ExitCode> {
    if arguments.version {
        cli::print_line(concat!("z8k ld ", env!("CARGO_PKG_VERSION")))?;
        return Ok(ExitCode::SUCCESS);
    }
    let script = arguments.script.as_deref();
    let script = script.map(|path| read_script(path, &arguments.folders)).transpose()?;
    let parts = parts(arguments, matches, script.as_ref())?;
    let script = finished(arguments, matches, script, &parts)?;
    let named = script.output.as_ref().map(PathBuf::from);
    let output = arguments.output.clone().or(named.map(Output::from));
    let output = output.unwrap_or_else(|| PathBuf::from("a.out").into());
    let names = parts.iter().filter_map(|part| match part {
        Part::File(path, _) | Part::Symbols(path, _) => Some(path.clone()),
        Part::Binary(object) => Some(PathBuf::from(&object.name)),
        Part::Whole(_) | Part::Open | Part::Close => None,
    });
    let names: Vec<PathBuf> = names.collect();
    let inputs = match inputs(&parts) {
        Ok(inputs) if inputs.is_empty() => {
            bail!("no object files specified; for example, write `z8k ld main.o -o main`")
        }
        Ok(inputs) => inputs,
        Err(messages) => return Ok(failed(&output, &messages)),
    };
    if arguments.trace {
        for name in &names {
            cli::print_line(name.display())?;
        }
    }
    let result = if arguments.relocatable {
        combine(inputs).map(|object| Linked { object, ..Linked::default() })
    } else {
        link(inputs, &options(arguments, script))
    };
    let mut linked = match result {
        Ok(linked) => linked,
        Err(LinkErrors { list }) => return Ok(failed(&output, &list)),
    };
    if !arguments.no_warnings {
        for warning in &linked.warnings {
            cli::tell(format_args!("z8k ld: warning: {warning}"));
        }
    }
    if arguments.fatal_warnings && !linked.warnings.is_empty() {
        return Ok(failed(&output, &[]));
    }
    if let Some(name) = arguments.require_defined.iter().find(|name| !is_defined(&linked.object, name)) {
        return Ok(failed(&output, &[format!("symbol `{name}` (--require-defined) is not defined")]));
    }
    if arguments.print_gc_sections {
        for section in &linked.unused {
            cli::tell(format_args!("z8k ld: removing unused section {section}"));
        }
    }
    write(arguments, &output, &mut linked)?;
    if arguments.print_memory_usage {
        cli::print(usage(&linked.memory))?;
    }
    if let Some(rules) = &arguments.dependency_file {
        let files: Vec<PathBuf> = names.into_iter().chain(arguments.script.clone()).collect();
        rules.make(&rule(output.path(), &files))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn is_defined(object: &Object, name: &str) -> bool {
    let mut symbols = object.symbols.iter();
    symbols.any(|symbol| *symbol.name == *name && symbol.value != Value::Undefined)
}

/// How much of each region is used, as GNU ld prints it.
fn usage(memory: &[Memory]) -> String {
    let size = |bytes: u64| match bytes {
        _ if bytes & 0x3FFF_FFFF == 0 => format!("{:>10} GB", bytes >> 30),
        _ if bytes & 0xF_FFFF == 0 => format!("{:>10} MB", bytes >> 20),
        _ if bytes & 0x3FF == 0 => format!("{:>10} KB", bytes >> 10),
        _ => format!(" {bytes:>10} B"),
    };
    let mut text = "Memory region         Used Size  Region Size  %age Used\n".to_owned();
    for region in memory {
        let share = match region.length {
            0 => String::new(),
            length => format!("    {:6.2}%", region.used as f64 * 100.0 / length as f64),
        };
        text += &format!("{:>16}: {}{}{share}\n", region.name, size(region.used), size(region.length));
    }
    text
}

/// Prints what is wrong, each on its own line. An output of an earlier run does not stay.
fn failed(output: &Output, messages: &[String]) -> ExitCode {
    remove(output);
    for message in messages {
        cli::tell(format_args!("z8k ld: {message}"));
    }
    ExitCode::FAILURE
}

/// Reads files and archives in the order of the command line; those of a script at its place.
fn parts(arguments: &Arguments, matches: &ArgMatches, script: Option<&Script>) -> Result<Vec<Part>> {
    let ordered = |id: &str| -> Vec<usize> {
        let indices = matches.indices_of(id);
        indices.map(Iterator::collect).unwrap_or_default()
    };
    let mut folders = arguments.folders.clone();
    folders.extend(script.iter().flat_map(|script| &script.folders).map(PathBuf::from));
    let mut parts = Vec::new();
    let formats: Vec<_> = ordered("format").into_iter().zip(&arguments.format).collect();
    for (index, path) in ordered("inputs").into_iter().zip(&arguments.inputs) {
        let bytes = cli::read(path)?;
        let format = formats.iter().rev().find(|(at, _)| *at < index);
        if format.is_some_and(|(_, format)| *format == "binary") {
            parts.push((index, Part::Binary(Box::new(objcopy::flat(&path.display().to_string(), bytes)?))));
            continue;
        }
        not_source(path, &bytes)?;
        parts.push((index, Part::File(path.clone(), bytes)));
    }
    for (index, name) in ordered("library").into_iter().zip(&arguments.library) {
        let (path, bytes) = library(name, &folders)?;
        parts.push((index, Part::File(path, bytes)));
    }
    // A flag may have its own index and that of its value.
    for (index, _) in ordered("start_group").into_iter().zip(&arguments.start_group) {
        parts.push((index, Part::Open));
    }
    for (index, _) in ordered("end_group").into_iter().zip(&arguments.end_group) {
        parts.push((index, Part::Close));
    }
    for (id, whole) in [("whole_archive", true), ("no_whole_archive", false)] {
        parts.extend(ordered(id).into_iter().map(|index| (index, Part::Whole(whole))));
    }
    for (index, path) in ordered("just_symbols").into_iter().zip(&arguments.just_symbols) {
        let shown = path.display().to_string();
        let object = file::read(&shown, &cli::read(path)?).with_context(|| cli::name(path))?;
        parts.push((index, Part::Symbols(path.clone(), Box::new(object))));
    }
    let here = ordered("script").first().copied().unwrap_or_default();
    for input in script.iter().flat_map(|script| &script.inputs) {
        match input {
            ScriptInput::First(name) => parts.push((0, asked(name, &folders)?)),
            ScriptInput::File(name) => parts.push((here, asked(name, &folders)?)),
            ScriptInput::Group(names) => {
                parts.push((here, Part::Open));
                for name in names {
                    parts.push((here, asked(name, &folders)?));
                }
                parts.push((here, Part::Close));
            }
        }
    }
    // As in GNU ld, a file that a section of the script names is read with the script, wherever else it stands.
    for name in script.iter().flat_map(|script| script.files()) {
        let known = |part: &Part| matches!(part, Part::File(path, _) if path.to_str() == Some(name));
        match parts.iter_mut().find(|(_, part)| known(part)) {
            Some((index, _)) => *index = here.min(*index),
            None => parts.push((here, asked(name, &folders)?)),
        }
    }
    parts.sort_by_key(|(index, _)| *index);
    Ok(parts.into_iter().map(|(_, part)| part).collect())
}

/// A file that a script requests: here, or in one of the folders.
fn asked(name: &str, folders: &[PathBuf]) -> Result<Part> {
    let (path, bytes) = match name.strip_prefix("-l") {
        Some(library) => self::library(library, folders)?,
        None => {
            let path = found(name.as_ref(), folders);
            let bytes = cli::read(&path)?;
            (path, bytes)
        }
    };
    Ok(Part::File(path, bytes))
}

/// The path of a file here, or in the first folder that has it.
fn found(path: &Path, folders: &[PathBuf]) -> PathBuf {
    let mut elsewhere = folders.iter().map(|folder| folder.join(path));
    let found = if path.exists() {
        None
    } else {
        elsewhere.find(|path| path.is_file())
    };
    found.unwrap_or_else(|| path.to_owned())
}

/// Finds an archive in the folders.
fn library(name: &str, folders: &[PathBuf]) -> Result<(PathBuf, Vec<u8>)> {
    let file = match name.strip_prefix(':') {
        Some(file) => file.to_owned(),
        None => format!("lib{name}.a"),
    };
    for folder in folders {
        let path = folder.join(&file);
        if path.is_file() {
            let bytes = cli::read(&path)?;
            return Ok((path, bytes));
        }
    }
    bail!("cannot find {file} in the folders specified with -L")
}

/// All members of an archive.
fn members<'i>(name: &str, bytes: &[u8]) -> Result<Vec<Input<'i>>, String> {
    let archive = archive::read(bytes).map_err(|error| format!("{name}: {error}"))?;
    let members = archive.members.iter().map(|member| {
        let object = file::read(&member.name, member.bytes).map(Input::Object);
        object.map_err(|error| format!("{name}({}): {error}", member.name))
    });
    members.collect()
}

fn inputs(parts: &[Part]) -> Result<Vec<Input<'_>>, Vec<String>> {
    let mut inputs = Vec::new();
    let mut group: Option<Vec<Input>> = None;
    let mut errors = Vec::new();
    let mut whole = false;
    for part in parts {
        match part {
            Part::Whole(now) => whole = *now,
            Part::Open if group.is_some() => errors.push("groups cannot be nested".to_owned()),
            Part::Open => group = Some(Vec::new()),
            Part::Close => match group.take() {
                Some(group) => inputs.push(Input::Group(group)),
                None => errors.push("--end-group without --start-group".to_owned()),
            },
            Part::Symbols(_, program) => group
                .as_mut()
                .unwrap_or(&mut inputs)
                .push(Input::Symbols(Object::clone(program))),
            Part::Binary(object) => group
                .as_mut()
                .unwrap_or(&mut inputs)
                .push(Input::Object(Object::clone(object))),
            Part::File(path, bytes) => match taken(&path.display().to_string(), bytes, whole) {
                Ok(taken) => group.as_mut().unwrap_or(&mut inputs).extend(taken),
                Err(error) => errors.push(error),
            },
        }
    }
    inputs.extend(group.map(Input::Group));
    if errors.is_empty() { Ok(inputs) } else { Err(errors) }
}

/// The inputs in a file; with `whole`, an archive gives all of its members.
fn taken<'b>(name: &str, bytes: &'b [u8], whole: bool) -> Result<Vec<Input<'b>>, String> {
    if !archive::is_archive(bytes) {
        let object = file::read(name, bytes).map_err(|error| format!("{name}: {error}"))?;
        return Ok(vec![Input::Object(object)]);
    }
    if whole {
        return members(name, bytes);
    }
    let library = Library::read(name, bytes).map_err(|error| format!("{name}: {error}"))?;
    Ok(vec![Input::Archive(library)])
}

/// The script with the additions of the command line; without a script, the memory map of the processor.
fn finished(
    arguments: &Arguments,
    matches: &ArgMatches,
    script: Option<Script>,
    parts: &[Part],
) -> Result<Script> {
    let mut script = script.unwrap_or_else(|| {
        let said = arguments.processor.or_else(|| parts.iter().find_map(processor));
        Script::standard(said.unwrap_or(Processor::Z8001))
    });
    if let Some(processor) = arguments.processor {
        script.default_processor(processor);
    }
    // As in GNU ld, at its place on the command line: before the script or after it.
    let script_at = matches.index_of("script").unwrap_or(usize::MAX);
    let places = matches.indices_of("defsym").into_iter().flatten();
    let (after, before): (Vec<_>, Vec<_>) = places.zip(&arguments.defsym).partition(|(at, _)| *at > script_at);
    for (_, definition) in before.iter().rev() {
        script.define(definition, false)?;
    }
    for (_, definition) in after {
        script.define(definition, true)?;
    }
    let Arguments { text, data, bss, .. } = arguments;
    for (section, address) in [(".text", text), (".data", data), (".bss", bss)] {
        if let Some(address) = address {
            script.place(section, *address);
        }
    }
    for (section, address) in &arguments.section_start {
        script.place(section, *address);
    }
    Ok(script)
}

/// The processor that a file is for; for an archive, that of the first member.
fn processor(part: &Part) -> Option<Processor> {
    let Part::File(_, bytes) = part else { return None };
    let of = |bytes| Some(file::read("", bytes).ok()?.processor);
    match archive::is_archive(bytes) {
        true => archive::read(bytes)
            .ok()?
            .members
            .iter()
            .find_map(|member| of(member.bytes)),
        false => of(bytes),
    }
}

fn options(arguments: &Arguments, script: Script) -> Options {
    Options {
        script,
        entry: arguments.entry.clone(),
        wanted: [&arguments.undefined[..], &arguments.require_defined].concat(),
        leave_out_unused: arguments.gc_sections,
        relax: arguments.relax,
        // A program of CP/M-8000 may have code and data at 0, in separate spaces.
        may_overlap: arguments.no_check_sections || arguments.oformat == Format::Xout,
        allow_duplicates: arguments.allow_multiple_definition,
        unresolved: match arguments.unresolved_symbols.as_deref() {
            Some("ignore-all" | "ignore-in-object-files") => Unresolved::Ignored,
            _ if arguments.warn_unresolved_symbols => Unresolved::Warned,
            _ => Unresolved::Refused,
        },
        wrapped: arguments.wrap.clone(),
        warn_common: arguments.warn_common,
        orphans: match arguments.orphan_handling {
            Orphans::Place => link::Orphans::Placed,
            Orphans::Warn => link::Orphans::Warned,
            Orphans::Error => link::Orphans::Refused,
            Orphans::Discard => link::Orphans::Discarded,
        },
        map: arguments.print_map || arguments.map.is_some(),
    }
}

/// A script, and those that it includes: here, or in one of the folders for archives.
fn read_script(path: &Path, folders: &[PathBuf]) -> Result<Script> {
    let read = |path: &Path| {
        let path = found(path, folders);
        Ok::<_, Error>(text::source(cli::read(&path)?))
    };
    let name = found(path, folders).display().to_string();
    let open = |name: &str| read(name.as_ref()).map_err(|error| format!("{error:#}"));
    Ok(Script::read_with(&name, &read(path)?, &open)?)
}

fn write(arguments: &Arguments, output: &Output, linked: &mut Linked) -> Result<()> {
    let map = linked.map.as_deref().unwrap_or_default();
    if arguments.print_map {
        cli::print(map)?;
    }
    if let Some(output) = &arguments.map {
        output.make(map.as_bytes())?;
    }
    let object = &mut linked.object;
    if let Some(output) = &arguments.line_map {
        output.make(object.line_map()?.to_json().as_bytes())?;
    }
    let less = Less {
        all: arguments.strip_all,
        lines: arguments.strip_debug,
        local: arguments.discard_all,
    };
    Choice::default().reduce(object, less);
    let bytes = objcopy::bytes(object, arguments.oformat, &output.path().display().to_string())?;
    output.make(&bytes)
}
