//! Expressions: constants, symbols, operators.

use std::borrow::Cow;
use std::ops::Range;

use crate::diagnostic::Fault;
use crate::lexer::{Kind, Token};
use crate::operand;

/// An expression, with the bytes of the line it stands in. Names are borrowed from the line for as
/// long as nobody has to keep them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Expression<'a> {
    pub(crate) node: Node<'a>,
    pub(crate) span: Range<usize>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Node<'a> {
    Number(i64),
    /// `.`: the current address.
    Here(i64),
    Symbol(Cow<'a, str>),
    /// A local label: its number and which of its definitions, from 0.
    Local(u32, usize),
    Unary(&'static str, Box<Expression<'a>>),
    Binary(&'static str, Box<[Expression<'a>; 2]>),
}

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

/// Operators by rank, the weakest first, as GNU as ranks them.
const RANKS: [&[&str]; 5] = [
    &["||"],
    &["&&"],
    &["+", "-", "==", "!=", "<>", "<", "<=", ">", ">="],
    &["|", "^", "&"],
    &["*", "/", "%", "<<", ">>"],
];

/// How deep parentheses and signs may nest.
const DEPTH: usize = 100;

/// How many operators one expression may have: each makes its tree one level deeper.
const OPERATORS: usize = 1000;

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
    /// Operators of the expression so far.
    operators: usize,
}

impl<'a, 'b> Parser<'a, 'b> {
    pub(crate) fn new(tokens: &'b [Token<'a>], here: i64, locals: &'b dyn Fn(u32) -> usize, end: usize) -> Self {
        Self {
            tokens,
            at: 0,
            here,
            locals,
            end,
            depth: 0,
            operators: 0,
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
    pub(crate) fn expression(&mut self) -> Result<Expression<'a>, Fault> {
        if self.depth == 0 {
            self.operators = 0;
        }
        self.rank(0, None)
    }

    /// Reads an expression in which a `|` ends it: a short address.
    pub(crate) fn expression_before_bar(&mut self) -> Result<Expression<'a>, Fault> {
        self.rank(0, Some("|"))
    }

    fn rank(&mut self, rank: usize, stop: Option<&str>) -> Result<Expression<'a>, Fault> {
        let Some(operators) = RANKS.get(rank) else {
            return self.operand();
        };
        let mut left = self.rank(rank + 1, stop)?;
        while let Some(Kind::Sign(sign)) = self.peek()
            && operators.contains(sign)
            && Some(*sign) != stop
        {
            let sign = *sign;
            self.operators += 1;
            if self.operators > OPERATORS {
                let message = format!("an expression has {OPERATORS} operators at most");
                return Err(Fault::new(self.span(), message));
            }
            self.at += 1;
            let right = self.rank(rank + 1, stop)?;
            left = Expression {
                span: left.span.start..right.span.end,
                node: Node::Binary(sign, Box::new([left, right])),
            };
        }
        Ok(left)
    }

    fn operand(&mut self) -> Result<Expression<'a>, Fault> {
        let span = self.span();
        let Some(kind) = self.peek().cloned() else {
            return Err(Fault::new(span, "an operand is missing here"));
        };
        self.at += 1;
        let node = match kind {
            Kind::Number(number) => Node::Number(number),
            Kind::Name(".") => Node::Here(self.here),
            Kind::Name(name) if operand::split(name).is_some() => {
                let message = format!("the register `{name}` has no value to calculate with");
                return Err(Fault::new(span, message));
            }
            Kind::Name(name) => Node::Symbol(Cow::Borrowed(name)),
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

    fn nested(&mut self, parse: impl FnOnce(&mut Self) -> Result<Node<'a>, Fault>) -> Result<Node<'a>, Fault> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(Fault::new(self.span(), "the expression is nested too deeply"));
        }
        let node = parse(self)?;
        self.depth -= 1;
        Ok(node)
    }

    fn local(&self, number: u32, before: bool, span: &Range<usize>) -> Result<Node<'a>, Fault> {
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

impl Expression<'_> {
    /// The same with names of its own.
    pub(crate) fn into_owned(self) -> Expression<'static> {
        let node = match self.node {
            Node::Number(number) => Node::Number(number),
            Node::Here(address) => Node::Here(address),
            Node::Symbol(name) => Node::Symbol(Cow::Owned(name.into_owned())),
            Node::Local(number, definition) => Node::Local(number, definition),
            Node::Unary(sign, operand) => Node::Unary(sign, Box::new(operand.into_owned())),
            Node::Binary(sign, sides) => Node::Binary(sign, Box::new(sides.map(Expression::into_owned))),
        };
        Expression { node, span: self.span }
    }

    /// The value, if every symbol has one.
    pub(crate) fn value(&self, values: &dyn Values) -> Result<i64, Fault> {
        match &self.node {
            Node::Number(number) | Node::Here(number) => Ok(*number),
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
            Node::Binary(sign, sides) => {
                let [left, right] = &**sides;
                binary(sign, left.value(values)?, right.value(values)?)
                    .map_err(|message| Fault::new(right.span.clone(), message))
            }
        }
    }

    /// Whether every symbol in it has its final value already.
    pub(crate) fn is_known(&self, values: &dyn Values) -> bool {
        match &self.node {
            Node::Number(_) | Node::Here(_) => true,
            Node::Symbol(name) => values.is_known(name),
            Node::Local(number, definition) => values.local(*number, *definition, &self.span).is_ok(),
            Node::Unary(_, operand) => operand.is_known(values),
            Node::Binary(_, sides) => sides.iter().all(|side| side.is_known(values)),
        }
    }

    /// Whether the value is an address: one label, or `.`, and constants; not a difference.
    pub(crate) fn is_address(&self, values: &dyn Values) -> bool {
        self.addresses(values) == 1
    }

    /// How often the address of a label is in the value.
    pub(crate) fn addresses(&self, values: &dyn Values) -> i64 {
        match &self.node {
            Node::Number(_) => 0,
            Node::Here(_) | Node::Local(..) => 1,
            Node::Symbol(name) => values.addresses(name),
            Node::Unary("-", operand) => -operand.addresses(values),
            Node::Unary("+", operand) => operand.addresses(values),
            Node::Unary(..) => 0,
            Node::Binary(sign, sides) => {
                let [left, right] = [&sides[0], &sides[1]].map(|side| side.addresses(values));
                match *sign {
                    "+" => left + right,
                    "-" => left - right,
                    _ => 0,
                }
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

/// An operator on two values. Comparisons that hold give -1, as in GNU as; `&&` and `||` give 1.
fn binary(sign: &str, left: i64, right: i64) -> Result<i64, &'static str> {
    let holds = |condition: bool| -i64::from(condition);
    Ok(match sign {
        "+" => left.wrapping_add(right),
        "-" => left.wrapping_sub(right),
        "*" => left.wrapping_mul(right),
        "/" | "%" if right == 0 => return Err("division by zero"),
        "/" => left.wrapping_div(right),
        "%" => left.wrapping_rem(right),
        "<<" | ">>" if right < 0 => return Err("a shift by less than nothing"),
        "<<" => u32::try_from(right)
            .ok()
            .and_then(|count| left.checked_shl(count))
            .unwrap_or(0),
        ">>" => left >> right.min(63),
        "&" => left & right,
        "|" => left | right,
        "^" => left ^ right,
        "&&" => (left != 0 && right != 0).into(),
        "||" => (left != 0 || right != 0).into(),
        "==" => holds(left == right),
        "!=" | "<>" => holds(left != right),
        "<" => holds(left < right),
        "<=" => holds(left <= right),
        ">" => holds(left > right),
        _ => holds(left >= right),
    })
}
