//! Expressions: constants, symbols, operators.

use std::ops::Range;

use crate::diagnostic::Fault;
use crate::lexer::{Kind, Token};

/// An expression, with the bytes of the line it stands in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Expression {
    pub(crate) node: Node,
    pub(crate) span: Range<usize>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Node {
    Number(i64),
    Symbol(String),
    /// A local label: its number and which of its definitions, from 0.
    Local(u32, usize),
    Unary(&'static str, Box<Expression>),
    Binary(&'static str, Box<Expression>, Box<Expression>),
}

/// What gives symbols their values.
pub(crate) trait Values {
    /// Value of a symbol.
    fn symbol(&self, name: &str, span: &Range<usize>) -> Result<i64, Fault>;
    /// Address of a definition of a local label.
    fn local(&self, number: u32, definition: usize, span: &Range<usize>) -> Result<i64, Fault>;
}

/// Operators by rank, the weakest first.
const RANKS: [&[&str]; 7] = [
    &["||"],
    &["&&"],
    &["==", "!=", "<>", "<", "<=", ">", ">="],
    &["|", "^", "&"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

/// How deep parentheses and signs may nest.
const DEPTH: usize = 100;

/// Reads tokens.
pub(crate) struct Parser<'a, 'b> {
    pub(crate) tokens: &'b [Token<'a>],
    pub(crate) at: usize,
    /// The current address.
    pub(crate) here: i64,
    /// How often each local label has been defined so far.
    pub(crate) locals: &'b dyn Fn(u32) -> usize,
    /// Where the line ends, for errors.
    pub(crate) end: usize,
    depth: usize,
}

impl<'a, 'b> Parser<'a, 'b> {
    pub(crate) fn new(
        tokens: &'b [Token<'a>],
        here: i64,
        locals: &'b dyn Fn(u32) -> usize,
        end: usize,
    ) -> Self {
        Self {
            tokens,
            at: 0,
            here,
            locals,
            end,
            depth: 0,
        }
    }

    pub(crate) fn peek(&self) -> Option<&Kind<'a>> {
        self.tokens.get(self.at).map(|token| &token.kind)
    }

    /// Bytes of the next token, or the end of the line.
    pub(crate) fn span(&self) -> Range<usize> {
        match self.tokens.get(self.at) {
            Some(token) => token.span.clone(),
            None => self.end..self.end,
        }
    }

    pub(crate) fn next_is(&self, sign: &str) -> bool {
        matches!(self.peek(), Some(Kind::Sign(found)) if *found == sign)
    }

    pub(crate) fn take(&mut self, sign: &str) -> bool {
        let found = self.next_is(sign);
        self.at += usize::from(found);
        found
    }

    pub(crate) fn expect(&mut self, sign: &str) -> Result<(), Fault> {
        if self.take(sign) {
            Ok(())
        } else {
            Err(Fault::new(self.span(), format!("`{sign}` is missing here")))
        }
    }

    /// Reads an expression.
    pub(crate) fn expression(&mut self) -> Result<Expression, Fault> {
        self.rank(0, None)
    }

    /// Reads an expression in which a `|` ends it: a short address.
    pub(crate) fn expression_before_bar(&mut self) -> Result<Expression, Fault> {
        self.rank(0, Some("|"))
    }

    fn rank(&mut self, rank: usize, stop: Option<&str>) -> Result<Expression, Fault> {
        let Some(operators) = RANKS.get(rank) else {
            return self.operand();
        };
        let mut left = self.rank(rank + 1, stop)?;
        while let Some(Kind::Sign(sign)) = self.peek()
            && operators.contains(sign)
            && Some(*sign) != stop
        {
            let sign = *sign;
            self.at += 1;
            let right = self.rank(rank + 1, stop)?;
            left = Expression {
                span: left.span.start..right.span.end,
                node: Node::Binary(sign, Box::new(left), Box::new(right)),
            };
        }
        Ok(left)
    }

    fn operand(&mut self) -> Result<Expression, Fault> {
        let span = self.span();
        let Some(kind) = self.peek().cloned() else {
            return Err(Fault::new(span, "an operand is missing here"));
        };
        self.at += 1;
        let node = match kind {
            Kind::Number(number) => Node::Number(number),
            Kind::Name(".") => Node::Number(self.here),
            Kind::Name(name) => Node::Symbol(name.to_owned()),
            Kind::Local(number, before) => self.local(number, before, &span)?,
            Kind::Sign(sign @ ("-" | "~" | "+")) => self.nested(|parser| {
                let value = parser.operand()?;
                Ok(Node::Unary(sign, Box::new(value)))
            })?,
            Kind::Sign("(") => self.nested(|parser| {
                let inner = parser.expression()?;
                parser.expect(")")?;
                Ok(inner.node)
            })?,
            _ => return Err(Fault::new(span, "an expression is expected here")),
        };
        let end = self.tokens[self.at - 1].span.end;
        Ok(Expression {
            node,
            span: span.start..end,
        })
    }

    fn nested(
        &mut self,
        parse: impl FnOnce(&mut Self) -> Result<Node, Fault>,
    ) -> Result<Node, Fault> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(Fault::new(
                self.span(),
                "the expression is nested too deeply",
            ));
        }
        let node = parse(self)?;
        self.depth -= 1;
        Ok(node)
    }

    fn local(&self, number: u32, before: bool, span: &Range<usize>) -> Result<Node, Fault> {
        let defined = (self.locals)(number);
        if !before {
            return Ok(Node::Local(number, defined));
        }
        match defined.checked_sub(1) {
            Some(last) => Ok(Node::Local(number, last)),
            None => Err(Fault::new(
                span.clone(),
                format!("there is no label `{number}:` before this line"),
            )),
        }
    }
}

impl Expression {
    /// The value, if every symbol has one.
    pub(crate) fn value(&self, values: &dyn Values) -> Result<i64, Fault> {
        match &self.node {
            Node::Number(number) => Ok(*number),
            Node::Symbol(name) => values.symbol(name, &self.span),
            Node::Local(number, definition) => values.local(*number, *definition, &self.span),
            Node::Unary(sign, operand) => {
                let value = operand.value(values)?;
                Ok(match *sign {
                    "-" => value.wrapping_neg(),
                    "~" => !value,
                    _ => value,
                })
            }
            Node::Binary(sign, left, right) => {
                binary(sign, left.value(values)?, right.value(values)?)
                    .ok_or_else(|| Fault::new(right.span.clone(), "division by zero"))
            }
        }
    }

    /// The name, if the expression is nothing but one.
    pub(crate) fn name(&self) -> Option<&str> {
        match &self.node {
            Node::Symbol(name) => Some(name),
            _ => None,
        }
    }
}

/// None for a division by zero.
fn binary(sign: &str, left: i64, right: i64) -> Option<i64> {
    let shift = || u32::try_from(right).unwrap_or(64).min(64);
    Some(match sign {
        "+" => left.wrapping_add(right),
        "-" => left.wrapping_sub(right),
        "*" => left.wrapping_mul(right),
        "/" => left.checked_div(right)?,
        "%" => left.checked_rem(right)?,
        "<<" => left.checked_shl(shift()).unwrap_or(0),
        ">>" => left.checked_shr(shift()).unwrap_or(left >> 63),
        "&" => left & right,
        "|" => left | right,
        "^" => left ^ right,
        "&&" => (left != 0 && right != 0).into(),
        "||" => (left != 0 || right != 0).into(),
        "==" => (left == right).into(),
        "!=" | "<>" => (left != right).into(),
        "<" => (left < right).into(),
        "<=" => (left <= right).into(),
        ">" => (left > right).into(),
        _ => (left >= right).into(),
    })
}
