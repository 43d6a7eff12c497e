//! The number of options that a command has.

use clap::Command;

/// Options of a command and of all its subcommands, each counted where it is declared; `--help` and `--version` are not.
#[must_use]
pub fn options(command: &Command) -> usize {
    let own = command.get_arguments().filter(|argument| !argument.is_positional());
    own.count() + command.get_subcommands().map(options).sum::<usize>()
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
