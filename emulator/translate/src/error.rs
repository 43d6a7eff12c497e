//! The error for a host without native code.

use thiserror::Error;

/// Why there is no native code on this host.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("compiled execution is not available: {0}; use the engine `interpreter`")]
pub struct NoCompiler(pub(crate) String);
