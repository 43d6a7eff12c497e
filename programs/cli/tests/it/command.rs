//! Counts and checks the options of a command, for the tests of the commands.

use std::any::TypeId;
use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::Command;
use cli::Output;

/// Counts the options of a command and all its subcommands, each where it is declared. Hidden options, `--help` and
/// `--version` are not counted.
pub(crate) fn options(command: &Command) -> usize {
    let own = command
        .get_arguments()
        .filter(|argument| !argument.is_positional() && !argument.is_hide_set());
    own.count() + command.get_subcommands().map(options).sum::<usize>()
}

/// Returns a message if a command has over one per cent more options than the row `NAME options: N` of a budget allows,
/// or if this row is missing; otherwise, `None`.
pub(crate) fn over_budget(command: &Command, budget: &str) -> Option<String> {
    let row = format!("{} options: ", command.get_name());
    let limit = budget.lines().find_map(|line| line.strip_prefix(&row));
    let Some(limit) = limit.and_then(|limit| limit.parse::<usize>().ok()) else {
        return Some(format!("the budget has no row `{row}N`"));
    };
    let options = options(command);
    (options > limit + limit / 100).then(|| format!("{options} options, the budget is {limit}; see tests/budget.txt"))
}

/// Compares the arguments of a command that name files with a table of such arguments, and returns those that only one
/// of the two contains.
///
/// A row of the table is an argument, such as `asm --out`. The row of an output file continues with ` |` and further
/// columns. Empty lines and lines that begin with `#` are ignored.
pub(crate) fn unlisted_files(command: &Command, table: &str) -> Vec<String> {
    let rows = table.lines().filter(|row| !row.is_empty() && !row.starts_with('#'));
    let listed: BTreeSet<String> = rows
        .map(|row| match row.split_once(" |") {
            Some((argument, _)) => format!("{argument} (written)"),
            None => format!("{row} (read)"),
        })
        .collect();
    let written = values_of::<Output>(command, "written");
    let known: BTreeSet<String> = values_of::<PathBuf>(command, "read")
        .into_iter()
        .chain(written)
        .collect();
    listed.symmetric_difference(&known).cloned().collect()
}

/// Returns the arguments of a command and its subcommands whose values have a type, such as `asm --out (written)`.
fn values_of<T: 'static>(command: &Command, what: &str) -> Vec<String> {
    let own = command
        .get_arguments()
        .filter(|argument| argument.get_value_parser().type_id() == TypeId::of::<T>())
        .map(|argument| {
            let name = argument.get_long().map(|long| format!("--{long}"));
            format!("{} ({what})", name.unwrap_or_else(|| argument.get_id().to_string()))
        });
    let below = command.get_subcommands().flat_map(|below| {
        let arguments = values_of::<T>(below, what).into_iter();
        arguments.map(|argument| format!("{} {argument}", below.get_name()))
    });
    own.chain(below).collect()
}
