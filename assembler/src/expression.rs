//! The common expression language: numbers, brackets and operators, with the precedence and arithmetic of GNU as.
//!
//! All other operands are defined by the parser's caller ([`Leaves`]): symbols and local labels in a source, registers
//! and memory in the debugger.

use std::ops::Range;

use thiserror::Error;
use z8000_object::expression::{Terms, expression};

use crate::fault::{Fault, Rule};
use crate::lexer::{Kind, Sign, Token};

/// An expression with leaves `L`, and its range of bytes in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expression<L> {
    /// The number, leaf or operator.
    pub node: Node<L>,
    /// The range of bytes of the expression in the text.
    pub span: Range<usize>,
}

/// A number, a leaf, or an operator with its operands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node<L> {
    /// A number or a character.
    Number(i64),
    /// An operand whose value the caller supplies.
    Leaf(L),
    /// An operator before its operand.
    Unary(Unary, Box<Expression<L>>),
    /// An operator between its operands.
    Binary(Binary, Box<[Expression<L>; 2]>),
}

impl<L> Expression<L> {
    /// Evaluates the expression, given the values of its leaves. The right side of `&&` or `||` is evaluated only if
    /// the result depends on it.
    ///
    /// # Errors
    ///
    /// The first leaf without a value, or the operand for which an operator has no value.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_asm::Fault;
    /// use z8000_asm::expression::{Leaves, Node, Parser};
    /// use z8000_asm::lexer::{Kind, Token, tokens};
    ///
    /// /// Names, which are as many as they have letters.
    /// struct Letters;
    ///
    /// impl Leaves for Letters {
    ///     type Leaf = usize;
    ///
    ///     fn leaf(_: &mut Parser<'_, Self>, first: &Token<'_>) -> Result<Node<usize>, Fault> {
    ///         match first.kind {
    ///             Kind::Name(name) => Ok(Node::Leaf(name.len())),
    ///             _ => Err(Fault::new(first.span.clone(), "a name is expected here")),
    ///         }
    ///     }
    /// }
    ///
    /// let text = "2 * (three + 1)";
    /// let list = tokens(text)?;
    /// let expression = Parser::new(&list, text.len(), Letters).last_expression()?;
    /// assert_eq!(expression.evaluate(&|letters, _| Ok(*letters as i64))?, 12);
    /// # Ok::<(), Fault>(())
    /// ```
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

    /// Returns the same expression at another position in a string.
    pub(crate) fn at(self, span: &Range<usize>) -> Self {
        let node = match self.node {
            Node::Unary(operator, operand) => Node::Unary(operator, Box::new(operand.at(span))),
            Node::Binary(operator, operands) => Node::Binary(operator, Box::new(operands.map(|own| own.at(span)))),
            node => node,
        };
        Self { node, span: span.clone() }
    }

    /// Visits the leaves from left to right, until the visitor returns an error.
    ///
    /// # Errors
    ///
    /// The error from the visitor.
    pub fn visit<E>(&self, visit: &mut impl FnMut(&L, &Range<usize>) -> Result<(), E>) -> Result<(), E> {
        match &self.node {
            Node::Number(_) => Ok(()),
            Node::Leaf(leaf) => visit(leaf, &self.span),
            Node::Unary(_, operand) => operand.visit(visit),
            Node::Binary(_, operands) => operands.iter().try_for_each(|operand| operand.visit(visit)),
        }
    }
}

/// Why an operator has no value. In these cases, GNU as issues a warning, and continues with a number of its choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ArithmeticError {
    /// The right side of `/` or `%` is 0.
    #[error("division by zero")]
    DivisionByZero,
    /// The right side of `<<` or `>>` is negative.
    #[error("the shift count is negative")]
    NegativeShift,
}

/// A binary operator; operators of a higher rank bind more tightly.
struct OperatorRow {
    operator: Binary,
    sign: Sign,
    rank: u8,
    function: fn(i64, i64) -> Result<i64, ArithmeticError>,
}

macro_rules! operators {
    ($($operator:ident $sign:ident $rank:literal $function:expr;)*) => {
        /// A binary operator.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[expect(missing_docs, reason = "named as the signs are read")]
        pub enum Binary {
            $($operator,)*
        }

        static ROWS: &[OperatorRow] = &[$(OperatorRow {
            operator: Binary::$operator,
            sign: Sign::$sign,
            rank: $rank,
            function: $function,
        },)*];
    };
}

operators! {
    // operator   sign          rank  value
    Multiply      Star          6     |a, b| Ok(a.wrapping_mul(b));
    Divide        Slash         6     |a, b| divide(a, b, i64::wrapping_div);
    Remainder     Percent       6     |a, b| divide(a, b, i64::wrapping_rem);
    ShiftLeft     ShiftLeft     6     |a, b| shift(a, b, u64::checked_shl);
    ShiftRight    ShiftRight    6     |a, b| shift(a, b, u64::checked_shr);
    Or            Bar           5     |a, b| Ok(a | b);
    Xor           Caret         5     |a, b| Ok(a ^ b);
    And           Ampersand     5     |a, b| Ok(a & b);
    Add           Plus          4     |a, b| Ok(a.wrapping_add(b));
    Subtract      Minus         4     |a, b| Ok(a.wrapping_sub(b));
    Equal         Equal         3     |a, b| Ok(all_ones(a == b));
    NotEqual      NotEqual      3     |a, b| Ok(all_ones(a != b));
    Different     LessGreater   3     |a, b| Ok(all_ones(a != b));
    Less          Less          3     |a, b| Ok(all_ones(a < b));
    LessEqual     LessEqual     3     |a, b| Ok(all_ones(a <= b));
    Greater       Greater       3     |a, b| Ok(all_ones(a > b));
    GreaterEqual  GreaterEqual  3     |a, b| Ok(all_ones(a >= b));
    LogicalAnd    AndAnd        2     |a, b| Ok((a != 0 && b != 0).into());
    LogicalOr     OrOr          1     |a, b| Ok((a != 0 || b != 0).into());
}

impl Binary {
    /// Returns the binary operator that a token denotes, if any.
    pub fn from_sign(sign: Sign) -> Option<Self> {
        ROWS.iter().find(|row| row.sign == sign).map(|row| row.operator)
    }

    fn row(self) -> &'static OperatorRow {
        &ROWS[self as usize]
    }

    pub(crate) fn sign(self) -> Sign {
        self.row().sign
    }

    /// Precedence of the operator, from 1: the higher, the more tightly it binds. Operators of equal precedence are
    /// left-associative.
    pub fn rank(self) -> u8 {
        self.row().rank
    }

    /// Applies the operator to two numbers.
    ///
    /// # Errors
    ///
    /// The operator has no value for these numbers.
    pub fn apply(self, left: i64, right: i64) -> Result<i64, ArithmeticError> {
        (self.row().function)(left, right)
    }

    /// Returns true if the operator needs only the difference of its operands.
    pub(crate) fn compares(self) -> bool {
        matches!(self, Self::Subtract) || self.rank() == Self::Equal.rank()
    }

    /// Returns the operator's value if the left side is sufficient to determine it.
    pub(crate) const fn decided_by(self, left: i64) -> Option<i64> {
        match (self, left != 0) {
            (Self::LogicalAnd, false) => Some(0),
            (Self::LogicalOr, true) => Some(1),
            _ => None,
        }
    }
}

/// Returns -1 for true and 0 for false.
const fn all_ones(holds: bool) -> i64 {
    if holds { -1 } else { 0 }
}

fn divide(a: i64, b: i64, function: fn(i64, i64) -> i64) -> Result<i64, ArithmeticError> {
    match b {
        0 => Err(ArithmeticError::DivisionByZero),
        _ => Ok(function(a, b)),
    }
}

/// Shifts insert zeros in both directions, so a count of 64 or more gives 0.
fn shift(a: i64, b: i64, function: fn(u64, u32) -> Option<u64>) -> Result<i64, ArithmeticError> {
    if b < 0 {
        return Err(ArithmeticError::NegativeShift);
    }
    let count = u32::try_from(b).unwrap_or(u32::MAX);
    Ok(function(a.cast_unsigned(), count).unwrap_or(0).cast_signed())
}

/// A unary operator; it binds more tightly than any binary operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unary {
    /// `+`: no change.
    Plus,
    /// `-`: changes the sign, wrapping on overflow.
    Negate,
    /// `~`: inverts every bit.
    Complement,
    /// `!`: 1 for 0, and 0 for everything else. In a source, `!` begins a comment.
    Not,
}

impl Unary {
    const SIGNS: [(Self, Sign); 4] = [
        (Self::Plus, Sign::Plus),
        (Self::Negate, Sign::Minus),
        (Self::Complement, Sign::Tilde),
        (Self::Not, Sign::Exclamation),
    ];

    /// Returns the unary operator that a token denotes, if any.
    pub fn from_sign(sign: Sign) -> Option<Self> {
        let row = Self::SIGNS.into_iter().find(|row| row.1 == sign);
        row.map(|row| row.0)
    }

    pub(crate) const fn sign(self) -> Sign {
        Self::SIGNS[self as usize].1
    }

    /// Applies the operator to a number.
    pub const fn apply(self, a: i64) -> i64 {
        match self {
            Self::Plus => a,
            Self::Negate => a.wrapping_neg(),
            Self::Complement => !a,
            Self::Not => (a == 0) as i64,
        }
    }
}

/// Maximum nesting depth of brackets and unary operators.
const DEPTH: usize = 100;

/// Maximum number of operators in an expression, because each makes its tree one level deeper.
const OPERATORS: usize = 1000;

/// Operands other than numbers and bracketed expressions.
pub trait Leaves: Sized {
    /// A parsed operand.
    type Leaf;

    /// Parses the operand that begins with `first`, which has already been consumed.
    ///
    /// # Errors
    ///
    /// No operand begins with this token.
    fn leaf(parser: &mut Parser<'_, Self>, first: &Token<'_>) -> Result<Node<Self::Leaf>, Fault>;
}

/// Parses the tokens of a line.
#[derive(Debug)]
pub struct Parser<'t, L> {
    /// The context in which leaves are parsed.
    pub leaves: L,
    tokens: &'t [Token<'t>],
    at: usize,
    /// The length of the line, as the position of errors at its end.
    end: usize,
    depth: usize,
    /// The number of operators in the expression so far.
    operators: usize,
    /// An operator that ends an expression outside brackets, such as the `|` of a short address.
    pub(crate) end_sign: Option<Sign>,
}

impl<'t, L> Parser<'t, L> {
    /// Creates a parser for the tokens of a line of `end` bytes.
    pub const fn new(tokens: &'t [Token<'t>], end: usize, leaves: L) -> Self {
        Self { leaves, tokens, at: 0, end, depth: 0, operators: 0, end_sign: None }
    }

    /// Returns the kind of the next token without consuming it; `None` at the end of the line.
    pub fn peek(&self) -> Option<&'t Kind<'t>> {
        self.tokens.get(self.at).map(|token| &token.kind)
    }

    /// The range of bytes of the next token; at the end of the line, an empty range.
    pub fn span(&self) -> Range<usize> {
        let next = self.tokens.get(self.at).map(|token| token.span.clone());
        next.unwrap_or(self.end..self.end)
    }

    /// The range from a byte to the end of the last token consumed.
    pub fn span_from(&self, start: usize) -> Range<usize> {
        let last = self.at.checked_sub(1).and_then(|last| self.tokens.get(last));
        start..last.map_or(start, |token| token.span.end)
    }

    /// Consumes the next token, and returns it; `None` at the end of the line.
    pub fn advance(&mut self) -> Option<&'t Token<'t>> {
        let token = self.tokens.get(self.at)?;
        self.at += 1;
        Some(token)
    }

    /// Consumes a given operator or punctuation mark if it is the next token. Returns true if it was.
    pub fn take(&mut self, sign: Sign) -> bool {
        let found = self.peek() == Some(&Kind::Sign(sign));
        self.at += usize::from(found);
        found
    }

    /// Consumes a given operator or punctuation mark, which must be the next token.
    ///
    /// # Errors
    ///
    /// The next token is something else.
    pub fn expect(&mut self, sign: Sign) -> Result<(), Fault> {
        if self.take(sign) {
            return Ok(());
        }
        Err(Fault::new(self.span(), format!("expected `{sign}`")))
    }

    /// Parses at one more level of nesting; returns an error if that is too deep.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T, Fault>) -> Result<T, Fault> {
        if self.depth == DEPTH {
            return Err(Fault::new(self.span(), "the expression is nested too deeply").rule(Rule::Limit));
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }
}

impl<L: Leaves> Parser<'_, L> {
    /// Parses an expression.
    ///
    /// # Errors
    ///
    /// There is no expression, it is nested too deeply, or it has too many operators.
    pub fn expression(&mut self) -> Result<Expression<L::Leaf>, Fault> {
        if self.depth == 0 {
            self.operators = 0;
        }
        expression(self, 0)
    }

    /// Parses an expression that must extend to the end of the line.
    ///
    /// # Errors
    ///
    /// As for [`expression`](Self::expression), or if something follows the expression.
    pub fn last_expression(&mut self) -> Result<Expression<L::Leaf>, Fault> {
        let expression = self.expression()?;
        match self.peek() {
            None => Ok(expression),
            Some(_) => Err(Fault::new(self.span(), "expected the end of the line")),
        }
    }

    /// Parses an expression in brackets. The opening bracket has already been consumed.
    ///
    /// # Errors
    ///
    /// As for [`expression`](Self::expression), or if the closing bracket is missing.
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

impl<L: Leaves> Terms for Parser<'_, L> {
    type Expression = Expression<L::Leaf>;
    type Operator = Binary;
    type Error = Fault;

    fn operand(&mut self) -> Result<Self::Expression, Fault> {
        let Some(token) = self.advance() else {
            return Err(Fault::new(self.span(), "expected an operand"));
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
        Ok(Expression { node, span: self.span_from(token.span.start) })
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
