//! Parsing the operands of instructions, and the kinds of operands in forms.

use std::ops::Range;

use z8000::isa::{Content, Form, Kind, Mode, Value, names};

use crate::evaluation::Parser;
use crate::expression::{Binary, Node};
use crate::fault::Fault;
use crate::lexer::{self, Sign};
use crate::register::{Register, is_register};
use crate::value::{Expression, Term};

/// An operand, and its position in the line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Operand {
    pub(crate) shape: Shape,
    pub(crate) span: Range<usize>,
}

/// The syntax of an operand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Shape {
    /// `Rn`.
    Register(Register),
    /// `@Rn`.
    Indirect(Register),
    /// `#data`.
    Immediate(Expression),
    /// `address`; or a name of a condition, flag, interrupt or control register.
    Address(Place),
    /// `address(Rn)`.
    Indexed(Place, Register),
    /// `Rn(#displacement)`.
    Base(Register, Expression),
    /// `Rn(Rx)`.
    BaseIndex(Register, Register),
}

/// An address: an offset, a segment if given, and true if it is in short form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) segment: Option<Box<Expression>>,
    pub(crate) offset: Expression,
    pub(crate) short: bool,
}

impl Shape {
    /// Returns a description for messages.
    pub(crate) const fn in_words(&self) -> &'static str {
        match self {
            Self::Register(Register::Byte(_)) => "a byte register",
            Self::Register(Register::Word(_)) => "a word register",
            Self::Register(Register::Long(_)) => "a register pair",
            Self::Register(Register::Quad(_)) => "a quadruple register",
            Self::Indirect(Register::Long(_)) => "a register pair as a pointer",
            Self::Indirect(_) => "a pointer",
            Self::Immediate(_) => "a number with `#`",
            Self::Address(_) => "an address",
            Self::Indexed(..) => "an address with an index",
            Self::Base(..) => "a base with a displacement",
            Self::BaseIndex(..) => "a base with an index",
        }
    }

    /// Returns the register that points to memory, if there is one.
    pub(crate) const fn pointer(&self) -> Option<Register> {
        match self {
            Self::Indirect(base) | Self::Base(base, _) | Self::BaseIndex(base, _) => Some(*base),
            _ => None,
        }
    }

    /// Returns the register that is added to an address, if there is one.
    pub(crate) const fn index(&self) -> Option<Register> {
        match self {
            Self::Indexed(_, index) | Self::BaseIndex(_, index) => Some(*index),
            _ => None,
        }
    }

    /// Returns the value of an operand that consists only of registers.
    pub(crate) fn registers(&self) -> Option<Value> {
        match self {
            Self::Register(register) | Self::Indirect(register) => Some(Value::Register(register.number())),
            Self::BaseIndex(base, index) => Some(Value::BaseIndex(base.number(), index.number())),
            _ => None,
        }
    }
}

/// Parses the operands of an instruction, to the end of the line.
pub(crate) fn operands(parser: &mut Parser<'_>) -> Result<Vec<Operand>, Fault> {
    if parser.peek().is_none() {
        return Ok(Vec::new());
    }
    // Most instructions have two operands; those that wait for symbols keep the vector, so it is not larger.
    let mut operands = Vec::with_capacity(2);
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

fn shape(parser: &mut Parser<'_>) -> Result<Shape, Fault> {
    if parser.take(Sign::Hash) {
        return parser.expression().map(Shape::Immediate);
    }
    if parser.take(Sign::At) {
        return match register(parser)? {
            Some(register) => Ok(Shape::Indirect(register)),
            None => Err(Fault::new(parser.span(), "expected a register after `@`")),
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

/// Parses `Rn`, `Rn(#displacement)`, `Rn(displacement)` or `Rn(Rx)`.
fn after_register(parser: &mut Parser<'_>, base: Register) -> Result<Shape, Fault> {
    if !parser.take(Sign::Open) {
        return Ok(Shape::Register(base));
    }
    let shape = if parser.take(Sign::Hash) {
        Shape::Base(base, parser.expression()?)
    } else if let Some(index) = register(parser)? {
        Shape::BaseIndex(base, index)
    } else {
        Shape::Base(base, parser.expression()?)
    };
    parser.expect(Sign::Close)?;
    Ok(shape)
}

fn index(parser: &mut Parser<'_>) -> Result<Register, Fault> {
    let span = parser.span();
    register(parser)?.ok_or_else(|| Fault::new(span, "expected a register as the index"))
}

/// Parses `address`, `<<segment>>offset` or `|address|`.
fn place(parser: &mut Parser<'_>) -> Result<Place, Fault> {
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

/// Parses a segment number: a single operand, so that the `>>` after it is not a shift.
fn segment(parser: &mut Parser<'_>) -> Result<Expression, Fault> {
    let span = parser.span();
    let node = match parser.peek() {
        Some(lexer::Kind::Number(number)) => Node::Number(*number),
        Some(lexer::Kind::Name(name)) if !is_register(name) => Node::Leaf(parser.leaves.symbol(&span)),
        _ => return Err(Fault::new(span, "expected a segment number or a symbol")),
    };
    parser.advance();
    parser.expect(Sign::ShiftRight)?;
    Ok(Expression { node, span })
}

/// Parses a register, if one comes next. `sp` is the stack pointer of the current mode, unless there is a symbol with
/// this name.
fn register(parser: &mut Parser<'_>) -> Result<Option<Register>, Fault> {
    let Some(lexer::Kind::Name(name)) = parser.peek() else {
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

/// Returns true if an operand of this kind is a distance from the instruction.
pub(crate) const fn is_relative(kind: Kind) -> bool {
    matches!(kind.parts()[0].content, Content::Relative(_))
}

/// Returns true if an operand of this kind must be written as a number: `#1`.
pub(crate) const fn is_number(kind: Kind) -> bool {
    matches!(kind.parts()[0].content, Content::Number(_)) && !matches!(kind, Kind::Port)
}

/// Matches operands with a form. Returns the index of its condition if that was omitted; an error is the index of the
/// first operand that does not fit. The condition of a jump or a return can be omitted; with `any`, every condition.
pub(crate) fn matches(form: &Form, operands: &[Operand], mode: Mode, any: bool) -> Result<Option<usize>, usize> {
    let mut always = None;
    let mut next = 0;
    let missing = form.operands.len() > operands.len();
    for (index, operand) in form.operands.iter().enumerate() {
        match operand.kind {
            Kind::BranchCondition if missing => always = Some(index),
            Kind::Condition if missing && any => always = Some(index),
            Kind::Flags | Kind::Interrupts => {
                let names = &operands[next.min(operands.len())..];
                let unnamed = names.iter().position(|operand| name(operand).is_none());
                if let Some(wrong) = unnamed.or(names.is_empty().then_some(0)) {
                    return Err(next + wrong);
                }
                next = operands.len();
            }
            kind => {
                let given = operands.get(next).ok_or(next)?;
                if !fits(kind, &given.shape, mode) {
                    return Err(next);
                }
                next += 1;
            }
        }
    }
    if next == operands.len() { Ok(always) } else { Err(next) }
}

/// Returns true if an operand has the syntax of a kind, regardless of its value.
fn fits(kind: Kind, shape: &Shape, mode: Mode) -> bool {
    let pointer = |register: &Register| match mode {
        Mode::Nonsegmented => matches!(register, Register::Word(_)),
        Mode::Segmented => matches!(register, Register::Long(_)),
    };
    let word = |register: &Register| matches!(register, Register::Word(_));
    match (kind, shape) {
        (Kind::Byte, Shape::Register(register)) => matches!(register, Register::Byte(_)),
        (Kind::Word, Shape::Register(register)) => word(register),
        (Kind::Long, Shape::Register(register)) => matches!(register, Register::Long(_)),
        (Kind::Quad, Shape::Register(register)) => matches!(register, Register::Quad(_)),
        (Kind::Pointer, Shape::Register(register)) => pointer(register),
        (Kind::Indirect, Shape::Indirect(register)) => pointer(register),
        (Kind::PortIndirect, Shape::Indirect(register)) => word(register),
        (Kind::Direct, Shape::Address(_)) => true,
        (Kind::Indexed, Shape::Indexed(_, index)) => word(index),
        (Kind::Base, Shape::Base(base, _)) => pointer(base),
        (Kind::BaseIndex, Shape::BaseIndex(base, index)) => pointer(base) && word(index),
        (kind, Shape::Immediate(_)) => is_number(kind) || kind == Kind::Port,
        (kind, Shape::Address(place)) if is_relative(kind) || kind == Kind::Port => !place.short,
        (Kind::Condition | Kind::BranchCondition, Shape::Address(place)) => condition(place).is_some(),
        (Kind::Control | Kind::ControlByte, Shape::Address(place)) => place.offset.name().is_some_and(|name| {
            let is_byte = name.eq_ignore_ascii_case(names::FLAG_BYTE.0);
            is_byte == (kind == Kind::ControlByte) && (is_byte || names::control(name).is_some())
        }),
        _ => false,
    }
}

/// Returns the condition: a name, or two names with a slash, as disassemblers write them: `c/ult`.
pub(crate) fn condition(place: &Place) -> Option<u8> {
    match &place.offset.node {
        Node::Leaf(Term::Symbol(name, _)) => names::condition(name),
        Node::Binary(Binary::Divide, both) => {
            let [first, second] = [&both[0], &both[1]].map(|name| name.name().and_then(names::condition));
            first.filter(|_| first == second)
        }
        _ => None,
    }
}

/// Returns the name if an operand consists only of a name.
pub(crate) fn name(operand: &Operand) -> Option<&str> {
    match &operand.shape {
        Shape::Address(place) => place.offset.name(),
        _ => None,
    }
}

/// Returns a description of a kind of operand for messages.
pub(crate) fn in_words(kind: Kind, mode: Mode) -> &'static str {
    let segmented = mode == Mode::Segmented;
    match kind {
        Kind::Byte => "a byte register (`rl0`)",
        Kind::Word => "a word register (`r0`)",
        Kind::Long => "a register pair (`rr0`)",
        Kind::Quad => "a quadruple register (`rq0`)",
        Kind::Pointer if segmented => "a register pair (`rr2`)",
        Kind::Pointer => "a word register (`r2`)",
        Kind::Indirect if segmented => "a pointer (`@rr2`)",
        Kind::Indirect | Kind::PortIndirect => "a pointer (`@r2`)",
        Kind::Direct => "an address",
        Kind::Indexed => "an address with an index (`table(r2)`)",
        Kind::Base if segmented => "a base (`rr2(#4)`)",
        Kind::Base => "a base (`r2(#4)`)",
        Kind::BaseIndex if segmented => "a base with an index (`rr2(r4)`)",
        Kind::BaseIndex => "a base with an index (`r2(r4)`)",
        Kind::Port => "a port",
        Kind::Condition | Kind::BranchCondition => "a condition",
        Kind::Flags => "a flag (C, Z, S, P, V)",
        Kind::Interrupts => "an interrupt (VI, NVI)",
        Kind::Control => "a control register (FCW, PSAP, ...)",
        Kind::ControlByte => "FLAGS",
        kind if is_number(kind) => "a number (`#1`)",
        _ => "a target",
    }
}
