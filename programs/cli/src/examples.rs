//! The examples at the end of a command's help. Each program has a test that runs them.

use clap::Command;

/// The number of its subcommands' examples that a command without examples shows.
const BORROWED: usize = 2;

/// Adds examples to the end of a command's help and of its subcommands' help. A command gets the lines of `examples`
/// that begin with its name, except those of its subcommands; if there are none, it gets the first two of theirs.
/// `called` is the name by which the command is called, such as `z8k ld`. `examples` are command lines, one per line.
pub fn with_examples(mut command: Command, called: &str, examples: &str) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
    for name in &names {
        let called = format!("{called} {name}");
        command = command.mut_subcommand(name, |sub| with_examples(sub, &called, examples));
    }
    let mut list: Vec<&str> = examples.lines().filter(|line| begins(line, called)).collect();
    let is_own = |line: &str| !names.iter().any(|name| begins(line, &format!("{called} {name}")));
    match list.iter().any(|line| is_own(line)) {
        true => list.retain(|line| is_own(line)),
        false => list.truncate(BORROWED),
    }
    match list.is_empty() {
        true => command,
        false => command.after_help(format!("Examples:\n  {}", list.join("\n  "))),
    }
}

/// Returns true if a line begins with these words.
fn begins(line: &str, words: &str) -> bool {
    line.strip_prefix(words)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}
