//! The arguments of a command; what it was built from, for `--version`.

use std::env::{self, consts};

use clap::error::ErrorKind;
use clap::{ArgMatches, CommandFactory, FromArgMatches};

use crate::input::megabytes;
use crate::note_outputs;

/// Reads the arguments of this process; ends it where they are wrong, or ask for help or the version.
///
/// `-V` prints name and version. `--version` adds the commit of a release, the host, and the facts of the command itself,
/// names with values; they are asked for then alone, and may take a moment.
pub fn parse<A: CommandFactory + FromArgMatches>(facts: impl FnOnce() -> Vec<(&'static str, String)>) -> A {
    let mut command = A::command();
    if env::args_os().nth(1).is_some_and(|argument| argument == "--version") {
        let version = command.get_version().unwrap_or_default();
        // The process prints it and ends.
        let long: &'static str = long(version, facts()).leak();
        command = command.long_version(long);
    }
    taken(&command.get_matches())
}

/// Takes the arguments of this process from their matches, and notes the files that it is going to write; ends the
/// process where they are wrong.
pub fn taken<A: FromArgMatches>(matches: &ArgMatches) -> A {
    let end = |kind, message: String| clap::Error::raw(kind, message + "\n").exit();
    if let Err(message) = megabytes() {
        end(ErrorKind::InvalidValue, message);
    }
    if let Err(error) = note_outputs(matches) {
        end(ErrorKind::ArgumentConflict, error.to_string());
    }
    A::from_arg_matches(matches).unwrap_or_else(|error| error.exit())
}

/// The version, and a line for each fact.
fn long(version: &str, own: Vec<(&'static str, String)>) -> String {
    // Whoever builds a release gives the commit; a checkout knows its own.
    let commit = option_env!("BUILD_COMMIT").map(|commit| ("commit", commit.to_owned()));
    let mut facts: Vec<_> = commit.into_iter().collect();
    facts.push(("host", format!("{} {}", consts::ARCH, consts::OS)));
    facts.extend(own);
    facts.iter().fold(version.to_owned(), |text, (name, value)| {
        text + &format!("\n{name:<8}{value}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_for_each_fact() {
        let text = long("1.2.3", vec![("program", "abc".to_owned())]);
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines[0], "1.2.3");
        assert!(lines.iter().any(|line| line.starts_with("host    ")), "{text}");
        assert_eq!(lines.last(), Some(&"program abc"));
    }
}
