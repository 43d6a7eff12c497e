//! Parsing the arguments of a command, and the facts about its build for `--version`.

use std::env::{self, consts};
use std::ffi::OsString;
use std::io::{IsTerminal, stdout};
use std::path::Path;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{ArgMatches, Command, CommandFactory, FromArgMatches};
use streams::megabytes;

use crate::examples::with_examples;
use crate::note_outputs;
use crate::text::{exit_code, name_command, print, wrapped};
use crate::wrong::explained;

/// Parses the arguments of this process. Ends the process if the arguments are invalid, or if they request help or the
/// version.
///
/// `-V` prints name and version. `--version` adds the commit of a release, the host, and facts about the command, as
/// names with values. `facts` is called only for this, and may take a moment.
///
/// The help lists the commands by `groups`, each consisting of a title and the names of commands, and then the commands
/// in no group. `usual` is the command that an error suggests if a file or a number is given instead of a command.
/// `examples` are the command lines at the end of each command's help; see [`with_examples`].
///
/// A link whose name ends with a hyphen and a command, such as `bcp-uci`, stands for that command.
pub fn parse<A: CommandFactory + FromArgMatches>(
    groups: &[(&str, &str)],
    examples: &str,
    usual: &str,
    facts: impl FnOnce() -> Vec<(&'static str, String)>,
) -> A {
    let command = grouped(A::command(), groups);
    let name = command.get_name().to_owned();
    let mut command = with_examples(command, &name, examples);
    name_command(command.get_name());
    #[cfg(feature = "pages")]
    match crate::pages::written(&command) {
        Ok(false) => {}
        Ok(true) => std::process::exit(0),
        Err(error) => clap::Error::raw(ErrorKind::Io, format!("{error:#}\n")).exit(),
    }
    let mut arguments: Vec<OsString> = env::args_os().collect();
    let called = arguments.first().and_then(|path| Path::new(path).file_stem()?.to_str());
    if let Some((before, of_link)) = called.and_then(|name| name.rsplit_once('-'))
        && command.find_subcommand(of_link).is_some()
    {
        let both = [before.into(), of_link.into()];
        arguments.splice(..1, both);
    }
    if arguments.get(1).is_some_and(|argument| argument == "--version") {
        let version = command.get_version().unwrap_or_default();
        // Leaked, because the process prints it and ends.
        let long: &'static str = long(version, facts()).leak();
        command = command.long_version(long);
    }
    taken(&matches(command, usual, arguments))
}

/// Parses arguments, and ends the process if they are invalid, or if they request help or the version. `usual` is as
/// for [`parse`].
pub fn matches(mut command: Command, usual: &str, arguments: impl IntoIterator<Item = OsString>) -> ArgMatches {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let matches = command.try_get_matches_from_mut(arguments.clone());
    matches.unwrap_or_else(|error| end(&explained(error, &command, usual, &arguments), command.get_name()))
}

/// Ends the process with an error, or with the help or the version, which are printed to standard output.
fn end(error: &clap::Error, name: &str) -> ! {
    if error.use_stderr() {
        error.exit()
    }
    let printed = if stdout().is_terminal() {
        // Printed in colours; the text contains nothing from outside.
        error.print()
    } else {
        print(error)
    };
    let printed = printed.map(|()| ExitCode::SUCCESS).map_err(anyhow::Error::from);
    let is_done = exit_code(name, printed) == ExitCode::SUCCESS;
    std::process::exit(i32::from(!is_done))
}

/// The width in columns at which a list of commands is wrapped.
const WIDTH: usize = 80;

/// Returns a command whose help lists its subcommands in groups.
fn grouped(command: Command, groups: &[(&str, &str)]) -> Command {
    let listed = |name: &str| {
        groups
            .iter()
            .any(|(_, names)| names.split(' ').any(|listed| listed == name))
    };
    let line = |command: &Command| {
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        let words: Vec<&str> = about.split(' ').collect();
        wrapped(&format!("  {:<12}", command.get_name()), &words, WIDTH) + "\n"
    };
    let mut list = String::new();
    for (title, names) in groups {
        let lines = names.split(' ').filter_map(|name| command.find_subcommand(name));
        list += &format!("{title}:\n{}\n", lines.map(line).collect::<String>());
    }
    let is_other = |command: &&Command| !command.is_hide_set() && !listed(command.get_name());
    let others: String = command.get_subcommands().filter(is_other).map(line).collect();
    if !others.is_empty() {
        list += &format!("Other commands:\n{others}\n");
    }
    command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{list}Options:\n{{options}}\n\n\
         `{{name}} help COMMAND` describes a command.{{after-help}}"
    ))
}

/// Extracts the arguments of this process from their matches, and registers the files that it will write. Ends the
/// process if that fails, or if the environment variable `Z8000_INPUT_MB` is invalid.
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

/// Formats the version, and a line for each fact.
fn long(version: &str, own: Vec<(&'static str, String)>) -> String {
    // The build of a release sets the commit; in a checkout, git knows it.
    let commit = option_env!("BUILD_COMMIT").map(|commit| ("commit", commit.to_owned()));
    let mut facts: Vec<_> = commit.into_iter().collect();
    facts.push(("host", format!("{} {}", consts::ARCH, consts::OS)));
    facts.extend(own);
    facts.iter().fold(version.to_owned(), |text, (name, value)| {
        text + &format!("\n{name:<8}{value}")
    })
}
