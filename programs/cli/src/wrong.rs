//! Rewording errors in arguments in terms that users understand.

use std::ffi::OsString;
use std::num::{IntErrorKind, ParseIntError};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Error};
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
        // One letter of several in a word is the unknown option.
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
            // clap suggests nothing for `help` followed by a misspelt command.
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
    if error.kind() == ErrorKind::UnknownArgument {
        // clap advises writing `--` even before a misspelt option.
        if !word.starts_with('-') || !word[1..].starts_with(|next: char| next.is_ascii_digit()) {
            error.remove(ContextKind::Suggested);
        }
        let suggested = match error.remove(ContextKind::SuggestedArg) {
            Some(ContextValue::String(suggested)) => suggested,
            _ => String::new(),
        };
        let tip = if word.starts_with('-') {
            let is_near = nearest(&word, std::iter::once(suggested.clone())).is_some() || suggested.starts_with(&word);
            (is_near && !suggested.is_empty()).then(|| format!("did you mean `{suggested}`?"))
        } else {
            let is_number = word.starts_with(|letter: char| letter.is_ascii_digit());
            let mut known = path.iter().flat_map(|command| command.get_arguments());
            let advice = match is_number && known.any(|argument| argument.get_long() == Some("positions")) {
                true => format!("specify positions with `--positions {word}`"),
                false => format!(
                    "`{} --help` lists the options; quote arguments that contain spaces",
                    words(&path)
                ),
            };
            Some(format!("too many arguments; {advice}"))
        };
        if let Some(tip) = tip {
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
        }
    }
    error
}

/// Returns a command and the subcommands named by the arguments, each below the previous one.
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

/// Returns the words that call the last command of a path.
fn words(path: &[&Command]) -> String {
    let names: Vec<&str> = path.iter().map(|command| command.get_name()).collect();
    names.join(" ")
}

/// Returns the error message for a number, if there is one.
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
