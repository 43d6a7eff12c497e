//! Expressions and operands of a dialect, converted to the syntax of GNU as.

use std::ops::Range;

use z8000_object::expression::{Terms, expression};

use super::scan::{Kind, Token};
use crate::expression::{Binary, Unary};
use crate::fault::{Fault, Rule};
use crate::register::is_register;

/// Maximum nesting depth of brackets and unary operators.
const DEPTH: usize = 90;

/// The rank of an expression that never needs brackets.
const WHOLE: u8 = u8::MAX;

/// A converted expression or operand: strings, each with its original range of bytes in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Code {
    pub(crate) parts: Vec<(String, Range<usize>)>,
    /// The rank of its operator in GNU as.
    rank: u8,
    /// The value, if it is known.
    pub(crate) value: Option<i64>,
}

impl Code {
    /// Creates code with one text for a range of the file.
    pub(crate) fn new(text: impl Into<String>, span: Range<usize>) -> Self {
        Self { parts: vec![(text.into(), span)], rank: WHOLE, value: None }
    }

    pub(crate) const fn worth(mut self, value: Option<i64>) -> Self {
        self.value = value;
        self
    }

    /// Returns the range of the file that the code is from.
    pub(crate) fn span(&self) -> Range<usize> {
        match (&self.parts[..], self.parts.last()) {
            ([first, ..], Some(last)) => first.1.start..last.1.end,
            _ => 0..0,
        }
    }

    /// Returns the text without spaces.
    pub(crate) fn text(&self) -> String {
        self.parts.iter().map(|(text, _)| text.as_str()).collect()
    }

    /// Returns the code, in brackets unless its rank is above `rank`.
    pub(crate) fn above(mut self, rank: u8) -> Self {
        if self.rank <= rank {
            let span = self.span();
            self.parts.insert(0, ("(".to_owned(), span.start..span.start));
            self.parts.push((")".to_owned(), span.end..span.end));
            self.rank = WHOLE;
        }
        self
    }

    /// Returns the code, in brackets unless it is a single number or name.
    pub(crate) fn whole(self) -> Self {
        self.above(WHOLE - 1)
    }

    /// Returns the code as a 32-bit number, after its `#` if it has one.
    pub(crate) fn linear(mut self) -> Self {
        let hash = self.parts.first().is_some_and(|(text, _)| text == "#");
        let rest = Self {
            parts: self.parts.split_off(usize::from(hash)),
            rank: 0,
            value: self.value,
        };
        self.parts.extend(rest.cut(0xFFFF_FFFF).parts);
        self
    }

    /// Returns a comparison of the code with 0; the operator is attributed to byte `at`.
    pub(crate) fn equals_zero(self, at: usize) -> Self {
        let mut code = self.above(Binary::Equal.rank());
        code.parts.push(("==0".to_owned(), at..at));
        code.rank = Binary::Equal.rank();
        code.value = code.value.map(|value| -i64::from(value == 0));
        code
    }

    /// Returns the code with its sign changed.
    pub(crate) fn negated(self) -> Self {
        let mut code = self.above(Binary::Multiply.rank());
        let start = code.span().start;
        code.parts.insert(0, ("-".to_owned(), start..start));
        code.value = code.value.map(i64::wrapping_neg);
        code
    }

    /// Returns the code in brackets.
    pub(crate) fn within(mut self) -> Self {
        self.rank = 0;
        self.whole()
    }

    /// Returns the code as immediate data.
    pub(crate) fn immediate(mut self) -> Self {
        let start = self.span().start;
        self.parts.insert(0, ("#".to_owned(), start..start));
        self
    }

    /// Returns the code with all bits outside a mask cleared.
    pub(crate) fn cut(self, bits: i64) -> Self {
        let mut code = self.whole();
        let end = code.span().end;
        code.parts.push((format!("&{bits:#x}"), end..end));
        code.rank = Binary::And.rank();
        code.value = code.value.map(|value| value & bits);
        code
    }

    fn token(&mut self, text: impl Into<String>, token: &Token<'_>) {
        self.parts.push((text.into(), token.span.clone()));
    }

    fn append(&mut self, other: Self) {
        self.parts.extend(other.parts);
    }
}

/// The properties of a dialect's expressions.
pub(crate) trait Grammar {
    /// The binary operators and their ranks; higher ranks bind more tightly.
    const BINARY: &'static [(&'static str, Binary, u8)];
    /// The unary operators; default: those of GNU as.
    const UNARY: &'static [(&'static str, Unary)] =
        &[("-", Unary::Negate), ("+", Unary::Plus), ("~", Unary::Complement)];
    /// Converts the operand that begins with a name or a sign, which has already been consumed.
    fn leaf(&self, cursor: &mut Cursor<'_, '_>, first: &Token<'_>) -> Result<Code, Fault>;
    /// Returns the register in GNU as that a token denotes; `None` if it does not denote one.
    fn register(&self, token: &Token<'_>) -> Option<String>;
    /// Converts the result of an operator that gives other values in GNU as. Default: no change.
    fn joined(&self, code: Code, _: Binary) -> Code {
        code
    }
    /// True if a short address ends with the same bar that it begins with.
    const SHORT_ENDS: bool;
    /// True if a space ends an expression outside brackets.
    const BLANKS_END: bool;
}

/// Returns true if a token is a parameter of a macro, which may stand for anything.
fn is_parameter(token: &Token<'_>) -> bool {
    token.name().is_some_and(|name| name.starts_with('?'))
}

/// Reads tokens one by one.
pub(crate) struct Cursor<'t, 'a> {
    tokens: &'t [Token<'a>],
    pub(crate) at: usize,
    /// The end of the file or line in bytes.
    end: usize,
    depth: usize,
}

impl<'t, 'a> Cursor<'t, 'a> {
    pub(crate) const fn new(tokens: &'t [Token<'a>], end: usize) -> Self {
        Self { tokens, at: 0, end, depth: 0 }
    }

    pub(crate) fn peek(&self) -> Option<&'t Token<'a>> {
        self.tokens.get(self.at)
    }

    /// Returns the token after the next one.
    pub(crate) fn second(&self) -> Option<&'t Token<'a>> {
        self.tokens.get(self.at + 1)
    }

    pub(crate) fn next(&mut self) -> Option<&'t Token<'a>> {
        let token = self.tokens.get(self.at)?;
        self.at += 1;
        Some(token)
    }

    /// Returns the position of the next token or, at the end, the end of the last one.
    pub(crate) fn span(&self) -> Range<usize> {
        let end = if self.at > 0 { self.last_end() } else { self.end };
        let next = self.peek().filter(|token| token.kind != Kind::NewLine);
        next.map_or(end..end, |token| token.span.clone())
    }

    /// Returns the end of the last token consumed.
    pub(crate) fn last_end(&self) -> usize {
        let last = self.at.checked_sub(1).and_then(|last| self.tokens.get(last));
        last.map_or(0, |token| token.span.end)
    }

    pub(crate) fn is(&self, sign: &str) -> bool {
        self.peek().is_some_and(|token| token.is(sign))
    }

    /// Returns true if the next token is the end of the line.
    pub(crate) fn is_line_end(&self) -> bool {
        self.peek().is_none_or(|token| token.kind == Kind::NewLine)
    }

    /// Skips the rest of the line.
    pub(crate) fn skip_line(&mut self) {
        while !self.is_line_end() {
            self.at += 1;
        }
    }

    /// Skips the ends of lines.
    pub(crate) fn skip_lines(&mut self) {
        while self.peek().is_some_and(|token| token.kind == Kind::NewLine) {
            self.at += 1;
        }
    }

    /// Consumes a sign if it comes next.
    pub(crate) fn take(&mut self, sign: &str) -> Option<&'t Token<'a>> {
        let token = self.peek().filter(|token| token.is(sign))?;
        self.at += 1;
        Some(token)
    }

    /// Consumes a sign, which must come next.
    pub(crate) fn expect(&mut self, sign: &str) -> Result<&'t Token<'a>, Fault> {
        let span = self.span();
        self.take(sign)
            .ok_or_else(|| Fault::new(span, format!("expected `{sign}`")))
    }

    /// Returns true if there is a space before the next token.
    fn follows_blank(&self) -> bool {
        let before = self.at.checked_sub(1).and_then(|before| self.tokens.get(before));
        before.is_some_and(|before| before.span.end < self.span().start)
    }

    /// Converts an expression.
    pub(crate) fn expression(&mut self, grammar: &impl Grammar) -> Result<Code, Fault> {
        expression(&mut Reader(self, grammar), 0)
    }

    /// Converts an expression with only operators above a rank.
    pub(crate) fn above(&mut self, grammar: &impl Grammar, rank: u8) -> Result<Code, Fault> {
        self.nested(|cursor| expression(&mut Reader(cursor, grammar), rank))
    }

    /// Calls `run` one level deeper in an expression.
    pub(crate) fn nested<T>(&mut self, run: impl FnOnce(&mut Self) -> Result<T, Fault>) -> Result<T, Fault> {
        if self.depth == DEPTH {
            return Err(Fault::new(self.span(), "the expression is nested too deeply").rule(Rule::Limit));
        }
        self.depth += 1;
        let result = run(self);
        self.depth -= 1;
        result
    }

    /// Converts an operand of an expression.
    pub(crate) fn primary<G: Grammar>(&mut self, grammar: &G) -> Result<Code, Fault> {
        let span = self.span();
        let Some(token) = self.peek().filter(|token| token.kind != Kind::NewLine) else {
            return Err(Fault::new(span, "expected an expression"));
        };
        self.at += 1;
        if self.depth == DEPTH {
            return Err(Fault::new(span, "the expression is nested too deeply").rule(Rule::Limit));
        }
        let is_operator = |(text, ..): &(&str, Binary, u8)| token.is(text);
        if G::BLANKS_END
            && self.depth == 0
            && self.follows_blank()
            && self.at > 1
            && self.tokens[self.at - 2].span.end < span.start
            && G::BINARY.iter().any(is_operator)
        {
            let message = "outside brackets, a space ends an expression: remove the spaces";
            return Err(Fault::new(span, message));
        }
        if let Some((_, operator)) = G::UNARY.iter().find(|(text, _)| token.is(text)) {
            self.depth += 1;
            let operand = self.primary(grammar)?;
            self.depth -= 1;
            let value = operand.value.map(|value| operator.apply(value));
            let mut code = Code::new(operator.sign().to_string(), span).worth(value);
            code.append(operand);
            return Ok(code);
        }
        match &token.kind {
            Kind::Number(text, value) => Ok(Code::new(text, span).worth(Some(*value))),
            Kind::Text(bytes) if (1..=4).contains(&bytes.len()) => {
                let (text, value) = character(bytes);
                Ok(Code::new(text, span).worth(Some(value)))
            }
            Kind::Sign("(") => {
                self.depth += 1;
                let mut code = Code::new("(", span);
                let inner = self.expression(grammar)?;
                self.depth -= 1;
                code.value = inner.value;
                code.append(inner);
                code.token(")", self.expect(")")?);
                Ok(code)
            }
            Kind::Wrong(message) => Err(Fault::new(span, message.clone())),
            Kind::Name(name) if !is_parameter(token) && grammar.register(token).is_some() => {
                let message = format!("the assembler cannot know the value of register `{name}`");
                Err(Fault::new(span, message))
            }
            Kind::NewLine | Kind::Text(_) => Err(Fault::new(span, "expected an expression")),
            Kind::Name(_) | Kind::Sign(_) => grammar.leaf(self, token),
        }
    }

    /// Converts an operand of an instruction.
    pub(crate) fn operand<G: Grammar>(&mut self, grammar: &G) -> Result<Code, Fault> {
        let span = self.span();
        for sign in ["#", "@"] {
            if self.take(sign).is_some() {
                let mut code = Code::new(sign, span);
                code.append(match sign {
                    "#" => self.expression(grammar)?,
                    _ => self.register(grammar)?,
                });
                return Ok(code);
            }
        }
        let Some(token) = self.peek().filter(|token| token.kind != Kind::NewLine) else {
            return Err(Fault::new(span, "expected an operand"));
        };
        let is_operator = |next: &Token<'_>| G::BINARY.iter().any(|(text, ..)| next.is(text));
        if let Some(register) = grammar.register(token)
            && !(is_parameter(token) && self.second().is_some_and(is_operator))
        {
            self.at += 1;
            return self.after_register(grammar, Code::new(register, span));
        }
        let mut code = match self.take("|") {
            Some(bar) => self.short(grammar, bar)?,
            None => self.address(grammar)?,
        };
        if let Some(open) = self.take("(") {
            code.token("(", open);
            code.append(self.register(grammar)?);
            code.token(")", self.expect(")")?);
        }
        Ok(code)
    }

    /// Converts `Rn`, `Rn(#displacement)` or `Rn(Rx)`, after the first register.
    fn after_register(&mut self, grammar: &impl Grammar, mut code: Code) -> Result<Code, Fault> {
        if let Some(open) = self.take("(") {
            code.token("(", open);
            if let Some(hash) = self.take("#") {
                code.token("#", hash);
                code.append(self.expression(grammar)?);
            } else {
                code.append(self.register(grammar)?);
            }
            code.token(")", self.expect(")")?);
        }
        Ok(code)
    }

    /// Converts a short address, after its bar.
    fn short<G: Grammar>(&mut self, grammar: &G, bar: &Token<'_>) -> Result<Code, Fault> {
        let mut code = Code::new("|", bar.span.clone());
        // Brackets prevent a `|` in the expression from ending the address.
        code.append(self.address(grammar)?.above(Binary::Or.rank()));
        let end = code.span().end;
        let span = match G::SHORT_ENDS {
            true => self.expect("|")?.span.clone(),
            false => end..end,
        };
        code.parts.push(("|".to_owned(), span));
        Ok(code)
    }

    /// Converts `address` or `<<segment>>address`.
    fn address(&mut self, grammar: &impl Grammar) -> Result<Code, Fault> {
        let Some(open) = self.take("<<") else {
            return self.expression(grammar);
        };
        let mut code = Code::new("<<", open.span.clone());
        code.append(self.primary(grammar)?);
        code.token(">>", self.expect(">>")?);
        code.append(self.expression(grammar)?);
        Ok(code)
    }

    fn register(&mut self, grammar: &impl Grammar) -> Result<Code, Fault> {
        let span = self.span();
        let register = self.peek().and_then(|token| grammar.register(token));
        let register = register.ok_or_else(|| Fault::new(span.clone(), "expected a register"))?;
        self.at += 1;
        Ok(Code::new(register, span))
    }
}

/// The parser for the expressions of a dialect.
struct Reader<'c, 't, 'a, G>(&'c mut Cursor<'t, 'a>, &'c G);

impl<'t, 'a, G: Grammar> Terms for Reader<'_, 't, 'a, G> {
    type Expression = Code;
    type Operator = (&'t Token<'a>, Binary);
    type Error = Fault;

    fn operand(&mut self) -> Result<Code, Fault> {
        self.0.primary(self.1)
    }

    fn operator(&mut self, above: u8, _: usize) -> Result<Option<(Self::Operator, u8)>, Fault> {
        let Self(cursor, _) = self;
        let Some(token) = cursor.peek() else {
            return Ok(None);
        };
        let row = G::BINARY.iter().find(|(text, ..)| token.is(text));
        let ends = G::BLANKS_END && cursor.depth == 0 && cursor.follows_blank();
        let Some(&(_, operator, rank)) = row.filter(|(.., rank)| *rank > above && !ends) else {
            return Ok(None);
        };
        cursor.at += 1;
        Ok(Some(((token, operator), rank)))
    }

    fn join(&mut self, left: Code, (token, operator): Self::Operator, right: Code) -> Code {
        let value = match (left.value, right.value) {
            (Some(a), Some(b)) => operator.apply(a, b).ok(),
            _ => None,
        };
        let mut code = left.above(operator.rank() - 1);
        code.token(operator.sign().to_string(), token);
        code.append(right.above(operator.rank()));
        code.rank = operator.rank();
        self.1.joined(code.worth(value), operator)
    }
}

/// Returns true if the last operand of an instruction is a count, which may be omitted if it is 1.
pub(super) fn counts(mnemonic: &str) -> bool {
    let known = [
        "sla", "slab", "slal", "sll", "sllb", "slll", "sra", "srab", "sral", "srl", "srlb", "srll", "rl", "rlb", "rlc",
        "rlcb", "rr", "rrb", "rrc", "rrcb", "inc", "incb", "dec", "decb",
    ];
    known.iter().any(|known| known.eq_ignore_ascii_case(mnemonic))
}

/// Returns the operand, as immediate data if it is a port number, because GNU as writes that so.
pub(super) fn port(mnemonic: &str, operand: Code) -> Code {
    let known = ["in", "inb", "out", "outb", "sin", "sinb", "sout", "soutb"];
    let has_port = known.iter().any(|known| known.eq_ignore_ascii_case(mnemonic));
    match operand.parts.first() {
        Some((first, _)) if has_port && !first.starts_with(['@', '#', '|']) && !is_register(first) => {
            operand.immediate()
        }
        _ => operand,
    }
}

/// Returns a string in the syntax of GNU as.
pub(crate) fn quoted(bytes: &[u8]) -> String {
    let mut text = String::from('"');
    for &byte in bytes {
        match byte {
            b'"' | b'\\' => text.extend(['\\', byte.into()]),
            b' '..=b'~' => text.push(byte.into()),
            _ => text.push_str(&format!("\\{byte:03o}")),
        }
    }
    text.push('"');
    text
}

/// Returns up to four characters as a number consisting of their bytes.
fn character(bytes: &[u8]) -> (String, i64) {
    let number = bytes.iter().fold(0, |number, &byte| number << 8 | i64::from(byte));
    match bytes {
        [byte @ b' '..=b'~'] if !matches!(byte, b'\'' | b'\\' | b'"') => (format!("'{}'", char::from(*byte)), number),
        _ => (format!("{number:#x}"), number),
    }
}
