//! Instructions to bits.

use core::ops::Deref;

use thiserror::Error;

use super::codec::{self, Context, Reason};
use super::{Address, Form, Kind, Mode, Operand, Value};

/// Why a form cannot be encoded with the operands given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum EncodeError {
    /// More or fewer operands than the form has.
    #[error("{given} operands, but the form has {expected}")]
    Count {
        /// Operands of the form.
        expected: usize,
        /// Operands given.
        given: usize,
    },
    /// An operand that does not fit.
    #[error("operand {}: {reason}", .operand + 1)]
    Operand {
        /// Index of the operand, from 0.
        operand: usize,
        /// What is wrong with it.
        reason: Reason,
    },
}

/// The words of one instruction: 1 to [`Form::MAX_WORDS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Words {
    words: [u16; Form::MAX_WORDS],
    count: usize,
}

impl Words {
    /// The bytes, high byte of each word first.
    pub fn bytes(&self) -> impl Iterator<Item = u8> + '_ {
        self.iter().flat_map(|word| word.to_be_bytes())
    }

    fn push(&mut self, word: u16) {
        self.words[self.count] = word;
        self.count += 1;
    }
}

impl Deref for Words {
    type Target = [u16];

    fn deref(&self) -> &[u16] {
        &self.words[..self.count]
    }
}

impl Form {
    /// Encodes an instruction of this form at an address (the address counts for relative operands
    /// only). The values are in the order of [`operands`](Self::operands).
    ///
    /// # Errors
    ///
    /// If the number of operands is wrong, or one does not fit: the error says which, and why.
    pub fn encode(&self, values: &[Value], at: Address, mode: Mode) -> Result<Words, EncodeError> {
        if values.len() != self.operands.len() {
            return Err(EncodeError::Count {
                expected: self.operands.len(),
                given: values.len(),
            });
        }
        let mut encoder = Encoder {
            form: self,
            words: Words::default(),
            at,
            mode,
        };
        for word in 0..self.pattern.words() {
            encoder.words.push(self.pattern.value(word));
        }
        for (index, (&operand, &value)) in self.operands.iter().zip(values).enumerate() {
            encoder
                .operand(operand, value)
                .map_err(|reason| EncodeError::Operand { operand: index, reason })?;
        }
        Ok(encoder.words)
    }
}

/// The words so far, and what they depend on.
struct Encoder<'a> {
    form: &'a Form,
    words: Words,
    at: Address,
    mode: Mode,
}

impl Encoder<'_> {
    fn operand(&mut self, operand: Operand, value: Value) -> Result<(), Reason> {
        let Operand {
            kind, field, second, ..
        } = operand;
        match (kind, value) {
            (Kind::Direct, Value::Address(address)) => self.push_address(address),
            (Kind::Indexed, Value::Indexed(address, index)) => {
                self.insert(field, kind, Value::Register(index))?;
                self.push_address(address)
            }
            (Kind::Base, Value::Base(base, displacement)) => {
                self.insert(field, kind, Value::Register(base))?;
                self.words.push(displacement);
                Ok(())
            }
            (Kind::BaseIndex, Value::BaseIndex(base, index)) => {
                self.insert(field, kind, Value::Register(base))?;
                self.insert(second, Kind::Word, Value::Register(index))
            }
            (Kind::ControlByte, Value::Control(number)) => codec::flag_byte(number),
            _ if field == b'-' => self.push_data(kind, value),
            _ => self.insert(field, kind, value),
        }
    }

    fn push_data(&mut self, kind: Kind, value: Value) -> Result<(), Reason> {
        match (kind, value) {
            (Kind::Immediate8, Value::Immediate(number)) => {
                let byte = codec::number(kind, 8, number)? as u8;
                self.words.push(u16::from_be_bytes([byte, byte]));
            }
            (Kind::Immediate16 | Kind::Port, Value::Immediate(number)) => {
                self.words.push(codec::number(kind, 16, number)? as u16);
            }
            (Kind::Immediate32, Value::Immediate(number)) => {
                let long = codec::number(kind, 32, number)? as u32;
                self.words.push((long >> 16) as u16);
                self.words.push(long as u16);
            }
            (Kind::Relative16, Value::Target(target)) => {
                let context = self.context(1);
                self.words.push(codec::to_displacement(kind, target, context)?);
            }
            _ => return Err(Reason::WrongSort),
        }
        Ok(())
    }

    fn push_address(&mut self, address: Address) -> Result<(), Reason> {
        let (words, count) = codec::to_address(address, self.mode)?;
        for &word in &words[..count] {
            self.words.push(word);
        }
        Ok(())
    }

    fn insert(&mut self, letter: u8, kind: Kind, value: Value) -> Result<(), Reason> {
        let field = self.form.pattern.field(letter).ok_or(Reason::WrongSort)?;
        let bits = codec::to_field(kind, field, value, self.context(0))?;
        self.words.words[usize::from(field.word)] |= bits << field.shift;
        Ok(())
    }

    /// The context after this many further words.
    fn context(&self, more: usize) -> Context {
        let next = self.at.offset_by(2 * (self.words.count + more) as u16);
        Context {
            mode: self.mode,
            at: self.at,
            next,
        }
    }
}
