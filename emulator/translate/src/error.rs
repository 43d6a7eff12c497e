//! The error of a host without native code.

use thiserror::Error;

/// The reason why there is no native code on this host.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("compiled execution is not available: {0}; use the engine `interpreter`")]
pub struct NoCompiler(pub(crate) String);
