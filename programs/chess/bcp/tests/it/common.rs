//! Runs the command as a user does.

use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) use crate::harness::folder;
use crate::harness::words;
pub(crate) use crate::program::text;

/// The commands that run the Z8000 program.
const RUNS: [&str; 9] = [
    "ablate", "debug", "play", "profile", "replay", "solve", "table1", "uci", "verify",
];

/// Returns `bcp` with the arguments of a command line. By default, instructions are interpreted: the searches of tests
/// end before native code is ready.
pub(crate) fn command(line: &str) -> Command {
    let arguments = words(line);
    let mut command = crate::environment::program(env!("CARGO_BIN_EXE_bcp"));
    command.args(&arguments);
    if arguments.first().is_some_and(|first| RUNS.contains(first)) && !arguments.contains(&"--engine") {
        command.args(["--engine", "interpreter"]);
    }
    command
}

/// Runs a program of `tests/figures`, which computes figures independently; it prints what differs.
pub(crate) fn python(script: &str, files: &[PathBuf]) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../tests/figures")
        .join(script);
    let output = Command::new("python3")
        .arg("-B")
        .arg(script)
        .args(files)
        .output()
        .expect("Python");
    let said = text(&output.stdout) + &text(&output.stderr);
    assert!(output.status.success(), "{said}");
    println!("{said}");
}
