//! Operands as they are written, against the kinds of operands that forms have.

use z8000::isa::{Form, Kind, Mode, names};

use crate::expression::{Binary, Node};
use crate::operand::{Operand, Place, Shape};
use crate::register::Register;
use crate::term::Term;

/// Returns true if an operand of this kind is a distance from the instruction.
pub(crate) const fn is_relative(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Relative7 | Kind::Relative8 | Kind::Relative12 | Kind::Relative16
    )
}

/// Returns true if an operand of this kind is written as a number: `#1`.
pub(crate) const fn is_number(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Immediate8
            | Kind::Immediate16
            | Kind::Immediate32
            | Kind::ImmediateByte
            | Kind::Code
            | Kind::Nibble
            | Kind::Count
            | Kind::ByteBit
            | Kind::Rotation
            | Kind::ShiftLeft
            | Kind::ShiftRight
    )
}

/// Returns true if an operand of this kind is a number or an address, and no name.
pub(crate) const fn is_value(kind: Kind) -> bool {
    !matches!(
        kind,
        Kind::Condition | Kind::BranchCondition | Kind::Flags | Kind::Interrupts | Kind::Control | Kind::ControlByte
    )
}

/// Matches operands with a form: returns true if its condition was left out, or fails with the
/// index of the first operand that does not fit.
pub(crate) fn matches(form: &Form, operands: &[Operand<'_>], mode: Mode) -> Result<bool, usize> {
    let mut always = false;
    let mut next = 0;
    let missing = form.operands.len() > operands.len();
    for operand in form.operands {
        match operand.kind {
            Kind::BranchCondition if missing => always = true,
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

/// Returns true if an operand is written as a kind demands; its value does not matter yet.
fn fits(kind: Kind, shape: &Shape<'_>, mode: Mode) -> bool {
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
        (
            Kind::Relative7 | Kind::Relative8 | Kind::Relative12 | Kind::Relative16 | Kind::Port,
            Shape::Address(place),
        ) => !place.short,
        (Kind::Condition | Kind::BranchCondition, Shape::Address(place)) => condition(place).is_some(),
        (Kind::Control, Shape::Address(place)) => {
            let flags = names::FLAG_BYTE.0;
            let control = |name: &&str| !name.eq_ignore_ascii_case(flags) && names::control(name).is_some();
            place.offset.name().filter(control).is_some()
        }
        (Kind::ControlByte, Shape::Address(place)) => {
            let flags = names::FLAG_BYTE.0;
            place.offset.name().is_some_and(|name| name.eq_ignore_ascii_case(flags))
        }
        _ => false,
    }
}

/// The condition that is written: a name, or two with a slash as disassemblers print them: `c/ult`.
pub(crate) fn condition(place: &Place<'_>) -> Option<u8> {
    match &place.offset.node {
        Node::Leaf(Term::Symbol(name)) => names::condition(name),
        Node::Binary(Binary::Divide, both) => {
            let [first, second] = [&both[0], &both[1]].map(|name| name.name().and_then(names::condition));
            first.filter(|_| first == second)
        }
        _ => None,
    }
}

/// The name, if an operand is nothing but one.
pub(crate) fn name<'o>(operand: &'o Operand<'_>) -> Option<&'o str> {
    match &operand.shape {
        Shape::Address(place) => place.offset.name(),
        _ => None,
    }
}
