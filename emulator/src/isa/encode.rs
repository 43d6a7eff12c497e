//! Encoding instructions.

use core::iter;
use core::ops::Deref;

use thiserror::Error;

use super::codec::{self, Context, Reason};
use super::{Address, Form, Mode, Operand, Part, Place, Value};

/// Why a form cannot be encoded with the given operands.
///
/// # Example
///
/// ```
/// use z8000::isa::{Address, EncodeError, Mode, Operation, Value, forms_of};
///
/// // LDK has four bits for its number.
/// let values = [Value::Register(1), Value::Immediate(16)];
/// let error = forms_of(Operation::Ldk)[0].encode(&values, Address::flat(0), Mode::Nonsegmented).unwrap_err();
/// assert!(matches!(error, EncodeError::Operand { operand: 1, .. }));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EncodeError {
    /// The number of operands differs from the form's.
    #[error("expected {expected} operands; got {given}")]
    Count {
        /// Number of operands of the form.
        expected: usize,
        /// Number of operands given.
        given: usize,
    },
    /// An operand cannot be encoded in the form.
    #[error("operand {}: {reason}", .operand + 1)]
    Operand {
        /// Index of the operand, from 0.
        operand: usize,
        /// Why the operand cannot be encoded.
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
    /// Returns the bytes, with the high byte of each word first.
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
    /// Encodes an instruction of this form at an address (which only matters for relative operands). The values are in
    /// the order of [`operands`](Self::operands).
    ///
    /// # Errors
    ///
    /// The number of operands is wrong, or one does not fit: the error says which, and why.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::isa::{Address, Mode, Operation, Value, forms_of};
    ///
    /// let values = [Value::Register(1), Value::Immediate(5)];
    /// let words = forms_of(Operation::Ldk)[0].encode(&values, Address::flat(0), Mode::Nonsegmented)?;
    /// assert_eq!(words[..], [0xBD15]);
    /// assert_eq!(words.bytes().collect::<Vec<_>>(), [0xBD, 0x15]);
    /// # Ok::<(), z8000::isa::EncodeError>(())
    /// ```
    pub fn encode(&self, values: &[Value], at: Address, mode: Mode) -> Result<Words, EncodeError> {
        if values.len() != self.operands.len() {
            return Err(EncodeError::Count { expected: self.operands.len(), given: values.len() });
        }
        let mut encoder = Encoder { form: self, words: Words::default(), at, mode };
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

/// The words encoded so far, with the form, address and mode.
struct Encoder<'a> {
    form: &'a Form,
    words: Words,
    at: Address,
    mode: Mode,
}

impl Encoder<'_> {
    fn operand(&mut self, operand: Operand, value: Value) -> Result<(), Reason> {
        let (parts, (first, second)) = (operand.kind.parts(), value.parts());
        if parts.len() != 1 + usize::from(second.is_some()) {
            return Err(Reason::WrongSort);
        }
        let mut values = iter::once(first).chain(second);
        (parts.iter().zip(&mut values)).try_for_each(|(&part, value)| self.part(operand, part, value))
    }

    fn part(&mut self, operand: Operand, part: Part, value: Value) -> Result<(), Reason> {
        let context = self.context(part.place.words(self.mode, false));
        let bits = |width| codec::to_bits(part.content, width, value, context);
        match (part.place, value) {
            (Place::Field, _) => return self.insert(operand.field, bits),
            (Place::Second, _) => return self.insert(operand.second, bits),
            (Place::Address, Value::Address(address)) => return self.push_address(address),
            (Place::Address, _) => return Err(Reason::WrongSort),
            _ => {}
        }
        let bits = bits(part.place.width())?;
        match part.place {
            Place::Halves => self.words.push(u16::from_be_bytes([bits as u8; 2])),
            Place::Long => {
                self.words.push((bits >> 16) as u16);
                self.words.push(bits as u16);
            }
            Place::Word => self.words.push(bits as u16),
            _ => {}
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

    fn insert(&mut self, letter: u8, bits: impl FnOnce(u8) -> Result<u32, Reason>) -> Result<(), Reason> {
        let field = self.form.pattern.field(letter).ok_or(Reason::WrongSort)?;
        let bits = bits(field.width)? as u16 & (field.mask() >> field.shift);
        if field.nonzero && bits == 0 {
            return Err(Reason::RegisterZero);
        }
        self.words.words[usize::from(field.word)] |= bits << field.shift;
        Ok(())
    }

    /// Returns the context for an operand that ends after this many further words.
    fn context(&self, more: usize) -> Context {
        let next = self.at.offset_by(2 * (self.words.count + more) as u16);
        Context { mode: self.mode, at: self.at, next }
    }
}
