//! A line with a directive.

use super::super::scan::Token;
use crate::directive::Directive;
use crate::fault::Fault;

/// A directive: its row, the label before it, and its name.
#[derive(Clone, Copy)]
pub(super) struct Line<'t, 'a> {
    pub(super) row: &'static Directive,
    pub(super) label: Option<&'t Token<'a>>,
    pub(super) operation: &'t Token<'a>,
}

impl<'t, 'a> Line<'t, 'a> {
    /// The name that the directive needs before it.
    pub(super) fn named(self) -> Result<&'t Token<'a>, Fault> {
        let name = self.operation.name().unwrap_or_default();
        let missing = || {
            Fault::new(
                self.operation.span.clone(),
                format!("a name is expected before `{name}`"),
            )
        };
        self.label.ok_or_else(missing)
    }
}
