//! Strings and functions in expressions for AS.

use z8000_object::text::encode;

use super::grammar::{Expressions, RULES};
use super::names::Function;
use crate::fault::{Fault, Rule};
use crate::syntax::expression::{Code, Cursor};
use crate::syntax::scan::{Kind, Token, scan};

/// Maximum nesting depth of functions, which may call each other.
const DEPTH: usize = 16;

/// Maximum length of the text of a function.
const LENGTH: usize = 10_000;

/// The functions of AS that return a number.
const FUNCTIONS: &str = "strlen strstr charfromstr val defined abs sgn toupper tolower bitcnt";

/// Letters after `\\` in strings, and the corresponding bytes.
const ESCAPES: [char; 10] = ['n', 'r', 't', 'b', 'a', 'e', 'h', '\'', 'i', '"'];
const CODES: &[u8; 10] = b"\n\r\t\x08\x07\x1B''\"\"";

/// Returns the result of comparing two strings; `None` if the sign is not a comparison.
fn compared(sign: &str, left: &[u8], right: &[u8]) -> Option<bool> {
    Some(match sign {
        "=" | "==" => left == right,
        "<>" | "!=" => left != right,
        "<" => left < right,
        ">" => left > right,
        "<=" => left <= right,
        ">=" => left >= right,
        _ => return None,
    })
}

impl Expressions<'_> {
    /// Returns the value of a constant that AS predefines.
    pub(super) fn constant(&self, name: &str) -> Option<i64> {
        Some(match &*name.to_ascii_lowercase() {
            "true" => 1,
            "false" => 0,
            "mompass" => 1,
            "momcpu" => i64::from_str_radix(self.names.processor.get(1..)?, 16).ok()?,
            "version" => 0x142,
            _ => return None,
        })
    }

    /// Returns a string as a number, or the result of its comparison with another string.
    pub(super) fn text_as_number(
        &self,
        cursor: &mut Cursor<'_, '_>,
        first: &Token<'_>,
        text: &[u8],
    ) -> Result<Code, Fault> {
        let before = cursor.at;
        if let Some(Kind::Sign(sign)) = cursor.next().map(|token| &token.kind)
            && let Some(right) = self.text(cursor)
            && let Some(holds) = compared(sign, text, &right?)
        {
            let holds = i64::from(holds);
            return Ok(Code::new(holds.to_string(), first.span.clone()).worth(Some(holds)));
        }
        cursor.at = before;
        if !(1..=4).contains(&text.len()) {
            let message = "expected a number, or a string of one to four characters";
            return Err(Fault::new(first.span.clone(), message));
        }
        let text = self.names.coded(text, &first.span)?;
        let number = text.iter().fold(0, |number, byte| number << 8 | i64::from(*byte));
        Ok(Code::new(number.to_string(), first.span.clone()).worth(Some(number)))
    }

    /// Parses a string, if one comes next.
    pub(crate) fn text(&self, cursor: &mut Cursor<'_, '_>) -> Option<Result<Vec<u8>, Fault>> {
        let before = cursor.at;
        let first = cursor.next()?;
        let text = self.text_after(cursor, first);
        if text.is_none() {
            cursor.at = before;
        }
        text
    }

    /// Parses the rest of the string that begins with a consumed token, including strings added to it.
    pub(super) fn text_after(&self, cursor: &mut Cursor<'_, '_>, first: &Token<'_>) -> Option<Result<Vec<u8>, Fault>> {
        let mut text = self.text_part(cursor, first)?;
        loop {
            let before = cursor.at;
            let more = cursor
                .take("+")
                .and_then(|_| cursor.next())
                .and_then(|next| self.text_part(cursor, next));
            let Some(more) = more else {
                cursor.at = before;
                return Some(text);
            };
            text = text.and_then(|text| Ok([text, more?].concat()));
        }
    }

    fn text_part(&self, cursor: &mut Cursor<'_, '_>, first: &Token<'_>) -> Option<Result<Vec<u8>, Fault>> {
        let name = first.name()?;
        let lower = name.to_ascii_lowercase();
        let text = match &*lower {
            "momcpuname" => Ok(self.names.processor.as_bytes().to_vec()),
            "substr" | "upstring" | "lowstring" if cursor.is("(") => {
                cursor.nested(|cursor| self.text_function(cursor, &lower))
            }
            _ if name.starts_with(['"', '\'']) => self.unescaped(first, &name[1..name.len() - 1]),
            _ => Ok(self.names.strings.get(&lower)?.clone()),
        };
        Some(text)
    }

    fn text_function(&self, cursor: &mut Cursor<'_, '_>, name: &str) -> Result<Vec<u8>, Fault> {
        let text = self.text_argument(cursor, "(")?;
        let part = match name {
            "upstring" => text.to_ascii_uppercase(),
            "lowstring" => text.to_ascii_lowercase(),
            _ => {
                let start = self.number(cursor, ",")?;
                let count = self.number(cursor, ",")?;
                let limit = if count <= 0 { usize::MAX } else { count as usize };
                text.into_iter().skip(start.max(0) as usize).take(limit).collect()
            }
        };
        cursor.expect(")")?;
        Ok(part)
    }

    /// Parses an argument that is a string, with the bracket or comma before it.
    fn text_argument(&self, cursor: &mut Cursor<'_, '_>, before: &'static str) -> Result<Vec<u8>, Fault> {
        cursor.expect(before)?;
        let span = cursor.span();
        self.text(cursor)
            .unwrap_or_else(|| Err(Fault::new(span, "expected a string")))
    }

    /// Parses an argument that is a known number, with the bracket or comma before it.
    fn number(&self, cursor: &mut Cursor<'_, '_>, before: &'static str) -> Result<i64, Fault> {
        cursor.expect(before)?;
        let code = cursor.expression(self)?;
        let span = code.span();
        code.value
            .ok_or_else(|| Fault::new(span, "the value must be known here").rule(Rule::Unsettled))
    }

    /// Returns the bytes of a string, with its escapes replaced.
    fn unescaped(&self, token: &Token<'_>, text: &str) -> Result<Vec<u8>, Fault> {
        let mut bytes = Vec::new();
        let mut rest = text;
        while let Some(at) = rest.find('\\') {
            bytes.extend(&*encode(&rest[..at]));
            rest = &rest[at + 1..];
            let letter = rest.chars().next().unwrap_or('\\');
            let skip = match letter.to_ascii_lowercase() {
                '{' => {
                    let end = rest
                        .find('}')
                        .ok_or_else(|| Fault::new(token.span.clone(), "expected `}`"))?;
                    bytes.extend(self.put_in(token, &rest[1..end])?);
                    end + 1
                }
                'x' => {
                    let digits = rest[1..].bytes().take(2).take_while(u8::is_ascii_hexdigit).count();
                    bytes.push(u8::from_str_radix(&rest[1..=digits], 16).unwrap_or_default());
                    1 + digits
                }
                '0'..='9' => {
                    let digits = rest.bytes().take(3).take_while(u8::is_ascii_digit).count();
                    bytes.push(rest[..digits].parse::<u16>().unwrap_or_default() as u8);
                    digits
                }
                other => {
                    match ESCAPES.iter().position(|known| *known == other) {
                        Some(at) => bytes.push(CODES[at]),
                        None => bytes.extend(&*encode(letter.encode_utf8(&mut [0; 4]))),
                    }
                    letter.len_utf8().min(rest.len())
                }
            };
            rest = &rest[skip..];
        }
        bytes.extend(&*encode(rest));
        Ok(bytes)
    }

    /// Returns the digits of the value of an expression embedded in a string.
    fn put_in(&self, token: &Token<'_>, text: &str) -> Result<Vec<u8>, Fault> {
        let fault = |fault: Fault| Fault { span: token.span.clone(), ..fault };
        let (tokens, _) = scan(text, &RULES);
        let mut cursor = Cursor::new(&tokens, text.len());
        if let Some(text) = self.text(&mut cursor) {
            return text.map_err(fault);
        }
        let value = cursor.expression(self).map_err(fault)?.value;
        match value {
            Some(value) => Ok(format!("{value:X}").into_bytes()),
            None => Err(Fault::new(
                token.span.clone(),
                format!("the value of `{text}` is not known here"),
            )),
        }
    }

    /// Parses the call of a function, `name(arguments)`, if the function exists.
    pub(super) fn call(
        &self,
        cursor: &mut Cursor<'_, '_>,
        first: &Token<'_>,
        name: &str,
    ) -> Option<Result<Code, Fault>> {
        let lower = name.to_ascii_lowercase();
        if let Some(function) = self.names.functions.get(&lower) {
            return Some(self.apply(cursor, first, function));
        }
        let value = self.built_in(cursor, first, &lower)?;
        Some(value.and_then(|value| {
            cursor.expect(")")?;
            let code = Code::new(value.to_string(), first.span.clone()).worth(Some(value));
            Ok(if value < 0 { code.within() } else { code })
        }))
    }

    pub(crate) fn is_function(&self, name: &str) -> bool {
        let name = name.to_ascii_lowercase();
        self.names.functions.contains_key(&name) || FUNCTIONS.split(' ').any(|known| known == name)
    }

    /// Returns the value of a predefined function, parsed up to its closing bracket.
    fn built_in(&self, cursor: &mut Cursor<'_, '_>, first: &Token<'_>, name: &str) -> Option<Result<i64, Fault>> {
        Some(match name {
            "strlen" => self.text_argument(cursor, "(").map(|text| text.len() as i64),
            "strstr" => self.position(cursor),
            "charfromstr" => self.text_argument(cursor, "(").and_then(|text| {
                let at = usize::try_from(self.number(cursor, ",")?).ok();
                Ok(at.and_then(|at| text.get(at)).map_or(-1, |byte| i64::from(*byte)))
            }),
            "val" => self.text_argument(cursor, "(").and_then(|text| {
                let text = String::from_utf8_lossy(&text).into_owned();
                let (tokens, _) = scan(&text, &RULES);
                let code = Cursor::new(&tokens, text.len()).expression(self);
                let value = code.ok().and_then(|code| code.value);
                value.ok_or_else(|| Fault::new(first.span.clone(), "the string has no value"))
            }),
            "defined" => cursor.expect("(").map(|_| {
                let name = cursor.next().and_then(Token::name).unwrap_or_default();
                i64::from((self.known)(&self.names.symbol(name)).is_some())
            }),
            _ if !FUNCTIONS.split(' ').any(|known| known == name) => return None,
            _ => self.number(cursor, "(").map(|value| match name {
                "abs" => value.wrapping_abs(),
                "sgn" => value.signum(),
                "toupper" => (value as u8).to_ascii_uppercase().into(),
                "tolower" => (value as u8).to_ascii_lowercase().into(),
                _ => value.count_ones().into(),
            }),
        })
    }

    /// Evaluates `STRSTR(text, part)`.
    fn position(&self, cursor: &mut Cursor<'_, '_>) -> Result<i64, Fault> {
        let text = self.text_argument(cursor, "(")?;
        let part = self.text_argument(cursor, ",")?;
        let found = text.windows(part.len().max(1)).position(|window| window == part);
        Ok(found.map_or(-1, |at| at as i64))
    }

    /// Applies a function defined in the source to the arguments that follow.
    fn apply(&self, cursor: &mut Cursor<'_, '_>, first: &Token<'_>, function: &Function) -> Result<Code, Fault> {
        cursor.expect("(")?;
        let mut arguments = Vec::new();
        for parameter in &function.parameters {
            if !arguments.is_empty() {
                cursor.expect(",")?;
            }
            arguments.push((parameter.clone(), cursor.expression(self)?));
        }
        let span = first.span.start..cursor.expect(")")?.span.end;
        if self.depth == DEPTH {
            return Err(Fault::new(span, "functions are nested too deeply").rule(Rule::Limit));
        }
        let (tokens, _) = scan(&function.text, &RULES);
        let inner = Expressions { arguments, ..self.inner() };
        let code = Cursor::new(&tokens, function.text.len()).expression(&inner);
        let code = code.map_err(|fault| Fault { span: span.clone(), ..fault })?;
        if code.parts.iter().map(|(text, _)| text.len()).sum::<usize>() > LENGTH {
            return Err(Fault::new(span, "the expression of this function becomes too long"));
        }
        Ok(Code::new(code.text(), span).worth(code.value).within())
    }
}
