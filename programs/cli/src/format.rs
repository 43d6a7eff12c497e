//! The format option.

use clap::ValueEnum;

/// The format of a command's output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Human-readable.
    Text,
    /// Machine-readable.
    Json,
}
