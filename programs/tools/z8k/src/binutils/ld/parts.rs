//! The files of a link, in the order of the command line.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::ArgMatches;
use cli::gate::{self, By};
use z8000_object::link::{Input, Library, Script, ScriptInput};
use z8000_object::{Object, Processor, archive, file};

use super::super::input::{self, not_source};
use super::super::objcopy;
use super::arguments::Arguments;

/// A part of the command line.
pub(super) enum Part {
    /// An object or an archive.
    File(PathBuf, Vec<u8>),
    /// An object made from a file of any format.
    Binary(Box<Object>),
    /// A linked program whose symbols are used.
    Symbols(PathBuf, Box<Object>),
    /// True if the archives that follow are linked as a whole.
    Whole(bool),
    /// The beginning of a group of archives.
    Open,
    Close,
}

/// Reads files and archives in the order of the command line; those of a script are at the script's position.
pub(super) fn parts(arguments: &Arguments, matches: &ArgMatches, script: Option<&Script>) -> Result<Vec<Part>> {
    let ordered = |id: &str| -> Vec<usize> {
        let indices = matches.indices_of(id);
        indices.map(Iterator::collect).unwrap_or_default()
    };
    let mut folders = arguments.folders.clone();
    folders.extend(script.iter().flat_map(|script| &script.folders).map(PathBuf::from));
    // All files of an input are registered as inputs, even if an earlier file has an error.
    fn of_input(input: &ScriptInput) -> &[String] {
        match input {
            ScriptInput::First(name) | ScriptInput::File(name) => std::slice::from_ref(name),
            ScriptInput::Group(names) => names,
        }
    }
    let named = script.iter().flat_map(|script| script.inputs.iter().flat_map(of_input));
    let named = named
        .map(String::as_str)
        .chain(script.iter().flat_map(|script| script.files()));
    named.for_each(|name| gate::name_input(&found(name.as_ref(), &folders)));
    let libraries = arguments.library.iter().filter_map(|name| sought(name, &folders).ok());
    libraries.for_each(|path| gate::name_input(&path));
    let mut parts = Vec::new();
    let formats: Vec<_> = ordered("format").into_iter().zip(&arguments.format).collect();
    for (index, path) in ordered("inputs").into_iter().zip(&arguments.inputs) {
        let bytes = cli::read(path)?;
        let format = formats.iter().rev().find(|(at, _)| *at < index);
        if format.is_some_and(|(_, format)| *format == "binary") {
            parts.push((
                index,
                Part::Binary(Box::new(objcopy::flat(&path.display().to_string(), bytes)?)),
            ));
            continue;
        }
        not_source(path, &bytes)?;
        parts.push((index, Part::File(path.clone(), bytes)));
    }
    for (index, name) in ordered("library").into_iter().zip(&arguments.library) {
        let path = sought(name, &folders)?;
        let bytes = cli::read(&path)?;
        parts.push((index, Part::File(path, bytes)));
    }
    // A flag may be listed by its own index and by that of its value.
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
    // As in GNU ld, a file named by a section of the script is read with the script, wherever else it is listed.
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

/// Reads a file that a script requests, from the current folder or one of the given folders.
fn asked(name: &str, folders: &[PathBuf]) -> Result<Part> {
    let (path, bytes) = match name.strip_prefix("-l") {
        Some(library) => {
            let path = sought(library, folders)?;
            let bytes = cli::read(&path)?;
            (path, bytes)
        }
        None => {
            let path = found(name.as_ref(), folders);
            let bytes = cli::read_by(&path, By::Script)?;
            (path, bytes)
        }
    };
    Ok(Part::File(path, bytes))
}

/// Returns the path of a file in the current folder, or else in the first folder that contains it.
pub(super) fn found(path: &Path, folders: &[PathBuf]) -> PathBuf {
    let mut elsewhere = folders.iter().map(|folder| folder.join(path));
    let found = if path.exists() {
        None
    } else {
        elsewhere.find(|path| path.is_file())
    };
    found.unwrap_or_else(|| path.to_owned())
}

/// Finds the archive that `-l` names in the folders.
fn sought(name: &str, folders: &[PathBuf]) -> Result<PathBuf> {
    let file = match name.strip_prefix(':') {
        Some(file) => file.to_owned(),
        None => format!("lib{name}.a"),
    };
    let mut places = folders.iter().map(|folder| folder.join(input::path(&file)));
    places
        .find(|path| path.is_file())
        .with_context(|| format!("cannot find {file} in the folders specified with -L"))
}

/// Returns all members of an archive.
fn members<'i>(name: &str, bytes: &[u8]) -> Result<Vec<Input<'i>>, String> {
    let archive = archive::read(bytes).map_err(|error| format!("{name}: {error}"))?;
    let members = archive.members.iter().map(|member| {
        let object = file::read(&member.name, member.bytes).map(Input::Object);
        object.map_err(|error| format!("{name}({}): {error}", member.name))
    });
    members.collect()
}

pub(super) fn inputs(parts: &[Part]) -> Result<Vec<Input<'_>>, Vec<String>> {
    let mut inputs = Vec::new();
    let mut group: Option<Vec<Input>> = None;
    let mut errors = Vec::new();
    let mut whole = false;
    for part in parts {
        match part {
            Part::Whole(now) => whole = *now,
            Part::Open => _ = group.get_or_insert_default(),
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

/// Returns the inputs in a file; with `whole`, all members of an archive as objects.
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

/// Returns the processor that a file is for; for an archive, that of the first member.
pub(super) fn processor(part: &Part) -> Option<Processor> {
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
