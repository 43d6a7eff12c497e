//! What an expression can see of a machine, and the values that it finds there.

use std::fmt;

use z8000::cpu::Cpu;
use z8000::machine::{Board, Memory};
use z8000_asm::expression::Node;

use super::ExpressionError;
use super::leaf::{Access, Leaf, Register, Tree};

/// What an expression can see.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    /// The processor.
    pub cpu: &'a Cpu,
    /// The memories.
    pub memory: &'a Memory,
    /// Clocks since the board was made.
    pub clocks: u64,
    /// Instructions since the board was made.
    pub instructions: u64,
}

impl<'a> From<&'a Board> for View<'a> {
    fn from(board: &'a Board) -> Self {
        Self {
            cpu: board.cpu(),
            memory: board.memory(),
            clocks: board.clocks(),
            instructions: board.instructions(),
        }
    }
}

/// How many bits a value has at its source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Width {
    /// A flag.
    Bit,
    /// 8 bits.
    Byte,
    /// 16 bits.
    Word,
    /// 32 bits.
    Long,
    /// A computed signed number of 64 bits, or a quadruple register.
    Wide,
}

impl Width {
    pub(super) const fn bits(self) -> u32 {
        match self {
            Self::Bit => 1,
            Self::Byte => 8,
            Self::Word => 16,
            Self::Long => 32,
            Self::Wide => 64,
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
        Self {
            number,
            width: Width::Wide,
        }
    }

    /// The number with its highest bit as its sign; a flag is unchanged.
    #[must_use]
    pub const fn signed(self) -> i64 {
        match self.width {
            Width::Bit | Width::Wide => self.number,
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
        Leaf::Memory(access, address) => memory(*access, value(address, view)?.number as u16, view.memory),
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
        Register::Pc => (view.cpu.pc().into(), Width::Word),
        Register::Fcw => (view.cpu.fcw().bits().into(), Width::Word),
        Register::Flag(flag) => (view.cpu.fcw().contains(flag).into(), Width::Bit),
        Register::Condition(code) => (view.cpu.fcw().holds(code.into()).into(), Width::Bit),
        Register::Clocks => (view.clocks.cast_signed(), Width::Wide),
        Register::Instructions => (view.instructions.cast_signed(), Width::Wide),
    };
    Value { number, width }
}

fn memory(access: Access, at: u16, memory: &Memory) -> Value {
    let word = |at: u16| {
        i64::from(if access.program {
            memory.program_word(at)
        } else {
            memory.data_word(at)
        })
    };
    let number = match access.width {
        Width::Bit | Width::Byte if access.program => memory.program_byte(at).into(),
        Width::Bit | Width::Byte => memory.data_byte(at).into(),
        Width::Word => word(at),
        Width::Long | Width::Wide => word(at) << 16 | word(at.wrapping_add(2)),
    };
    let value = Value {
        number,
        width: access.width,
    };
    if access.signed {
        Value::wide(value.signed())
    } else {
        value
    }
}
