//! The leaves of expressions in a source, and the evaluation of expressions.

use std::ops::Range;

use z8000::isa::Mode;

use crate::expression::{self, Leaves, Node};
use crate::fault::{Fault, Rule};
use crate::lexer::{Kind, Sign, TOO_LARGE, Token, tokens};
use crate::register::is_register;
use crate::source::Text;
use crate::symbols::{Symbols, undefined_label};
use crate::value::{Expression, Term, Unsettled, Value};

/// A parser for a line of a source.
pub(crate) type Parser<'t> = expression::Parser<'t, Scope<'t>>;

/// The context on which the terms of a line depend.
pub(crate) struct Scope<'t> {
    pub(crate) text: &'t Text,
    /// The current address.
    pub(crate) here: Value,
    pub(crate) mode: Mode,
    /// The symbols that are defined so far.
    pub(crate) symbols: &'t Symbols,
}

impl Scope<'_> {
    /// Returns the term for the symbol whose name is at `span`.
    pub(crate) fn symbol(&self, span: &Range<usize>) -> Term {
        let name = self.text.within(span.clone());
        let variable = self.symbols.variable(&name);
        Term::Symbol(name, variable)
    }
}

impl Scope<'_> {
    /// Returns the expression that the symbol at `span` stands for.
    fn formula(&self, text: &Text, span: &Range<usize>) -> Result<Node<Term>, Fault> {
        let at_use = |fault: Fault| Fault { span: span.clone(), ..fault };
        let list = tokens(text).map_err(at_use)?;
        let scope = Scope { text, here: self.here, mode: self.mode, symbols: self.symbols };
        let expression = self.symbols.nested(span, || {
            Parser::new(&list, text.len(), scope).last_expression().map_err(at_use)
        })?;
        Ok(expression.at(span).node)
    }
}

impl Leaves for Scope<'_> {
    type Leaf = Term;

    fn leaf(parser: &mut expression::Parser<'_, Self>, first: &Token<'_>) -> Result<Node<Term>, Fault> {
        let fault = |message: String| Err(Fault::new(first.span.clone(), message));
        Ok(Node::Leaf(match first.kind {
            Kind::Name(".") => Term::Value(parser.leaves.here),
            Kind::Name(name) if is_register(name) => {
                let message = format!("the assembler cannot know the value of register `{name}`");
                return Err(Fault::new(first.span.clone(), message)
                    .label(format!("`@{name}` is the memory to which `{name}` points")));
            }
            Kind::Name(name) => match parser.leaves.symbols.expression(name) {
                Some(text) => return parser.leaves.formula(text, &first.span),
                None => parser.leaves.symbol(&first.span),
            },
            Kind::Local(number, before) => {
                let defined = parser.leaves.symbols.locals.get(&number).map_or(0, Vec::len);
                match defined.checked_sub(usize::from(before)) {
                    Some(definition) => Term::Local(number, definition),
                    None => return Err(undefined_label(number, "before", &first.span)),
                }
            }
            Kind::Sign(Sign::OpenSquare) => return Ok(parser.bracketed(Sign::CloseSquare)?.node),
            Kind::Wide(_) => return fault(TOO_LARGE.to_owned()),
            Kind::Sign(Sign::Percent) => {
                let message = "expected an expression";
                return Err(Fault::new(first.span.clone(), message).label("hexadecimal numbers begin with `0x`"));
            }
            _ => return fault("expected an expression".to_owned()),
        }))
    }
}

impl Term {
    fn value(&self, symbols: &Symbols, span: &Range<usize>) -> Result<Value, Unsettled> {
        match self {
            Self::Value(value) => Ok(symbols.settled(*value)),
            Self::Symbol(name, None) => symbols.symbol(name, span),
            Self::Symbol(name, Some(value)) => {
                symbols.mention(name);
                Ok(symbols.settled(*value))
            }
            Self::Local(number, definition) => symbols.local(*number, *definition, span),
        }
    }
}

impl Expression {
    /// Returns the value if it is already known.
    pub(crate) fn value(&self, symbols: &Symbols) -> Result<Value, Unsettled> {
        match &self.node {
            Node::Number(number) => Ok(Value::number(*number)),
            Node::Leaf(term) => term.value(symbols, &self.span),
            Node::Unary(operator, operand) => match operand.value(symbols)?.unary(*operator) {
                Some(value) => Ok(value),
                None => Err(self.not_settled(symbols)),
            },
            Node::Binary(operator, operands) => {
                let [left, right] = &**operands;
                let a = left.value(symbols)?;
                if a.base.is_none()
                    && let Some(number) = operator.decided_by(a.number)
                {
                    // The right side must also be defined if `&&` or `||` does not evaluate it.
                    right.visit(&mut |term, span| term.value(symbols, span).map(|_| ()))?;
                    return Ok(Value::number(number));
                }
                let b = right.value(symbols)?;
                match a.binary(*operator, b) {
                    Ok(Some(value)) => {
                        if a.base.is_some() && value.base.is_none() {
                            symbols.relaxable.set(false);
                        }
                        Ok(value)
                    }
                    Ok(None) => Err(self.not_settled(symbols)),
                    Err(error) => Err(Fault::new(right.span.clone(), error.to_string()).into()),
                }
            }
        }
    }

    /// Returns the error for an operator on addresses that only the linker knows.
    fn not_settled(&self, symbols: &Symbols) -> Unsettled {
        symbols.later(|| {
            let message = "the linker assigns these addresses, and the only operation it supports is adding a number";
            Fault::new(self.span.clone(), message).rule(Rule::Unsettled)
        })
    }

    /// Returns the fault of the first undefined symbol in the expression, which later lines may define.
    pub(crate) fn first_undefined(&self, symbols: &Symbols) -> Option<Fault> {
        let undefined = |term: &Term, span: &Range<usize>| match term {
            Term::Symbol(name, _) if !symbols.is_defined(name) => Err(Fault::undefined(span.clone(), name, [])),
            Term::Local(number, _) if term.value(symbols, span).is_err() => {
                Err(undefined_label(*number, "after", span))
            }
            _ => Ok(()),
        };
        self.visit(&mut { undefined }).err()
    }
}
