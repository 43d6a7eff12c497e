//! Tokens and expressions of AS, with its functions and strings.

use std::cell::Cell;

use super::names::Names;
use crate::expression::Binary;
use crate::fault::Fault;
use crate::register::is_register;
use crate::syntax::expression::{Code, Cursor, Grammar};
use crate::syntax::scan::{Kind, Read, Rules, Token, number, suffixed, word_length};

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

/// Reads numbers and names peculiar to AS. Strings are returned as names that begin with a quotation mark.
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
        [b'0'..=b'9', ..] => Some(suffixed(rest, false)),
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

/// Returns the length of a floating-point number such as `1.5e3`; 0 if there is none.
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

/// Reads a string with its quotation marks.
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

/// The context for parsing expressions in a line.
pub(crate) struct Expressions<'s> {
    pub(crate) names: &'s Names,
    /// The replacement for `$`.
    pub(crate) here: String,
    /// Returns the current value of a symbol, if it has one.
    pub(crate) known: &'s dyn Fn(&str) -> Option<i64>,
    /// The arguments of the function whose expression is being parsed.
    pub(crate) arguments: Vec<(String, Code)>,
    pub(crate) depth: usize,
    /// Set to true by an operand that is an address.
    pub(crate) is_address: Cell<bool>,
    /// True if addresses in long words are linear numbers, because GNU as would encode their segment in the upper word.
    pub(crate) linear: bool,
    pub(crate) segmented: bool,
}

impl Expressions<'_> {
    /// Returns the context for a nested expression or list.
    pub(crate) fn inner(&self) -> Self {
        Expressions {
            here: self.here.clone(),
            arguments: Vec::new(),
            is_address: Cell::default(),
            depth: self.depth + 1,
            ..*self
        }
    }
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
        // A minus applies to a whole product.
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

    /// Converts the result of a comparison: true is 1 in AS, but -1 in GNU as.
    fn joined(&self, code: Code, operator: Binary) -> Code {
        match operator.rank() == Binary::Equal.rank() {
            true => code.negated(),
            false => code,
        }
    }
}

/// The rank of addition.
const SUM: u8 = 4;
