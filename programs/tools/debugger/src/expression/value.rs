//! The parts of a machine that an expression can read, and the resulting values.

use std::fmt;

use z8000::cpu::{Cpu, Fcw, Model};
use z8000_asm::expression::Node;

use super::ExpressionError;
use super::leaf::{Access, Leaf, Tree};
use super::place::Place;
use crate::calls::stack;
use crate::machine::{Address, Look, Machine};

/// The state that an expression can read.
///
/// # Example
///
/// ```
/// # use z8000_asm::{Memory, Options, assemble};
/// # use z8000_debugger::program::Program;
/// use z8000_debugger::expression::{Expression, View};
///
/// let source = "
///         .z8002
///         .word   0, 0x4000, start
/// start:  ldk     r1,#5
///         inc     r1,#2
///         halt
/// ";
/// # let files = Memory::new([("t.s", source)]);
/// # let program = Program::assembled(&assemble(&files, "t.s", &Options::default())?, &files, None)?;
/// let pc = Expression::new("pc + 2", &program)?;
/// let machine = program.machine();
/// let view = View { cpu: machine.cpu(), memory: machine, clocks: 0, instructions: 0 };
/// assert_eq!(pc.value(view)?.number, 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The processor.
    pub cpu: &'a Cpu,
    /// The processor's program memory and data memory.
    pub memory: &'a dyn Look,
    /// Clocks since the start of the program.
    pub clocks: u64,
    /// Number of instructions since the start of the program.
    pub instructions: u64,
}

impl<'a> From<&'a Machine> for View<'a> {
    fn from(machine: &'a Machine) -> Self {
        Self {
            cpu: machine.cpu(),
            memory: machine,
            clocks: machine.clocks(),
            instructions: machine.instructions(),
        }
    }
}

impl View<'_> {
    /// Converts a number to an address: with a segment as in [`Address::of`] or, in non-segmented mode, in the segment
    /// of PC. Bits that are not part of an address are ignored.
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

    /// Returns the address of the top of the stack: SP or, in non-segmented mode, SP in the segment of PC.
    pub fn stack(&self) -> Address {
        stack(self.cpu)
    }
}

/// The width of a value where it was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Width {
    /// A flag, or the truth of a condition code.
    Bit,
    /// 8 bits.
    Byte,
    /// 16 bits.
    Word,
    /// 32 bits.
    Long,
    /// An address with a segment: segment * 0x10000 + offset.
    Address,
    /// A computed signed 64-bit number, or a quadruple register.
    Wide,
}

impl Width {
    const fn bits(self) -> u32 {
        match self {
            Self::Bit => 1,
            Self::Byte => 8,
            Self::Word => 16,
            Self::Long => 32,
            Self::Wide | Self::Address => 64,
        }
    }
}

/// The result of evaluating an expression.
///
/// # Example
///
/// ```
/// use z8000_debugger::expression::{Value, Width};
///
/// let value = Value { number: 0xFFFE, width: Width::Word };
/// assert_eq!(value.signed(), -2);
/// assert_eq!(value.to_string(), "0xfffe = 65534 = -2");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Value {
    /// The number; unsigned if it comes from a register or memory.
    pub number: i64,
    /// The width of the value where it was read.
    pub width: Width,
}

impl Value {
    const fn wide(number: i64) -> Self {
        Self { number, width: Width::Wide }
    }

    /// Returns the number interpreted as signed at its width; flags and addresses are unchanged.
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

/// Writes the value in hexadecimal with the digits of its width, in decimal and, if different, as a signed number.
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

/// Evaluates an expression.
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
        Leaf::Place(place) => read(*place, view),
        Leaf::Condition(code) => bit(view.cpu.fcw().holds((*code).into())),
        Leaf::Clocks => Value::wide(view.clocks.cast_signed()),
        Leaf::Instructions => Value::wide(view.instructions.cast_signed()),
        Leaf::Memory(access, address) => {
            let value = read(place(*access, address, view)?, view);
            if access.signed {
                Value::wide(value.signed())
            } else {
                value
            }
        }
        Leaf::Address(operand) => address(view.address(value(operand, view)?.number)),
        Leaf::Signed(operand) => Value::wide(value(operand, view)?.signed()),
    })
}

/// Formats the value of a register or a flag as digits.
pub(crate) fn digits(place: Place, view: View<'_>) -> String {
    let Value { number, width } = read(place, view);
    format!("{number:0digits$x}", digits = width.bits() as usize / 4)
}

/// Reads a byte register: 0 to 7 are RH0 to RH7, 8 to 15 are RL0 to RL7.
fn byte_register(cpu: &Cpu, n: u8) -> u8 {
    let word = cpu.register(usize::from(n & 7));
    if n < 8 { (word >> 8) as u8 } else { word as u8 }
}

/// Returns the place in memory that an operand denotes.
pub(super) fn place(access: Access, address: &Tree, view: View<'_>) -> Result<Place, ExpressionError> {
    let address = view.address(value(address, view)?.number);
    Ok(Place::Memory { program: access.program, address, bytes: access.bytes })
}

/// Reads the value at a place, with the width of the place.
fn read(place: Place, view: View<'_>) -> Value {
    let register = |n: u8| i64::from(view.cpu.register(usize::from(n & 15)));
    let long = |n: u8| register(n) << 16 | register(n + 1);
    let (number, width) = match place {
        Place::Byte(n) => (byte_register(view.cpu, n).into(), Width::Byte),
        Place::Word(n) => (register(n), Width::Word),
        Place::Long(n) => (long(n), Width::Long),
        Place::Quad(n) => (long(n) << 32 | long(n + 2), Width::Wide),
        Place::Pc => return address(Address::of_pc(view.cpu)),
        Place::Stack => return address(view.stack()),
        Place::Fcw => (view.cpu.fcw().bits().into(), Width::Word),
        Place::Flag(flag) => return bit(view.cpu.fcw().contains(flag)),
        Place::Memory { program, address, bytes } => {
            let word = |at: Address| i64::from(view.memory.word(program, at));
            match bytes {
                1 => (view.memory.byte(program, address).into(), Width::Byte),
                2 => (word(address), Width::Word),
                _ => (word(address) << 16 | word(address.plus(2)), Width::Long),
            }
        }
    };
    Value { number, width }
}

fn bit(holds: bool) -> Value {
    Value { number: holds.into(), width: Width::Bit }
}

/// Converts an address to a value.
fn address(at: Address) -> Value {
    Value {
        number: at.linear() as i64,
        width: if at.has_segment() { Width::Address } else { Width::Word },
    }
}
