//! Expressions over registers, flags, memory and symbols.
//!
//! `r3`, `rl0`, `rr2`, `pc`, `fcw.z`, `cc.ult`, `word(ply)`, `s(r8) < 0 && [nodes+2] == 5`. Operators and numbers are those
//! of the assembler ([`z8000_asm::expression`]); `docs/reference/debugger.md` describes the rest. Symbols are looked up
//! when an expression is read; evaluating it afterwards changes nothing and fails only where an operator has no value.

mod leaf;
mod test;
mod value;
mod width;

use std::fmt;

use thiserror::Error;
use z8000::cpu::{Fcw, Model};
/// The reason why a text is not an expression, or why an expression has no value; with the bytes of the text that are
/// at fault.
pub use z8000_asm::Fault as ExpressionError;
use z8000_asm::expression::Node;

use self::leaf::{Leaf, Register, Tree};
pub(crate) use self::test::Test;
pub use self::value::{Value, View};
pub use self::width::Width;
use crate::machine::Address;
use crate::program::Program;

/// An expression that was read, its symbols replaced by their values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expression {
    text: String,
    tree: Tree,
}

/// A place that can be changed: a register, or memory.
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
    /// The program counter; on a Z8001 with its segment.
    Pc,
    /// The stack pointer of a Z8001: in segmented mode a pair.
    Stack,
    /// The flag and control word.
    Fcw,
    /// Flags of it.
    Flag(Fcw),
    /// Bytes of memory.
    Memory {
        /// True if it is program memory.
        program: bool,
        /// Address of the first byte.
        address: Address,
        /// 1, 2 or 4.
        bytes: u8,
    },
}

/// The place as an expression.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(n) => write!(f, "r{n}"),
            Self::Byte(n @ 0..=7) => write!(f, "rh{n}"),
            Self::Byte(n) => write!(f, "rl{}", n - 8),
            Self::Long(n) => write!(f, "rr{n}"),
            Self::Quad(n) => write!(f, "rq{n}"),
            Self::Pc => f.write_str("pc"),
            Self::Stack => f.write_str("sp"),
            Self::Fcw => f.write_str("fcw"),
            Self::Flag(flag) => write!(f, "fcw.{}", leaf::flag_name(*flag)),
            Self::Memory { program, address, bytes } => {
                let space = if *program { "p" } else { "" };
                let width = match bytes {
                    1 => "byte",
                    2 => "word",
                    _ => "long",
                };
                write!(f, "{space}{width}({})", address.linear())
            }
        }
    }
}

impl Place {
    /// Checks that a value fits: bytes, words and long words take what they hold without a sign and with one, flags 0
    /// and 1, PC an even address.
    ///
    /// # Errors
    ///
    /// When it does not; the range is named.
    pub fn check(self, value: i64, segmented: bool) -> Result<(), ValueError> {
        let bits = match self {
            Self::Byte(_) => 8,
            Self::Word(_) | Self::Fcw => 16,
            Self::Long(_) => 32,
            Self::Memory { bytes, .. } => u32::from(bytes) * 8,
            Self::Quad(_) => return Ok(()),
            // A comparison that holds is -1.
            Self::Flag(_) if matches!(value, -1..=1) => return Ok(()),
            Self::Flag(_) => return Err(ValueError::Range(value, 0, 1)),
            Self::Pc if Address::of(value, segmented).is_some_and(|at| !at.offset().is_multiple_of(2)) => {
                return Err(ValueError::Odd(value));
            }
            Self::Pc | Self::Stack if Address::of(value, segmented).is_some() => return Ok(()),
            Self::Pc | Self::Stack if segmented => return Err(ValueError::Address(value)),
            Self::Pc | Self::Stack => return Err(ValueError::Range(value, 0, 0xFFFF)),
        };
        let (least, most) = (-(1_i64 << (bits - 1)), (1_i64 << bits) - 1);
        if (least..=most).contains(&value) {
            Ok(())
        } else {
            Err(ValueError::Range(value, least, most))
        }
    }
}

/// The reason why a register or memory cannot get a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ValueError {
    /// It is too small or too great.
    #[error("{0} does not fit: the range is {1} to {2}")]
    Range(i64, i64, i64),
    /// PC is even.
    #[error("{0:#x} is odd: instructions begin at even addresses")]
    Odd(i64),
    /// A Z8001 has no such address.
    #[error("{0:#x} is no address: the range is <<0>>0 to <<127>>0xffff")]
    Address(i64),
}

impl Expression {
    /// Reads an expression; its symbols are those of a program.
    ///
    /// # Errors
    ///
    /// When it is wrong, names an unknown symbol, or is nested too deeply.
    pub fn new(text: &str, program: &Program) -> Result<Self, ExpressionError> {
        Ok(Self { text: text.trim().to_owned(), tree: leaf::parse(text, program)? })
    }

    /// Its text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its value.
    ///
    /// # Errors
    ///
    /// When it divides by zero.
    pub fn value(&self, view: View<'_>) -> Result<Value, ExpressionError> {
        value::value(&self.tree, view)
    }

    /// Returns true if its value is not 0.
    ///
    /// # Errors
    ///
    /// As [`value`](Self::value).
    pub fn holds(&self, view: View<'_>) -> Result<bool, ExpressionError> {
        Ok(self.value(view)?.number != 0)
    }

    /// Returns true if it asks for the number of instructions, which not every run counts.
    pub(crate) fn asks_for_instructions(&self) -> bool {
        leaf::asks_for_instructions(&self.tree)
    }

    /// The place that it stands for, if that can be changed.
    ///
    /// # Errors
    ///
    /// When it is neither a register nor memory, or its address has no value.
    pub fn place(&self, view: View<'_>) -> Result<Place, ExpressionError> {
        let place = match &self.tree.node {
            Node::Leaf(Leaf::Register(register)) => match *register {
                Register::Byte(n) => Some(Place::Byte(n)),
                Register::Word(n) => Some(Place::Word(n)),
                Register::Long(n) => Some(Place::Long(n)),
                Register::Quad(n) => Some(Place::Quad(n)),
                Register::Pc => Some(Place::Pc),
                Register::Stack if view.cpu.model() == Model::Z8001 => Some(Place::Stack),
                Register::Stack => Some(Place::Word(15)),
                Register::Fcw => Some(Place::Fcw),
                Register::Flag(flag) => Some(Place::Flag(flag)),
                Register::Condition(_) | Register::Clocks | Register::Instructions => None,
            },
            Node::Leaf(Leaf::Memory(access, address)) => Some(Place::Memory {
                program: access.program,
                address: view.address(value::value(address, view)?.number),
                bytes: (access.width.bits() / 8) as u8,
            }),
            _ => None,
        };
        place.ok_or_else(|| {
            let message = format!(
                "`{}` cannot be changed: it is neither a register nor memory; write word({0}) for the word at an address",
                self.text
            );
            ExpressionError::new(0..self.text.len(), message)
        })
    }
}
