//! The `z8k` command as it is run.

mod commands;
mod dap;
