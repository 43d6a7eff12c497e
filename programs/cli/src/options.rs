//! The options that a command has.

use std::any::TypeId;

use clap::Command;

/// Options of a command and of all its subcommands, each counted where it is declared; `--help` and `--version` are not.
#[must_use]
pub fn options(command: &Command) -> usize {
    let own = command.get_arguments().filter(|argument| !argument.is_positional());
    own.count() + command.get_subcommands().map(options).sum::<usize>()
}

/// The arguments of a command and its subcommands whose values are of a type: `asm --output`.
#[must_use]
pub fn arguments_of<T: 'static>(command: &Command) -> Vec<String> {
    let own = command
        .get_arguments()
        .filter(|argument| argument.get_value_parser().type_id() == TypeId::of::<T>())
        .map(|argument| {
            argument
                .get_long()
                .map_or_else(|| argument.get_id().to_string(), |long| format!("--{long}"))
        });
    let below = command.get_subcommands().flat_map(|below| {
        let arguments = arguments_of::<T>(below).into_iter();
        arguments.map(|argument| format!("{} {argument}", below.get_name()))
    });
    own.chain(below).collect()
}

#[cfg(test)]
mod tests {
    use clap::Arg;

    use super::*;

    #[test]
    fn options_of_subcommands_count() {
        let command = Command::new("tool")
            .arg(Arg::new("quiet").long("quiet").global(true))
            .subcommand(
                Command::new("run")
                    .arg(Arg::new("file"))
                    .arg(Arg::new("jobs").short('j')),
            )
            .subcommand(Command::new("nested").subcommand(Command::new("deep").arg(Arg::new("all").long("all"))));
        assert_eq!(options(&command), 3);
    }
}
