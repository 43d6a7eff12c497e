//! The command as a user sees it.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests make the files that they need"
)]

mod commands;
mod common;
mod debug;
#[cfg(target_os = "linux")]
#[path = "../../../../tools/z8k/tests/it/ending.rs"]
mod ending;
#[path = "../../../../cli/tests/it/environment.rs"]
mod environment;
mod first_difference;
#[path = "../../../../tools/z8k/tests/it/harness.rs"]
mod harness;
#[path = "../../../../tools/z8k/tests/it/help.rs"]
mod help;
mod lasting;
#[cfg(unix)]
mod outputs;
mod page;
mod pages;
mod play;
mod profile;
mod program;
mod report;
mod runs;
#[cfg(target_os = "linux")]
mod signals;
mod slips;
mod solve;
mod streams;
mod uci;
#[cfg(target_os = "linux")]
#[path = "../../../../tools/z8k/tests/it/writers.rs"]
mod writers;
