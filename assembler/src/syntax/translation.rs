//! The result of reading a file of another dialect.

use super::scan::Comment;
use crate::written::Written;

/// The statements and comments of a file.
#[derive(Default)]
pub(crate) struct Translation {
    /// Statements, in the order of the source. A line may have several, or none.
    pub(crate) written: Vec<Written>,
    pub(crate) comments: Vec<Comment>,
}
