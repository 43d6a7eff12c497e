//! Operands of instructions, as they are written.

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
pub(crate) struct Operand {
    pub(crate) shape: Shape,
    pub(crate) span: Range<usize>,
}

/// How an operand is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Shape {
    /// `Rn`
    Register(Register),
    /// `@Rn`
    Indirect(Register),
    /// `#data`
    Immediate(Expression),
    /// `address`; or a name of a condition, flag, interrupt or control register.
    Address(Place),
    /// `address(Rn)`
    Indexed(Place, Register),
    /// `Rn(#displacement)`
    Base(Register, Expression),
    /// `Rn(Rx)`
    BaseIndex(Register, Register),
}

/// An address: an offset, a segment if one was named, and whether it is short.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) segment: Option<Expression>,
    pub(crate) offset: Expression,
    pub(crate) short: bool,
}

/// Reads the operands of an instruction, to the end of the line.
pub(crate) fn operands(parser: &mut Parser<'_, '_>) -> Result<Vec<Operand>, Fault> {
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

fn operand(parser: &mut Parser<'_, '_>) -> Result<Operand, Fault> {
    let start = parser.span().start;
    let shape = shape(parser)?;
    let end = parser.tokens[parser.at - 1].span.end;
    Ok(Operand {
        shape,
        span: start..end,
    })
}

fn shape(parser: &mut Parser<'_, '_>) -> Result<Shape, Fault> {
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
fn after_register(parser: &mut Parser<'_, '_>, base: Register) -> Result<Shape, Fault> {
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
fn place(parser: &mut Parser<'_, '_>) -> Result<Place, Fault> {
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
    Ok(Place {
        segment,
        offset,
        short,
    })
}

/// A segment number: one operand, so that the `>>` behind it is no shift.
fn segment(parser: &mut Parser<'_, '_>) -> Result<Expression, Fault> {
    let span = parser.span();
    let node = match parser.peek().cloned() {
        Some(Kind::Number(number)) => Node::Number(number),
        Some(Kind::Name(name)) => Node::Symbol(name.to_owned()),
        _ => {
            return Err(Fault::new(
                span,
                "a segment number or name is expected here",
            ));
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
            return Err(Fault::new(span, format!("there is no register `{name}`"))
                .label("register pairs have even numbers"));
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
