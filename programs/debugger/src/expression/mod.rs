//! Expressions over registers, flags, memory and symbols.
//!
//! `r3`, `rl0`, `rr2`, `pc`, `fcw.z`, `cc.ult`, `word(ply)`, `s(r8) < 0 && [nodes+2] == 5`. The
//! syntax is described in `docs/reference/debugger.md`. Symbols are looked up when an expression is
//! read; evaluating it afterwards changes nothing and cannot fail but by a division by zero.

mod lexer;
mod parser;

use std::fmt;
use std::ops::Range;

use thiserror::Error;
use z8000::cpu::{Cpu, Fcw};
use z8000::machine::{Board, Memory};

use crate::program::Program;

/// Why a text is no expression, or an expression has no value.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct ExpressionError {
    /// What is wrong.
    pub message: String,
    /// Where in the text, in bytes; the whole text for an evaluation.
    pub span: Range<usize>,
}

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

/// How many bits a value has where it comes from.
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
    /// A computed number of 64 bits with a sign, or a quadruple register.
    Wide,
}

impl Width {
    const fn bits(self) -> u32 {
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
    /// The number; what comes from registers and memory has no sign.
    pub number: i64,
    /// Bits where it comes from.
    pub width: Width,
}

impl Value {
    const fn wide(number: i64) -> Self {
        Self {
            number,
            width: Width::Wide,
        }
    }

    /// The number with the sign that its highest bit is; of a flag, as it is.
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

/// In hexadecimal with the digits of its width, and in decimal, with sign if it could have one.
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

/// A memory operand of a width.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Access {
    width: Width,
    signed: bool,
    program: bool,
}

/// What is no number and no memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Register {
    Byte(u8),
    Word(u8),
    Long(u8),
    Quad(u8),
    Pc,
    Fcw,
    Flag(Fcw),
    Condition(u8),
    Clocks,
    Instructions,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unary {
    Negate,
    Not,
    Complement,
    Signed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Binary {
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    ShiftLeft,
    ShiftRight,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Node {
    Number(i64),
    Register(Register),
    Memory(Access, Box<Node>),
    Unary(Unary, Box<Node>),
    Binary(Binary, Box<[Node; 2]>),
}

/// An expression that was read, its symbols replaced by their values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expression {
    text: String,
    node: Node,
}

/// What can be changed: a register, or memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// R0 to R15, by number.
    Word(u8),
    /// RH0 to RH7 as 0 to 7, RL0 to RL7 as 8 to 15.
    Byte(u8),
    /// RR0 to RR14, by the number of the first word register.
    Long(u8),
    /// RQ0 to RQ12.
    Quad(u8),
    /// The program counter.
    Pc,
    /// The flag and control word.
    Fcw,
    /// Flags of it.
    Flag(Fcw),
    /// So many bytes of memory.
    Memory {
        /// Whether of the program memory.
        program: bool,
        /// Address of the first byte.
        address: u16,
        /// 1, 2 or 4.
        bytes: u8,
    },
}

fn fault(message: impl Into<String>, span: Range<usize>) -> ExpressionError {
    ExpressionError {
        message: message.into(),
        span,
    }
}

impl Expression {
    /// Reads an expression; its symbols are those of a program.
    ///
    /// # Errors
    ///
    /// When it is wrong, names an unknown symbol, or is nested too deeply.
    pub fn new(text: &str, program: &Program) -> Result<Self, ExpressionError> {
        Ok(Self {
            text: text.trim().to_owned(),
            node: parser::parse(text, program)?,
        })
    }

    /// Its text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its value.
    ///
    /// # Errors
    ///
    /// When it divides by zero.
    pub fn value(&self, view: View<'_>) -> Result<Value, ExpressionError> {
        value(&self.node, view).map_err(|message| fault(message, 0..self.text.len()))
    }

    /// Whether its value is not 0.
    ///
    /// # Errors
    ///
    /// As [`value`](Self::value).
    pub fn holds(&self, view: View<'_>) -> Result<bool, ExpressionError> {
        Ok(self.value(view)?.number != 0)
    }

    /// What it stands for, if that can be changed.
    ///
    /// # Errors
    ///
    /// When it is neither a register nor memory, or its address has no value.
    pub fn place(&self, view: View<'_>) -> Result<Place, ExpressionError> {
        let whole = 0..self.text.len();
        let wrong = || {
            let message = format!(
                "`{}` cannot be changed: it is neither a register nor memory; write word({0}) for the word at an address",
                self.text
            );
            fault(message, whole.clone())
        };
        Ok(match &self.node {
            Node::Register(Register::Byte(n)) => Place::Byte(*n),
            Node::Register(Register::Word(n)) => Place::Word(*n),
            Node::Register(Register::Long(n)) => Place::Long(*n),
            Node::Register(Register::Quad(n)) => Place::Quad(*n),
            Node::Register(Register::Pc) => Place::Pc,
            Node::Register(Register::Fcw) => Place::Fcw,
            Node::Register(Register::Flag(flag)) => Place::Flag(*flag),
            Node::Memory(access, address) => Place::Memory {
                program: access.program,
                address: value(address, view)
                    .map_err(|message| fault(message, whole.clone()))?
                    .number as u16,
                bytes: (access.width.bits() / 8) as u8,
            },
            _ => return Err(wrong()),
        })
    }
}

/// A byte register: the high halves first.
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

fn value(node: &Node, view: View<'_>) -> Result<Value, &'static str> {
    Ok(match node {
        Node::Number(number) => Value::wide(*number),
        Node::Register(name) => register(*name, view),
        Node::Memory(access, address) => memory(*access, value(address, view)?.number as u16, view.memory),
        Node::Unary(operator, operand) => {
            let operand = value(operand, view)?;
            let number = operand.number;
            Value::wide(match operator {
                Unary::Negate => number.wrapping_neg(),
                Unary::Not => i64::from(number == 0),
                Unary::Complement => !number,
                Unary::Signed => operand.signed(),
            })
        }
        Node::Binary(operator, operands) => {
            let [left, right] = &**operands;
            let left = value(left, view)?.number;
            // What is decided by the left side alone is not asked further.
            match (operator, left != 0) {
                (Binary::Or, true) => return Ok(Value::wide(1)),
                (Binary::And, false) => return Ok(Value::wide(0)),
                _ => {}
            }
            Value::wide(binary(*operator, left, value(right, view)?.number)?)
        }
    })
}

fn binary(operator: Binary, a: i64, b: i64) -> Result<i64, &'static str> {
    const ZERO: &str = "division by zero";
    // A distance of 64 and more moves all bits out.
    let distance = u32::try_from(b).unwrap_or(u32::MAX);
    Ok(match operator {
        Binary::Or | Binary::And => (b != 0).into(),
        Binary::BitOr => a | b,
        Binary::BitXor => a ^ b,
        Binary::BitAnd => a & b,
        Binary::Equal => (a == b).into(),
        Binary::NotEqual => (a != b).into(),
        Binary::Less => (a < b).into(),
        Binary::LessEqual => (a <= b).into(),
        Binary::Greater => (a > b).into(),
        Binary::GreaterEqual => (a >= b).into(),
        Binary::ShiftLeft => a.checked_shl(distance).unwrap_or(0),
        Binary::ShiftRight => a.checked_shr(distance).unwrap_or(a >> 63),
        Binary::Add => a.wrapping_add(b),
        Binary::Subtract => a.wrapping_sub(b),
        Binary::Multiply => a.wrapping_mul(b),
        Binary::Divide if b == 0 => return Err(ZERO),
        Binary::Divide => a.wrapping_div(b),
        Binary::Remainder if b == 0 => return Err(ZERO),
        Binary::Remainder => a.wrapping_rem(b),
    })
}
