//! Tokens and expressions of AS, with its functions and strings.

use std::cell::Cell;

use z8000_object::text::encode;

use super::names::{Function, Names};
use crate::expression::Binary;
use crate::fault::Fault;
use crate::register::is_register;
use crate::syntax::expression::{Code, Cursor, Grammar};
use crate::syntax::scan::{Kind, Read, Rules, Token, number, scan, word_length};

pub(crate) const RULES: Rules = Rules {
    line_comments: &[";"],
    comments: &[],
    name: |byte, first| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'.') || !first && byte.is_ascii_digit(),
    special,
    signs: &[
        "<<", "<=", "<>", "<", ">>", ">=", "><", ">", "==", "=", "!!", "!=", "!", "&&", "&", "||", "|", "~~", "~", "*",
        "/", "#", "+", "-", "^", "(", ")", "@", ",", ":", "?", "[", "]", "{", "}",
    ],
};

/// The limit on the nesting of functions, which may call each other.
const DEPTH: usize = 16;

/// The limit on the text of a function.
const LENGTH: usize = 10_000;

/// Numbers and names that are peculiar to AS. Strings are names that begin with a quotation mark.
fn special(rest: &str) -> Option<Read<'_>> {
    let bytes = rest.as_bytes();
    match bytes {
        [b'0', b'x' | b'X', ..] => Some(prefixed(rest, 2, "0x", 16)),
        [b'0', b'b' | b'B', b'0' | b'1', ..] if !rest[..word_length(rest)].ends_with(['h', 'H']) => {
            Some(prefixed(rest, 2, "0b", 2))
        }
        [b'0'..=b'9', ..] if float_length(rest) > 0 => {
            Some((Kind::Name(&rest[..float_length(rest)]), float_length(rest)))
        }
        [b'0'..=b'9', ..] => Some(constant(rest)),
        [b'$', b'$', ..] => {
            let length = 2 + bytes[2..].iter().take_while(|byte| (RULES.name)(**byte, false)).count();
            Some((Kind::Name(&rest[..length]), length))
        }
        [b'$', next, ..] if next.is_ascii_hexdigit() => Some(prefixed(rest, 1, "0x", 16)),
        [b'$', ..] => Some((Kind::Name(&rest[..1]), 1)),
        [b'%', b'0' | b'1', ..] => Some(prefixed(rest, 1, "0b", 2)),
        [b'@', b'0'..=b'7', ..] => Some(prefixed(rest, 1, "0", 8)),
        [quote @ (b'"' | b'\''), ..] => Some(string(rest, *quote)),
        _ => None,
    }
}

/// The length of a floating-point number, such as `1.5e3`; 0 if there is none.
fn float_length(rest: &str) -> usize {
    let digits = |from: usize| rest[from..].bytes().take_while(u8::is_ascii_digit).count();
    let point = digits(0);
    if !rest[point..].starts_with('.') {
        return 0;
    }
    let end = point + 1 + digits(point + 1);
    let sign = match rest.as_bytes()[end..] {
        [b'e' | b'E', b'-' | b'+', ..] => 2,
        [b'e' | b'E', ..] => 1,
        _ => 0,
    };
    match sign > 0 && digits(end + sign) > 0 {
        true => end + sign + digits(end + sign),
        false => end,
    }
}

fn prefixed(rest: &str, skip: usize, prefix: &str, radix: u32) -> Read<'static> {
    let length = word_length(&rest[skip..]);
    (number(prefix, &rest[skip..skip + length], radix), skip + length)
}

/// `255`, `0FFh`, `377o`, `377q`, `11111111b`.
fn constant(rest: &str) -> Read<'static> {
    let length = word_length(rest);
    let word = rest[..length].to_ascii_lowercase();
    let digits = &word[..length - 1];
    let kind = match word.as_bytes()[length - 1] {
        b'h' => number("0x", digits, 16),
        b'o' | b'q' => number("0", digits, 8),
        b'b' => number("0b", digits, 2),
        b'0'..=b'9' => number("", &word, 10),
        _ => Kind::Wrong("invalid number: write, for example, 52, 34h, 64o or 110100b".into()),
    };
    (kind, length)
}

/// A string, with its quotation marks.
fn string(rest: &str, quote: u8) -> Read<'_> {
    let mut escaped = false;
    for (at, byte) in rest.bytes().enumerate().skip(1) {
        if byte == quote && !escaped {
            return (Kind::Name(&rest[..=at]), at + 1);
        }
        escaped = byte == b'\\' && !escaped;
    }
    (Kind::Wrong("missing closing quotation mark".into()), rest.len())
}

/// The expressions of a line.
pub(crate) struct Expressions<'s> {
    pub(crate) names: &'s Names,
    /// What `$` stands for.
    pub(crate) here: String,
    /// The present value of a symbol, if it has one.
    pub(crate) known: &'s dyn Fn(&str) -> Option<i64>,
    /// The arguments of the function whose expression is read.
    pub(crate) arguments: Vec<(String, Code)>,
    pub(crate) depth: usize,
    /// Set by an operand that is an address.
    pub(crate) is_address: Cell<bool>,
    /// Addresses in long words are numbers: GNU as would write their segment in front.
    pub(crate) linear: bool,
    pub(crate) segmented: bool,
}

impl Grammar for Expressions<'_> {
    const SHORT_ENDS: bool = true;
    const BLANKS_END: bool = false;
    const UNARY: &'static [(&'static str, crate::expression::Unary)] = &[
        ("+", crate::expression::Unary::Plus),
        ("~", crate::expression::Unary::Complement),
    ];
    const BINARY: &'static [(&'static str, Binary, u8)] = &[
        ("=", Binary::Equal, 1),
        ("==", Binary::Equal, 1),
        ("<>", Binary::Different, 1),
        ("!=", Binary::Different, 1),
        ("<", Binary::Less, 1),
        (">", Binary::Greater, 1),
        ("<=", Binary::LessEqual, 1),
        (">=", Binary::GreaterEqual, 1),
        ("||", Binary::LogicalOr, 2),
        ("&&", Binary::LogicalAnd, 3),
        ("+", Binary::Add, SUM),
        ("-", Binary::Subtract, SUM),
        ("*", Binary::Multiply, 5),
        ("/", Binary::Divide, 5),
        ("#", Binary::Remainder, 5),
        ("!", Binary::Xor, 6),
        ("|", Binary::Or, 7),
        ("&", Binary::And, 8),
        ("<<", Binary::ShiftLeft, 9),
        (">>", Binary::ShiftRight, 9),
    ];

    fn leaf(&self, cursor: &mut Cursor<'_, '_>, first: &Token<'_>) -> Result<Code, Fault> {
        // A minus reaches as far as a sum does.
        if first.is("-") {
            let mut code = Code::new("-", first.span.clone());
            let operand = cursor.above(self, SUM)?.above(Binary::Multiply.rank());
            let value = operand.value.map(i64::wrapping_neg);
            code.parts.extend(operand.parts);
            return Ok(code.worth(value));
        }
        if first.is("~~") {
            return Ok(cursor
                .nested(|cursor| cursor.primary(self))?
                .equals_zero(first.span.start)
                .negated());
        }
        if first.is("^") && self.names.amd {
            // It turns an address into a number, and a number into an address.
            let before = self.is_address.replace(false);
            let operand = cursor.nested(|cursor| cursor.primary(self))?;
            self.is_address.set(before || !self.is_address.get());
            return Ok(operand);
        }
        let Some(name) = first.name() else {
            return Err(Fault::new(first.span.clone(), "expected an expression"));
        };
        if let Some(text) = self.text_after(cursor, first) {
            return self.text_as_number(cursor, first, &text?);
        }
        if name.starts_with(|first: char| first.is_ascii_digit()) {
            let message = "a floating-point number can only be a whole number of `dd` or `dq`";
            return Err(Fault::new(first.span.clone(), message));
        }
        if name == "$" {
            self.is_address.set(true);
            return Ok(Code::new(&*self.here, first.span.clone()).whole());
        }
        if let Some((_, value)) = self
            .arguments
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
        {
            return Ok(value.clone().whole());
        }
        if cursor.is("(")
            && let Some(result) = self.call(cursor, first, name)
        {
            return result;
        }
        if let Some(value) = self.constant(name) {
            return Ok(Code::new(value.to_string(), first.span.clone()).worth(Some(value)));
        }
        let symbol = self.names.symbol(name);
        let value = (self.known)(&symbol);
        if value.is_none() || self.names.labels.contains(&symbol) {
            self.is_address.set(true);
        }
        Ok(Code::new(symbol, first.span.clone()).worth(value))
    }

    fn register(&self, token: &Token<'_>) -> Option<String> {
        let name = token.name()?.to_ascii_lowercase();
        self.names
            .registers
            .get(&name)
            .cloned()
            .or_else(|| is_register(&name).then_some(name))
    }

    /// What holds is 1 to AS, and -1 to GNU as.
    fn joined(&self, code: Code, operator: Binary) -> Code {
        match operator.rank() == Binary::Equal.rank() {
            true => code.negated(),
            false => code,
        }
    }
}

/// The rank of a sum.
const SUM: u8 = 4;

/// How two strings compare.
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
    /// The value of a name that AS has defined.
    fn constant(&self, name: &str) -> Option<i64> {
        Some(match &*name.to_ascii_lowercase() {
            "true" => 1,
            "false" => 0,
            "mompass" => 1,
            "momcpu" => i64::from_str_radix(self.names.processor.get(1..)?, 16).ok()?,
            "version" => 0x142,
            _ => return None,
        })
    }

    /// A string as a number, or as what a comparison with another one gives.
    fn text_as_number(&self, cursor: &mut Cursor<'_, '_>, first: &Token<'_>, text: &[u8]) -> Result<Code, Fault> {
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
            let message = "a number is expected here, not a string of this length";
            return Err(Fault::new(first.span.clone(), message));
        }
        let number = text.iter().fold(0, |number, byte| number << 8 | i64::from(*byte));
        Ok(Code::new(number.to_string(), first.span.clone()).worth(Some(number)))
    }

    /// A string, if one comes next.
    pub(crate) fn text(&self, cursor: &mut Cursor<'_, '_>) -> Option<Result<Vec<u8>, Fault>> {
        let before = cursor.at;
        let first = cursor.next()?;
        let text = self.text_after(cursor, first);
        if text.is_none() {
            cursor.at = before;
        }
        text
    }

    /// The string that a token begins, which has been taken, with those added to it.
    fn text_after(&self, cursor: &mut Cursor<'_, '_>, first: &Token<'_>) -> Option<Result<Vec<u8>, Fault>> {
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
        let text = self.text_argument(cursor)?;
        let part = match name {
            "upstring" => text.to_ascii_uppercase(),
            "lowstring" => text.to_ascii_lowercase(),
            _ => {
                let start = self.number_argument(cursor)?;
                let count = self.number_argument(cursor)?;
                let limit = if count <= 0 { usize::MAX } else { count as usize };
                text.into_iter().skip(start.max(0) as usize).take(limit).collect()
            }
        };
        cursor.expect(")")?;
        Ok(part)
    }

    /// The first argument, after its bracket, which is a string.
    fn text_argument(&self, cursor: &mut Cursor<'_, '_>) -> Result<Vec<u8>, Fault> {
        cursor.expect("(")?;
        let span = cursor.span();
        self.text(cursor)
            .unwrap_or_else(|| Err(Fault::new(span, "expected a string")))
    }

    /// A further argument, after its comma, which is a number.
    fn number_argument(&self, cursor: &mut Cursor<'_, '_>) -> Result<i64, Fault> {
        cursor.expect(",")?;
        self.known_number(cursor)
    }

    fn known_number(&self, cursor: &mut Cursor<'_, '_>) -> Result<i64, Fault> {
        let code = cursor.expression(self)?;
        let span = code.span();
        code.value
            .ok_or_else(|| Fault::new(span, "the value must be known here"))
    }

    /// The bytes of a string, with its escapes.
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
                    match other {
                        'n' => bytes.push(10),
                        'r' => bytes.push(13),
                        't' => bytes.push(9),
                        'b' => bytes.push(8),
                        'a' => bytes.push(7),
                        'e' => bytes.push(27),
                        'h' | '\'' => bytes.push(b'\''),
                        'i' | '"' => bytes.push(b'"'),
                        _ => bytes.extend(&*encode(letter.encode_utf8(&mut [0; 4]))),
                    }
                    letter.len_utf8().min(rest.len())
                }
            };
            rest = &rest[skip..];
        }
        bytes.extend(&*encode(rest));
        Ok(bytes)
    }

    /// The value of an expression in a string, in digits.
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

    /// `name(arguments)`, if there is such a function.
    fn call(&self, cursor: &mut Cursor<'_, '_>, first: &Token<'_>, name: &str) -> Option<Result<Code, Fault>> {
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

    /// Returns true if a name is that of a function.
    pub(crate) fn is_function(&self, name: &str) -> bool {
        let name = name.to_ascii_lowercase();
        let known = [
            "strlen",
            "strstr",
            "charfromstr",
            "val",
            "defined",
            "abs",
            "sgn",
            "toupper",
            "tolower",
            "bitcnt",
        ];
        self.names.functions.contains_key(&name) || known.contains(&&*name)
    }

    /// The value of a function of AS, up to its closing bracket.
    fn built_in(&self, cursor: &mut Cursor<'_, '_>, first: &Token<'_>, name: &str) -> Option<Result<i64, Fault>> {
        Some(match name {
            "strlen" => self.text_argument(cursor).map(|text| text.len() as i64),
            "strstr" => self.position(cursor),
            "charfromstr" => self.text_argument(cursor).and_then(|text| {
                let at = usize::try_from(self.number_argument(cursor)?).ok();
                Ok(at.and_then(|at| text.get(at)).map_or(-1, |byte| i64::from(*byte)))
            }),
            "val" => self.text_argument(cursor).and_then(|text| {
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
            "abs" => self.number(cursor).map(i64::wrapping_abs),
            "sgn" => self.number(cursor).map(i64::signum),
            "toupper" => self
                .number(cursor)
                .map(|value| i64::from((value as u8).to_ascii_uppercase())),
            "tolower" => self
                .number(cursor)
                .map(|value| i64::from((value as u8).to_ascii_lowercase())),
            "bitcnt" => self.number(cursor).map(|value| value.count_ones().into()),
            _ => return None,
        })
    }

    /// The one argument of a function, which is a number that is known.
    fn number(&self, cursor: &mut Cursor<'_, '_>) -> Result<i64, Fault> {
        cursor.expect("(")?;
        self.known_number(cursor)
    }

    /// `STRSTR(text, part)`
    fn position(&self, cursor: &mut Cursor<'_, '_>) -> Result<i64, Fault> {
        let text = self.text_argument(cursor)?;
        let span = cursor.expect(",")?.span.clone();
        let part = self
            .text(cursor)
            .unwrap_or_else(|| Err(Fault::new(span, "expected a string")))?;
        let found = text.windows(part.len().max(1)).position(|window| window == part);
        Ok(found.map_or(-1, |at| at as i64))
    }

    /// A function of the source, applied to the arguments that follow.
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
            return Err(Fault::new(span, "functions are nested too deeply"));
        }
        let (tokens, _) = scan(&function.text, &RULES);
        let inner = Expressions {
            arguments,
            here: self.here.clone(),
            depth: self.depth + 1,
            is_address: Cell::default(),
            ..*self
        };
        let code = Cursor::new(&tokens, function.text.len()).expression(&inner);
        let code = code.map_err(|fault| Fault { span: span.clone(), ..fault })?;
        if code.parts.iter().map(|(text, _)| text.len()).sum::<usize>() > LENGTH {
            return Err(Fault::new(span, "the expression of this function becomes too long"));
        }
        Ok(Code::new(code.text(), span).worth(code.value).within())
    }
}
