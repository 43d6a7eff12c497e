//! The command as a user sees it.

mod commands;
mod common;
mod debug;
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
mod solve;
mod streams;
mod uci;
