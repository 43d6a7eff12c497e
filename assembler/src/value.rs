//! Values of expressions: a number, or a place whose address is not known yet; and the leaves that have values.

use std::num::NonZeroU32;

use crate::expression::{self, ArithmeticError, Binary, Node, Unary};
use crate::fault::Fault;
use crate::source::Text;

/// The value of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Value {
    /// The number; if there is a base, bytes from it.
    pub(crate) number: i64,
    /// The place that it counts from.
    pub(crate) base: Option<Base>,
    /// The number of label addresses in it: 1 for a label, 0 for the difference of two.
    pub(crate) addresses: i32,
    /// The symbol of the source that it counts from, by its index, if there is one: another object may define it, too.
    pub(crate) symbol: Option<SymbolNumber>,
}

/// The number of a symbol, from 1.
pub(crate) type SymbolNumber = NonZeroU32;

/// The place that a value counts from, as long as its address is not settled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Base {
    /// The beginning of a piece, by its index.
    Piece(u32),
    /// A symbol that another object defines, by its index among those.
    External(u32),
    /// Address 0, as far away as the linker will say.
    Zero,
}

/// The reason why an expression has no value.
#[derive(Debug)]
pub(crate) enum Unsettled {
    /// It depends on a later definition, or on the place that the linker gives it.
    Later,
    /// It never will have one.
    Fault(Box<Fault>),
}

impl From<Fault> for Unsettled {
    fn from(fault: Fault) -> Self {
        Self::Fault(Box::new(fault))
    }
}

impl Value {
    /// A number that is not an address.
    pub(crate) const fn number(number: i64) -> Self {
        Self { number, base: None, addresses: 0, symbol: None }
    }

    /// Returns true if it is an address: that of one label, or `.`, and constants; not a difference.
    pub(crate) const fn is_address(self) -> bool {
        self.addresses == 1
    }

    /// The value of a unary operator; `None` if it depends on addresses that are not settled.
    pub(crate) fn unary(self, operator: Unary) -> Option<Self> {
        match operator {
            Unary::Plus => Some(self),
            _ if self.base.is_some() => None,
            _ => Some(Self {
                number: operator.apply(self.number),
                base: None,
                addresses: match operator {
                    Unary::Negate => -self.addresses,
                    _ => 0,
                },
                symbol: None,
            }),
        }
    }

    /// The value of an operator between two operands; `None` if it depends on addresses that are not settled.
    pub(crate) fn binary(self, operator: Binary, right: Self) -> Result<Option<Self>, ArithmeticError> {
        let addresses = match operator {
            Binary::Add => self.addresses + right.addresses,
            Binary::Subtract => self.addresses - right.addresses,
            _ => 0,
        };
        let base = match (operator, self.base, right.base) {
            (_, None, None) => None,
            (Binary::Add, base, None) | (Binary::Add, None, base) | (Binary::Subtract, base, None) => base,
            // Two places in one piece are as far apart as they will ever be.
            (operator, Some(left), Some(right)) if left == right && operator.compares() => None,
            _ => return Ok(None),
        };
        let number = operator.apply(self.number, right.number)?;
        let symbol = base.and(self.symbol.or(right.symbol));
        Ok(Some(Self { number, base, addresses, symbol }))
    }
}

/// A leaf of an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Term {
    /// `.`, the current address.
    Value(Value),
    /// A symbol, and for a variable its value when the line was read.
    Symbol(Text, Option<Value>),
    /// A local label: its number and which of its definitions, from 0.
    Local(u32, usize),
}

/// An expression of a source.
pub(crate) type Expression = expression::Expression<Term>;

impl Expression {
    /// Returns true if it is only a number.
    pub(crate) const fn is_number(&self) -> bool {
        matches!(self.node, Node::Number(_))
    }

    /// The name, if the expression is only a name.
    pub(crate) fn name(&self) -> Option<&str> {
        match &self.node {
            Node::Leaf(Term::Symbol(name, _)) => Some(name),
            _ => None,
        }
    }
}
