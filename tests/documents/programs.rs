//! The project's commands, and the words of a command line.

/// The names of the commands.
pub(super) const PROGRAMS: [&str; 3] = ["bcp", "bcp-lab", "z8k"];

/// Splits a command into words; a text in single quotes is one word.
pub(super) fn words(command: &str) -> Vec<String> {
    let quoted = command
        .split('\'')
        .enumerate()
        .flat_map(|(place, part)| match place % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect::<Vec<_>>(),
            _ => vec![part.to_owned()],
        });
    quoted.collect()
}
