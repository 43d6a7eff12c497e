//! The parts of a machine that an expression can see, and the values that it finds there.

use std::fmt;

use z8000::cpu::{Cpu, Fcw, Model};
use z8000_asm::expression::Node;

use super::ExpressionError;
use super::leaf::{Access, Leaf, Register, Tree};
use super::width::Width;
use crate::machine::{Address, Look, Subject};

/// The view that an expression has of a machine.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The processor.
    pub cpu: &'a Cpu,
    /// The memories.
    pub memory: &'a dyn Look,
    /// Clocks since the start.
    pub clocks: u64,
    /// Instructions since the start.
    pub instructions: u64,
}

impl<'a> From<&'a Subject> for View<'a> {
    fn from(subject: &'a Subject) -> Self {
        Self {
            cpu: subject.cpu(),
            memory: subject.look(),
            clocks: subject.clocks(),
            instructions: subject.instructions(),
        }
    }
}

impl View<'_> {
    /// The address that a number means: with a segment as [`Address::of`] reads it, of non-segmented mode in the segment
    /// of PC. Bits that no address has do not count.
    pub fn address(&self, number: i64) -> Address {
        let offset = number as u16;
        if self.cpu.model() == Model::Z8002 {
            return Address::flat(offset);
        }
        if !self.cpu.fcw().contains(Fcw::SEG) && (0..0x1_0000).contains(&number) {
            return Address::segmented(self.cpu.pc_segment(), offset);
        }
        Address::of(number, true).unwrap_or(Address::segmented((number >> 16) as u8, offset))
    }

    /// The end of the stack: SP, in non-segmented mode in the segment of PC.
    pub fn stack(&self) -> Address {
        let offset = self.cpu.register(15);
        match self.cpu.model() {
            Model::Z8002 => Address::flat(offset),
            Model::Z8001 if self.cpu.fcw().contains(Fcw::SEG) => {
                Address::segmented((self.cpu.register(14) >> 8) as u8, offset)
            }
            Model::Z8001 => Address::segmented(self.cpu.pc_segment(), offset),
        }
    }
}

/// The value of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Value {
    /// The number; one from a register or memory is unsigned.
    pub number: i64,
    /// Bits at its source.
    pub width: Width,
}

impl Value {
    pub(super) const fn wide(number: i64) -> Self {
        Self { number, width: Width::Wide }
    }

    /// The number with its highest bit as its sign; a flag is unchanged.
    pub const fn signed(self) -> i64 {
        match self.width {
            Width::Bit | Width::Wide | Width::Address => self.number,
            width => {
                let shift = 64 - width.bits();
                self.number << shift >> shift
            }
        }
    }
}

/// In hexadecimal with the digits of its width, and in decimal, also as a signed number where that differs.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.number;
        match self.width {
            Width::Bit => write!(f, "{number}"),
            Width::Address => match Address::of(number, true) {
                Some(address) => write!(f, "{address} = {number:#x} = {number}"),
                None => write!(f, "{number:#x} = {number}"),
            },
            Width::Wide if number < 0 => write!(f, "-{:#x} = {number}", number.unsigned_abs()),
            Width::Wide => write!(f, "{number:#x} = {number}"),
            width => {
                let digits = width.bits() as usize / 4 + 2;
                write!(f, "{number:#0digits$x} = {number}")?;
                match self.signed() {
                    signed if signed < 0 => write!(f, " = {signed}"),
                    _ => Ok(()),
                }
            }
        }
    }
}

/// The value of an expression.
pub(super) fn value(tree: &Tree, view: View<'_>) -> Result<Value, ExpressionError> {
    match &tree.node {
        Node::Leaf(leaf) => leaf_value(leaf, view),
        _ => tree
            .evaluate(&|leaf, _| Ok(leaf_value(leaf, view)?.number))
            .map(Value::wide),
    }
}

fn leaf_value(leaf: &Leaf, view: View<'_>) -> Result<Value, ExpressionError> {
    Ok(match leaf {
        Leaf::Register(name) => register(*name, view),
        Leaf::Memory(access, address) => memory(*access, view.address(value(address, view)?.number), view.memory),
        Leaf::Address(operand) => address(view.address(value(operand, view)?.number)),
        Leaf::Signed(operand) => Value::wide(value(operand, view)?.signed()),
    })
}

/// RH0 to RH7 are 0 to 7, RL0 to RL7 are 8 to 15.
fn byte_register(cpu: &Cpu, n: u8) -> u8 {
    let word = cpu.register(usize::from(n & 7));
    if n < 8 { (word >> 8) as u8 } else { word as u8 }
}

fn register(register: Register, view: View<'_>) -> Value {
    let word = |n: u8| i64::from(view.cpu.register(usize::from(n & 15)));
    let long = |n: u8| word(n) << 16 | word(n + 1);
    let (number, width) = match register {
        Register::Byte(n) => (byte_register(view.cpu, n).into(), Width::Byte),
        Register::Word(n) => (word(n), Width::Word),
        Register::Long(n) => (long(n), Width::Long),
        Register::Quad(n) => (long(n) << 32 | long(n + 2), Width::Wide),
        Register::Pc => return address(Address::of_pc(view.cpu)),
        Register::Stack => return address(view.stack()),
        Register::Fcw => (view.cpu.fcw().bits().into(), Width::Word),
        Register::Flag(flag) => (view.cpu.fcw().contains(flag).into(), Width::Bit),
        Register::Condition(code) => (view.cpu.fcw().holds(code.into()).into(), Width::Bit),
        Register::Clocks => (view.clocks.cast_signed(), Width::Wide),
        Register::Instructions => (view.instructions.cast_signed(), Width::Wide),
    };
    Value { number, width }
}

/// An address as a value.
fn address(at: Address) -> Value {
    Value {
        number: at.linear() as i64,
        width: if at.has_segment() { Width::Address } else { Width::Word },
    }
}

fn memory(access: Access, at: Address, memory: &dyn Look) -> Value {
    let word = |at: Address| i64::from(memory.word(access.program, at));
    let number = match access.width {
        Width::Bit | Width::Byte => memory.byte(access.program, at).into(),
        Width::Word => word(at),
        Width::Long | Width::Wide | Width::Address => word(at) << 16 | word(at.plus(2)),
    };
    let width = access.width;
    let value = Value { number, width };
    if access.signed {
        Value::wide(value.signed())
    } else {
        value
    }
}
