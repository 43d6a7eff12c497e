//! Blocks that are open.

use std::ops::Range;

use crate::fault::Fault;
use crate::syntax::scan::Token;

/// A block that is open, and where it began.
pub(super) struct Block {
    pub(super) kind: What,
    pub(super) span: Range<usize>,
    /// Numbers of its labels: for the beginning of a loop or the other branch, and for the end.
    pub(super) labels: [usize; 2],
    /// The label of a loop.
    pub(super) name: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    /// A label before `do`.
    Label,
    If,
    Else,
    Do,
}

impl Block {
    /// A label, which names the loop that follows.
    pub(super) fn label(token: &Token<'_>) -> Self {
        Self {
            kind: What::Label,
            span: token.span.clone(),
            labels: [0; 2],
            name: token.name().unwrap_or_default().to_owned(),
        }
    }

    /// The fault of a block that does not end.
    pub(super) fn unended(&self) -> Fault {
        let message = match self.kind {
            What::Do | What::Label => "this has no `od`",
            What::If | What::Else => "this has no `fi`",
        };
        Fault::new(self.span.clone(), message)
    }
}
