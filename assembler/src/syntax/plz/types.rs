//! Reading types.

use super::kind::Type;
use super::translator::Translator;
use crate::fault::Fault;
use crate::syntax::scan::Token;

/// A type by its name.
fn simple(name: &str) -> Option<Type> {
    Some(match name.to_ascii_lowercase().as_str() {
        "byte" | "short_integer" => Type::Number(1),
        "word" | "integer" => Type::Number(2),
        "long" | "long_integer" => Type::Number(4),
        _ => return None,
    })
}

/// How deeply types may nest.
const DEPTH: usize = 16;

impl Translator<'_, '_> {
    /// Returns true if a token begins a type.
    pub(super) fn is_type(&self, token: &Token<'_>) -> bool {
        token.name().is_some_and(|name| {
            simple(name).is_some()
                || name.eq_ignore_ascii_case("array")
                || name.eq_ignore_ascii_case("record")
                || self.types.contains_key(name)
        })
    }

    /// Reads a type.
    pub(super) fn read_type(&mut self, depth: usize) -> Result<Type, Fault> {
        self.cursor.skip_lines();
        let span = self.cursor.span();
        let fault = |message: &str| Err(Fault::new(span.clone(), message));
        if depth == DEPTH {
            return fault("this type is nested too deeply");
        }
        let Some(name) = self.cursor.next().and_then(Token::name) else {
            return fault("a type is expected here");
        };
        if let Some(simple) = simple(name) {
            return Ok(simple);
        }
        if name.eq_ignore_ascii_case("array") {
            return self.array(depth);
        }
        if name.eq_ignore_ascii_case("record") {
            return self.record(depth);
        }
        match self.types.get(name) {
            Some(known) => Ok(known.clone()),
            None => fault("a type is expected here: byte, word, long, array, record, or the name of one"),
        }
    }

    /// `[count ... type]`
    fn array(&mut self, depth: usize) -> Result<Type, Fault> {
        self.cursor.expect("[")?;
        let mut counts = Vec::new();
        loop {
            self.cursor.skip_lines();
            if self.cursor.peek().is_some_and(|token| self.is_type(token)) {
                break;
            }
            let span = self.cursor.span();
            if self.cursor.take("*").is_some() {
                counts.push(None);
            } else {
                let count = self.cursor.expression(&self.names)?;
                let number = match self.last {
                    true => self.number(&count)?,
                    false => count.value.unwrap_or(0),
                };
                if !(0..=0x100_0000).contains(&number) {
                    return Err(Fault::new(span, format!("an array cannot have {number} elements")));
                }
                counts.push(Some(number));
            }
            self.cursor.take(",");
        }
        let of = self.read_type(depth + 1)?;
        self.cursor.skip_lines();
        self.cursor.expect("]")?;
        Ok(counts
            .into_iter()
            .rev()
            .fold(of, |of, count| Type::Array(count, Box::new(of))))
    }

    /// `[field ... type ...]`
    fn record(&mut self, depth: usize) -> Result<Type, Fault> {
        self.cursor.expect("[")?;
        let mut fields = Vec::new();
        let mut offset: i64 = 0;
        loop {
            self.cursor.skip_lines();
            if self.cursor.take("]").is_some() {
                return Ok(Type::Record(fields));
            }
            let mut names = Vec::new();
            while let Some(token) = self.cursor.peek()
                && !self.is_type(token)
            {
                let Some(name) = token.name() else {
                    return Err(Fault::new(token.span.clone(), "the name of a field is expected here"));
                };
                names.push(name.to_owned());
                self.cursor.at += 1;
                self.cursor.take(",");
                self.cursor.skip_lines();
            }
            let span = self.cursor.span();
            let of = self.read_type(depth + 1)?;
            let Some(size) = of.size() else {
                return Err(Fault::new(span, "a field needs a number of elements"));
            };
            for name in names {
                // Words and long words begin at even offsets.
                offset += i64::from(of.unit() > 1) & offset;
                fields.push((name, offset, of.clone()));
                offset = offset.saturating_add(size);
            }
        }
    }
}
