//! A small command that uses all parts of this crate: arguments with help, inputs, outputs, messages, and signals.

use std::path::PathBuf;
use std::process::ExitCode;
use std::thread::sleep;
use std::time::Duration;

use anyhow::{Result, ensure};
use clap::{Parser, Subcommand};
use cli::Output;
use cli::interrupt::{Interrupt, on_end, status};

#[derive(Parser)]
#[command(name = "tool", version = "1.2.3", about = "Copy files, and say things")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Copy files into one file, whose name is the value of an option, or to standard output if that is `-`
    Copy {
        /// Files to copy.
        files: Vec<PathBuf>,
        /// Write the copy to this file.
        #[arg(short, long)]
        out: Output,
        /// Write another copy to this file.
        #[arg(long)]
        other: Option<Output>,
        /// Read a regular file, as one that will change.
        #[arg(long)]
        change: Option<PathBuf>,
        /// Replace a file that exists.
        #[arg(long)]
        force: bool,
        /// Files that may be lost.
        #[arg(long)]
        make: bool,
        /// Files of text.
        #[arg(long)]
        text: bool,
        /// Files that are written as well.
        #[arg(long)]
        note: Vec<PathBuf>,
    },
    /// Say words on standard output, on standard error, and as a warning
    Say {
        /// The words.
        words: Vec<String>,
    },
    /// Wait for a signal, and return its exit status
    Wait {
        /// As a command that changes the terminal.
        #[arg(long)]
        terminal: bool,
        /// With an own handler.
        #[arg(long)]
        own: bool,
    },
    /// Return what arrives on standard input
    Letters,
    /// Do nothing
    #[command(hide = true)]
    Nothing,
}

const EXAMPLES: &str = "tool copy one two --out both\ntool copy one --out other\ntool say hello\ntool copyright\n";

fn main() -> ExitCode {
    let groups = [("Files", "copy none"), ("Signals", "wait letters")];
    let facts = || vec![("colour", "green".to_owned()), ("letters", "7".to_owned())];
    let arguments: Arguments = cli::parse(&groups, EXAMPLES, "copy --positions", facts);
    cli::exit_code("tool", run(arguments.command))
}

fn run(command: Command) -> Result<ExitCode> {
    match command {
        Command::Copy { files, out, other, change, force, make, text, note } => {
            cli::note(note, cli::gate::By::Description)?;
            out.check_new(force)?;
            let mut copy = Vec::new();
            for file in &files {
                copy.extend(if text {
                    cli::read_text(file)?.into_bytes()
                } else {
                    cli::read(file)?
                });
            }
            if let Some(file) = change {
                copy.extend(cli::read_to_change(&file)?);
            }
            for output in [&out].into_iter().chain(&other) {
                if make {
                    output.make(&copy)?
                } else {
                    output.write(&copy)?
                }
            }
        }
        Command::Say { words } => {
            let text = words.join(" ");
            cli::print_line(&text)?;
            cli::tell(&text);
            cli::warn(&text);
            ensure!(!words.is_empty(), "no words");
        }
        Command::Wait { own: true, .. } => {
            let (sender, receiver) = std::sync::mpsc::channel();
            on_end(move || {
                let _ = sender.send(());
            })?;
            cli::print_line("ready")?;
            receiver.recv()?;
            return Ok(ExitCode::from(status()));
        }
        Command::Wait { terminal, .. } => {
            let interrupt = if terminal {
                Interrupt::listen_on_terminal()
            } else {
                Interrupt::listen()
            }?;
            cli::print_line(format_args!("ready {}", status()))?;
            while !interrupt.requested() {
                sleep(Duration::from_millis(1));
            }
            cli::print_line("requested")?;
            // A second signal may arrive before the input ends.
            while !interrupt
                .characters_within(Duration::from_secs(60))
                .is_ok_and(|found| found == Some(Vec::new()))
            {
                sleep(Duration::from_millis(1));
            }
            return Ok(ExitCode::from(status()));
        }
        Command::Letters => {
            let interrupt = Interrupt::default();
            cli::print_line(format_args!(
                "{:?}",
                interrupt.characters_within(Duration::from_millis(1))?
            ))?;
            loop {
                let characters = interrupt.characters()?;
                cli::print_line(String::from_utf8_lossy(&characters))?;
                if characters.is_empty() {
                    break;
                }
            }
            interrupt.request();
            cli::print_line(interrupt.requested())?;
        }
        Command::Nothing => {}
    }
    Ok(ExitCode::SUCCESS)
}
