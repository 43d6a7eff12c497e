//! Splitting a line for AS into its parts.

use crate::fault::Fault;
use crate::source::Line;
use crate::syntax::asl::{Fields, RULES};
use crate::syntax::scan::{Token, scan};

/// The name of the line that begins each iteration of `WHILE`.
pub(super) const AGAIN: &str = "\u{1}while";

/// A line for AS, and its fields.
#[derive(Clone, Copy)]
pub(super) struct Parts<'l> {
    pub(super) line: &'l Line,
    pub(super) fields: &'l Fields,
}

impl<'l> Parts<'l> {
    pub(super) fn label(self) -> &'l str {
        &self.line.text[self.fields.label.clone()]
    }

    pub(super) fn operation(self) -> &'l str {
        &self.line.text[self.fields.operation.clone()]
    }

    pub(super) fn rest(self) -> &'l str {
        &self.line.text[self.fields.rest.clone()]
    }

    /// Creates a fault at the operation.
    pub(super) fn fault(self, message: impl Into<String>) -> Fault {
        Fault::new(self.fields.operation.clone(), message)
    }

    /// Returns the tokens of the arguments, with their positions in the line.
    pub(super) fn tokens(self) -> Vec<Token<'l>> {
        let start = self.fields.rest.start;
        let (mut tokens, _) = scan(self.rest(), &RULES);
        for token in &mut tokens {
            token.span = token.span.start + start..token.span.end + start;
        }
        tokens
    }

    pub(super) fn end(self) -> usize {
        self.fields.rest.end
    }
}

/// Returns a file name without quotation marks.
pub(super) fn file_name(text: &str) -> &str {
    let text = text.trim();
    let inner = |quote: char| text.strip_prefix(quote).and_then(|text| text.strip_suffix(quote));
    inner('"').or_else(|| inner('\'')).unwrap_or(text)
}
