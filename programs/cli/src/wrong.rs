//! Rewording errors in arguments in terms that users understand.

use std::ffi::OsString;
use std::num::{IntErrorKind, ParseIntError};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, Error};
use streams::nearest;

/// Rewords an error from clap: without Rust's names for number errors, and without unhelpful advice. A word that the
/// command `usual` could take is reported as belonging to it.
pub(crate) fn explained(mut error: Error, command: &Command, usual: &str, arguments: &[OsString]) -> Error {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        _ => String::new(),
    };
    let word = text(ContextKind::InvalidArg);
    let message = match error.kind() {
        ErrorKind::ValueValidation => reason(&error).map(|reason| {
            let value = text(ContextKind::InvalidValue);
            format!("invalid value '{value}' for '{word}': {reason}\n")
        }),
        // A letter of several in a word is an option.
        ErrorKind::UnknownArgument if is_negative(&word) && arguments.iter().any(|given| *given == *word) => {
            let positive = &word[1..];
            Some(format!(
                "'{word}' is negative: expected a positive number, such as {positive}\n"
            ))
        }
        ErrorKind::InvalidSubcommand => {
            let word = text(ContextKind::InvalidSubcommand);
            let is_value = word.contains(['.', '/']) || word.starts_with(|letter: char| letter.is_ascii_digit());
            let name = command.get_name();
            // `help` of a misspelt command has no suggestion of clap's.
            let has_tip = error.get(ContextKind::SuggestedSubcommand).is_some();
            let path = called(command, arguments);
            let within = path.iter().rfind(|command| command.get_name() != "help");
            let names = within.into_iter().flat_map(|command| command.get_subcommands());
            let names = names.map(|sub| sub.get_name().to_owned());
            match nearest(&word, names).filter(|_| !has_tip) {
                _ if is_value => {
                    let is_number = word.starts_with(|letter: char| letter.is_ascii_digit());
                    let usual = match is_number && !word.contains('/') {
                        true => usual.to_owned(),
                        false => usual.replace("--positions", "--suite"),
                    };
                    Some(format!("unknown command '{word}': write `{name} {usual} {word}`\n"))
                }
                meant => meant.map(|meant| format!("unknown command '{word}'; did you mean `{meant}`?\n")),
            }
        }
        _ => None,
    };
    if let Some(message) = message {
        return Error::raw(error.kind(), message).with_cmd(command);
    }
    let path = called(command, arguments);
    let has = |option: &str| {
        let mut known = path.iter().flat_map(|command| command.get_arguments());
        known.any(|argument| argument.get_long() == Some(option))
    };
    let mut tip = None;
    if error.kind() == ErrorKind::InvalidValue && text(ContextKind::InvalidValue) == "html" && has("report") {
        tip = Some("use `--report FILE` for an HTML page".to_owned());
    }
    if error.kind() == ErrorKind::UnknownArgument {
        // It advises writing `--` before a misspelt option.
        error.remove(ContextKind::Suggested);
        let suggested = match error.remove(ContextKind::SuggestedArg) {
            Some(ContextValue::String(suggested)) => suggested,
            _ => String::new(),
        };
        tip = if let Some(here) = ELSEWHERE.lines().find_map(|row| here(row, &word, has)) {
            Some(format!("write `{here}`"))
        } else if word.starts_with('-') {
            let is_near = nearest(&word, std::iter::once(suggested.clone())).is_some() || suggested.starts_with(&word);
            (is_near && !suggested.is_empty()).then(|| format!("did you mean `{suggested}`?"))
        } else {
            let is_number = word.starts_with(|letter: char| letter.is_ascii_digit());
            let advice = match is_number && has("positions") {
                true => format!("specify positions with `--positions {word}`"),
                false => format!(
                    "`{} --help` lists the options; quote arguments that contain spaces",
                    words(&path)
                ),
            };
            Some(format!("too many arguments; {advice}"))
        };
    }
    if let Some(tip) = tip {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

/// The names of options in other tools, and those here.
const ELSEWHERE: &str = include_str!("elsewhere.txt");

/// What a row of [`ELSEWHERE`] says of an unknown option: the first of its answers that the command has.
fn here<'r>(row: &'r str, word: &str, has: impl Fn(&str) -> bool) -> Option<&'r str> {
    let (there, answers) = row.split_once(" | ")?;
    let option = |answer: &&str| has(answer.trim_start_matches('-').split(' ').next().unwrap_or_default());
    answers.split(", ").find(option).filter(|_| there == word)
}

/// A command and the subcommands that the arguments name, each below the previous one.
fn called<'c>(command: &'c Command, arguments: &[OsString]) -> Vec<&'c Command> {
    let mut path = vec![command];
    for word in arguments.iter().skip(1) {
        match path.last().and_then(|command| command.find_subcommand(word)) {
            Some(below) => path.push(below),
            None => break,
        }
    }
    path
}

/// The words that call the last one of a path.
fn words(path: &[&Command]) -> String {
    let names: Vec<&str> = path.iter().map(|command| command.get_name()).collect();
    names.join(" ")
}

/// The error for an unknown option that would be treated as the value of an argument that may begin with a hyphen, such
/// as a tree of numbers.
pub(crate) fn swallowed(command: &Command, arguments: &[OsString]) -> Option<Error> {
    let path = called(command, arguments);
    let last = path.last()?;
    let is_tree = |argument: &&Arg| argument.is_allow_hyphen_values_set() && !argument.is_trailing_var_arg_set();
    last.get_positionals().find(is_tree)?;
    let known: Vec<&Arg> = path.iter().flat_map(|command| command.get_arguments()).collect();
    let long: Vec<&str> = known
        .iter()
        .filter_map(|argument| argument.get_long_and_visible_aliases())
        .flatten()
        .chain(["help", "version"])
        .collect();
    let short = |letter: char| {
        let own = |argument: &&Arg| argument.get_short() == Some(letter);
        matches!(letter, 'h' | 'V') || known.iter().any(own)
    };
    let is_unknown = |word: &&&str| match word.strip_prefix("--") {
        Some(name) => {
            let name = name.split('=').next().unwrap_or_default();
            !name.is_empty() && !long.contains(&name)
        }
        None => {
            let letter = word.strip_prefix('-').and_then(|rest| rest.chars().next());
            letter.is_some_and(|letter| letter.is_ascii_alphabetic() && !short(letter))
        }
    };
    let typed: Vec<&str> = arguments.iter().skip(1).map_while(|word| word.to_str()).collect();
    let word = typed.iter().take_while(|word| **word != "--").find(is_unknown)?;
    let usage = (*last).clone().bin_name(words(&path)).render_usage();
    let mut error = Error::new(ErrorKind::UnknownArgument).with_cmd(last);
    error.insert(ContextKind::Usage, ContextValue::StyledStr(usage));
    error.insert(ContextKind::InvalidArg, ContextValue::String((*word).to_owned()));
    let near = nearest(word, long.iter().map(|name| format!("--{name}")));
    if let Some(near) = near {
        error.insert(ContextKind::SuggestedArg, ContextValue::String(near));
    }
    Some(error)
}

/// Returns the error in a number, if there is one.
fn reason(error: &Error) -> Option<String> {
    let source = std::error::Error::source(error)?;
    if let Some(error) = source.downcast_ref::<ParseIntError>() {
        return Some(match error.kind() {
            IntErrorKind::PosOverflow => "the number is too large".to_owned(),
            IntErrorKind::NegOverflow => "the number is too small".to_owned(),
            _ => "it must be a whole number, written in digits".to_owned(),
        });
    }
    let text = source.to_string();
    let (_, range) = text.split_once(" is not in ")?;
    let (first, last) = range.split_once("..")?;
    Some(match last.strip_prefix('=') {
        Some(last) => format!("it must be between {first} and {last}"),
        None => format!("it must be at least {first}"),
    })
}

fn is_negative(word: &str) -> bool {
    let digits = word.strip_prefix('-').filter(|rest| !rest.starts_with('-'));
    digits.is_some_and(|digits| digits.parse::<f64>().is_ok())
}
