//! Bit patterns, written as in the manual.

use core::fmt::{self, Write};

/// The bits of an instruction, `"1010 0001 ssss dddd"`: one word or two.
///
/// `0` and `1` are fixed bits, a run of one letter is a field, and spaces are ignored. A field in upper case must not
/// be zero, because a form without a register has zero there.
///
/// # Example
///
/// ```
/// use z8000::isa::Pattern;
///
/// let ld = Pattern::parse("1010 0001 ssss dddd");
/// assert!(ld.matches(0, 0xA123));
/// assert_eq!((ld.mask(0), ld.value(0)), (0xFF00, 0xA100));
/// let [source, target] = [b's', b'd'].map(|letter| ld.field(letter).expect("a field").get(0xA123));
/// assert_eq!((source, target), (2, 3));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pattern {
    words: u8,
    mask: [u16; 2],
    value: [u16; 2],
    fields: [Field; Self::MAX_FIELDS],
    count: u8,
}

/// A field of a pattern: adjacent variable bits with the same letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// The field's letter, in lower case.
    pub letter: u8,
    /// The word that contains it: 0 or 1.
    pub word: u8,
    /// Position of the field's lowest bit in the word.
    pub shift: u8,
    /// Width of the field in bits.
    pub width: u8,
    /// True if the field must not be zero, because zero belongs to another form.
    pub nonzero: bool,
}

impl Field {
    const NONE: Self = Self { letter: b'-', word: 0, shift: 0, width: 0, nonzero: false };

    /// Returns the mask of the field's bits within its word.
    pub const fn mask(self) -> u16 {
        (1_u32.wrapping_shl(self.width as u32).wrapping_sub(1)).wrapping_shl(self.shift as u32) as u16
    }

    /// Returns the value of the field in an instruction word, which must be the one given by [`word`](Self::word).
    #[inline]
    pub const fn get(self, word: u16) -> u16 {
        (word & self.mask()).wrapping_shr(self.shift as u32)
    }
}

impl Pattern {
    /// The maximum number of fields: `CPI` has two registers, a counter and a condition.
    pub const MAX_FIELDS: usize = 4;

    /// Parses a pattern.
    ///
    /// # Panics
    ///
    /// The text is not a pattern of 16 or 32 bits with at most four fields, each within one word and without gaps. Rows
    /// of the instruction table are constants, so an invalid pattern there is a compile-time error.
    pub const fn parse(text: &str) -> Self {
        let text = text.as_bytes();
        let mut pattern = Self {
            words: 0,
            mask: [0; 2],
            value: [0; 2],
            fields: [Field::NONE; Self::MAX_FIELDS],
            count: 0,
        };
        let mut bits = 0;
        let mut previous = b'0';
        let mut at = 0;
        while at < text.len() {
            let character = text[at];
            at += 1;
            if character == b' ' {
                continue;
            }
            let (word, shift) = (bits / 16, 15 - bits % 16);
            assert!(word < 2, "a pattern has at most two words");
            match character {
                b'0' | b'1' => {
                    pattern.mask[word] |= 1 << shift;
                    pattern.value[word] |= ((character - b'0') as u16) << shift;
                }
                b'a'..=b'z' | b'A'..=b'Z' => {
                    pattern.field_bit(character, word, shift, character == previous);
                }
                _ => panic!("a pattern consists of 0, 1, letters and spaces"),
            }
            previous = character;
            bits += 1;
        }
        assert!(bits == 16 || bits == 32, "a pattern has 16 or 32 bits");
        pattern.words = (bits / 16) as u8;
        pattern
    }

    const fn field_bit(&mut self, letter: u8, word: usize, shift: usize, continues: bool) {
        let lower = letter.to_ascii_lowercase();
        if continues {
            let field = &mut self.fields[self.count as usize - 1];
            assert!(field.word as usize == word, "a field lies within one word");
            field.shift = shift as u8;
            field.width += 1;
            return;
        }
        assert!(self.field(lower).is_none(), "a field is one run of its letter");
        assert!(
            (self.count as usize) < Self::MAX_FIELDS,
            "a pattern has at most four fields"
        );
        self.fields[self.count as usize] = Field {
            letter: lower,
            word: word as u8,
            shift: shift as u8,
            width: 1,
            nonzero: letter != lower,
        };
        self.count += 1;
    }

    /// Returns the number of words: 1 or 2.
    pub const fn words(&self) -> usize {
        self.words as usize
    }

    /// Returns the mask of the fixed bits of a word (0 or 1); 0 for any other word.
    pub const fn mask(&self, word: usize) -> u16 {
        if word < 2 { self.mask[word] } else { 0 }
    }

    /// Returns the values of the fixed bits of a word (0 or 1); all other bits are 0.
    pub const fn value(&self, word: usize) -> u16 {
        if word < 2 { self.value[word] } else { 0 }
    }

    /// Returns the fields, starting from the highest bit of the first word.
    pub fn fields(&self) -> &[Field] {
        &self.fields[..self.count as usize]
    }

    /// Returns the number of fields, at most [`MAX_FIELDS`](Self::MAX_FIELDS).
    pub const fn field_count(&self) -> usize {
        self.count as usize
    }

    /// Returns the field with this letter (in lower case); `None` if the pattern does not have it.
    pub const fn field(&self, letter: u8) -> Option<Field> {
        let mut index = 0;
        while index < self.count as usize {
            if self.fields[index].letter == letter {
                return Some(self.fields[index]);
            }
            index += 1;
        }
        None
    }

    /// Returns true if an instruction word has the fixed bits of word `index` (0 or 1) of the pattern, and no zero in a
    /// field that must not be zero. If the pattern has no such word, any word matches.
    pub fn matches(&self, index: usize, word: u16) -> bool {
        word & self.mask(index) == self.value(index)
            && self
                .fields()
                .iter()
                .all(|field| !field.nonzero || field.word as usize != index || field.get(word) != 0)
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for bit in 0..16 * self.words() {
            let (word, shift) = (bit / 16, 15 - bit % 16);
            let mask = 1 << shift;
            let field = self
                .fields()
                .iter()
                .find(|field| usize::from(field.word) == word && field.mask() & mask != 0);
            let character = match field {
                Some(field) if field.nonzero => field.letter.to_ascii_uppercase(),
                Some(field) => field.letter,
                None if self.value[word] & mask != 0 => b'1',
                None => b'0',
            };
            if bit > 0 && bit % 4 == 0 {
                f.write_char(' ')?;
            }
            f.write_char(char::from(character))?;
        }
        Ok(())
    }
}
