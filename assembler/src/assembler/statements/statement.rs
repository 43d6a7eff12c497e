//! The current statement.

use std::ops::Range;

use z8000_object::text::decode;

use crate::fault::{Fault, Rule};
use crate::lexer::{Kind, Sign, Token};
use crate::source::Line;

/// An instruction or a directive.
pub(super) struct Statement<'a> {
    pub(super) line: &'a Line,
    pub(super) name: &'a str,
    /// The position of the name in the line.
    pub(super) span: Range<usize>,
    pub(super) arguments: &'a [Token<'a>],
}

/// Methods for access to the arguments of a directive.
impl<'a> Statement<'a> {
    /// Returns true if nothing precedes the statement, such as a label.
    pub(super) fn is_whole_line(&self) -> bool {
        self.line.text[..self.span.start].trim_ascii().is_empty()
    }

    /// Returns the length of the line.
    pub(super) fn end(&self) -> usize {
        self.line.text.len()
    }

    /// Returns the text of the line after the directive.
    pub(super) fn rest(&self) -> &'a str {
        &self.line.text[self.span.end..]
    }

    /// Creates a fault at the directive.
    pub(super) fn fault(&self, message: impl Into<String>) -> Fault {
        Fault::new(self.span.clone(), message)
    }

    /// Returns the arguments, separated by commas.
    pub(super) fn fields(&self) -> impl Iterator<Item = &'a [Token<'a>]> {
        self.arguments.split(|token| token.kind == Kind::Sign(Sign::Comma))
    }

    /// Returns the position of the first of some tokens, or the end of the line.
    pub(super) fn span_of(&self, tokens: &[Token<'_>]) -> Range<usize> {
        let first = tokens.first().map(|token| token.span.clone());
        first.unwrap_or(self.end()..self.end())
    }

    pub(super) fn takes_nothing(&self) -> Result<(), Fault> {
        match self.arguments {
            [] => Ok(()),
            [first, ..] => Err(Fault::new(first.span.clone(), "expected the end of the line")),
        }
    }

    /// Returns the message of `.error` and `.warning`, with its position.
    pub(super) fn message(&self) -> Result<Fault, Fault> {
        match self.rest().trim().trim_matches('"') {
            "" => Err(self.fault("expected a message")),
            message => Ok(self.fault(message).rule(Rule::Requested)),
        }
    }

    /// Parses `name, value`: returns the name, its position, and the value.
    pub(super) fn definition(&self) -> Result<(&'a str, Range<usize>, &'a [Token<'a>]), Fault> {
        if let [name, comma, value @ ..] = self.arguments
            && let Kind::Name(symbol) = name.kind
            && comma.kind == Kind::Sign(Sign::Comma)
        {
            return Ok((symbol, name.span.clone(), value));
        }
        let span = self.span_of(self.arguments);
        Err(Fault::new(span, "expected a name, a comma and a value"))
    }

    pub(super) fn file_name(&self, field: &[Token<'_>]) -> Result<String, Fault> {
        match only(field) {
            Some(Kind::Text(name)) => Ok(decode(name.clone())),
            _ => Err(Fault::new(
                self.span_of(field),
                "expected a file name in quotation marks",
            )),
        }
    }
}

/// Returns the token of a field that has only one.
pub(super) fn only<'t, 'a>(field: &'t [Token<'a>]) -> Option<&'t Kind<'a>> {
    match field {
        [token] => Some(&token.kind),
        _ => None,
    }
}
