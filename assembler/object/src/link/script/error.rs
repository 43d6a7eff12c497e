//! Mistakes in a script.

use thiserror::Error;

/// The reason why a script is not understood.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{file}:{line}: {message}")]
pub struct ScriptError {
    /// The script.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The fault.
    pub message: String,
}
