//! `bcp lab`, which has become `bcp-lab`.

use std::process::ExitCode;

use clap::Args;

/// Arguments of the former command `bcp lab`.
#[derive(Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Arguments {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<String>,
}

/// Reports which command the laboratory has; the exit status is that for an invalid argument.
pub(crate) fn lab(arguments: &Arguments) -> ExitCode {
    let quoted =
        |word: &String| match word.contains(|letter: char| letter.is_whitespace() || "'()*!;&|<>".contains(letter)) {
            true => format!(" '{word}'"),
            false => format!(" {word}"),
        };
    let words: String = arguments.words.iter().map(quoted).collect();
    cli::warn(format_args!(
        "the laboratory is a separate command: use `bcp-lab{words}` or `cargo run --release --bin bcp-lab --{words}`"
    ));
    ExitCode::from(2)
}
