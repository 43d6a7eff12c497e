//! `z8k ar` and `z8k ranlib`

use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use cli::gate::{self, By, Named};
use z8000_object::archive::{self, Archive, Kind, Member};

use super::gnu;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Operation: r (insert or replace members), q (append members), d (delete members), t (list members), x (extract
    /// members), p (print members) or s (rebuild the index). The modifiers c (create the archive silently), v (verbose)
    /// and U (store file modification times, which make needs) may be added; u, D, s, S and o are ignored.
    key: String,
    /// Archive to create, read or modify.
    archive: PathBuf,
    /// Files to add, or names of members to delete, list, extract or print.
    files: Vec<PathBuf>,
    /// Create a new archive in the CP/M-8000 format.
    #[arg(long)]
    xout: bool,
}

#[derive(Args)]
pub(crate) struct Ranlib {
    /// Archives to index.
    #[arg(required = true)]
    archives: Vec<PathBuf>,
}

/// Letters of the key that select the operation on the archive.
const ACTIONS: &str = "rqdtxp";
/// Letters of the key that have no effect, or no additional one.
const MODIFIERS: &str = "cvuDUsSof";

pub(crate) fn ar(arguments: &Arguments) -> Result<()> {
    let is_unknown = |letter: &char| !ACTIONS.contains(*letter) && !MODIFIERS.contains(*letter);
    if let Some(letter) = arguments.key.chars().find(is_unknown) {
        match gnu::refused_letter(letter) {
            Some(reason) => bail!("operation or modifier `{letter}` is not supported: {reason}"),
            None => bail!("unsupported operation or modifier `{letter}`"),
        }
    }
    let mut actions = arguments.key.chars().filter(|letter| ACTIONS.contains(*letter));
    let action = match (actions.next(), actions.next()) {
        (Some(action), None) => action,
        (None, _) if arguments.key.contains('s') => 's',
        _ => bail!("expected exactly one operation: {ACTIONS} or s"),
    };
    let has = |letter| arguments.key.contains(letter);
    let _alone = "rqds".contains(action).then(|| gate::alone(&arguments.archive));
    let exists = arguments.archive.exists();
    let bytes = match action {
        't' | 'p' | 'x' => cli::read(&arguments.archive)?,
        'r' | 'q' if !exists && !cli::is_standard(&arguments.archive) => Vec::new(),
        _ => cli::read_to_change(&arguments.archive)?,
    };
    let mut found = match &bytes[..] {
        [] => Archive {
            kind: if arguments.xout { Kind::Cpm } else { Kind::Unix },
            ..Archive::default()
        },
        bytes => archive::read(bytes).with_context(|| arguments.archive.display().to_string())?,
    };
    let wanted =
        |member: &Member| arguments.files.is_empty() || arguments.files.iter().any(|path| name(path) == member.name);
    let names: Vec<String> = found.members.iter().map(|member| member.name.clone()).collect();
    let missing = arguments
        .files
        .iter()
        .find(|path| "dtxp".contains(action) && !names.contains(&name(path)));
    // The other members are processed nevertheless.
    let known = missing.map_or(Ok(()), |path| {
        Err(anyhow!(
            "archive {} has no member `{}`",
            arguments.archive.display(),
            name(path)
        ))
    });
    match action {
        't' | 'p' | 'x' => {
            if action == 'x' {
                // A member may have the same name as the archive.
                let mut extracted = found.members.iter().filter(|member| wanted(member));
                extracted.try_for_each(|member| extract(member, |named, _| gate::check(named).map(drop)))?;
            }
            for member in found.members.iter().filter(|member| wanted(member)) {
                show(member, action, has('v'))?;
            }
            return known;
        }
        // Each name deletes one member.
        'd' => {
            for path in &arguments.files {
                let first = found.members.iter().position(|member| member.name == name(path));
                first.map(|first| found.members.remove(first));
            }
        }
        _ => {}
    }
    let mut new = Vec::new();
    if "rq".contains(action) {
        if !exists && !has('c') {
            cli::tell(format_args!("z8k ar: creating {}", arguments.archive.display()));
        }
        for path in &arguments.files {
            let bytes = cli::read(path)?;
            let changed = path.metadata().and_then(|about| about.modified());
            let since = changed.ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
            let date = since.filter(|_| has('U')).map_or(0, |since| since.as_secs());
            new.push((name(path), bytes, date));
        }
    }
    // Files with the same name that are added together become separate members: each replaces at most one older member.
    let mut replaced = vec![action != 'r'; found.members.len()];
    for (name, bytes, date) in &new {
        let name = name.clone();
        let mut open = replaced.iter_mut().zip(&found.members);
        let old = open.position(|(replaced, old)| !*replaced && old.name == name);
        if let Some(old) = old {
            replaced[old] = true;
        }
        if has('v') {
            cli::print_line(format_args!("{} - {name}", if old.is_some() { 'r' } else { 'a' }))?;
        }
        let member = Member { name, bytes, date: *date };
        match old {
            Some(old) => found.members[old] = member,
            None => found.members.push(member),
        }
    }
    save(&arguments.archive, &found)?;
    known
}

/// Returns the name of a member: the last component of the path.
fn name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

/// Extracts a member with a given function, under the last component of its name: a path could leave the current folder.
fn extract(member: &Member, by: impl FnOnce(Named<'_>, &[u8]) -> io::Result<()>) -> Result<()> {
    let file = PathBuf::from(name(Path::new(&member.name)));
    let made = by(Named { path: &file, by: By::Archive }, member.bytes);
    made.with_context(|| format!("cannot extract `{}`: `z8k ar p` prints it", file.display()))
}

fn show(member: &Member, action: char, verbose: bool) -> Result<()> {
    match action {
        't' if verbose => cli::print_line(format_args!("{:>8} {}", member.bytes.len(), member.name))?,
        't' => cli::print_line(&member.name)?,
        'p' => cli::pass(member.bytes)?,
        _ => {
            if verbose {
                cli::print_line(format_args!("x - {}", member.name))?;
            }
            extract(member, |named, bytes| gate::make(named, bytes))?;
        }
    }
    Ok(())
}

fn save(path: &Path, archive: &Archive) -> Result<()> {
    cli::make(path, &archive::write(archive.kind, &archive.members)?)
}

pub(crate) fn ranlib(arguments: &Ranlib) -> Result<()> {
    for path in &arguments.archives {
        let _alone = gate::alone(path);
        let bytes = cli::read_to_change(path)?;
        let archive = archive::read(&bytes).with_context(|| path.display().to_string())?;
        save(path, &archive)?;
    }
    Ok(())
}
