//! From tokens to an expression.

use std::ops::Range;

use z8000_object::expression::{Terms, expression};

use super::{Binary, Expression, Node, Unary};
use crate::fault::Fault;
use crate::lexer::{Kind, Sign, Token};

/// How deeply brackets and unary operators may nest.
const DEPTH: usize = 100;

/// How many operators one expression may have: each makes its tree one level deeper.
const OPERATORS: usize = 1000;

/// The operands besides numbers and expressions in brackets.
pub trait Leaves<'a>: Sized {
    /// Such an operand.
    type Leaf;

    /// Reads the operand that begins with a token, which has been taken.
    ///
    /// # Errors
    ///
    /// When no operand begins with it.
    fn leaf(parser: &mut Parser<'a, '_, Self>, first: &Token<'a>) -> Result<Node<Self::Leaf>, Fault>;
}

/// Reads the tokens of a line.
#[derive(Debug)]
pub struct Parser<'a, 'b, L> {
    /// The context that leaves are read in.
    pub leaves: L,
    tokens: &'b [Token<'a>],
    at: usize,
    /// Where the line ends, for errors.
    end: usize,
    depth: usize,
    /// Operators of the expression so far.
    operators: usize,
    /// The sign that ends an expression outside of brackets although it is an operator, such as the `|` of a short
    /// address.
    pub(crate) end_sign: Option<Sign>,
}

impl<'a, 'b, L> Parser<'a, 'b, L> {
    /// A parser for tokens of a line that has `end` bytes.
    pub const fn new(tokens: &'b [Token<'a>], end: usize, leaves: L) -> Self {
        Self {
            leaves,
            tokens,
            at: 0,
            end,
            depth: 0,
            operators: 0,
            end_sign: None,
        }
    }

    /// The next token, which stays.
    #[must_use]
    pub fn peek(&self) -> Option<&'b Kind<'a>> {
        self.tokens.get(self.at).map(|token| &token.kind)
    }

    /// Where the next token stands, or the end of the line.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.tokens
            .get(self.at)
            .map_or(self.end..self.end, |token| token.span.clone())
    }

    /// Where the text from a byte to the last token taken stands.
    #[must_use]
    pub fn span_from(&self, start: usize) -> Range<usize> {
        let last = self.at.checked_sub(1).and_then(|last| self.tokens.get(last));
        start..last.map_or(start, |token| token.span.end)
    }

    /// Takes the next token.
    pub fn advance(&mut self) -> Option<&'b Token<'a>> {
        let token = self.tokens.get(self.at)?;
        self.at += 1;
        Some(token)
    }

    /// Takes a sign if it comes next.
    pub fn take(&mut self, sign: Sign) -> bool {
        let found = self.peek() == Some(&Kind::Sign(sign));
        self.at += usize::from(found);
        found
    }

    /// Takes a sign.
    ///
    /// # Errors
    ///
    /// When something else comes next.
    pub fn expect(&mut self, sign: Sign) -> Result<(), Fault> {
        if self.take(sign) {
            return Ok(());
        }
        Err(Fault::new(self.span(), format!("`{sign}` is missing here")))
    }

    /// Goes one level of nesting deeper.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T, Fault>) -> Result<T, Fault> {
        if self.depth == DEPTH {
            return Err(Fault::new(self.span(), "the expression is nested too deeply"));
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }
}

impl<'a, L: Leaves<'a>> Parser<'a, '_, L> {
    /// Reads an expression.
    ///
    /// # Errors
    ///
    /// When there is none, or it is nested too deeply or has too many operators.
    pub fn expression(&mut self) -> Result<Expression<L::Leaf>, Fault> {
        if self.depth == 0 {
            self.operators = 0;
        }
        expression(self, 0)
    }

    /// Reads an expression after which the line ends.
    ///
    /// # Errors
    ///
    /// As [`expression`](Self::expression), and when more follows.
    pub fn last_expression(&mut self) -> Result<Expression<L::Leaf>, Fault> {
        let expression = self.expression()?;
        match self.peek() {
            None => Ok(expression),
            Some(_) => Err(Fault::new(self.span(), "nothing more is expected here")),
        }
    }

    /// Reads an expression in brackets, of which the first one has been taken.
    ///
    /// # Errors
    ///
    /// As [`expression`](Self::expression), and when the closing bracket is missing.
    pub fn bracketed(&mut self, close: Sign) -> Result<Expression<L::Leaf>, Fault> {
        self.nested(|parser| {
            let end = parser.end_sign.take();
            let inner = parser.expression()?;
            parser.expect(close)?;
            parser.end_sign = end;
            Ok(inner)
        })
    }
}

impl<'a, L: Leaves<'a>> Terms for Parser<'a, '_, L> {
    type Expression = Expression<L::Leaf>;
    type Operator = Binary;
    type Error = Fault;

    fn operand(&mut self) -> Result<Self::Expression, Fault> {
        let Some(token) = self.advance() else {
            return Err(Fault::new(self.span(), "an operand is missing here"));
        };
        let unary = match token.kind {
            Kind::Sign(sign) => Unary::from_sign(sign),
            _ => None,
        };
        let node = match (&token.kind, unary) {
            (Kind::Number(number), _) => Node::Number(*number),
            (Kind::Sign(Sign::Open), _) => self.bracketed(Sign::Close)?.node,
            (_, Some(operator)) => Node::Unary(operator, Box::new(self.nested(Self::operand)?)),
            _ => L::leaf(self, token)?,
        };
        Ok(Expression {
            node,
            span: self.span_from(token.span.start),
        })
    }

    fn operator(&mut self, above: u8, _: usize) -> Result<Option<(Binary, u8)>, Fault> {
        let operator = match self.peek() {
            Some(Kind::Sign(sign)) if Some(*sign) != self.end_sign => Binary::from_sign(*sign),
            _ => None,
        };
        let Some(operator) = operator.filter(|operator| operator.rank() > above) else {
            return Ok(None);
        };
        if self.operators == OPERATORS {
            let message = format!("an expression can have at most {OPERATORS} operators");
            return Err(Fault::new(self.span(), message));
        }
        self.operators += 1;
        self.at += 1;
        Ok(Some((operator, operator.rank())))
    }

    fn join(&mut self, left: Self::Expression, operator: Binary, right: Self::Expression) -> Self::Expression {
        Expression {
            span: left.span.start..right.span.end,
            node: Node::Binary(operator, Box::new([left, right])),
        }
    }
}
