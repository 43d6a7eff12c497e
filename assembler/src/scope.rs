//! Reading the leaves of expressions.

use std::borrow::Cow;

use z8000::isa::Mode;

use crate::expression::{self, Leaves, Node};
use crate::fault::Fault;
use crate::lexer::{Kind, Sign, Token};
use crate::register::is_register;
use crate::symbols::Symbols;
use crate::value::{Term, Value};

/// A parser for a line of a source.
pub(crate) type Parser<'a, 'b> = expression::Parser<'a, 'b, Scope<'b>>;

/// The surroundings of a line that its terms depend on.
pub(crate) struct Scope<'b> {
    /// The current address.
    pub(crate) here: Value,
    pub(crate) mode: Mode,
    /// The symbols that are defined so far.
    pub(crate) symbols: &'b Symbols,
}

impl<'a> Leaves<'a> for Scope<'_> {
    type Leaf = Term<'a>;

    fn leaf(parser: &mut expression::Parser<'a, '_, Self>, first: &Token<'a>) -> Result<Node<Self::Leaf>, Fault> {
        let fault = |message: String| Err(Fault::new(first.span.clone(), message));
        Ok(Node::Leaf(match first.kind {
            Kind::Name(".") => Term::Value(parser.leaves.here),
            Kind::Name(name) if is_register(name) => {
                let message = format!("the value of register `{name}` is not known to the assembler");
                return Err(
                    Fault::new(first.span.clone(), message).label(format!("`@{name}` is the memory it points to"))
                );
            }
            Kind::Name(name) => Term::Symbol(Cow::Borrowed(name)),
            Kind::Local(number, before) => {
                let defined = parser.leaves.symbols.locals.get(&number).map_or(0, Vec::len);
                match defined.checked_sub(usize::from(before)) {
                    Some(definition) => Term::Local(number, definition),
                    None => return fault(format!("label `{number}:` is not defined before this line")),
                }
            }
            Kind::Sign(Sign::Percent) => {
                let message = "an expression is expected here";
                return Err(Fault::new(first.span.clone(), message).label("hexadecimal numbers begin with `0x`"));
            }
            _ => return fault("an expression is expected here".to_owned()),
        }))
    }
}
