//! Tokens and expressions of PLZ/ASM, and names with special meanings.

use std::collections::{BTreeMap, BTreeSet};

use super::kind::Type;
use crate::expression::{Binary, Unary};
use crate::fault::Fault;
use crate::register::is_register;
use crate::syntax::expression::{Code, Cursor, Grammar};
use crate::syntax::scan::{Kind, Read, Rules, Token, number, word_length};

pub(super) const RULES: Rules = Rules {
    line_comments: &["//"],
    comments: &[("!", "!"), ("/*", "*/")],
    name: |byte, first| {
        byte.is_ascii_alphabetic() || matches!(byte, b'_') || first && byte == b'.' || !first && byte.is_ascii_digit()
    },
    special,
    signs: &[
        ":=", "::", "<<", ">>", "<=", ">=", "<>", "...", "<", ">", "=", ":", ";", ",", "#", "@", "(", ")", "[", "]",
        "{", "}", "+", "-", "*", "/", "|", "^", "~", "$",
    ],
};

fn special(rest: &str) -> Option<Read<'_>> {
    let bytes = rest.as_bytes();
    match bytes {
        [b'0'..=b'9', ..] => {
            let length = word_length(rest);
            Some((number("", &rest[..length], 10), length))
        }
        [b'%', b'(', ..] => Some(radix(rest)),
        [b'%', ..] => {
            let length = word_length(&rest[1..]);
            Some((number("0x", &rest[1..=length], 16), 1 + length))
        }
        [b'\'', ..] => Some(text(rest)),
        [b'"', ..] => Some(string(rest)),
        [b'~' | b'$', next, ..] if next.is_ascii_alphanumeric() || *next == b'_' => {
            let length = 1 + bytes[1..].iter().take_while(|byte| (RULES.name)(**byte, false)).count();
            Some((Kind::Name(&rest[..length]), length))
        }
        [b'.', b'.', b'.', ..] => Some((Kind::Sign("..."), 3)),
        _ => None,
    }
}

/// Reads a number with its base, such as `%(2)1010`, `%(8)17` or `%(16)FF`.
fn radix(rest: &str) -> Read<'_> {
    let prefixes = [
        ("%(2)", "0b", 2),
        ("%(8)", "0", 8),
        ("%(16)", "0x", 16),
        ("%(10)", "", 10),
    ];
    let Some((written, prefix, radix)) = prefixes.into_iter().find(|(written, ..)| rest.starts_with(written)) else {
        return (
            Kind::Wrong("expected `%(2)`, `%(8)`, `%(10)` or `%(16)` before the digits".into()),
            2,
        );
    };
    let length = word_length(&rest[written.len()..]);
    let end = written.len() + length;
    (number(prefix, &rest[written.len()..end], radix), end)
}

/// Reads `"text"`, the string syntax of `cas`.
fn string(rest: &str) -> Read<'_> {
    let line = rest[1..].split('\n').next().unwrap_or_default();
    match line.find('"') {
        Some(length) => (Kind::Text(line.as_bytes()[..length].to_vec()), length + 2),
        None => (Kind::Wrong("missing closing quotation mark".into()), 1),
    }
}

/// Reads `'text'`, with `''` for a quotation mark, `%0D` for a character in hexadecimal, and `%R %L %T %P %Q %%`.
fn text(rest: &str) -> Read<'_> {
    let mut bytes = Vec::new();
    let mut at = 1;
    loop {
        let Some(next) = rest[at..].chars().next().filter(|next| *next != '\n') else {
            return (Kind::Wrong("missing closing quotation mark".into()), at);
        };
        match next {
            '\'' if rest[at + 1..].starts_with('\'') => {
                bytes.push(b'\'');
                at += 2;
            }
            '\'' => return (Kind::Text(bytes), at + 1),
            '%' => match escape(&rest[at + 1..]) {
                Some((byte, length)) => {
                    bytes.push(byte);
                    at += 1 + length;
                }
                None => return (Kind::Wrong("expected a character after `%`".into()), at + 1),
            },
            _ => {
                bytes.extend(&rest.as_bytes()[at..at + next.len_utf8()]);
                at += next.len_utf8();
            }
        }
    }
}

/// Returns the character for the escape after a `%` in a string, and the escape's length in bytes.
fn escape(rest: &str) -> Option<(u8, usize)> {
    let digits = rest
        .get(..2)
        .filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
    if let Some(digits) = digits {
        return Some((u8::from_str_radix(digits, 16).ok()?, 2));
    }
    let byte = match rest.bytes().next()?.to_ascii_uppercase() {
        b'R' => b'\r',
        b'L' => b'\n',
        b'T' => b'\t',
        b'P' => 12,
        b'Q' => b'\'',
        b'%' => b'%',
        _ => return None,
    };
    Some((byte, 1))
}

#[derive(Debug, Default)]
pub(super) struct Names {
    /// True if the file was read before, so that all names are known.
    pub(super) known: bool,
    /// True if sizes and offsets depend on a constant that is defined later.
    pub(super) is_open: bool,
    pub(super) registers: BTreeMap<String, String>,
    /// Constants whose values are numbers.
    pub(super) constants: BTreeMap<String, i64>,
    /// The size of each variable in bytes.
    pub(super) sizes: BTreeMap<String, i64>,
    /// The offsets of the fields of variables that are records.
    pub(super) fields: BTreeMap<String, i64>,
    /// The sections that contain instructions.
    pub(super) code: BTreeSet<String>,
    /// The number of the current procedure or block, which is part of local names.
    pub(super) scope: usize,
}

impl Names {
    /// Records the size and the fields of a variable or of a named type.
    pub(super) fn declare(&mut self, name: &str, of: &Type) {
        if let Some(size) = of.size() {
            self.sizes.insert(name.to_owned(), size);
        }
        self.fields.extend(of.fields(name));
    }

    /// Returns the symbol for a name: `~name` and `$1` are local to a procedure or block.
    pub(super) fn symbol(&self, token: &Token<'_>) -> String {
        let name = token.name().unwrap_or_default();
        match name.strip_prefix(['~', '$']) {
            Some(local) => format!(".L{}_{local}", self.scope),
            None => name.to_owned(),
        }
    }
}

impl Grammar for Names {
    const SHORT_ENDS: bool = true;
    const BLANKS_END: bool = false;
    const BINARY: &'static [(&'static str, Binary, u8)] = &[
        ("+", Binary::Add, 1),
        ("-", Binary::Subtract, 1),
        ("lor", Binary::Or, 1),
        ("lxor", Binary::Xor, 1),
        ("*", Binary::Multiply, 2),
        ("/", Binary::Divide, 2),
        ("land", Binary::And, 2),
        ("mod", Binary::Remainder, 2),
        ("shl", Binary::ShiftLeft, 2),
        ("shr", Binary::ShiftRight, 2),
    ];
    const UNARY: &'static [(&'static str, Unary)] = &[
        ("-", Unary::Negate),
        ("+", Unary::Plus),
        ("~", Unary::Complement),
        ("lnot", Unary::Complement),
    ];

    fn leaf(&self, cursor: &mut Cursor<'_, '_>, first: &Token<'_>) -> Result<Code, Fault> {
        let span = first.span.clone();
        let Some(name) = first.name() else {
            return match first.kind {
                Kind::Sign("$") => Ok(Code::new(".", span)),
                Kind::Sign("^") if cursor.is("s") => {
                    cursor.at += 1;
                    self.segment(cursor)
                }
                Kind::Sign("^") if cursor.is("o") => {
                    cursor.at += 1;
                    Ok(cursor.primary(self)?.worth(None))
                }
                _ => Err(Fault::new(span, "expected an expression")),
            };
        };
        match name.to_ascii_lowercase().as_str() {
            "sizeof" => self.size(cursor),
            "offset" => Ok(cursor.primary(self)?.worth(None)),
            "seg" => self.segment(cursor),
            _ => Ok(self.variable(cursor, first, name)),
        }
    }

    fn register(&self, token: &Token<'_>) -> Option<String> {
        let name = token.name()?;
        if is_register(name) {
            return Some(name.to_owned());
        }
        self.registers.get(name).cloned()
    }
}

impl Names {
    /// Converts the segment of an address to the first word of a long address: the highest bit is set, and the low byte
    /// is 0.
    fn segment(&self, cursor: &mut Cursor<'_, '_>) -> Result<Code, Fault> {
        let address = cursor.primary(self)?.whole();
        let span = address.span();
        Ok(Code::new(format!("({}>>16<<8|0x8000)", address.text()), span))
    }

    /// Converts `sizeof name`.
    fn size(&self, cursor: &mut Cursor<'_, '_>) -> Result<Code, Fault> {
        let span = cursor.span();
        let Some(name) = cursor.next().and_then(Token::name) else {
            return Err(Fault::new(span, "expected a name after `sizeof`"));
        };
        match self.sizes.get(name) {
            Some(size) => Ok(Code::new(size.to_string(), span).worth(Some(*size))),
            None if !self.known => Ok(Code::new("0", span)),
            None => Err(Fault::new(
                span,
                format!("cannot find the size of `{name}`: no variable or type has this name"),
            )),
        }
    }

    /// Converts a symbol, or a field of a record.
    fn variable(&self, cursor: &mut Cursor<'_, '_>, first: &Token<'_>, name: &str) -> Code {
        let span = first.span.clone();
        if let Some(field) = cursor.peek()
            && field.span.start == span.end
            && let Some(field_name) = field.name().filter(|field| field.starts_with('.'))
            && let Some(offset) = self.fields.get(&format!("{name}{field_name}"))
        {
            cursor.at += 1;
            let text = format!("({name}+{offset})");
            return Code::new(text, span.start..field.span.end);
        }
        let value = self.constants.get(name).copied();
        Code::new(self.symbol(first), span).worth(value)
    }
}
