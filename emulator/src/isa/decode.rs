//! Bits to instructions.

use thiserror::Error;

use super::codec::{self, Context, Reason};
use super::lookup::form_index;
use super::{Address, FORMS, Form, Hole, Kind, Mode, Operand, Value, hole, names};

/// Why words are not an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum DecodeError {
    /// The word does not begin any form.
    #[error("{word:04x} is undefined: {}", .hole.map_or("no instruction", |hole| hole.name))]
    Undefined {
        /// The first word.
        word: u16,
        /// What the manual reserves it for.
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
        /// What is wrong with it.
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
    let undefined = DecodeError::Undefined {
        word: first,
        hole: hole(first),
    };
    let form = |second| form_index(first, second).map(|index| &FORMS[index]).ok_or(undefined);
    let mut found = form(0)?;
    let mut fixed = [first, 0];
    if found.pattern.words() == 2 {
        let word = *words.get(1).ok_or(DecodeError::Truncated(1))?;
        found = form(word)?;
        if !found.pattern.matches(1, word) {
            return Err(DecodeError::SecondWord { form: found, word });
        }
        fixed[1] = word;
    }
    let mut reader = Reader {
        form: found,
        fixed,
        words,
        at,
        mode,
        next: found.pattern.words(),
    };
    let mut values = [Value::Register(0); Instruction::MAX_OPERANDS];
    for (index, &operand) in found.operands.iter().enumerate() {
        values[index] = reader.operand(operand).map_err(|stop| match stop {
            Stop::Truncated => DecodeError::Truncated(words.len()),
            Stop::Operand(reason) => DecodeError::Operand {
                form: found,
                operand: index,
                reason,
            },
        })?;
    }
    Ok(Instruction {
        form: found,
        length: 2 * reader.next as u8,
        mode,
        values,
    })
}

/// What a processor does with words, whether or not they are written as the manual says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Executed {
    /// The instruction that is carried out: its operands are those that the processor takes, and its length is that of
    /// the words. A count or a set of flags may be one that cannot be written.
    pub instruction: Instruction,
    /// Whether [`decode`] takes the words too. If not, encoding the instruction gives other words, or an error.
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
            (lenient(form, words, at, mode)?, false)
        }
        Err(error) => return Err(error),
    };
    Ok(Executed { instruction, canonical })
}

/// The instruction of a form, whatever its other bits are.
fn lenient(form: &'static Form, words: &[u16], at: Address, mode: Mode) -> Result<Instruction, DecodeError> {
    let too_few = || DecodeError::Truncated(words.len());
    let mut reader = Reader {
        form,
        fixed: [0; 2],
        words,
        at,
        mode,
        next: form.pattern.words(),
    };
    for index in 0..form.pattern.words() {
        reader.fixed[index] = *words.get(index).ok_or_else(too_few)?;
    }
    let mut values = [Value::Register(0); Instruction::MAX_OPERANDS];
    for (index, &operand) in form.operands.iter().enumerate() {
        values[index] = reader.operand_as_executed(operand).ok_or_else(too_few)?;
    }
    Ok(Instruction {
        form,
        length: 2 * reader.next as u8,
        mode,
        values,
    })
}

/// Reads operands from the fields and from the words that follow the pattern.
struct Reader<'a> {
    form: &'static Form,
    fixed: [u16; 2],
    words: &'a [u16],
    at: Address,
    mode: Mode,
    next: usize,
}

/// What ends the reading of an operand.
enum Stop {
    Truncated,
    Operand(Reason),
}

impl From<Reason> for Stop {
    fn from(reason: Reason) -> Self {
        Self::Operand(reason)
    }
}

impl Reader<'_> {
    fn operand(&mut self, operand: Operand) -> Result<Value, Stop> {
        let Operand {
            kind, field, second, ..
        } = operand;
        Ok(match kind {
            Kind::Direct => Value::Address(self.address()?),
            Kind::Indexed => Value::Indexed(self.address()?, self.register(field, kind)?),
            Kind::Base => Value::Base(self.register(field, kind)?, self.word()?),
            Kind::BaseIndex => Value::BaseIndex(self.register(field, kind)?, self.register(second, Kind::Word)?),
            Kind::ControlByte => Value::Control(names::FLAG_BYTE.1),
            Kind::Immediate8 => {
                let word = self.word()?;
                let [high, low] = word.to_be_bytes();
                if high != low {
                    return Err(Reason::UnequalHalves(word).into());
                }
                Value::Immediate(low.into())
            }
            Kind::Immediate16 | Kind::Port => Value::Immediate(self.word()?.into()),
            Kind::Immediate32 => {
                let high = i64::from(self.word()?);
                Value::Immediate(high << 16 | i64::from(self.word()?))
            }
            Kind::Relative16 => {
                let displacement = self.word()?;
                Value::Target(codec::from_displacement(kind, 16, displacement, self.context()))
            }
            _ => self.field(field, kind)?,
        })
    }

    /// The operand that a processor takes; none if the words are too few.
    fn operand_as_executed(&mut self, operand: Operand) -> Option<Value> {
        let register = |letter, kind| codec::register_as_executed(kind, self.bits(letter), self.mode);
        let field = codec::field_as_executed(operand.kind, self.bits(operand.field), self.fixed[1], self.mode);
        Some(match operand.kind {
            Kind::Direct => Value::Address(self.address_as_executed()?),
            Kind::Indexed => {
                let index = register(operand.field, operand.kind);
                Value::Indexed(self.address_as_executed()?, index)
            }
            Kind::Base => {
                let base = register(operand.field, operand.kind);
                Value::Base(base, self.word().ok()?)
            }
            Kind::BaseIndex => Value::BaseIndex(
                register(operand.field, operand.kind),
                register(operand.second, Kind::Word),
            ),
            Kind::Immediate8 => Value::Immediate(i64::from(self.word().ok()? & 0xFF)),
            Kind::ShiftLeft | Kind::ShiftRight => field,
            _ => match self.operand(operand) {
                Ok(value) => value,
                Err(Stop::Truncated) => return None,
                Err(Stop::Operand(_)) => field,
            },
        })
    }

    /// The bits of a field; 0 if there is none.
    fn bits(&self, letter: u8) -> u16 {
        let field = self.form.pattern.field(letter);
        field.map_or(0, |field| field.get(self.fixed[usize::from(field.word)]))
    }

    fn address_as_executed(&mut self) -> Option<Address> {
        let (first, mode) = (self.word().ok()?, self.mode);
        let long = mode == Mode::Segmented && first & 0x8000 != 0;
        let first = if long { first & 0xFF00 } else { first };
        codec::from_address(first, mode, || self.word()).ok()
    }

    fn field(&self, letter: u8, kind: Kind) -> Result<Value, Reason> {
        let field = self.form.pattern.field(letter).ok_or(Reason::WrongSort)?;
        let bits = field.get(self.fixed[usize::from(field.word)]);
        codec::from_field(kind, field, bits, self.context())
    }

    fn register(&self, letter: u8, kind: Kind) -> Result<u8, Reason> {
        match self.field(letter, kind)? {
            Value::Register(number) => Ok(number),
            _ => Err(Reason::WrongSort),
        }
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
        Context {
            mode: self.mode,
            at: self.at,
            next,
        }
    }
}
