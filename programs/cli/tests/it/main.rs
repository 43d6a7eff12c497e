//! The tests of the crate's public interface, in one binary.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests make the files that they need"
)]

mod arguments;
mod command;
mod environment;
mod tables;
mod text;
mod tool;

use std::env;
use std::process::Output;

/// Runs a test of this binary again, in a separate process in which the variable `name` is set to `value`.
fn again(test: &str, name: &str, value: &str) -> Output {
    let program = env::current_exe().expect("the path of the tests");
    environment::program(program)
        .args(["--exact", test, "--nocapture"])
        .env(name, value)
        .output()
        .expect("the test once more")
}
