//! Reads sources, programs and line maps.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, ensure};
use cli::gate;
use z8000_asm::{Assembly, Files, LineMap, Options, assemble, source};
use z8000_object::Section;
use z8000_object::file::{self, Format};
use z8000_object::text::escaped;

use crate::formats::check_linked;

/// The error for a program that the board cannot run.
pub(crate) const OTHER_PROCESSOR: &str =
    "is for the Z8001, but this board has a Z8002: choose another machine with --machine";

/// Returns the non-empty sections and the line map of the linked program in a file; `None` for raw bytes.
pub(crate) fn linked(path: &Path, bytes: &[u8]) -> Result<Option<(Vec<Section>, LineMap)>> {
    let name = path.display().to_string();
    let Some(format) = file::format(bytes) else {
        let foreign = file::foreign(bytes).map(file::ReadError::Foreign);
        return foreign.map_or(Ok(None), |reason| Err(anyhow!("{name}: {reason}")));
    };
    let object = file::read_program(&name, bytes).with_context(|| name.clone())?;
    // Such a program begins with an instruction, not with FCW and PC.
    let of_cpm = format == Format::Xout && object.entry.is_some();
    ensure!(!of_cpm, "{name} is a CP/M-8000 program: use `z8k cpm {name}`");
    check_linked(&name, &object)?;
    ensure!(
        object.processor != z8000_object::Processor::Z8001,
        "{name} {OTHER_PROCESSOR}"
    );
    let map = object.line_map().with_context(|| name.clone())?;
    let mut sections = object.sections;
    sections.retain(|section| !section.bytes.is_empty());
    for section in &sections {
        let end = section.load as usize + section.bytes.len();
        ensure!(
            end <= 0x1_0000,
            "{name}: section `{}` ends at {end:#x}, beyond the 64 KB of this board's memory; choose another machine \
             with --machine",
            section.name
        );
    }
    Ok(Some((sections, map)))
}

/// Returns true if a file is a source: by its name or, for a pipe, which has no name, by its contents.
pub(crate) fn is_source(path: &Path) -> Result<bool> {
    if path.extension().is_some_and(|extension| extension == "s") {
        return Ok(true);
    }
    // A redirected file has a name under `/dev`, regardless of its contents.
    let is_named = path.is_file() && !path.starts_with("/dev") && !cli::is_standard(path);
    if is_named {
        return Ok(false);
    }
    let bytes = cli::read(path)?;
    let is_text = !bytes.is_empty() && !bytes.contains(&0);
    Ok(is_text && file::format(&bytes).is_none())
}

/// Checks that the bytes of a program are not text: a raw program begins with a zero word.
pub(crate) fn not_text(path: &Path, bytes: &[u8]) -> Result<()> {
    let is_text = bytes.len() > 1 && !bytes.contains(&0);
    ensure!(
        !is_text || file::format(bytes).is_some(),
        "{} is a text file, not a program: if it is a source file, rename it to end in .s, or assemble it with `z8k asm`",
        cli::name(path)
    );
    Ok(())
}

/// Reads a line map from a file.
pub(crate) fn line_map(path: &Path) -> Result<LineMap> {
    let text = cli::read_text(path)?;
    LineMap::from_json(&text).map_err(|message| anyhow!("{} is not a line map: {message}", path.display()))
}

/// Assembles a file. Files that it includes are searched for in its folder, and named relative to it.
pub(crate) fn assembled(path: &Path, options: &Options) -> Result<Assembly> {
    assembled_with(path, &[], options)
}

/// Assembles a file as [`assembled`] does, with additional folders to search.
pub(crate) fn assembled_with(path: &Path, folders: &[PathBuf], options: &Options) -> Result<Assembly> {
    let (files, main) = beside(path, folders)?;
    assemble(&files, &main, &bounded(options.clone()))
        .map_err(|errors| anyhow!("{} does not assemble\n{errors}", path.display()))
}

/// Limits the size of the program to that of a file.
fn bounded(options: Options) -> Options {
    Options { most_bytes: Some(cli::bound()), ..options }
}

/// Returns a source together with the files in its folder and in more folders, and its name among them.
pub(crate) fn beside(path: &Path, folders: &[PathBuf]) -> Result<(Files, String)> {
    let (files, main) = Files::beside(path);
    let mut files = files.and(folders);
    add(&mut files, path, &main)?;
    Ok((files, main))
}

/// Checks that a source can be read; adds its contents if its name does not lead to the file.
fn add(files: &mut Files, path: &Path, name: &str) -> Result<()> {
    if !cli::is_standard(path) && path.is_file() {
        return Ok(gate::check_input(path)?);
    }
    files.give(name, cli::read(path)?);
    Ok(())
}

/// Assembles files as if they were one; `-` is standard input. Files that they include are searched for in the current
/// folder, in that of the first file, and in `folders`.
pub(crate) fn together(paths: &[PathBuf], folders: &[PathBuf], options: Options) -> Result<Assembly> {
    let first = paths.first().map_or(Path::new(cli::STANDARD), PathBuf::as_path);
    let beside = first.parent().unwrap_or(Path::new("")).to_path_buf();
    let mut files = Files::new(vec![PathBuf::new(), beside]).and(folders);
    let mut names = Vec::new();
    for path in paths {
        let name = source::name(path);
        add(&mut files, path, &name)?;
        names.push(name);
    }
    let options = Options { further: names.iter().skip(1).cloned().collect(), ..bounded(options) };
    let main = names.first().map_or(cli::STANDARD, String::as_str);
    assemble(&files, main, &options)
        .map_err(|errors| anyhow!("{} does not assemble\n{errors}", escaped(&names.join(", "))))
}
