//! Used by the tests of all commands: the environment in which they start a command.

use std::ffi::OsStr;
use std::process::Command;

/// Returns a command with a clean environment, so that a user's settings do not change its output.
pub(crate) fn program(binary: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(binary);
    command.env_clear();
    // What processes need to run at all, also on Windows, what measures coverage, and what enables a mutation.
    for name in ["PATH", "SystemRoot", "LLVM_PROFILE_FILE", "MUTANT", "MUTANTS_REACHED"] {
        command.envs(std::env::var_os(name).map(|value| (name, value)));
    }
    let folder = env!("CARGO_TARGET_TMPDIR");
    command.envs([("HOME", folder), ("TMPDIR", folder), ("LC_ALL", "C"), ("TZ", "UTC")]);
    command.envs([("COLUMNS", "100"), ("TERM", "dumb")]);
    command
}
