//! The `z8k` command as it is run.

mod binutils;
mod commands;
mod cpm;
mod dap;
mod engines;
mod machines;
#[cfg(unix)]
mod outputs;
mod profile;
#[cfg(unix)]
mod reach;
mod streams;
