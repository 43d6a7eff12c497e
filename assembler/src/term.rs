//! What stands in the expressions of a source besides numbers: symbols, the current address, local labels.

use std::borrow::Cow;
use std::ops::Range;

use crate::expression::{self, Binary, Leaves, Node, Unary};
use crate::fault::Fault;
use crate::lexer::{Kind, Token};
use crate::register::is_register;

/// A leaf of an expression. Names are borrowed from the line unless they have to outlive it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Term<'a> {
    /// `.`: the current address.
    Here(i64),
    Symbol(Cow<'a, str>),
    /// A local label: its number and which of its definitions, from 0.
    Local(u32, usize),
}

/// The highest bit of an address of 32 bits.
const ADDRESS: i64 = 0x8000_0000;

/// An expression of a source.
pub(crate) type Expression<'a> = expression::Expression<Term<'a>>;

/// A parser for a line of a source.
pub(crate) type Parser<'a, 'b> = expression::Parser<'a, 'b, Scope<'b>>;

/// What gives symbols their values.
pub(crate) trait Values {
    /// Value of a symbol.
    fn symbol(&self, name: &str, span: &Range<usize>) -> Result<i64, Fault>;
    /// Address of a definition of a local label.
    fn local(&self, number: u32, definition: usize, span: &Range<usize>) -> Result<i64, Fault>;
    /// Whether a symbol has its final value already.
    fn is_known(&self, name: &str) -> bool;
    /// How often the address of a label is in the value of a symbol: once in a label's.
    fn addresses(&self, name: &str) -> i64;
}

/// The present values of symbols whose values may change.
pub(crate) type Variables<'s> = dyn Fn(&str) -> Option<i64> + 's;

/// What the terms of a line depend on.
pub(crate) struct Scope<'b> {
    /// The current address.
    pub(crate) here: i64,
    /// How often each local label has been defined so far.
    pub(crate) locals: &'b dyn Fn(u32) -> usize,
}

impl<'a> Leaves<'a> for Scope<'_> {
    type Leaf = Term<'a>;

    fn leaf(parser: &mut expression::Parser<'a, '_, Self>, first: &Token<'a>) -> Result<Node<Self::Leaf>, Fault> {
        let fault = |message: String| Err(Fault::new(first.span.clone(), message));
        Ok(Node::Leaf(match first.kind {
            Kind::Name(".") => Term::Here(parser.leaves.here),
            Kind::Name(name) if is_register(name) => {
                return fault(format!("the value of register `{name}` is not known to the assembler"));
            }
            Kind::Name(name) => Term::Symbol(Cow::Borrowed(name)),
            Kind::Local(number, before) => {
                let defined = (parser.leaves.locals)(number);
                match defined.checked_sub(usize::from(before)) {
                    Some(definition) => Term::Local(number, definition),
                    None => return fault(format!("label `{number}:` is not defined before this line")),
                }
            }
            _ => return fault("an expression is expected here".to_owned()),
        }))
    }
}

impl Term<'_> {
    fn value(&self, values: &dyn Values, span: &Range<usize>) -> Result<i64, Fault> {
        match self {
            Self::Here(address) => Ok(*address),
            Self::Symbol(name) => values.symbol(name, span),
            Self::Local(number, definition) => values.local(*number, *definition, span),
        }
    }

    fn is_known(&self, values: &dyn Values, span: &Range<usize>) -> bool {
        match self {
            Self::Symbol(name) => values.is_known(name),
            _ => self.value(values, span).is_ok(),
        }
    }

    fn addresses(&self, values: &dyn Values) -> i64 {
        match self {
            Self::Symbol(name) => values.addresses(name),
            Self::Here(_) | Self::Local(..) => 1,
        }
    }
}

impl Expression<'_> {
    /// The same with names of its own, and a number for each variable: for a statement that waits.
    pub(crate) fn freeze(self, variable: &Variables<'_>) -> Expression<'static> {
        self.map(&|term| match term {
            Term::Symbol(name) => match variable(&name) {
                Some(value) => Node::Number(value),
                None => Node::Leaf(Term::Symbol(Cow::Owned(name.into_owned()))),
            },
            Term::Here(address) => Node::Leaf(Term::Here(address)),
            Term::Local(number, definition) => Node::Leaf(Term::Local(number, definition)),
        })
    }

    /// The value, if every symbol has one.
    pub(crate) fn value(&self, values: &dyn Values) -> Result<i64, Fault> {
        if let Node::Binary(..) = self.node {
            // Also what `&&` and `||` pass over has to be defined.
            self.visit(&mut |term, span| term.value(values, span).map(|_| ()))?;
        }
        self.evaluate(&|term, span| term.value(values, span))
    }

    /// Whether every symbol in it has its final value already.
    pub(crate) fn is_known(&self, values: &dyn Values) -> bool {
        let known = |term: &Term<'_>, span: &Range<usize>| term.is_known(values, span).then_some(()).ok_or(());
        self.visit(&mut { known }).is_ok()
    }

    /// Whether the value is an address: one label, or `.`, and constants; not a difference.
    pub(crate) fn is_address(&self, values: &dyn Values) -> bool {
        self.addresses(values) == 1
    }

    /// Its value as it stands in 32 bits: an address has the highest bit set, as GNU as has it.
    pub(crate) fn as_long(&self, value: i64, values: &dyn Values) -> i64 {
        if self.is_address(values) {
            value | ADDRESS
        } else {
            value
        }
    }

    /// How often the address of a label is in the value.
    pub(crate) fn addresses(&self, values: &dyn Values) -> i64 {
        match &self.node {
            Node::Number(_) => 0,
            Node::Leaf(term) => term.addresses(values),
            Node::Unary(operator, operand) => match operator {
                Unary::Negate => -operand.addresses(values),
                Unary::Plus => operand.addresses(values),
                Unary::Complement | Unary::Not => 0,
            },
            Node::Binary(operator, operands) => {
                let [left, right] = [&operands[0], &operands[1]].map(|operand| operand.addresses(values));
                match operator {
                    Binary::Add => left + right,
                    Binary::Subtract => left - right,
                    _ => 0,
                }
            }
        }
    }

    /// The name, if the expression is nothing but one.
    pub(crate) fn name(&self) -> Option<&str> {
        match &self.node {
            Node::Leaf(Term::Symbol(name)) => Some(name),
            _ => None,
        }
    }
}
