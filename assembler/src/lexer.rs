//! Splitting a line into tokens: a line of a source, or an expression in the debugger.

use std::borrow::Cow;
use std::fmt;
use std::num::{IntErrorKind, ParseIntError};
use std::ops::Range;

use z8000_object::text::{byte, encode};

use crate::fault::Fault;

/// A token, and its range of bytes in the line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token<'a> {
    /// The kind of the token, including its value.
    pub kind: Kind<'a>,
    /// The range of bytes in the line.
    pub span: Range<usize>,
}

/// The kind of a token, with its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind<'a> {
    /// A name: mnemonic, directive, register, symbol.
    Name(&'a str),
    /// A number or a character.
    Number(i64),
    /// A number of more than 64 bits, given as its high and low halves.
    Wide([u64; 2]),
    /// A local label such as `1b` or `1f`: its number, and true for backward.
    Local(u32, bool),
    /// A string in quotation marks, with its escapes resolved.
    Text(Vec<u8>),
    /// An operator, a bracket or a separator.
    Sign(Sign),
}

macro_rules! signs {
    ($($sign:ident $text:literal)*) => {
        /// An operator, a bracket or a separator.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[expect(missing_docs, reason = "named as they are read")]
        pub enum Sign {
            $($sign,)*
        }

        impl Sign {
            /// All signs with their text.
            const ALL: &[(Self, &str)] = &[$((Self::$sign, $text),)*];
        }

        impl fmt::Display for Sign {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self {
                    $(Self::$sign => $text,)*
                })
            }
        }
    };
}

// A sign of two characters precedes the one that it begins with; otherwise, frequent signs come first.
signs! {
    Comma ","  Hash "#"  Open "("  Close ")"  At "@"  Colon ":"
    ShiftLeft "<<"  ShiftRight ">>"  LessGreater "<>"  Equal "=="  NotEqual "!="  LessEqual "<="  GreaterEqual ">="
    AndAnd "&&"  OrOr "||"
    Assign "="  OpenSquare "["  CloseSquare "]"
    Plus "+"  Minus "-"  Star "*"  Slash "/"  Percent "%"  Ampersand "&"  Bar "|"  Caret "^"
    Tilde "~"  Exclamation "!"  Less "<"  Greater ">"
}

/// The maximum number of tokens in a statement.
const MOST: usize = 1 << 22;

/// Splits a line, without its comment, into tokens.
///
/// # Errors
///
/// The line contains a character that begins no token, too many tokens, or an invalid number, character or string.
///
/// # Example
///
/// ```
/// use z8000_asm::lexer::{Kind, tokens};
///
/// let list = tokens("ldk r1,#0x5")?;
/// assert_eq!(list[0].kind, Kind::Name("ldk"));
/// assert_eq!((&list[4].kind, &list[4].span), (&Kind::Number(5), &(8..11)));
/// # Ok::<(), z8000_asm::Fault>(())
/// ```
pub fn tokens(line: &str) -> Result<Vec<Token<'_>>, Fault> {
    let mut tokens = Vec::with_capacity(8);
    let mut at = 0;
    while let Some(&first) = line.as_bytes().get(at) {
        if first == b' ' || first == b'\t' {
            at += 1;
            continue;
        }
        if !first.is_ascii_graphic()
            && let Some(blank) = line[at..].chars().next().filter(|character| character.is_whitespace())
        {
            at += blank.len_utf8();
            continue;
        }
        if tokens.len() == MOST {
            return Err(Fault::new(at..line.len(), "the statement is too long"));
        }
        let after_segment_bracket = || {
            let last = tokens.last().map(|token: &Token<'_>| &token.kind);
            matches!(last, Some(Kind::Sign(Sign::ShiftLeft | Sign::ShiftRight)))
        };
        let read = if first == b'%' && after_segment_bracket() {
            hexadecimal(&line[at..])
        } else {
            token(&line[at..])
        };
        let (kind, length) = read.map_err(|(range, message)| Fault::new(at + range.start..at + range.end, message))?;
        tokens.push(Token { kind, span: at..at + length });
        at += length;
    }
    Ok(tokens)
}

/// The range of an error in the rest of the line, and its message.
type Wrong = (Range<usize>, Cow<'static, str>);

fn token(rest: &str) -> Result<(Kind<'_>, usize), Wrong> {
    let first = rest.as_bytes()[0];
    if first.is_ascii_digit() {
        return number(rest);
    }
    if is_name_start(first) {
        let length = name_length(rest);
        return Ok((Kind::Name(&rest[..length]), length));
    }
    match first {
        b'\'' => character(rest),
        b'"' => text(rest),
        // The signs mostly differ in their first bytes, which are faster to compare.
        _ => match Sign::ALL
            .iter()
            .find(|(_, text)| text.as_bytes()[0] == first && rest.starts_with(text))
        {
            Some((sign, text)) => Ok((Kind::Sign(*sign), text.len())),
            None => {
                let character = rest.chars().next().unwrap_or_default();
                let message = format!("unexpected character `{}`", character.escape_debug());
                Err((0..character.len_utf8(), message.into()))
            }
        },
    }
}

pub(crate) const fn is_name_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'.' | b'$') || !byte.is_ascii()
}

pub(crate) fn name_length(text: &str) -> usize {
    let is_in_name = |byte: &u8| is_name_start(*byte) || byte.is_ascii_digit();
    text.bytes().take_while(is_in_name).count()
}

fn number(rest: &str) -> Result<(Kind<'_>, usize), Wrong> {
    let is_in_number = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let length = rest.bytes().take_while(is_in_number).count();
    let word = &rest[..length];
    if let Some(digits) = word.strip_suffix(['b', 'f']).filter(|_| !word.starts_with("0x"))
        && let Ok(label) = digits.parse()
    {
        return Ok((Kind::Local(label, word.ends_with('b')), length));
    }
    let (digits, radix) = match word.as_bytes() {
        [b'0', b'x' | b'X', ..] => (&word[2..], 16),
        [b'0', b'b' | b'B', ..] => (&word[2..], 2),
        [b'0', _, ..] => (&word[1..], 8),
        _ => (word, 10),
    };
    let digits = match digits.contains('_') {
        true => Cow::Owned(digits.replace('_', "")),
        false => Cow::Borrowed(digits),
    };
    match u64::from_str_radix(&digits, radix) {
        // A number above the signed maximum is stored as its bits.
        Ok(number) => Ok((Kind::Number(number.cast_signed()), length)),
        Err(error) => match u128::from_str_radix(&digits, radix) {
            Ok(number) => Ok((Kind::Wide([(number >> 64) as u64, number as u64]), length)),
            Err(_) => Err((0..length, wrong_number(&error, &digits, radix).into())),
        },
    }
}

/// The message about a number of more than 64 bits.
pub(crate) const TOO_LARGE: &str = "the number is too large: the maximum is 0xffffffffffffffff";

fn wrong_number(error: &ParseIntError, digits: &str, radix: u32) -> &'static str {
    match error.kind() {
        IntErrorKind::PosOverflow => TOO_LARGE,
        _ if radix == 8 && digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            "invalid octal number: a leading 0 means octal"
        }
        _ => "invalid number: write, for example, 52, 0x34, 064 or 0b110100",
    }
}

/// Parses `%1B`, the hexadecimal digits in a segmented address such as `<<%1B>>%1234`.
fn hexadecimal(rest: &str) -> Result<(Kind<'_>, usize), Wrong> {
    let digits = rest[1..].bytes().take_while(u8::is_ascii_alphanumeric).count();
    match i64::from_str_radix(&rest[1..1 + digits], 16) {
        Ok(number) => Ok((Kind::Number(number), 1 + digits)),
        Err(_) => Err((0..1 + digits, "expected hexadecimal digits after `%`".into())),
    }
}

/// Parses `'A'`, or `'A` as in GNU as.
fn character(rest: &str) -> Result<(Kind<'_>, usize), Wrong> {
    let Some((value, length)) = unescape(&rest[1..]) else {
        return Err((0..1, "expected a character after the quotation mark".into()));
    };
    let length = 1 + length;
    let closed = rest[length..].starts_with('\'');
    Ok((Kind::Number(value.into()), length + usize::from(closed)))
}

fn text(rest: &str) -> Result<(Kind<'_>, usize), Wrong> {
    let mut bytes = Vec::new();
    let mut at = 1;
    loop {
        if rest[at..].starts_with('"') {
            return Ok((Kind::Text(bytes), at + 1));
        }
        let Some((value, length)) = unescape(&rest[at..]) else {
            return Err(if rest[at..].len() > 1 {
                let escaped = rest[at + 1..].chars().next().unwrap_or_default().escape_debug();
                (at..at + 1, format!("unknown escape sequence `\\{escaped}`").into())
            } else {
                (0..rest.len(), "missing closing quotation mark".into())
            });
        };
        // Characters outside ASCII keep their bytes.
        if length > 1 && !rest[at..].starts_with('\\') {
            bytes.extend(&*encode(&rest[at..at + length]));
        } else {
            bytes.push(value);
        }
        at += length;
    }
}

/// Returns the length of the string or character constant at the beginning of a line; the whole length if it is not
/// terminated.
pub(crate) fn quoted_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    if bytes[0] == b'"' {
        let mut at = 1;
        while at < bytes.len() && bytes[at] != b'"' {
            at += if bytes[at] == b'\\' { 2 } else { 1 };
        }
        return (at + 1).min(bytes.len());
    }
    match unescape(&text[1..]) {
        Some((_, length)) => 1 + length + usize::from(text[1 + length..].starts_with('\'')),
        None => 1,
    }
}

/// Returns the character at the beginning of a string, and its length in bytes.
fn unescape(text: &str) -> Option<(u8, usize)> {
    let first = text.chars().next()?;
    if first != '\\' {
        return Some((byte(first).unwrap_or(text.as_bytes()[0]), first.len_utf8()));
    }
    let after = &text[1..];
    if after.starts_with(['x', 'X']) {
        // As in GNU as, all digits belong to it, but only the last two are used.
        let count = text[2..].bytes().take_while(u8::is_ascii_hexdigit).count();
        let digits = &text[2 + count.saturating_sub(2)..2 + count];
        return Some((u8::from_str_radix(digits, 16).unwrap_or(0), 2 + count));
    }
    let digits = after.bytes().take(3).take_while(u8::is_ascii_digit);
    let (number, count) = digits.fold((0_u16, 0), |(number, count), digit| {
        (number * 8 + u16::from(digit - b'0'), count + 1)
    });
    if count > 0 {
        // As in GNU as, 8 and 9 are also accepted.
        return Some((number as u8, 1 + count));
    }
    let plain = || after.bytes().next().filter(u8::is_ascii).map(|byte| (byte, 1));
    let (value, length) = escape(after).or_else(plain)?;
    Some((value, 1 + length))
}

/// The characters for single-letter escapes.
pub(crate) const ESCAPES: [(u8, u8); 6] = [
    (b'n', b'\n'),
    (b'r', b'\r'),
    (b't', b'\t'),
    (b'b', 8),
    (b'f', 12),
    (b'v', 11),
];

/// Returns the character for a letter or up to three octal digits after a `\`, and their length in bytes.
pub(crate) fn escape(text: &str) -> Option<(u8, usize)> {
    let digits = text.bytes().take(3);
    let count = digits.take_while(|byte| (b'0'..=b'7').contains(byte)).count();
    if count > 0 {
        return Some((u16::from_str_radix(&text[..count], 8).ok()? as u8, count));
    }
    let letter = text.bytes().next()?;
    let found = ESCAPES.iter().find(|(own, _)| *own == letter);
    found.map(|(_, value)| (*value, 1))
}
