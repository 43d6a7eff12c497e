//! `z8k`: tools for the Z8000.

// These macros panic when the reader is gone: `cli::print` and `cli::tell` do not.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod asm;
mod binutils;
mod convert;
mod coverage;
mod cpm;
mod dap;
mod debug;
mod directives;
mod dis;
mod ending;
mod examples;
mod files;
mod formats;
mod lsp;
mod machines;
mod profile;
mod run;
mod system;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Tools for the Zilog Z8000: assembler, disassembler, emulator.
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Assemble source files.
    Asm(asm::Arguments),
    /// Convert a source file from another assembler's dialect to that of GNU as.
    Convert(convert::Arguments),
    #[command(flatten)]
    Binutils(binutils::Command),
    /// List the assembler directives.
    Directives(directives::Arguments),
    /// Run a Language Server Protocol server for editors.
    Lsp(lsp::Arguments),
    /// Disassemble a program into source code that assembles to the same bytes.
    Dis(dis::Arguments),
    /// Run a program on a Z8002 board or another machine.
    Run(run::Arguments),
    /// List the built-in machines or print the description of one.
    Machines(machines::Arguments),
    /// Run a CP/M-8000 program, using folders or disk images as drives.
    Cpm(cpm::Arguments),
    /// Debug a program, stepping forward and backward.
    Debug(debug::Arguments),
    /// Run a Debug Adapter Protocol server for editors.
    Dap,
    /// Run a program and show where it spends its clock cycles.
    Profile(profile::Arguments),
}

/// The groups of commands in the help.
const GROUPS: &[(&str, &str)] = &[
    ("Sources", "asm dis convert directives"),
    ("Running and debugging", "run cpm debug profile machines"),
    (
        "As GNU binutils",
        "as ld ar ranlib nm objcopy objdump strip size addr2line",
    ),
    ("For editors", "lsp dap"),
];

fn main() -> ExitCode {
    if let Some(result) = binutils::run() {
        return cli::exit_code("z8k", result);
    }
    // The exit status of commands that do not set one.
    let done = |()| ExitCode::SUCCESS;
    let facts = || vec![("engine", z8000_translate::available())];
    let result = match cli::parse::<Arguments>(GROUPS, examples::EXAMPLES, "run", facts).command {
        Command::Asm(arguments) => asm::asm(&arguments).map(done),
        Command::Convert(arguments) => convert::convert(&arguments).map(done),
        // These commands are recognized before the arguments are parsed, since theirs may be those of GNU binutils.
        Command::Binutils(_) => Err(anyhow::anyhow!("the command name must come first")),
        Command::Directives(arguments) => directives::directives(&arguments).map(done),
        Command::Lsp(arguments) => lsp::lsp(&arguments),
        Command::Dis(arguments) => dis::dis(&arguments).map(done),
        Command::Run(arguments) => run::run(&arguments),
        Command::Machines(arguments) => machines::machines(&arguments).map(done),
        Command::Cpm(arguments) => cpm::cpm(&arguments),
        Command::Debug(arguments) => debug::debug(&arguments),
        Command::Dap => dap::dap().map(done),
        Command::Profile(arguments) => profile::profile(&arguments),
    };
    cli::exit_code("z8k", result)
}
