//! Tests of the `z8k` command as a separate process.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests make the files that they need"
)]

mod arguments;
mod binutils;
#[cfg(target_os = "linux")]
mod bounds;
mod commands;
mod cpm;
mod cpm_debug;
mod dap;
mod edited;
mod editing;
#[cfg(target_os = "linux")]
mod ending;
#[cfg(feature = "compiled")]
mod engines;
#[path = "../../../../cli/tests/it/environment.rs"]
mod environment;
mod formats;
mod gnu;
mod harness;
mod help;
mod json;
mod links;
mod machines;
mod original;
#[cfg(unix)]
mod outputs;
mod pace;
mod pages;
mod profile;
#[cfg(unix)]
mod reach;
mod records;
mod rom;
#[cfg(target_os = "linux")]
mod signals;
mod streams;
#[cfg(target_os = "linux")]
mod writers;
