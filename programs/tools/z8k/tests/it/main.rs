//! The `z8k` command as it is run.

mod arguments;
mod binutils;
#[cfg(target_os = "linux")]
mod bounds;
mod commands;
mod cpm;
mod dap;
mod edited;
mod engines;
mod formats;
mod harness;
mod help;
mod machines;
mod original;
#[cfg(unix)]
mod outputs;
mod pages;
mod profile;
#[cfg(unix)]
mod reach;
mod streams;
