//! The options of GNU binutils that `z8k` does not implement: those that are ignored, and those that are rejected.

use std::ffi::OsString;
use std::path::Path;

use anyhow::{Result, bail, ensure};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command};

/// The options of each program, and how they are handled.
const TABLE: &str = include_str!("gnu.txt");

/// The maximum number of option files, which may refer to each other.
const MOST: usize = 100;

/// The maximum size of an option file in bytes.
const LARGEST: usize = 1 << 20;

/// Options that are handled in the same way.
#[derive(Clone, Copy)]
struct Row {
    fate: &'static str,
    spellings: &'static str,
    reason: &'static str,
}

/// Returns the rows with options of a program that `z8k` does not implement.
fn rows(tool: &str) -> impl Iterator<Item = Row> + use<'_> {
    let lines = TABLE
        .lines()
        .skip_while(move |line| line.strip_prefix("== ") != Some(tool));
    let lines = lines.skip(1).take_while(|line| !line.starts_with("== "));
    lines.filter_map(|line| {
        let (fate, rest) = line.split_once(' ')?;
        let (spellings, reason) = rest.split_once(" : ")?;
        Some(Row { fate, spellings, reason })
    })
}

/// Returns the name of an option, without the marker of a value.
fn name(spelling: &str) -> &str {
    spelling.trim_end_matches("[=]").trim_end_matches('=')
}

/// Returns the long names of a command's own options, each with the identifier of the option.
pub(super) fn long_names(command: &Command) -> impl Iterator<Item = (&str, &str)> {
    command.get_arguments().flat_map(|option| {
        let names = option.get_long().into_iter();
        let names = names.chain(option.get_all_aliases().into_iter().flatten());
        names.map(|name| (name, option.get_id().as_str()))
    })
}

/// Returns true if an argument requests a listing: `-a`, with letters or `=FILE` after it.
pub(super) fn is_listing(tool: &str, argument: &str) -> bool {
    let word = argument.split('=').next().and_then(|word| word.strip_prefix("-a"));
    tool == "as" && word.is_some_and(|letters| letters.chars().all(|letter| "cdghlmns".contains(letter)))
}

/// Returns the arguments, with each unique abbreviation of a long option replaced by the option.
pub(super) fn completed(tool: &str, command: &Command, mut given: Vec<OsString>) -> Vec<OsString> {
    let others = rows(tool).flat_map(|row| row.spellings.split(' '));
    let others = others.filter(|spelling| spelling.starts_with('-') && name(spelling).len() > 2);
    let others = others.map(|spelling| name(spelling).trim_start_matches('-'));
    let known: Vec<(&str, &str)> = long_names(command)
        .chain([("help", "help"), ("version", "version")])
        .chain(others.map(|name| (name, name)))
        .collect();
    let takes_value = |letter: char| {
        let mut options = command.get_arguments();
        options.any(|option| option.get_short() == Some(letter) && option.get_action().takes_values())
    };
    for argument in given.iter_mut().take_while(|argument| *argument != "--") {
        let Some(text) = argument.to_str().filter(|text| text.starts_with('-')) else {
            continue;
        };
        let bare = text.trim_start_matches('-');
        let word = bare.split('=').next().unwrap_or_default();
        let is_long = match text.starts_with("--") {
            true => !word.is_empty(),
            // In `as` and `ld`, long options may begin with one dash.
            false if is_listing(tool, text) => false,
            false => ["as", "ld"].contains(&tool) && bare.len() > 1 && !bare.starts_with(takes_value),
        };
        let mut begun = known.iter().filter(|(name, _)| is_long && name.starts_with(word));
        let Some((name, option)) = begun.next() else { continue };
        if begun.all(|(_, other)| other == option) && !known.iter().any(|(name, _)| *name == word) {
            *argument = format!("--{name}{}", &bare[word.len()..]).into();
        }
    }
    given
}

/// Returns the spellings of ignored or rejected options that the arguments mention: describing all of them to clap
/// would take longer than an ordinary link.
fn mentioned<'g>(tool: &'g str, given: &'g [OsString]) -> impl Iterator<Item = (Row, &'static str)> + use<'g> {
    let given: Vec<&str> = given.iter().filter_map(|argument| argument.to_str()).collect();
    let given: Vec<&str> = given.into_iter().filter(|argument| argument.starts_with('-')).collect();
    let is_mentioned = move |spelling: &&str| {
        let bare = name(spelling).trim_start_matches('-');
        given.iter().any(|argument| {
            let word = argument.trim_start_matches('-').split('=').next();
            word == Some(bare) || bare.len() == 1 && !argument.starts_with("--") && argument.contains(bare)
        })
    };
    let spellings = rows(tool)
        .filter(|row| matches!(row.fate, "none" | "refused"))
        .flat_map(|row| {
            let options = row.spellings.split(' ').filter(|spelling| spelling.starts_with('-'));
            options.map(move |spelling| (row, spelling))
        });
    spellings.filter(move |(_, spelling)| is_mentioned(spelling))
}

/// Makes a command accept the options that have no effect, and those that are rejected later with a reason.
pub(super) fn with_options(tool: &str, mut command: Command, given: &[OsString]) -> Command {
    for (_, spelling) in mentioned(tool, given) {
        let name = name(spelling);
        let mut option = Arg::new(name).hide(true);
        option = match name.trim_start_matches('-') {
            short if short.len() == 1 => option.short(short.chars().next()),
            long => option.long(long),
        };
        option = match &spelling[name.len()..] {
            "" => option.action(ArgAction::Count),
            "=" => option.action(ArgAction::Append).allow_hyphen_values(true),
            _ => option.action(ArgAction::Append).num_args(0..=1).require_equals(true),
        };
        command = command.arg(option);
    }
    command
}

/// Fails if a rejected option was given.
pub(super) fn check(tool: &str, given: &[OsString], matches: &ArgMatches) -> Result<()> {
    for (row, spelling) in mentioned(tool, given).filter(|(row, _)| row.fate == "refused") {
        let name = name(spelling);
        if matches.value_source(name) == Some(ValueSource::CommandLine) {
            bail!("option `{name}` is not supported: {}", row.reason);
        }
    }
    Ok(())
}

/// Returns the reason why a letter of the key of `ar` is rejected; `None` if it is accepted.
pub(super) fn refused_letter(letter: char) -> Option<&'static str> {
    let is_named = |row: &Row| row.spellings.split(' ').any(|name| name.chars().eq([letter]));
    rows("ar").find(is_named).map(|row| row.reason)
}

/// Returns the arguments, with each `@FILE` replaced by those in the file. As in GNU binutils, one whose file cannot be
/// read is an ordinary argument. `files` counts the files that were read.
pub(super) fn expanded(
    arguments: impl Iterator<Item = OsString>,
    files: &mut usize,
    all: &mut Vec<OsString>,
) -> Result<()> {
    for argument in arguments {
        let file = argument.to_str().and_then(|text| text.strip_prefix('@'));
        let Some(file) = file.map(Path::new).filter(|file| file.is_file()) else {
            all.push(argument);
            continue;
        };
        *files += 1;
        let shown = file.display();
        ensure!(*files <= MOST, "{shown}: at most {MOST} files of options can be read");
        let text = cli::read_text(file)?;
        ensure!(
            text.len() <= LARGEST,
            "{shown}: a file of options can have at most {} KB",
            LARGEST >> 10
        );
        expanded(words(&text).into_iter().map(OsString::from), files, all)?;
    }
    Ok(())
}

/// Splits a text into words: within quotes, blanks do not separate words; a backslash makes the next character literal.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let (mut word, mut quote) = (None::<String>, None);
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => word.get_or_insert_default().extend(characters.next()),
            _ if quote == Some(character) => quote = None,
            _ if quote.is_some() => word.get_or_insert_default().push(character),
            '\'' | '"' => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            _ if character.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    words
}
