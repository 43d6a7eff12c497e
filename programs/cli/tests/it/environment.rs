//! For the tests of all commands: the environment in which they start one.

use std::ffi::OsStr;
use std::process::Command;

/// A command in an environment of its own: what a user has set does not change what it prints.
pub(crate) fn program(binary: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(binary);
    command.env_clear();
    // What processes need to run at all, on Windows too, what measures coverage, and what turns a mutation on.
    for name in ["PATH", "SystemRoot", "LLVM_PROFILE_FILE", "MUTANT", "MUTANTS_REACHED"] {
        command.envs(std::env::var_os(name).map(|value| (name, value)));
    }
    let folder = env!("CARGO_TARGET_TMPDIR");
    command.envs([("HOME", folder), ("TMPDIR", folder), ("LC_ALL", "C"), ("TZ", "UTC")]);
    command.envs([("COLUMNS", "100"), ("TERM", "dumb")]);
    command
}
