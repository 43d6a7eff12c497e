//! Directives that define data.

use super::sections::SPACE;
use super::statement::Statement;
use crate::assembler::program::Program;
use z8000_object::text::encode;

use crate::content::Content;
use crate::fault::Fault;
use crate::lexer::{Kind, Sign, Token};
use crate::source::Line;
use crate::value::Expression;

impl Program<'_> {
    /// Adds numbers of `size` bytes each.
    pub(super) fn numbers(&mut self, it: &Statement<'_>, size: usize) -> Result<(), Fault> {
        if it.arguments.is_empty() {
            return Err(it.fault("expected a number"));
        }
        let here = self.layout.here();
        // In a list, `.` is the address of the current number.
        let numbers = self.parse(it.line, it.arguments, |parser| {
            let mut list = vec![parser.expression()?];
            while parser.peek().is_some() {
                parser.expect(Sign::Comma)?;
                parser.leaves.here.number = here.number + (size * list.len()) as i64;
                list.push(parser.expression()?);
            }
            Ok(list)
        })?;
        let length = (size * numbers.len()) as u32;
        if self.is_only_space(it, &numbers)? {
            return self.add_fill(it.line, length, 0);
        }
        self.add(it.line, length, Content::Numbers(size, numbers))
    }

    /// Adds numbers of 16 bytes; a number of more than 64 bits must be a literal.
    pub(super) fn wide_numbers(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        let is_wide = |token: &Token<'_>| matches!(token.kind, Kind::Wide(_));
        if !it.arguments.iter().any(is_wide) {
            return self.numbers(it, 16);
        }
        self.must_have_contents(&it.span_of(it.arguments))?;
        let mut bytes = Vec::new();
        for field in it.fields() {
            let number = match field {
                [Token { kind: Kind::Wide([high, low]), .. }] => u128::from(*high) << 64 | u128::from(*low),
                _ => i128::from(self.number(it.line, field)?.0).cast_unsigned(),
            };
            bytes.extend(number.to_be_bytes());
        }
        self.add_bytes(it.line, &bytes)
    }

    /// Returns true if all numbers are zeros in a structure or a section without contents, in which they only reserve
    /// space.
    fn is_only_space(&self, it: &Statement<'_>, numbers: &[Expression]) -> Result<bool, Fault> {
        let Some(message) = self.layout.refuses_contents() else {
            return Ok(false);
        };
        let zero = |number: &Expression| self.now(number).is_ok_and(|number| number == 0);
        if numbers.iter().all(zero) {
            return Ok(true);
        }
        Err(Fault::new(it.span_of(it.arguments), message))
    }

    /// Adds numbers in groups of seven bits (LEB128), the lowest first; the highest bit of a byte is set if more
    /// follow.
    pub(super) fn leb128(&mut self, it: &Statement<'_>, signed: bool) -> Result<(), Fault> {
        self.must_have_contents(&it.span_of(it.arguments))?;
        let mut bytes = Vec::new();
        for field in it.fields() {
            let Expression { span, .. } = &self.expression(it.line, field)?;
            let mut rest = self.ahead(it.line, &self.expression(it.line, field)?)?;
            if rest < 0 && !signed {
                return Err(Fault::new(span.clone(), "the number is negative: use `.sleb128`"));
            }
            loop {
                let group = (rest & 0x7F) as u8;
                rest >>= 7;
                let last = match signed {
                    true => rest == 0 && group & 0x40 == 0 || rest == -1 && group & 0x40 != 0,
                    false => rest == 0,
                };
                bytes.push(group | if last { 0 } else { 0x80 });
                if last {
                    break;
                }
            }
        }
        self.add_bytes(it.line, &bytes)
    }

    /// Adds floating-point numbers of `size` bytes each.
    pub(super) fn floats(&mut self, it: &Statement<'_>, size: usize) -> Result<(), Fault> {
        self.must_have_contents(&it.span_of(it.arguments))?;
        let mut bytes = Vec::new();
        for field in it.rest().split(',') {
            let text = field.trim();
            // GNU as also accepts prefixes such as `0f`.
            let (sign, digits) = match text.strip_prefix('-') {
                Some(digits) => (-1.0, digits),
                None => (1.0, text.strip_prefix('+').unwrap_or(text)),
            };
            let marked = digits.len() > 2 && digits.starts_with('0') && digits.as_bytes()[1].is_ascii_alphabetic();
            let digits = if marked { &digits[2..] } else { digits };
            let number: f64 = digits
                .parse()
                .map_err(|_| it.fault(format!("`{text}` is not a floating-point number")))?;
            let number = sign * number;
            let short = number as f32;
            let has_digits = digits
                .bytes()
                .take_while(|byte| *byte != b'e')
                .any(|byte| (b'1'..=b'9').contains(&byte));
            let is_beyond = match size {
                4 => short.is_infinite() || short == 0.0,
                _ => number.is_infinite() || number == 0.0,
            };
            if is_beyond && has_digits {
                return Err(it.fault(format!(
                    "`{text}` does not fit in a floating-point number of {size} bytes"
                )));
            }
            match size {
                _ if number.is_nan() => bytes.extend(&i64::MAX.to_be_bytes()[..1]),
                4 => bytes.extend(short.to_be_bytes()),
                _ => bytes.extend(number.to_be_bytes()),
            }
            if number.is_nan() {
                bytes.resize(bytes.len() + size - 1, 0xFF);
            }
        }
        self.add_bytes(it.line, &bytes)
    }

    /// Adds strings with `width` bytes per character, each followed by `zeros` zeros.
    pub(super) fn text(&mut self, it: &Statement<'_>, width: usize, zeros: usize) -> Result<(), Fault> {
        self.must_have_contents(&it.span_of(it.arguments))?;
        let mut bytes = Vec::new();
        for field in it.fields().filter(|_| !it.arguments.is_empty()) {
            let mut push = |byte: u8| {
                bytes.resize(bytes.len() + width - 1, 0);
                bytes.push(byte);
            };
            let mut rest = field;
            while let Some((token, after)) = rest.split_first() {
                rest = after;
                match &token.kind {
                    Kind::Text(text) => text.iter().copied().for_each(&mut push),
                    // `<10>` is the character with this number.
                    Kind::Sign(Sign::Less) => {
                        let end = after.iter().position(|token| token.kind == Kind::Sign(Sign::Greater));
                        let end = end.ok_or_else(|| Fault::new(token.span.clone(), "no matching `>`"))?;
                        push(self.number(it.line, &after[..end])?.0 as u8);
                        rest = &after[end + 1..];
                    }
                    _ => return Err(Fault::new(token.span.clone(), TEXT)),
                }
            }
            if field.is_empty() {
                return Err(Fault::new(it.span_of(field), TEXT));
            }
            (0..zeros).for_each(|_| push(0));
        }
        self.add_bytes(it.line, &bytes)
    }

    /// Adds the string of `sval 'text'`, in which `%` and two hexadecimal digits are a character.
    pub(super) fn zilog_text(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        self.must_have_contents(&it.span_of(it.arguments))?;
        let text = it.rest().trim();
        let inner = text.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''));
        let inner = inner.ok_or_else(|| it.fault("expected a string in single quotation marks"))?;
        let mut bytes = Vec::with_capacity(inner.len());
        let inner = encode(inner);
        let mut rest = &*inner;
        while let [first, after @ ..] = rest {
            rest = after;
            if *first != b'%' {
                bytes.push(*first);
                continue;
            }
            let digits = after.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
            let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
            bytes.push(byte.ok_or_else(|| it.fault("expected two hexadecimal digits after `%`"))?);
            rest = &after[2..];
        }
        self.add_bytes(it.line, &bytes)
    }

    pub(super) fn space(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        let (count, fill) = self.value_and_fill(it)?;
        let bytes = self.count(it.line, &count, SPACE)?;
        let byte = self.fill(it.line, fill.as_ref())?;
        if byte != 0 {
            self.must_have_contents(&count.span)?;
        }
        self.add_fill(it.line, bytes, byte)
    }

    /// Adds units of `size` bytes: space with an optional fill value, or a required value.
    pub(super) fn units(&mut self, it: &Statement<'_>, size: i64, needs_value: bool) -> Result<(), Fault> {
        let (count, value) = self.value_and_fill(it)?;
        if value.is_none() && needs_value {
            return Err(it.fault("expected a count and a value"));
        }
        let units = self.count(it.line, &count, SPACE / size)?;
        let value = value.map(|value| self.ahead(it.line, &value)).transpose()?.unwrap_or(0);
        self.many(it, units, size as usize, value)
    }

    /// Executes `.fill count, size, value`.
    pub(super) fn fill_with(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        let mut values = [0, 1, 0];
        for (index, field) in it.fields().enumerate() {
            let expression = self.expression(it.line, field)?;
            let value = self.ahead(it.line, &expression)?;
            let place = values.get_mut(index);
            *place.ok_or_else(|| Fault::new(expression.span, "expected the end of the line"))? = value;
        }
        let [count, size, value] = values;
        if !(0..=8).contains(&size) || !(0..=SPACE / 8).contains(&count) {
            return Err(it.fault(format!(
                "cannot store {count} values of {size} bytes: the maximum size is 8, and the maximum count is {}",
                SPACE / 8
            )));
        }
        // As in GNU as, the value has four bytes; in a larger unit, zeros follow it.
        let value = (value & 0xFFFF_FFFF) << (8 * (size - 4).max(0));
        self.many(it, count as u32, size as usize, value)
    }

    /// Adds a number of `size` bytes repeatedly.
    fn many(&mut self, it: &Statement<'_>, count: u32, size: usize, value: i64) -> Result<(), Fault> {
        if value == 0 {
            return self.add_fill(it.line, count * size as u32, 0);
        }
        self.must_have_contents(&it.span_of(it.arguments))?;
        let mut unit = vec![0; size.saturating_sub(8)];
        unit.extend(&value.to_be_bytes()[8 - size.min(8)..]);
        self.add_bytes(it.line, &unit.repeat(count as usize))
    }

    /// Adds NOPs that occupy `bytes` bytes.
    pub(super) fn nops(&mut self, it: &Statement<'_>, bytes: Option<u32>) -> Result<(), Fault> {
        const NOP: [u8; 2] = [0x8D, 0x07];
        let bytes = match bytes {
            Some(bytes) => bytes,
            None => {
                let count = self.expression(it.line, it.arguments)?;
                self.count(it.line, &count, SPACE)?
            }
        };
        if !bytes.is_multiple_of(2) {
            return Err(it.fault(format!(
                "a NOP has two bytes: the number of bytes must be even; got {bytes}"
            )));
        }
        self.must_have_contents(&it.span)?;
        self.add_bytes(it.line, &NOP.repeat(bytes as usize / 2))
    }

    /// Executes `.incbin "file", skip, count`; the last two arguments are optional.
    pub(super) fn binary(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        let mut fields = it.fields();
        let name = it.file_name(fields.next().unwrap_or_default())?;
        let span = it.span_of(it.arguments);
        self.must_have_contents(&span)?;
        let (mut skip, mut count) = (0, None);
        for (index, field) in fields.enumerate() {
            let (value, span) = self.number(it.line, field)?;
            let Ok(value) = u64::try_from(value) else {
                return Err(Fault::new(
                    span,
                    format!("the number of bytes must not be negative; got {value}"),
                ));
            };
            match index {
                0 => skip = value,
                1 => count = Some(value),
                _ => return Err(Fault::new(span, "expected the end of the line")),
            }
        }
        let bytes = self.reader.part(&name, &span, skip, count)?;
        self.add_bytes(it.line, &bytes)
    }

    /// Returns the value of a count, from 0 to `most`.
    fn count(&mut self, line: &Line, count: &Expression, most: i64) -> Result<u32, Fault> {
        let value = self.ahead(line, count)?;
        if (0..=most).contains(&value) {
            return Ok(value as u32);
        }
        let message = format!("cannot reserve {value} bytes; expected 0 to {most}");
        Err(Fault::new(count.span.clone(), message))
    }
}

/// The message if a string is missing.
const TEXT: &str = "expected a string in quotation marks";
