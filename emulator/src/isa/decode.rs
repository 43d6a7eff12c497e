//! Bits to instructions.

use thiserror::Error;

use super::codec::{self, Context, Reason};
use super::lookup::form_index;
use super::{Address, FORMS, Form, Hole, Mode, Operand, Part, Place, Value, hole};

/// The error of words that are not an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum DecodeError {
    /// The word does not begin any form.
    #[error("{word:04x} is undefined: {}", .hole.map_or("no instruction", |hole| hole.name))]
    Undefined {
        /// The first word.
        word: u16,
        /// The use that the manual reserves it for.
        hole: Option<&'static Hole>,
    },
    /// The second word does not have the bits that the form fixes.
    #[error("{word:04x} is not a second word of {}", .form.operation)]
    SecondWord {
        /// The form of the first word.
        form: &'static Form,
        /// The second word.
        word: u16,
    },
    /// An operand that the instruction cannot have, such as an odd register as a pair.
    #[error("{} with an undefined operand {}: {reason}", .form.operation, .operand + 1)]
    Operand {
        /// The form of the first word.
        form: &'static Form,
        /// Index of the operand, from 0.
        operand: usize,
        /// The reason why it is wrong.
        reason: Reason,
    },
    /// The words end within the instruction.
    #[error("the instruction ends after {0} words, which is too early")]
    Truncated(usize),
}

/// One instruction: its form and the values of its operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Instruction {
    /// Its row of the table.
    pub form: &'static Form,
    /// Length in bytes: 2, 4, 6 or 8.
    pub length: u8,
    /// The mode that it was decoded for.
    pub mode: Mode,
    values: [Value; Self::MAX_OPERANDS],
}

impl Instruction {
    /// The maximum number of operands of a form.
    pub const MAX_OPERANDS: usize = 4;

    /// The values of the operands, in the order of [`Form::operands`].
    #[must_use]
    pub fn values(&self) -> &[Value] {
        &self.values[..self.form.operands.len()]
    }
}

/// Decodes the instruction that the words begin with, at an address (which counts for relative
/// operands only). Words after the instruction are not looked at.
///
/// Strict: encoding the instruction again gives the same words. A processor that is to do what the
/// chip does with bits that the manual fixes takes [`form_index`] and the fields of the form's
/// [`pattern`](Form::pattern) instead.
///
/// # Errors
///
/// If the words do not begin a defined instruction, or are too few.
pub fn decode(words: &[u16], at: Address, mode: Mode) -> Result<Instruction, DecodeError> {
    let first = *words.first().ok_or(DecodeError::Truncated(0))?;
    let undefined = DecodeError::Undefined { word: first, hole: hole(first) };
    let form = |second| form_index(first, second).map(|index| &FORMS[index]).ok_or(undefined);
    let mut found = form(0)?;
    if found.pattern.words() == 2 {
        let word = *words.get(1).ok_or(DecodeError::Truncated(1))?;
        found = form(word)?;
        if !found.pattern.matches(1, word) {
            return Err(DecodeError::SecondWord { form: found, word });
        }
    }
    instruction(found, words, at, mode, Reader::part)
}

/// The instruction that a processor makes of words, whether or not they are written as the manual says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Executed {
    /// The instruction that is carried out: its operands are those that the processor takes, and its length is that of
    /// the words. A count or a set of flags may be one that cannot be written.
    pub instruction: Instruction,
    /// True if [`decode`] takes the words too. If not, encoding the instruction gives other words, or an error.
    pub canonical: bool,
}

/// Decodes as a processor does, which looks at fewer bits than [`decode`]: it goes by the bits that distinguish one
/// form from another ([`form_index`]), takes the register pair that an odd number lies in, the lower half of the word
/// that holds a byte twice, and any count.
///
/// # Errors
///
/// If the words do not begin a defined instruction, or are too few.
pub fn decode_as_executed(words: &[u16], at: Address, mode: Mode) -> Result<Executed, DecodeError> {
    let (instruction, canonical) = match decode(words, at, mode) {
        Ok(instruction) => (instruction, true),
        Err(DecodeError::SecondWord { form, .. } | DecodeError::Operand { form, .. }) => {
            (instruction(form, words, at, mode, Reader::part_as_executed)?, false)
        }
        Err(error) => return Err(error),
    };
    Ok(Executed { instruction, canonical })
}

/// The instruction of a form, each part of whose operands is read in a way.
fn instruction<'a>(
    form: &'static Form,
    words: &'a [u16],
    at: Address,
    mode: Mode,
    read: ReadPart<'a>,
) -> Result<Instruction, DecodeError> {
    let too_few = DecodeError::Truncated(words.len());
    let next = form.pattern.words();
    let mut fixed = [0; 2];
    fixed[..next].copy_from_slice(words.get(..next).ok_or(too_few)?);
    let mut reader = Reader { form, fixed, words, at, mode, next };
    let mut values = [Value::Register(0); Instruction::MAX_OPERANDS];
    for (index, &operand) in form.operands.iter().enumerate() {
        values[index] = reader.operand(operand, read).map_err(|stop| match stop {
            Stop::Truncated => too_few,
            Stop::Operand(reason) => DecodeError::Operand { form, operand: index, reason },
        })?;
    }
    Ok(Instruction { form, length: 2 * reader.next as u8, mode, values })
}

/// A way to read a part of an operand.
type ReadPart<'a> = fn(&mut Reader<'a>, Operand, Part) -> Result<Value, Stop>;

/// Reads operands from the fields and from the words that follow the pattern.
struct Reader<'a> {
    form: &'static Form,
    fixed: [u16; 2],
    words: &'a [u16],
    at: Address,
    mode: Mode,
    next: usize,
}

/// The reason why the reading of an operand ends.
enum Stop {
    Truncated,
    Operand(Reason),
}

impl From<Reason> for Stop {
    fn from(reason: Reason) -> Self {
        Self::Operand(reason)
    }
}

impl<'a> Reader<'a> {
    /// An operand, each part of which is read in a way.
    fn operand(&mut self, operand: Operand, read: ReadPart<'a>) -> Result<Value, Stop> {
        let parts = operand.kind.parts();
        let mut values = [Value::Register(0); 2];
        for (value, part) in values.iter_mut().zip(parts) {
            *value = read(self, operand, *part)?;
        }
        let value = operand.kind.value(&values[..parts.len()]);
        Ok(value.ok_or(Reason::WrongSort)?)
    }

    /// A part of an operand, as it must be written.
    fn part(&mut self, operand: Operand, part: Part) -> Result<Value, Stop> {
        let bits = match part.place {
            Place::Field => return self.field(operand.field, part),
            Place::Second => return self.field(operand.second, part),
            Place::Address => return Ok(Value::Address(self.address()?)),
            Place::Halves => {
                let word = self.word()?;
                let [high, low] = word.to_be_bytes();
                if high != low {
                    return Err(Reason::UnequalHalves(word).into());
                }
                low.into()
            }
            Place::Word => self.word()?.into(),
            Place::Long => u32::from(self.word()?) << 16 | u32::from(self.word()?),
            Place::Implied => 0,
        };
        Ok(codec::from_bits(
            part.content,
            part.place.width(),
            bits,
            self.context(),
        )?)
    }

    /// A part of an operand, as a processor takes it.
    fn part_as_executed(&mut self, operand: Operand, part: Part) -> Result<Value, Stop> {
        match part.place {
            Place::Address => return Ok(Value::Address(self.address_as_executed()?)),
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
            Err(Stop::Operand(_)) => Ok(codec::invalid_as_executed(part.content, self.bits(letter))),
            other => other,
        }
    }

    /// The bits of a field; 0 if there is none.
    fn bits(&self, letter: u8) -> u16 {
        let field = self.form.pattern.field(letter);
        field.map_or(0, |field| field.get(self.fixed[usize::from(field.word)]))
    }

    fn address_as_executed(&mut self) -> Result<Address, Stop> {
        let (first, mode) = (self.word()?, self.mode);
        let long = mode == Mode::Segmented && first & 0x8000 != 0;
        let first = if long { first & 0xFF00 } else { first };
        codec::from_address(first, mode, || self.word())
    }

    fn field(&self, letter: u8, part: Part) -> Result<Value, Stop> {
        let field = self.form.pattern.field(letter).ok_or(Reason::WrongSort)?;
        let bits = field.get(self.fixed[usize::from(field.word)]);
        let value = codec::from_bits(part.content, field.width, bits.into(), self.context());
        Ok(value?)
    }

    fn word(&mut self) -> Result<u16, Stop> {
        let word = *self.words.get(self.next).ok_or(Stop::Truncated)?;
        self.next += 1;
        Ok(word)
    }

    fn address(&mut self) -> Result<Address, Stop> {
        let (first, mode) = (self.word()?, self.mode);
        codec::from_address(first, mode, || self.word())
    }

    fn context(&self) -> Context {
        let next = self.at.offset_by(2 * self.next as u16);
        Context { mode: self.mode, at: self.at, next }
    }
}
