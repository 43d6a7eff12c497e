//! Values of expressions: numbers, or places whose address is not yet known; and the terms of expressions.

use std::num::NonZeroU32;

use crate::expression::{self, ArithmeticError, Binary, Node, Unary};
use crate::fault::Fault;
use crate::source::Text;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Value {
    /// The number or, if there is a base, the number of bytes from it.
    pub(crate) number: i64,
    /// The place that the number is relative to; `None` for a plain number or a known address.
    pub(crate) base: Option<Base>,
    /// The number of label addresses in the value: 1 for a label, 0 for the difference of two.
    pub(crate) addresses: i32,
    /// The symbol in the source that the value is relative to, if there is one, because another object may define it,
    /// too.
    pub(crate) symbol: Option<SymbolNumber>,
}

/// The number of a symbol, from 1.
pub(crate) type SymbolNumber = NonZeroU32;

/// The place that a value is relative to while its address is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Base {
    /// The beginning of the piece with this index.
    Piece(u32),
    /// A symbol that another object defines, given by its index among those.
    External(u32),
    /// Address 0, whose distance only the linker knows.
    Zero,
}

/// Why an expression has no value.
#[derive(Debug)]
pub(crate) enum Unsettled {
    /// It depends on a later definition, or on an address that the linker assigns.
    Later,
    /// It will never have one.
    Fault(Box<Fault>),
}

impl From<Fault> for Unsettled {
    fn from(fault: Fault) -> Self {
        Self::Fault(Box::new(fault))
    }
}

impl Value {
    /// Creates a number that is not an address.
    pub(crate) const fn number(number: i64) -> Self {
        Self { number, base: None, addresses: 0, symbol: None }
    }

    /// Returns true if the value is an address (one label or `.`, possibly plus constants) and not a difference of two.
    pub(crate) const fn is_address(self) -> bool {
        self.addresses == 1
    }

    /// Returns the value of a unary operator; `None` if it depends on unknown addresses.
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

    /// Returns the value of a binary operator; `None` if it depends on unknown addresses.
    pub(crate) fn binary(self, operator: Binary, right: Self) -> Result<Option<Self>, ArithmeticError> {
        let addresses = match operator {
            Binary::Add => self.addresses + right.addresses,
            Binary::Subtract => self.addresses - right.addresses,
            _ => 0,
        };
        let base = match (operator, self.base, right.base) {
            (_, None, None) => None,
            (Binary::Add, base, None) | (Binary::Add, None, base) | (Binary::Subtract, base, None) => base,
            // The distance between two places in one piece is already known.
            (operator, Some(left), Some(right)) if left == right && operator.compares() => None,
            _ => return Ok(None),
        };
        let number = operator.apply(self.number, right.number)?;
        let symbol = base.and(self.symbol.or(right.symbol));
        Ok(Some(Self { number, base, addresses, symbol }))
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Term {
    /// `.`, the current address.
    Value(Value),
    /// A symbol; for a variable, also its value when the line was read.
    Symbol(Text, Option<Value>),
    /// A local label: its number, and the index of its definition, from 0.
    Local(u32, usize),
}

pub(crate) type Expression = expression::Expression<Term>;

impl Expression {
    /// Returns true if the expression is only a number.
    pub(crate) const fn is_number(&self) -> bool {
        matches!(self.node, Node::Number(_))
    }

    /// Returns the name if the expression is only a name.
    pub(crate) fn name(&self) -> Option<&str> {
        match &self.node {
            Node::Leaf(Term::Symbol(name, _)) => Some(name),
            _ => None,
        }
    }
}
