//! The leaves of a source's expressions besides numbers: symbols, the current address, local labels.

use std::borrow::Cow;

use crate::expression::{self, Node};
use crate::value::Value;

/// A leaf of an expression. Names are borrowed from the line unless they have to outlive it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Term<'a> {
    /// `.`, the current address; or what a variable was worth when the line was read.
    Value(Value),
    Symbol(Cow<'a, str>),
    /// A local label: its number and which of its definitions, from 0.
    Local(u32, usize),
}

/// An expression of a source.
pub(crate) type Expression<'a> = expression::Expression<Term<'a>>;

impl Expression<'_> {
    /// The same with names of its own.
    pub(crate) fn into_owned(self) -> Expression<'static> {
        self.map(&|term| {
            Node::Leaf(match term {
                Term::Symbol(name) => Term::Symbol(Cow::Owned(name.into_owned())),
                Term::Value(value) => Term::Value(value),
                Term::Local(number, definition) => Term::Local(number, definition),
            })
        })
    }

    /// Returns true if it is nothing but a number.
    pub(crate) const fn is_number(&self) -> bool {
        matches!(self.node, Node::Number(_))
    }

    /// The name, if the expression is nothing but one.
    pub(crate) fn name(&self) -> Option<&str> {
        match &self.node {
            Node::Leaf(Term::Symbol(name)) => Some(name),
            _ => None,
        }
    }
}
