//! Errors of arguments, in the words of the user.

use std::num::{IntErrorKind, ParseIntError};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Error};
use streams::nearest;

/// Puts an error of clap in the user's words: without the names that Rust has for errors of numbers, and
/// without advice that does not help. A word that the command `usual` could take is reported as belonging to it.
pub(crate) fn explained(mut error: Error, command: &Command, usual: &str) -> Error {
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
        ErrorKind::UnknownArgument if is_negative(&word) => {
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
            let names = command.get_subcommands().map(|sub| sub.get_name().to_owned());
            match nearest(&word, names).filter(|_| !has_tip) {
                _ if is_value => Some(format!("unknown command '{word}': write `{name} {usual} {word}`\n")),
                meant => meant.map(|meant| format!("unknown command '{word}'; did you mean `{meant}`?\n")),
            }
        }
        _ => None,
    };
    if let Some(message) = message {
        return Error::raw(error.kind(), message).with_cmd(command);
    }
    if error.kind() == ErrorKind::InvalidValue && text(ContextKind::InvalidValue) == "html" {
        let tip = "use `--report FILE` for an HTML page, in commands that have it".to_owned();
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    if error.kind() == ErrorKind::UnknownArgument {
        // It advises writing `--` before a misspelt option.
        error.remove(ContextKind::Suggested);
        if !word.starts_with('-') {
            let (rendered, name) = (error.to_string(), command.get_name());
            let asked = |sub: &&Command| rendered.contains(&format!("Usage: {name} {} ", sub.get_name()));
            let mut options = command.get_subcommands().filter(asked).flat_map(Command::get_arguments);
            let is_number = word.starts_with(|letter: char| letter.is_ascii_digit());
            let advice = match is_number && options.any(|option| option.get_long() == Some("positions")) {
                true => format!("specify positions with `--positions {word}`"),
                false => "quote arguments that contain spaces".to_owned(),
            };
            let tip = format!("too many arguments; {advice}");
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
        }
    }
    error
}

/// Returns the error in a number, if there is one.
fn reason(error: &Error) -> Option<String> {
    let source = std::error::Error::source(error)?;
    if let Some(error) = source.downcast_ref::<ParseIntError>() {
        return Some(match error.kind() {
            IntErrorKind::PosOverflow => "the number is too large".to_owned(),
            IntErrorKind::NegOverflow => "the number is too small".to_owned(),
            _ => "it must be a whole number, in digits".to_owned(),
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
    word.strip_prefix('-').is_some_and(|rest| rest.parse::<f64>().is_ok())
}
