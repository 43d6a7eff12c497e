//! The dialect of asz8k, line by line.
//!
//! A name in the first column is a label, with or without a colon. Directives begin with a dot; those that define
//! something have its name before them.

use std::collections::BTreeMap;
use std::ops::Range;

use super::expression::{Code, Cursor, Grammar};
use super::rewrite::{Rewrite, find};
use super::scan::{Kind, Read, Rules, Token, number, scan, word_length};
use super::writer::Writer;
use super::{Syntax, Translation, port, quoted};
use crate::directive::{Directive, directives};
use crate::fault::Fault;
use crate::lexer::Sign;
use crate::register::is_register;
use crate::similar::similar;

const RULES: Rules = Rules {
    line_comments: &[";"],
    comments: &[],
    name: |byte, first| {
        byte.is_ascii_alphabetic() || matches!(byte, b'$' | b'_' | b'.') || !first && byte.is_ascii_digit()
    },
    special,
    signs: &[
        "<<", "<=", "<", ">>", ">=", ">", "!=", "~", "*", "/", "%", "+", "-", "=", "&", "^", "|", "(", ")", "#", "@",
        ",", ":", "{", "}",
    ],
};

fn special(rest: &str) -> Option<Read<'_>> {
    match rest.as_bytes()[0] {
        b'0'..=b'9' => Some(constant(rest)),
        b'\'' => Some(characters(rest, b'\'')),
        b'"' => Some(characters(rest, b'"')),
        _ => {
            let length = name_length(rest);
            let is_parameter = rest[..length].contains('?');
            is_parameter.then(|| (Kind::Name(&rest[..length]), length))
        }
    }
}

/// Length of a name that may have parameters of a macro in it: `?1`, `?#`, `??`.
fn name_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = 0;
    loop {
        match bytes[at..] {
            [b'?', b'0'..=b'9' | b'#' | b'?', ..] => at += 2,
            [byte, ..] if (RULES.name)(byte, at == 0) => at += 1,
            _ => return at,
        }
    }
}

/// `255`, `0FFh`, `377o`, `377q`, `11111111b`, `255d`.
fn constant(rest: &str) -> Read<'_> {
    let length = word_length(rest);
    let word = rest[..length].to_ascii_lowercase();
    let digits = &word[..length - 1];
    let kind = match word.as_bytes()[length - 1] {
        b'h' => number("0x", digits, 16),
        b'o' | b'q' => number("0", digits, 8),
        b'b' => number("0b", digits, 2),
        b'd' => number("", digits, 10),
        b'0'..=b'9' => number("", &word, 10),
        _ => Kind::Wrong("this is not a number: write 52, 34h, 64o or 110100b"),
    };
    (kind, length)
}

/// A string or a character, with `\n`, `\r`, `\t`, `\b`, `\f` and octal numbers.
fn characters(rest: &str, end: u8) -> Read<'_> {
    let mut bytes = Vec::new();
    let mut at = 1;
    loop {
        let Some(next) = rest[at..].chars().next().filter(|next| *next != '\n') else {
            let message = match end {
                b'"' => "the closing quotation mark is missing",
                _ => "a character is expected after the quotation mark, and another mark",
            };
            return (Kind::Wrong(message), at);
        };
        let length = next.len_utf8();
        match next {
            '\\' => at += 1 + escape(&rest[at + 1..], &mut bytes),
            _ if next == char::from(end) && !(end == b'\'' && bytes.is_empty()) => return (Kind::Text(bytes), at + 1),
            _ => {
                bytes.extend(&rest.as_bytes()[at..at + length]);
                at += length;
            }
        }
    }
}

/// What follows a `\`; returns its length.
fn escape(rest: &str, bytes: &mut Vec<u8>) -> usize {
    let digits = rest
        .bytes()
        .take(3)
        .take_while(|byte| (b'0'..=b'7').contains(byte))
        .count();
    if digits > 0 {
        let value = u16::from_str_radix(&rest[..digits], 8).unwrap_or_default();
        bytes.push(value as u8);
        return digits;
    }
    let Some(letter) = rest.chars().next().filter(|letter| *letter != '\n') else {
        return 0;
    };
    let length = letter.len_utf8();
    match letter.to_ascii_lowercase() {
        'b' => bytes.push(8),
        'f' => bytes.push(12),
        'n' => bytes.push(b'\n'),
        'r' => bytes.push(b'\r'),
        't' => bytes.push(b'\t'),
        _ => bytes.extend(&rest.as_bytes()[..length]),
    }
    length
}

struct Expressions;

impl Grammar for Expressions {
    const SHORT_ENDS: bool = false;
    const BLANKS_END: bool = true;

    fn binary(&self, token: &Token<'_>) -> Option<(Sign, u8)> {
        let Kind::Sign(sign) = token.kind else {
            return None;
        };
        Some(match sign {
            "|" => (Sign::Bar, 1),
            "^" => (Sign::Caret, 2),
            "&" => (Sign::Ampersand, 3),
            "=" => (Sign::Equal, 4),
            // In GNU as `!=` begins a comment, but for conditions.
            "!=" => (Sign::LessGreater, 4),
            "<" => (Sign::Less, 4),
            ">" => (Sign::Greater, 4),
            "<=" => (Sign::LessEqual, 4),
            ">=" => (Sign::GreaterEqual, 4),
            "+" => (Sign::Plus, 5),
            "-" => (Sign::Minus, 5),
            "*" => (Sign::Star, 6),
            "/" => (Sign::Slash, 6),
            "%" => (Sign::Percent, 6),
            "<<" => (Sign::ShiftLeft, 6),
            ">>" => (Sign::ShiftRight, 6),
            _ => return None,
        })
    }

    fn leaf(&self, _: &mut Cursor<'_, '_>, first: &Token<'_>) -> Result<Code, Fault> {
        match first.kind {
            Kind::Name("$") => Ok(Code::new(".", first.span.clone())),
            Kind::Name(name) => Ok(Code::new(with_parameters(name), first.span.clone())),
            _ => Err(Fault::new(first.span.clone(), "an expression is expected here")),
        }
    }

    fn register(&self, token: &Token<'_>) -> Option<String> {
        let name = token.name()?;
        (is_register(name) || name.starts_with('?')).then(|| with_parameters(name))
    }
}

/// A name with the parameters in it as GNU as has them.
fn with_parameters(name: &str) -> String {
    let mut parts = name.split('?');
    let mut text = parts.next().unwrap_or_default().to_owned();
    while let Some(part) = parts.next() {
        match part.chars().next() {
            Some('#') => text.push_str("\\@"),
            Some(digit) => text.push_str(&format!("\\a{digit}\\()")),
            // `??` makes an empty part, and one for what follows.
            None => {
                text.push_str("\\rest\\()");
                text.push_str(parts.next().unwrap_or_default());
            }
        }
        text.push_str(part.get(1..).unwrap_or_default());
    }
    text.strip_suffix("\\()").unwrap_or(&text).to_owned()
}

/// Whether the next byte of a section has an even address.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parity {
    Even,
    Odd,
    Unknown,
}

impl Parity {
    /// After some bytes, if it is known how many.
    const fn after(self, bytes: Option<i64>) -> Self {
        match (self, bytes) {
            (Self::Unknown, _) | (_, None) => Self::Unknown,
            (same, Some(bytes)) if bytes & 1 == 0 => same,
            (Self::Even, _) => Self::Odd,
            (Self::Odd, _) => Self::Even,
        }
    }
}

/// A common section: its name, where that stands, and the bytes so far.
struct Common {
    name: String,
    span: Range<usize>,
    sizes: Vec<String>,
}

struct Translator<'a> {
    writer: Writer<'a>,
    /// The macros, and which of their parameters they use.
    macros: BTreeMap<&'a str, String>,
    /// Of the sections other than the one at work.
    parities: BTreeMap<String, Parity>,
    section: String,
    parity: Parity,
    common: Option<Common>,
}

/// Writes a file anew.
pub(super) fn translate(text: &str) -> Translation {
    let (tokens, comments) = scan(text, &RULES);
    let mut translator = Translator {
        writer: Writer::new(text),
        macros: macros(&tokens),
        parities: BTreeMap::new(),
        section: "__text".to_owned(),
        parity: Parity::Even,
        common: None,
    };
    for line in tokens.split_inclusive(|token| token.kind == Kind::NewLine) {
        match line.split_last() {
            Some((last, line)) if last.kind == Kind::NewLine => translator.line(line, last.span.start),
            _ => translator.line(line, text.len()),
        }
    }
    translator.end_common();
    Translation {
        written: translator.writer.finish(),
        comments,
    }
}

/// The macros of a file, each with its parameters.
fn macros<'a>(tokens: &[Token<'a>]) -> BTreeMap<&'a str, String> {
    let mut found: BTreeMap<&str, String> = BTreeMap::new();
    let mut open: Vec<(&str, String)> = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        let Some(name) = token.name() else {
            continue;
        };
        if name.eq_ignore_ascii_case(".macro") {
            let colon = index.checked_sub(1).filter(|before| tokens[*before].is(":"));
            let before = colon.unwrap_or(index).checked_sub(1);
            let name = before.and_then(|before| tokens[before].name()).unwrap_or_default();
            open.push((name, String::new()));
        } else if name.eq_ignore_ascii_case(".endm") {
            if let Some((name, used)) = open.pop() {
                found.insert(name, used);
            }
        } else if let Some((_, used)) = open.last_mut() {
            used.extend(name.split('?').skip(1).map(|part| part.chars().next().unwrap_or('?')));
        }
    }
    found
}

/// The parameters of a macro that uses some.
fn parameters(used: &str) -> Vec<String> {
    let most = used.bytes().filter(u8::is_ascii_digit).max().unwrap_or(b'0');
    let label = used.contains('0').then_some(b'0');
    let digits = label.into_iter().chain(b'1'..=most);
    let numbered = digits.map(|digit| format!("a{}", char::from(digit)));
    let rest = used.contains('?').then(|| "rest:vararg".to_owned());
    numbered.chain(rest).collect()
}

impl<'a> Translator<'a> {
    fn line(&mut self, tokens: &[Token<'a>], end: usize) {
        if let Err(fault) = self.statement(tokens, end) {
            self.writer.fault(fault);
        }
    }

    fn statement(&mut self, tokens: &[Token<'a>], end: usize) -> Result<(), Fault> {
        let Some(first) = tokens.first() else {
            return Ok(());
        };
        let colon = usize::from(tokens.get(1).is_some_and(|second| second.is(":")));
        let has_label = self.writer.is_first(first.span.start) && first.name().is_some() || colon > 0;
        let (label, rest) = tokens.split_at(if has_label { 1 + colon } else { 0 });
        let label = label.first();
        let Some((operation, arguments)) = rest.split_first() else {
            self.label(label);
            return Ok(());
        };
        let Some(name) = operation.name() else {
            let message = match operation.kind {
                Kind::Wrong(message) => message,
                _ => "a label, an instruction or a directive is expected here",
            };
            return Err(Fault::new(operation.span.clone(), message));
        };
        let mut cursor = Cursor::new(arguments, end);
        if let Some(row) = find(Syntax::Asz8k, name) {
            return self.directive(row, label, operation, &mut cursor);
        }
        if self.macros.contains_key(name) {
            return self.call(label, operation, &mut cursor);
        }
        if name.starts_with('.') {
            let known = directives(Syntax::Asz8k).flat_map(|row| row.names).copied();
            let fault = Fault::new(operation.span.clone(), format!("`{name}` is not a directive of asz8k"));
            return Err(fault.note(similar(name, known)));
        }
        self.instruction(label, operation, &mut cursor)
    }

    /// Writes a label, with its colon.
    fn label(&mut self, label: Option<&Token<'a>>) {
        if let Some(label) = label
            && let Some(name) = label.name()
        {
            self.writer.begin(label.span.start);
            self.writer.add(&with_parameters(name), &label.span);
            self.writer.tight(":", &(label.span.end..label.span.end));
        }
    }

    /// Words and instructions begin at even addresses, before their label.
    fn even(&mut self, at: &Range<usize>) {
        if self.parity != Parity::Even {
            self.writer.begin_left(at.start);
            self.writer.tight("\t.even", at);
            self.writer.end();
            self.parity = Parity::Even;
        }
    }

    fn begin(&mut self, label: Option<&Token<'a>>, operation: &Token<'a>) {
        self.label(label);
        if label.is_none() {
            self.writer.begin(operation.span.start);
        }
    }

    fn instruction(
        &mut self,
        label: Option<&Token<'a>>,
        operation: &Token<'a>,
        cursor: &mut Cursor<'_, 'a>,
    ) -> Result<(), Fault> {
        self.even(&operation.span);
        self.begin(label, operation);
        let name = operation.name().unwrap_or_default();
        self.writer.add(&with_parameters(name), &operation.span);
        let mut count = 0;
        while cursor.peek().is_some() {
            let operand = self.operand(name, count, cursor)?;
            self.writer.code(&port(name, operand.clone()));
            count += 1;
            self.comma(cursor, &operand.span());
        }
        if count == 1 && super::counts(name) {
            self.writer.tight(",#1", &(cursor.span().start..cursor.span().start));
        }
        self.writer.end();
        Ok(())
    }

    /// An operand; a condition may have a name that GNU as does not know.
    fn operand(&self, mnemonic: &str, index: usize, cursor: &mut Cursor<'_, 'a>) -> Result<Code, Fault> {
        let condition = match cursor.peek().and_then(Token::name) {
            Some("p" | "P" | "v" | "V") => Some("pe"),
            Some("s" | "S") => Some("mi"),
            _ => None,
        };
        let branches = ["jp", "jr", "ret", "tcc", "tccb"];
        if let Some(condition) = condition
            && index == 0
            && branches.iter().any(|branch| branch.eq_ignore_ascii_case(mnemonic))
            && cursor.second().is_none_or(|token| token.is(","))
        {
            let span = cursor.span();
            cursor.at += 1;
            return Ok(Code::new(condition, span));
        }
        if cursor.is("(")
            && cursor
                .second()
                .is_some_and(|token| Expressions.register(token).is_some())
        {
            let fault = Fault::new(cursor.span(), "an operand does not begin like this");
            return Err(fault.label("write `@` before a register with an address"));
        }
        cursor.operand(&Expressions)
    }

    /// Writes a comma if anything follows; the source may leave it out.
    fn comma(&mut self, cursor: &mut Cursor<'_, 'a>, after: &Range<usize>) {
        if let Some(comma) = cursor.take(",") {
            self.writer.tight(",", &comma.span);
        } else if cursor.peek().is_some() {
            self.writer.tight(",", &(after.end..after.end));
        }
    }

    /// A call of a macro, with its label as an argument if it wants that.
    fn call(
        &mut self,
        label: Option<&Token<'a>>,
        operation: &Token<'a>,
        cursor: &mut Cursor<'_, 'a>,
    ) -> Result<(), Fault> {
        let name = operation.name().unwrap_or_default();
        let takes_label = self.macros.get(name).is_some_and(|used| used.contains('0'));
        self.writer.begin(operation.span.start);
        self.writer.add(name, &operation.span);
        if takes_label {
            let (text, span) = match label {
                Some(label) => (label.name().unwrap_or_default(), label.span.clone()),
                None => ("\"\"", operation.span.clone()),
            };
            self.writer.tight(&format!(" {text}"), &span);
            if cursor.peek().is_some() {
                self.writer.tight(",", &span);
            }
        }
        while cursor.peek().is_some() {
            let argument = self.argument(cursor)?;
            self.writer.code(&argument);
            self.comma(cursor, &argument.span());
        }
        self.writer.end();
        self.parity = Parity::Unknown;
        Ok(())
    }

    /// An argument of a macro: an operand, a string, or anything in braces.
    fn argument(&self, cursor: &mut Cursor<'_, 'a>) -> Result<Code, Fault> {
        if let Some(token) = cursor.peek()
            && let Kind::Text(bytes) = &token.kind
            && bytes.len() != 1
        {
            cursor.at += 1;
            return Ok(Code::new(quoted(bytes), token.span.clone()));
        }
        let Some(open) = cursor.take("{") else {
            return cursor.operand(&Expressions);
        };
        let mut operands = Vec::new();
        while !cursor.is("}") && cursor.peek().is_some() {
            operands.push(cursor.operand(&Expressions)?.text());
            cursor.take(",");
        }
        let close = cursor.expect("}")?;
        let text = format!("\"{}\"", operands.join(","));
        Ok(Code::new(text, open.span.start..close.span.end))
    }

    fn directive(
        &mut self,
        row: &Directive,
        label: Option<&Token<'a>>,
        operation: &Token<'a>,
        cursor: &mut Cursor<'_, 'a>,
    ) -> Result<(), Fault> {
        match row.rewrite() {
            Rewrite::Define => self.define(row, label, operation, cursor)?,
            Rewrite::Section => self.section(named(label, operation)?, operation),
            Rewrite::Common => self.common(named(label, operation)?),
            Rewrite::Macro => self.define_macro(named(label, operation)?, operation),
            Rewrite::Numbers(size) => self.numbers(row, size, label, operation, cursor)?,
            Rewrite::Space => self.space(row, label, operation, cursor)?,
            Rewrite::Align => {
                self.simple(row, label, operation, cursor)?;
                self.parity = Parity::Unknown;
            }
            Rewrite::Nothing => {
                self.label(label);
                self.writer.end();
                return Ok(());
            }
            Rewrite::Text => self.text(row, label, operation, cursor)?,
            Rewrite::Statement if row.gnu() == ".struct" => {
                self.enter("");
                self.begin(label, operation);
                self.writer.add(".struct 0", &operation.span);
            }
            Rewrite::Statement => {
                self.end_common();
                self.begin(label, operation);
                self.writer.add(row.gnu(), &operation.span);
                self.writer.end();
                return Ok(());
            }
            _ => {
                self.simple(row, label, operation, cursor)?;
                // What is even at both ends of a block is so however often it counts.
                let keeps = !matches!(row.gnu(), ".org") && self.parity == Parity::Even;
                self.parity = if keeps { Parity::Even } else { Parity::Unknown };
            }
        }
        self.writer.end();
        match cursor.peek() {
            Some(more) => Err(Fault::new(more.span.clone(), "nothing more is expected here")),
            None => Ok(()),
        }
    }

    /// A directive with expressions behind it.
    fn simple(
        &mut self,
        row: &Directive,
        label: Option<&Token<'a>>,
        operation: &Token<'a>,
        cursor: &mut Cursor<'_, 'a>,
    ) -> Result<(), Fault> {
        self.begin(label, operation);
        self.writer.add(row.gnu(), &operation.span);
        while cursor.peek().is_some() {
            let value = cursor.expression(&Expressions)?;
            self.writer.code(&value);
            self.comma(cursor, &value.span());
        }
        Ok(())
    }

    /// `name .equ value` and `name .set value`.
    fn define(
        &mut self,
        row: &Directive,
        label: Option<&Token<'a>>,
        operation: &Token<'a>,
        cursor: &mut Cursor<'_, 'a>,
    ) -> Result<(), Fault> {
        let name = named(label, operation)?;
        self.writer.begin_left(name.span.start);
        self.writer.tight(&format!("\t{}\t", row.gnu()), &operation.span);
        self.writer
            .tight(&with_parameters(name.name().unwrap_or_default()), &name.span);
        let span = cursor.span();
        self.writer.tight(", ", &(span.start..span.start));
        let value = cursor.expression(&Expressions)?;
        self.writer.code(&value);
        Ok(())
    }

    /// Continues in a section, whose parity is remembered.
    fn enter(&mut self, name: &str) {
        self.end_common();
        self.parities.insert(self.section.clone(), self.parity);
        self.section = name.to_owned();
        self.parity = self.parities.get(name).copied().unwrap_or(Parity::Even);
    }

    fn section(&mut self, name: &Token<'a>, operation: &Token<'a>) {
        let own = name.name().unwrap_or_default();
        self.enter(own);
        let text = match own {
            "__text" => ".text".to_owned(),
            "__data" => ".data".to_owned(),
            "__bss" => ".bss".to_owned(),
            other => format!(".section {other}"),
        };
        self.writer.begin_left(name.span.start);
        self.writer
            .tight(&format!("\t{text}"), &(name.span.start..operation.span.end));
    }

    fn common(&mut self, name: &Token<'a>) {
        self.enter("");
        self.common = Some(Common {
            name: name.name().unwrap_or_default().to_owned(),
            span: name.span.clone(),
            sizes: Vec::new(),
        });
    }

    /// Writes a common section when its size is known.
    fn end_common(&mut self) {
        if let Some(Common { name, span, sizes }) = self.common.take() {
            self.writer.begin_left(span.start);
            self.writer.tight(
                &format!(
                    "\t.comm\t{name}, {}",
                    if sizes.is_empty() {
                        "0".to_owned()
                    } else {
                        sizes.join("+")
                    }
                ),
                &span,
            );
            self.writer.end();
        }
    }

    fn define_macro(&mut self, name: &Token<'a>, operation: &Token<'a>) {
        let own = name.name().unwrap_or_default();
        let list = self.macros.get(own).map(|used| parameters(used)).unwrap_or_default();
        self.writer.begin_left(name.span.start);
        self.writer.tight("\t.macro\t", &operation.span);
        self.writer.tight(own, &name.span);
        let blank = if list.is_empty() { "" } else { " " };
        self.writer
            .tight(&format!("{blank}{}", list.join(", ")), &operation.span);
        self.parity = Parity::Unknown;
    }

    /// A directive with a string.
    fn text(
        &mut self,
        row: &Directive,
        label: Option<&Token<'a>>,
        operation: &Token<'a>,
        cursor: &mut Cursor<'_, 'a>,
    ) -> Result<(), Fault> {
        let span = cursor.span();
        let Some(Token {
            kind: Kind::Text(bytes),
            ..
        }) = cursor.next()
        else {
            return Err(Fault::new(span, "a string in quotation marks is expected here"));
        };
        self.begin(label, operation);
        self.writer.add(row.gnu(), &operation.span);
        self.writer.add(&quoted(bytes), &span);
        Ok(())
    }

    /// Bytes, words or long words; among bytes there may be strings.
    fn numbers(
        &mut self,
        row: &Directive,
        size: u8,
        label: Option<&Token<'a>>,
        operation: &Token<'a>,
        cursor: &mut Cursor<'_, 'a>,
    ) -> Result<(), Fault> {
        if size > 1 {
            self.even(&operation.span);
        }
        self.begin(label, operation);
        if cursor.peek().is_none() {
            return Err(Fault::new(cursor.span(), "a number is expected here"));
        }
        let mut bytes = 0;
        // What the list at work is: of strings, of numbers, or not begun.
        let mut strings = None;
        while let Some(token) = cursor.peek() {
            let text = match &token.kind {
                Kind::Text(text) if size == 1 && self.is_string(token) => Some(text),
                _ => None,
            };
            if strings != Some(text.is_some()) {
                if strings.is_some() {
                    self.writer.begin_left(token.span.start);
                    self.writer.tight("\t", &token.span);
                }
                let name = if text.is_some() { ".ascii" } else { row.gnu() };
                match strings {
                    None => self.writer.add(name, &operation.span),
                    Some(_) => self.writer.tight(&format!("{name} "), &operation.span),
                }
                strings = Some(text.is_some());
            } else {
                self.writer.tight(",", &token.span);
            }
            let value = match text {
                Some(text) => {
                    cursor.at += 1;
                    bytes += text.len() as i64;
                    Code::new(quoted(text), token.span.clone())
                }
                None => {
                    bytes += i64::from(size);
                    cursor.expression(&Expressions)?
                }
            };
            self.writer.code(&value);
            cursor.take(",");
        }
        self.parity = self.parity.after(Some(bytes));
        Ok(())
    }

    /// Whether a token is a string, not a character.
    fn is_string(&self, token: &Token<'_>) -> bool {
        self.writer.text(&token.span).starts_with('"')
    }

    fn space(
        &mut self,
        row: &Directive,
        label: Option<&Token<'a>>,
        operation: &Token<'a>,
        cursor: &mut Cursor<'_, 'a>,
    ) -> Result<(), Fault> {
        if self.common.is_some() {
            let size = cursor.expression(&Expressions)?;
            if let Some(common) = &mut self.common {
                common.sizes.push(size.whole().text());
            }
            return Ok(());
        }
        self.begin(label, operation);
        self.writer.add(row.gnu(), &operation.span);
        let size = cursor.expression(&Expressions)?;
        self.writer.code(&size);
        self.parity = self.parity.after(size.value);
        Ok(())
    }
}

/// The name that a directive needs before it.
fn named<'t, 'a>(label: Option<&'t Token<'a>>, operation: &Token<'a>) -> Result<&'t Token<'a>, Fault> {
    let name = operation.name().unwrap_or_default();
    label.ok_or_else(|| Fault::new(operation.span.clone(), format!("a name is expected before `{name}`")))
}
