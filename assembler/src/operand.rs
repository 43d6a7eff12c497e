//! Operands of instructions, as they are written.

use std::borrow::Cow;
use std::ops::Range;

use crate::diagnostic::Fault;
use crate::expression::{Expression, Node, Parser};
use crate::lexer::Kind;

/// A register as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Register {
    /// `RH0` to `RH7` (0 to 7), `RL0` to `RL7` (8 to 15).
    Byte(u8),
    /// `R0` to `R15`.
    Word(u8),
    /// `RR0` to `RR14`.
    Long(u8),
    /// `RQ0` to `RQ12`.
    Quad(u8),
}

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
    pub(crate) segment: Option<Expression<'a>>,
    pub(crate) offset: Expression<'a>,
    pub(crate) short: bool,
}

impl<'a> Operand<'a> {
    /// The same with names of its own.
    pub(crate) fn into_owned(self) -> Operand<'static> {
        let shape = match self.shape {
            Shape::Register(register) => Shape::Register(register),
            Shape::Indirect(register) => Shape::Indirect(register),
            Shape::Immediate(expression) => Shape::Immediate(expression.into_owned()),
            Shape::Address(place) => Shape::Address(place.into_owned()),
            Shape::Indexed(place, index) => Shape::Indexed(place.into_owned(), index),
            Shape::Base(base, displacement) => Shape::Base(base, displacement.into_owned()),
            Shape::BaseIndex(base, index) => Shape::BaseIndex(base, index),
        };
        Operand { shape, span: self.span }
    }

    /// The expressions in it.
    pub(crate) fn expressions_mut(&mut self) -> impl Iterator<Item = &mut Expression<'a>> {
        let (first, second) = match &mut self.shape {
            Shape::Immediate(expression) | Shape::Base(_, expression) => (Some(expression), None),
            Shape::Address(place) | Shape::Indexed(place, _) => (Some(&mut place.offset), place.segment.as_mut()),
            Shape::Register(_) | Shape::Indirect(_) | Shape::BaseIndex(..) => (None, None),
        };
        first.into_iter().chain(second)
    }

    /// The expressions in it.
    pub(crate) fn expressions(&self) -> impl Iterator<Item = &Expression<'_>> {
        let (first, second) = match &self.shape {
            Shape::Immediate(expression) | Shape::Base(_, expression) => (Some(expression), None),
            Shape::Address(place) | Shape::Indexed(place, _) => (Some(&place.offset), place.segment.as_ref()),
            Shape::Register(_) | Shape::Indirect(_) | Shape::BaseIndex(..) => (None, None),
        };
        first.into_iter().chain(second)
    }
}

impl Place<'_> {
    fn into_owned(self) -> Place<'static> {
        Place {
            segment: self.segment.map(Expression::into_owned),
            offset: self.offset.into_owned(),
            short: self.short,
        }
    }
}

/// Reads the operands of an instruction, to the end of the line.
pub(crate) fn operands<'a>(parser: &mut Parser<'a, '_>) -> Result<Vec<Operand<'a>>, Fault> {
    let mut operands = Vec::new();
    if parser.peek().is_none() {
        return Ok(operands);
    }
    loop {
        operands.push(operand(parser)?);
        if parser.peek().is_none() {
            return Ok(operands);
        }
        parser.expect(",")?;
    }
}

fn operand<'a>(parser: &mut Parser<'a, '_>) -> Result<Operand<'a>, Fault> {
    let start = parser.span().start;
    let shape = shape(parser)?;
    let end = parser.tokens[parser.at - 1].span.end;
    Ok(Operand {
        shape,
        span: start..end,
    })
}

fn shape<'a>(parser: &mut Parser<'a, '_>) -> Result<Shape<'a>, Fault> {
    if parser.take("#") {
        return parser.expression().map(Shape::Immediate);
    }
    if parser.take("@") {
        return match register(parser)? {
            Some(register) => Ok(Shape::Indirect(register)),
            None => Err(Fault::new(parser.span(), "a register must follow `@`")),
        };
    }
    if let Some(register) = register(parser)? {
        return after_register(parser, register);
    }
    let place = place(parser)?;
    if !parser.take("(") {
        return Ok(Shape::Address(place));
    }
    let index = index(parser)?;
    parser.expect(")")?;
    Ok(Shape::Indexed(place, index))
}

/// `Rn`, `Rn(#displacement)` or `Rn(Rx)`.
fn after_register<'a>(parser: &mut Parser<'a, '_>, base: Register) -> Result<Shape<'a>, Fault> {
    if !parser.take("(") {
        return Ok(Shape::Register(base));
    }
    let shape = if parser.take("#") {
        Shape::Base(base, parser.expression()?)
    } else {
        Shape::BaseIndex(base, index(parser)?)
    };
    parser.expect(")")?;
    Ok(shape)
}

fn index(parser: &mut Parser<'_, '_>) -> Result<Register, Fault> {
    let span = parser.span();
    register(parser)?.ok_or_else(|| Fault::new(span, "a register is expected as index"))
}

/// `address`, `<<segment>>offset`, `|address|`.
fn place<'a>(parser: &mut Parser<'a, '_>) -> Result<Place<'a>, Fault> {
    let short = parser.take("|");
    let segment = if parser.take("<<") {
        let segment = segment(parser)?;
        Some(segment)
    } else {
        None
    };
    let offset = if short {
        parser.expression_before_bar()?
    } else {
        parser.expression()?
    };
    if short {
        parser.expect("|")?;
    }
    Ok(Place { segment, offset, short })
}

/// A segment number: one operand, so that the `>>` behind it is no shift.
fn segment<'a>(parser: &mut Parser<'a, '_>) -> Result<Expression<'a>, Fault> {
    let span = parser.span();
    let node = match parser.peek().cloned() {
        Some(Kind::Number(number)) => Node::Number(number),
        Some(Kind::Name(name)) if split(name).is_none() => Node::Symbol(Cow::Borrowed(name)),
        _ => {
            return Err(Fault::new(span, "a segment number or name is expected here"));
        }
    };
    parser.at += 1;
    parser.expect(">>")?;
    Ok(Expression { node, span })
}

/// Takes a register if one stands here.
fn register(parser: &mut Parser<'_, '_>) -> Result<Option<Register>, Fault> {
    let span = parser.span();
    let Some(Kind::Name(name)) = parser.peek() else {
        return Ok(None);
    };
    let Some((sort, number)) = split(name) else {
        return Ok(None);
    };
    let register = match (sort, number) {
        ("rh", 0..=7) => Register::Byte(number as u8),
        ("rl", 0..=7) => Register::Byte(number as u8 + 8),
        ("r", 0..=15) => Register::Word(number as u8),
        ("rr", 0..=14) if number % 2 == 0 => Register::Long(number as u8),
        ("rq", 0..=12) if number % 4 == 0 => Register::Quad(number as u8),
        ("rr", 0..=15) => {
            return Err(
                Fault::new(span, format!("there is no register `{name}`")).label("register pairs have even numbers")
            );
        }
        ("rq", 0..=15) => {
            return Err(Fault::new(span, format!("there is no register `{name}`"))
                .label("quadruples have numbers divisible by four"));
        }
        _ => {
            let last = match sort {
                "rh" | "rl" => "7",
                "rr" => "14",
                "rq" => "12",
                _ => "15",
            };
            return Err(Fault::new(span, format!("there is no register `{name}`"))
                .label(format!("`{sort}0` to `{sort}{last}` exist")));
        }
    };
    parser.at += 1;
    Ok(Some(register))
}

/// Splits a name that looks like a register into its sort and its number.
pub(crate) fn split(name: &str) -> Option<(&'static str, u32)> {
    let digits = name.find(|character: char| character.is_ascii_digit())?;
    let sort = ["rh", "rl", "rr", "rq", "r"]
        .into_iter()
        .find(|sort| name[..digits].eq_ignore_ascii_case(sort))?;
    let number = &name[digits..];
    if number.bytes().all(|byte| byte.is_ascii_digit()) {
        Some((sort, number.parse().unwrap_or(u32::MAX)))
    } else {
        None
    }
}
