//! `z8k ld`

mod arguments;
mod parts;

use std::fmt::Display;
use std::mem;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Error, Result, bail};
use clap::ArgMatches;
use cli::Output;
use cli::gate::{self, By};
use z8000_object::link::{LinkErrors, Linked, Memory, Options, Orphans, Script, Unresolved, combine, link};
use z8000_object::{Object, Processor, Value, text};

use super::objcopy::{self, Format};
use super::output::rule;
use super::symbols::{Choice, Less};
pub(crate) use arguments::Arguments;
use parts::{Part, found, inputs, parts, processor};

pub(crate) fn ld(arguments: &Arguments, matches: &ArgMatches) -> Result<ExitCode> {
    if arguments.version {
        cli::print_line(concat!("z8k ld ", env!("CARGO_PKG_VERSION")))?;
        return Ok(ExitCode::SUCCESS);
    }
    let script = arguments.script.as_deref();
    let script = script.map(|path| read_script(path, &arguments.folders)).transpose();
    let named = script.as_ref().ok().and_then(|script| script.as_ref()?.output.as_ref());
    let output = match (&arguments.output, named) {
        (Some(output), _) => output.clone(),
        (None, Some(named)) => noted(named, By::Script)?,
        (None, None) => noted("a.out", By::Default)?,
    };
    let linked = script.and_then(|script| linked(arguments, matches, script, &output));
    if !matches!(linked, Ok(ExitCode::SUCCESS)) {
        gate::remove_output(output.path());
    }
    linked
}

/// Registers an output that has a default name. Here, `-` is a file: it means standard output only as the value of an
/// option.
fn noted(name: &str, by: By) -> Result<Output> {
    let output = Output::from(PathBuf::from(if name == "-" { "./-" } else { name }));
    output.note(by)?;
    Ok(output)
}

fn linked(arguments: &Arguments, matches: &ArgMatches, script: Option<Script>, output: &Output) -> Result<ExitCode> {
    let parts = parts(arguments, matches, script.as_ref())?;
    let script = finished(arguments, matches, script, &parts)?;
    let inputs = match inputs(&parts) {
        Ok(inputs) if inputs.is_empty() => {
            bail!("no object files specified; for example, write `z8k ld main.o -o main`")
        }
        Ok(inputs) => inputs,
        Err(messages) => return Ok(failed(&messages)),
    };
    if arguments.trace {
        for part in &parts {
            match part {
                Part::File(path, _) | Part::Symbols(path, _) => cli::print_line(path.display())?,
                Part::Binary(object) => cli::print_line(&object.name)?,
                Part::Whole(_) | Part::Open | Part::Close => {}
            }
        }
    }
    let options = options(arguments, script);
    let result = match arguments.relocatable {
        true => combine(inputs, &options).map(|object| Linked { object, ..Linked::default() }),
        false => link(inputs, &options),
    };
    let mut linked = match result {
        Ok(linked) => linked,
        Err(LinkErrors { list }) => return Ok(failed(&list)),
    };
    if !arguments.no_warnings {
        for warning in &linked.warnings {
            cli::tell(format_args!("z8k ld: warning: {warning}"));
        }
    }
    if arguments.fatal_warnings && !linked.warnings.is_empty() {
        return Ok(failed(&[""; 0]));
    }
    if let Some(name) = arguments
        .require_defined
        .iter()
        .find(|name| !is_defined(&linked.object, name))
    {
        return Ok(failed(&[format!("symbol `{name}` (--require-defined) is not defined")]));
    }
    if arguments.print_gc_sections {
        for section in &linked.unused {
            cli::tell(format_args!("z8k ld: removing unused section {section}"));
        }
    }
    write(arguments, output, &mut linked)?;
    if arguments.print_memory_usage {
        cli::print(usage(&linked.memory))?;
    }
    if let Some(rules) = &arguments.dependency_file {
        rules.make(&rule(output.path()))?;
    }
    // The process ends here: freeing the memory first would take time, as after assembling.
    mem::forget(linked);
    Ok(ExitCode::SUCCESS)
}

fn is_defined(object: &Object, name: &str) -> bool {
    let mut symbols = object.symbols.iter();
    symbols.any(|symbol| *symbol.name == *name && symbol.value != Value::Undefined)
}

/// Formats the usage of each memory region, as GNU ld prints it.
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
        text += &format!(
            "{:>16}: {}{}{share}\n",
            region.name,
            size(region.used),
            size(region.length)
        );
    }
    text
}

/// Prints each error on a line of its own.
fn failed(messages: &[impl Display]) -> ExitCode {
    for message in messages {
        cli::tell(format_args!("z8k ld: {message}"));
    }
    ExitCode::FAILURE
}

/// Returns the script with the additions of the command line; without a script, the memory map of the processor.
fn finished(arguments: &Arguments, matches: &ArgMatches, script: Option<Script>, parts: &[Part]) -> Result<Script> {
    let standard = || {
        let said = arguments.processor.or_else(|| parts.iter().find_map(processor));
        Script::standard(said.unwrap_or(Processor::Z8001))
    };
    let mut script = match script {
        None if arguments.relocatable => Script::default(),
        None => standard(),
        Some(script) if script.is_addition() => script.added_to(standard())?,
        Some(script) => script,
    };
    if let Some(processor) = arguments.processor {
        script.default_processor(processor);
    }
    // As in GNU ld, the position on the command line matters: before the script or after it.
    let script_at = matches.index_of("script").unwrap_or(usize::MAX);
    let places = matches.indices_of("defsym").into_iter().flatten();
    let (after, before): (Vec<_>, Vec<_>) = places.zip(&arguments.defsym).partition(|(at, _)| *at > script_at);
    for (_, definition) in before.iter().rev() {
        script.define(definition, false)?;
    }
    for (_, definition) in after {
        script.define(definition, true)?;
    }
    let last = |id| matches.indices_of(id).into_iter().flatten().last().unwrap_or_default();
    let Arguments { text, data, bss, .. } = arguments;
    let mut starts = Vec::new();
    for (id, address) in [("text", text), ("data", data), ("bss", bss)] {
        starts.extend(address.map(|address| (last(id), format!(".{id}"), address)));
    }
    let places = matches.indices_of("section_start").into_iter().flatten();
    let named = places.zip(&arguments.section_start);
    starts.extend(named.map(|(at, (section, address))| (at, section.clone(), *address)));
    // The last option for a section takes effect.
    starts.sort();
    for (_, section, address) in starts {
        script.place(&section, address);
    }
    Ok(script)
}

fn options(arguments: &Arguments, script: Script) -> Options {
    Options {
        script,
        entry: arguments.entry.clone(),
        wanted: [&arguments.undefined[..], &arguments.require_defined].concat(),
        leave_out_unused: arguments.gc_sections,
        relax: arguments.relax,
        // A program of CP/M-8000 may have code and data at address 0, in separate spaces.
        may_overlap: arguments.no_check_sections || arguments.oformat == Format::Xout,
        allow_duplicates: arguments.allow_multiple_definition,
        unresolved: match arguments.unresolved_symbols.as_deref() {
            Some("ignore-all" | "ignore-in-object-files") => Unresolved::Ignored,
            _ if arguments.warn_unresolved_symbols => Unresolved::Warned,
            _ => Unresolved::Refused,
        },
        wrapped: arguments.wrap.clone(),
        warn_common: arguments.warn_common,
        orphans: match &*arguments.orphan_handling {
            "warn" => Orphans::Warned,
            "error" => Orphans::Refused,
            "discard" => Orphans::Discarded,
            _ => Orphans::Placed,
        },
        map: arguments.print_map || arguments.map.is_some(),
        allocate: arguments.define_common,
    }
}

/// Reads a script and those that it includes, from the current folder or one of the folders of archives.
fn read_script(path: &Path, folders: &[PathBuf]) -> Result<Script> {
    let read = |path: &Path, by| {
        let path = found(path, folders);
        Ok::<_, Error>(text::source(cli::read_by(&path, by)?))
    };
    let name = found(path, folders).display().to_string();
    let open = |name: &str| read(name.as_ref(), By::Script).map_err(|error| format!("{error:#}"));
    Ok(Script::read_with(&name, &read(path, By::Option)?, &open)?)
}

fn write(arguments: &Arguments, output: &Output, linked: &mut Linked) -> Result<()> {
    let map = linked.map.as_deref().unwrap_or_default();
    if arguments.print_map {
        cli::print(map)?;
    }
    if let Some(output) = &arguments.map {
        if output.is_standard() {
            cli::print(map)?
        } else {
            output.make(map.as_bytes())?
        }
    }
    let object = &mut linked.object;
    if let Some(output) = &arguments.line_map {
        output.make(object.line_map()?.to_json().as_bytes())?;
    }
    // As in GNU ld, an output that can be linked again keeps its global symbols.
    let Arguments { strip_all, relocatable, .. } = *arguments;
    let less = Less {
        all: strip_all && !relocatable,
        lines: strip_all || arguments.strip_debug,
        local: strip_all || arguments.discard_all,
        temporary: arguments.discard_locals,
    };
    Choice::default().reduce(object, less)?;
    let bytes = objcopy::bytes(object, arguments.oformat, &output.path().display().to_string())?;
    output.make(&bytes)?;
    if !relocatable && !output.is_standard() {
        gate::make_executable(output.path())?;
    }
    Ok(())
}
