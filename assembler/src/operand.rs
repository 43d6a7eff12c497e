//! Operands of instructions, as they are written.

use std::borrow::Cow;
use std::ops::Range;

use z8000::isa::Mode;

use crate::expression::Node;
use crate::fault::Fault;
use crate::lexer::{Kind, Sign};
use crate::register::{Register, is_register};
use crate::scope::Parser;
use crate::term::{Expression, Term};

/// An operand and the bytes of the line it stands in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Operand<'a> {
    pub(crate) shape: Shape<'a>,
    pub(crate) span: Range<usize>,
}

/// How an operand is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Shape<'a> {
    /// `Rn`
    Register(Register),
    /// `@Rn`
    Indirect(Register),
    /// `#data`
    Immediate(Expression<'a>),
    /// `address`; or a name of a condition, flag, interrupt or control register.
    Address(Place<'a>),
    /// `address(Rn)`
    Indexed(Place<'a>, Register),
    /// `Rn(#displacement)`
    Base(Register, Expression<'a>),
    /// `Rn(Rx)`
    BaseIndex(Register, Register),
}

/// An address: an offset, a segment if one was named, and whether it is short.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place<'a> {
    pub(crate) segment: Option<Box<Expression<'a>>>,
    pub(crate) offset: Expression<'a>,
    pub(crate) short: bool,
}

impl<'a> Operand<'a> {
    /// The same with another expression for each.
    pub(crate) fn map(self, expression: &impl Fn(Expression<'_>) -> Expression<'static>) -> Operand<'static> {
        let place = |place: Place<'_>| Place {
            segment: place.segment.map(|segment| Box::new(expression(*segment))),
            offset: expression(place.offset),
            short: place.short,
        };
        let shape = match self.shape {
            Shape::Register(register) => Shape::Register(register),
            Shape::Indirect(register) => Shape::Indirect(register),
            Shape::Immediate(data) => Shape::Immediate(expression(data)),
            Shape::Address(address) => Shape::Address(place(address)),
            Shape::Indexed(address, index) => Shape::Indexed(place(address), index),
            Shape::Base(base, displacement) => Shape::Base(base, expression(displacement)),
            Shape::BaseIndex(base, index) => Shape::BaseIndex(base, index),
        };
        Operand { shape, span: self.span }
    }
}

/// Reads the operands of an instruction, to the end of the line.
pub(crate) fn operands<'a>(parser: &mut Parser<'a, '_>) -> Result<Vec<Operand<'a>>, Fault> {
    let mut operands = Vec::new();
    if parser.peek().is_none() {
        return Ok(operands);
    }
    loop {
        let start = parser.span().start;
        let shape = shape(parser)?;
        let span = parser.span_from(start);
        operands.push(Operand { shape, span });
        if parser.peek().is_none() {
            return Ok(operands);
        }
        parser.expect(Sign::Comma)?;
    }
}

fn shape<'a>(parser: &mut Parser<'a, '_>) -> Result<Shape<'a>, Fault> {
    if parser.take(Sign::Hash) {
        return parser.expression().map(Shape::Immediate);
    }
    if parser.take(Sign::At) {
        return match register(parser)? {
            Some(register) => Ok(Shape::Indirect(register)),
            None => Err(Fault::new(parser.span(), "a register is expected after `@`")),
        };
    }
    if let Some(register) = register(parser)? {
        return after_register(parser, register);
    }
    let place = place(parser)?;
    if !parser.take(Sign::Open) {
        return Ok(Shape::Address(place));
    }
    let index = index(parser)?;
    parser.expect(Sign::Close)?;
    Ok(Shape::Indexed(place, index))
}

/// `Rn`, `Rn(#displacement)` or `Rn(Rx)`.
fn after_register<'a>(parser: &mut Parser<'a, '_>, base: Register) -> Result<Shape<'a>, Fault> {
    if !parser.take(Sign::Open) {
        return Ok(Shape::Register(base));
    }
    let shape = if parser.take(Sign::Hash) {
        Shape::Base(base, parser.expression()?)
    } else {
        Shape::BaseIndex(base, index(parser)?)
    };
    parser.expect(Sign::Close)?;
    Ok(shape)
}

fn index(parser: &mut Parser<'_, '_>) -> Result<Register, Fault> {
    let span = parser.span();
    register(parser)?.ok_or_else(|| Fault::new(span, "a register is expected as the index"))
}

/// `address`, `<<segment>>offset`, `|address|`.
fn place<'a>(parser: &mut Parser<'a, '_>) -> Result<Place<'a>, Fault> {
    let short = parser.take(Sign::Bar);
    let segment = if parser.take(Sign::ShiftLeft) {
        Some(Box::new(segment(parser)?))
    } else {
        None
    };
    parser.end_sign = short.then_some(Sign::Bar);
    let offset = parser.expression()?;
    parser.end_sign = None;
    if short {
        parser.expect(Sign::Bar)?;
    }
    Ok(Place { segment, offset, short })
}

/// A segment number: one operand, so that the `>>` after it is not a shift.
fn segment<'a>(parser: &mut Parser<'a, '_>) -> Result<Expression<'a>, Fault> {
    let span = parser.span();
    let node = match parser.peek() {
        Some(Kind::Number(number)) => Node::Number(*number),
        Some(Kind::Name(name)) if !is_register(name) => Node::Leaf(Term::Symbol(Cow::Borrowed(name))),
        _ => return Err(Fault::new(span, "a segment number or symbol is expected here")),
    };
    parser.advance();
    parser.expect(Sign::ShiftRight)?;
    Ok(Expression { node, span })
}

/// Takes a register if one stands here. `sp` is the stack pointer of the mode, unless a symbol has this name.
fn register(parser: &mut Parser<'_, '_>) -> Result<Option<Register>, Fault> {
    let Some(Kind::Name(name)) = parser.peek() else {
        return Ok(None);
    };
    let register = match Register::new(name, &parser.span())? {
        None if name.eq_ignore_ascii_case("sp") && !parser.leaves.symbols.is_defined(name) => {
            Some(match parser.leaves.mode {
                Mode::Nonsegmented => Register::Word(15),
                Mode::Segmented => Register::Long(14),
            })
        }
        register => register,
    };
    if register.is_some() {
        parser.advance();
    }
    Ok(register)
}
