//! Why a file is not read or written.

use thiserror::Error;

/// The reason why a file is not read or written.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct FormatError(pub(crate) String);

/// The error of a part that lies behind the end of the file.
pub(crate) fn behind(part: &str) -> FormatError {
    FormatError(format!(
        "{part} would lie behind the end of the file: it is cut off, or its header is damaged"
    ))
}
