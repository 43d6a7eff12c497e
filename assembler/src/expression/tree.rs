//! The tree of an expression.

use std::ops::Range;

use super::{Binary, Unary};
use crate::fault::Fault;

/// An expression over leaves `L`, and the bytes of the text that it stands in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expression<L> {
    /// Its kind.
    pub node: Node<L>,
    /// Where it stands.
    pub span: Range<usize>,
}

/// A number, a leaf, or an operator with its operands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node<L> {
    /// A number or a character.
    Number(i64),
    /// An operand that has its value from elsewhere.
    Leaf(L),
    /// An operator before its operand.
    Unary(Unary, Box<Expression<L>>),
    /// An operator between its operands.
    Binary(Binary, Box<[Expression<L>; 2]>),
}

impl<L> Expression<L> {
    /// Its value, given those of its leaves. A right side that `&&` or `||` does not depend on is not evaluated.
    ///
    /// # Errors
    ///
    /// The first leaf without a value, or the operand that an operator has no value for.
    pub fn evaluate(&self, leaf: &impl Fn(&L, &Range<usize>) -> Result<i64, Fault>) -> Result<i64, Fault> {
        match &self.node {
            Node::Number(number) => Ok(*number),
            Node::Leaf(value) => leaf(value, &self.span),
            Node::Unary(operator, operand) => Ok(operator.apply(operand.evaluate(leaf)?)),
            Node::Binary(operator, operands) => {
                let [left, right] = &**operands;
                let a = left.evaluate(leaf)?;
                if let Some(value) = operator.decided_by(a) {
                    return Ok(value);
                }
                let b = right.evaluate(leaf)?;
                let value = operator.apply(a, b);
                value.map_err(|error| Fault::new(right.span.clone(), error.to_string()))
            }
        }
    }

    /// Visits the leaves from left to right, until one is an error.
    ///
    /// # Errors
    ///
    /// That of the visit.
    pub fn visit<E>(&self, visit: &mut impl FnMut(&L, &Range<usize>) -> Result<(), E>) -> Result<(), E> {
        match &self.node {
            Node::Number(_) => Ok(()),
            Node::Leaf(leaf) => visit(leaf, &self.span),
            Node::Unary(_, operand) => operand.visit(visit),
            Node::Binary(_, operands) => operands.iter().try_for_each(|operand| operand.visit(visit)),
        }
    }

    /// The same expression with something else in place of each leaf.
    pub fn map<M>(self, leaf: &impl Fn(L) -> Node<M>) -> Expression<M> {
        let node = match self.node {
            Node::Number(number) => Node::Number(number),
            Node::Leaf(old) => leaf(old),
            Node::Unary(operator, operand) => Node::Unary(operator, Box::new(operand.map(leaf))),
            Node::Binary(operator, operands) => {
                Node::Binary(operator, Box::new(operands.map(|operand| operand.map(leaf))))
            }
        };
        Expression { node, span: self.span }
    }
}
