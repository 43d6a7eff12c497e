//! Decoding instructions.

use thiserror::Error;

use super::codec::{self, Context};
use super::lookup::form_index;
use super::{Address, FORMS, Form, Mode, Operand, Part, Place, Value};

/// Why words are not an instruction.
///
/// # Example
///
/// ```
/// use z8000::isa::{Address, DecodeError, Mode, decode};
///
/// let decode = |words: &[u16]| decode(words, Address::flat(0), Mode::Nonsegmented);
/// assert_eq!(decode(&[0x7E00]), Err(DecodeError::Undefined(0x7E00)));
/// // LD R1,#data without the data; LDL with the pair RR1.
/// assert_eq!(decode(&[0x2101]), Err(DecodeError::Truncated(1)));
/// assert!(matches!(decode(&[0x9421]), Err(DecodeError::Unusual(_))));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// No form begins with this word.
    #[error("{0:04x} is undefined")]
    Undefined(u16),
    /// The words begin like this form, but the second word or an operand has bits that are not allowed, such as an odd
    /// register number for a pair.
    #[error("{} with undefined bits", .0.operation)]
    Unusual(&'static Form),
    /// The instruction is longer than the words, of which there are this many.
    #[error("the instruction is truncated after {0} words")]
    Truncated(usize),
}

/// One instruction: its form and the values of its operands.
///
/// # Example
///
/// ```
/// use z8000::isa::{Address, Mode, Operation, Value, decode};
///
/// let instruction = decode(&[0xBD15], Address::flat(0), Mode::Nonsegmented)?;
/// assert_eq!((instruction.form.operation, instruction.length), (Operation::Ldk, 2));
/// assert_eq!(instruction.values(), [Value::Register(1), Value::Immediate(5)]);
/// assert_eq!(instruction.to_string(), "ldk r1,#5");
/// # Ok::<(), z8000::isa::DecodeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Instruction {
    /// The row of the instruction table.
    pub form: &'static Form,
    /// Length in bytes: 2, 4, 6 or 8.
    pub length: u8,
    /// The mode for which it was decoded, which determines the width of its addresses.
    pub mode: Mode,
    values: [Value; Self::MAX_OPERANDS],
}

impl Instruction {
    /// The maximum number of operands of a form.
    pub const MAX_OPERANDS: usize = 4;

    /// Returns the values of the operands, in the order of [`Form::operands`].
    pub fn values(&self) -> &[Value] {
        &self.values[..self.form.operands.len()]
    }
}

/// Decodes the first instruction in the words, at an address (which only matters for relative operands). Words after
/// the instruction are ignored.
///
/// Decoding is strict: encoding the instruction again gives the same words. To be as lenient as the chip with bits that
/// the manual fixes, use [`form_index`] and the fields of the form's [`pattern`](Form::pattern) instead.
///
/// # Errors
///
/// The words do not begin a defined instruction, or are too few.
///
/// # Example
///
/// ```
/// use z8000::isa::{Address, Mode, Value, decode};
///
/// // JR to itself: the target depends on the address.
/// let jump = decode(&[0xE8FF], Address::flat(0x100), Mode::Nonsegmented)?;
/// assert_eq!(jump.values()[1], Value::Target(Address::flat(0x100)));
/// # Ok::<(), z8000::isa::DecodeError>(())
/// ```
pub fn decode(words: &[u16], at: Address, mode: Mode) -> Result<Instruction, DecodeError> {
    let first = *words.first().ok_or(DecodeError::Truncated(0))?;
    let undefined = DecodeError::Undefined(first);
    let form = |second| form_index(first, second).map(|index| &FORMS[index]).ok_or(undefined);
    let mut found = form(0)?;
    if found.pattern.words() == 2 {
        let word = *words.get(1).ok_or(DecodeError::Truncated(1))?;
        found = form(word)?;
        if !found.pattern.matches(1, word) {
            return Err(DecodeError::Unusual(found));
        }
    }
    instruction(found, words, at, mode, Reader::part)
}

/// The instruction that a processor executes for some words, whether or not the manual documents the encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Executed {
    /// The instruction that is executed: it has the operands that the processor uses and the length of the words. A
    /// count or a set of flags may have a value that cannot be written in assembly language.
    pub instruction: Instruction,
    /// True if [`decode`] also accepts the words. If false, encoding the instruction gives other words or an error.
    pub canonical: bool,
}

/// Decodes like a processor, which examines fewer bits than [`decode`]: it uses only the bits that distinguish one form
/// from another ([`form_index`]), the register pair that contains an odd register, the low byte of a word that contains
/// a byte twice, and any count.
///
/// # Errors
///
/// The words do not begin a defined instruction, or are too few.
///
/// # Example
///
/// ```
/// use z8000::isa::{Address, Mode, decode_as_executed};
///
/// // LDL RR1,RR2: the processor takes the pair that contains R1.
/// let executed = decode_as_executed(&[0x9421], Address::flat(0), Mode::Nonsegmented)?;
/// assert_eq!(executed.instruction.to_string(), "ldl rr0,rr2");
/// assert!(!executed.canonical);
/// # Ok::<(), z8000::isa::DecodeError>(())
/// ```
pub fn decode_as_executed(words: &[u16], at: Address, mode: Mode) -> Result<Executed, DecodeError> {
    let (instruction, canonical) = match decode(words, at, mode) {
        Ok(instruction) => (instruction, true),
        Err(DecodeError::Unusual(form)) => (instruction(form, words, at, mode, Reader::part_as_executed)?, false),
        Err(error) => return Err(error),
    };
    Ok(Executed { instruction, canonical })
}

/// Decodes an instruction of a form, reading the parts of its operands with `read`.
fn instruction<'a>(
    form: &'static Form,
    words: &'a [u16],
    at: Address,
    mode: Mode,
    read: ReadPart<'a>,
) -> Result<Instruction, DecodeError> {
    let next = form.pattern.words();
    let mut fixed = [0; 2];
    fixed[..next].copy_from_slice(words.get(..next).ok_or(DecodeError::Truncated(words.len()))?);
    let mut reader = Reader { form, fixed, words, at, mode, next };
    let mut values = [Value::Register(0); Instruction::MAX_OPERANDS];
    for (value, &operand) in values.iter_mut().zip(form.operands) {
        *value = reader.operand(operand, read)?;
    }
    Ok(Instruction { form, length: 2 * reader.next as u8, mode, values })
}

type ReadPart<'a> = fn(&mut Reader<'a>, Operand, Part) -> Result<Value, DecodeError>;

/// Reads operands from the fields and from the words that follow the pattern.
struct Reader<'a> {
    form: &'static Form,
    fixed: [u16; 2],
    words: &'a [u16],
    at: Address,
    mode: Mode,
    next: usize,
}

impl<'a> Reader<'a> {
    /// Decodes an operand, reading each part with `read`.
    fn operand(&mut self, operand: Operand, read: ReadPart<'a>) -> Result<Value, DecodeError> {
        let parts = operand.kind.parts();
        let mut values = [Value::Register(0); 2];
        for (value, part) in values.iter_mut().zip(parts) {
            *value = read(self, operand, *part)?;
        }
        let value = operand.kind.value(&values[..parts.len()]);
        value.ok_or(DecodeError::Unusual(self.form))
    }

    /// Decodes a part of an operand strictly, as [`decode`] does.
    fn part(&mut self, operand: Operand, part: Part) -> Result<Value, DecodeError> {
        let bits = match part.place {
            Place::Field => return self.field(operand.field, part),
            Place::Second => return self.field(operand.second, part),
            Place::Address => {
                let first = self.word()?;
                return self.address(first);
            }
            Place::Halves => match self.word()?.to_be_bytes() {
                [high, low] if high == low => low.into(),
                _ => return Err(DecodeError::Unusual(self.form)),
            },
            Place::Word => self.word()?.into(),
            Place::Long => u32::from(self.word()?) << 16 | u32::from(self.word()?),
            Place::Implied => 0,
        };
        self.value(part, part.place.width(), bits)
    }

    /// Decodes a part of an operand as the processor does.
    fn part_as_executed(&mut self, operand: Operand, part: Part) -> Result<Value, DecodeError> {
        match part.place {
            Place::Address => {
                let first = self.word()?;
                let long = self.mode == Mode::Segmented && first & 0x8000 != 0;
                return self.address(if long { first & 0xFF00 } else { first });
            }
            Place::Halves => return Ok(Value::Immediate(i64::from(self.word()? & 0xFF))),
            _ => {}
        }
        let letter = if part.place == Place::Second {
            operand.second
        } else {
            operand.field
        };
        if let Some(value) = codec::always_as_executed(part.content, self.bits(letter), self.fixed[1], self.mode) {
            return Ok(value);
        }
        match self.part(operand, part) {
            Err(DecodeError::Unusual(_)) => Ok(codec::invalid_as_executed(part.content, self.bits(letter))),
            other => other,
        }
    }

    /// Returns the bits of a field; 0 if the form has no such field.
    fn bits(&self, letter: u8) -> u16 {
        let field = self.form.pattern.field(letter);
        field.map_or(0, |field| field.get(self.fixed[usize::from(field.word)]))
    }

    fn field(&self, letter: u8, part: Part) -> Result<Value, DecodeError> {
        let field = self.form.pattern.field(letter).ok_or(DecodeError::Unusual(self.form))?;
        let bits = field.get(self.fixed[usize::from(field.word)]);
        self.value(part, field.width, bits.into())
    }

    /// Returns the value of a part with these bits.
    fn value(&self, part: Part, width: u8, bits: u32) -> Result<Value, DecodeError> {
        codec::from_bits(part.content, width, bits, self.context()).ok_or(DecodeError::Unusual(self.form))
    }

    fn word(&mut self) -> Result<u16, DecodeError> {
        let word = (self.words.get(self.next)).ok_or(DecodeError::Truncated(self.words.len()))?;
        self.next += 1;
        Ok(*word)
    }

    /// Decodes the address that begins with this word.
    fn address(&mut self, first: u16) -> Result<Value, DecodeError> {
        let mut address = codec::from_address(first, self.mode, || self.word())?;
        if let (Mode::Nonsegmented, Some(address)) = (self.mode, &mut address) {
            address.segment = self.at.segment;
        }
        address.map(Value::Address).ok_or(DecodeError::Unusual(self.form))
    }

    fn context(&self) -> Context {
        let next = self.at.offset_by(2 * self.next as u16);
        Context { mode: self.mode, at: self.at, next }
    }
}
