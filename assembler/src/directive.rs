//! Directives.

use std::ops::Range;

use z8000::isa::Mode;

use crate::assembler::Assembler;
use crate::assembly::Section;
use crate::fault::Fault;
use crate::lexer::{Kind, Sign, Token};
use crate::macros::arguments;
use crate::output::Content;
use crate::reader::Rounds;
use crate::similar::similar;
use crate::source::Line;
use crate::symbols::New;
use crate::term::{Expression, Parser};

/// All directives, for "did you mean".
const NAMES: [&str; 36] = [
    ".align", ".ascii", ".asciz", ".balign", ".bss", ".byte", ".data", ".else", ".elseif", ".endif", ".endm", ".endr",
    ".equ", ".error", ".even", ".global", ".globl", ".if", ".ifdef", ".ifndef", ".incbin", ".include", ".irp", ".long",
    ".macro", ".org", ".rept", ".set", ".space", ".string", ".struct", ".text", ".warning", ".word", ".z8001",
    ".z8002",
];

/// The most bytes that one directive may fill.
const SPACE: i64 = 0x100_0000;

/// The largest power of two that `.align` takes.
const POWER: i64 = 16;

impl Assembler<'_> {
    /// Carries out a directive.
    pub(crate) fn directive(
        &mut self,
        line: &Line,
        name: &str,
        span: Range<usize>,
        list: &[Token<'_>],
    ) -> Result<(), Fault> {
        let text: &str = &line.text;
        let end = text.len();
        let after = &text[span.end..];
        let at_name = |message: String| Fault::new(span.clone(), message);
        let operand = list.first().map_or(span.clone(), |first| first.span.start..end);
        match name.to_ascii_lowercase().as_str() {
            ".text" => self.go_to(Section::Text, list)?,
            ".data" => self.go_to(Section::Data, list)?,
            ".bss" => self.go_to(Section::Bss, list)?,
            ".z8001" => {
                nothing(list)?;
                self.mode = Mode::Segmented;
            }
            ".z8002" => {
                nothing(list)?;
                self.mode = Mode::Nonsegmented;
            }
            ".global" | ".globl" => self.globals(list, end)?,
            ".org" => self.origin(line, list, end)?,
            ".struct" => {
                let offset = self.expression(list, end)?;
                let value = self.now(&offset)?;
                self.layout.enter_structure(0);
                self.move_to(value, &offset.span)?;
            }
            ".equ" => self.equate(line, list, end)?,
            ".set" => {
                let (symbol, at, value) = split(list, end)?;
                self.assign(line, symbol, at, value, end)?;
            }
            ".byte" => self.numbers(line, 1, list, end)?,
            ".word" => self.numbers(line, 2, list, end)?,
            ".long" => self.numbers(line, 4, list, end)?,
            ".ascii" => self.text(line, list, end, false)?,
            ".asciz" | ".string" => self.text(line, list, end, true)?,
            ".space" => self.space(line, list, end)?,
            ".even" => {
                nothing(list)?;
                self.align(line, 2, 0);
            }
            ".align" | ".balign" => self.alignment(line, name, list, end)?,
            ".include" => {
                let name = file_name(list, end)?;
                self.reader.open(&name, &operand, Some(line))?;
            }
            ".incbin" => self.binary(line, list, end)?,
            ".macro" => self.reader.define(after, &span)?,
            ".rept" => {
                let count = self.expression(list, end);
                let count = count.and_then(|count| self.now(&count));
                // The lines belong to this directive whether its count is good or not.
                let lines = self.reader.body(&[".rept", ".irp"], ".endr", &span)?;
                let count = count?;
                let count =
                    usize::try_from(count).map_err(|_| Fault::new(operand, format!("cannot repeat {count} times")))?;
                self.reader.repeat(lines, Rounds::Times(count), line, &span)?;
            }
            ".irp" => {
                let lines = self.reader.body(&[".rept", ".irp"], ".endr", &span)?;
                let mut given = arguments(after).into_iter();
                let parameter = given
                    .next()
                    .ok_or_else(|| at_name("a name is expected after this".to_owned()))?;
                let rounds = Rounds::Each(parameter, given.collect());
                self.reader.repeat(lines, rounds, line, &span)?;
            }
            ".endm" | ".endr" => {
                return Err(at_name(format!("`{name}` has no block to end")));
            }
            ".error" | ".warning" => {
                let message = after.trim().trim_matches('"').to_owned();
                if message.is_empty() {
                    return Err(at_name("a message is expected after this".to_owned()));
                }
                if name.eq_ignore_ascii_case(".error") {
                    return Err(at_name(message));
                }
                self.warn(line, at_name(message));
            }
            _ => {
                return Err(at_name(format!("`{name}` is not a directive")).note(similar(name, NAMES)));
            }
        }
        Ok(())
    }

    /// Continues in a section, where it was left.
    fn go_to(&mut self, section: Section, list: &[Token<'_>]) -> Result<(), Fault> {
        nothing(list)?;
        self.layout.enter(section);
        Ok(())
    }

    /// Every symbol is known everywhere, as there is no linker; but these are not reported as unused.
    fn globals(&mut self, list: &[Token<'_>], end: usize) -> Result<(), Fault> {
        for group in list.split(|token| token.kind == Kind::Sign(Sign::Comma)) {
            let [
                Token {
                    kind: Kind::Name(name), ..
                },
            ] = group
            else {
                let span = group.first().map_or(end..end, |token| token.span.clone());
                return Err(Fault::new(span, "a name is expected here"));
            };
            self.symbols.export(name);
        }
        Ok(())
    }

    /// `name = value`, and `.set`.
    pub(crate) fn assign(
        &mut self,
        line: &Line,
        name: &str,
        at: Range<usize>,
        list: &[Token<'_>],
        end: usize,
    ) -> Result<(), Fault> {
        let expression = self.expression(list, end)?;
        let value = self.now(&expression)?;
        if name == "." {
            return self.move_to(value, &expression.span);
        }
        let addresses = expression.addresses(&self.symbols);
        let new = New {
            name,
            span: at,
            origin: Some(line.origin),
        };
        self.symbols.set(&new, value, addresses)
    }

    fn equate(&mut self, line: &Line, list: &[Token<'_>], end: usize) -> Result<(), Fault> {
        let (name, at, value) = split(list, end)?;
        let expression = self.expression(value, end)?.freeze(&|name| self.symbols.variable(name));
        let new = New {
            name,
            span: at,
            origin: Some(line.origin),
        };
        self.symbols.equate(&new, expression)
    }

    /// `.org address, fill`: with a fill, the bytes in between belong to the section.
    fn origin(&mut self, line: &Line, list: &[Token<'_>], end: usize) -> Result<(), Fault> {
        let (expression, fill) = self.parse(list, end, |parser| {
            let address = parser.expression()?;
            Ok((address, optional(parser)?))
        })?;
        let address = self.now(&expression)?;
        if fill.is_some() {
            let byte = self.fill(fill.as_ref())?;
            let gap = address - i64::from(self.layout.here());
            if (0..=SPACE).contains(&gap) {
                self.add_fill(line, gap as u32, byte);
            }
        }
        self.move_to(address, &expression.span)
    }

    fn move_to(&mut self, address: i64, span: &Range<usize>) -> Result<(), Fault> {
        let address = u32::try_from(address).map_err(|_| {
            Fault::new(
                span.clone(),
                format!("{address} is not an address: 0 to 0xffffffff are"),
            )
        })?;
        self.layout.move_to(address);
        Ok(())
    }

    fn numbers(&mut self, line: &Line, size: usize, list: &[Token<'_>], end: usize) -> Result<(), Fault> {
        self.must_have_contents(&list.first().map_or(end..end, |token| token.span.clone()))?;
        let here = i64::from(self.layout.here());
        // In a list `.` is the address of each number.
        let numbers = self.parse(list, end, |parser| {
            let mut list = vec![parser.expression()?];
            while parser.peek().is_some() {
                parser.expect(Sign::Comma)?;
                parser.leaves.here = here + (size * list.len()) as i64;
                list.push(parser.expression()?);
            }
            Ok(list)
        })?;
        let length = (size * numbers.len()) as u32;
        self.add(line, length, Content::Numbers(size, numbers))
    }

    fn text(&mut self, line: &Line, list: &[Token<'_>], end: usize, zero: bool) -> Result<(), Fault> {
        self.must_have_contents(&list.first().map_or(end..end, |token| token.span.clone()))?;
        let mut bytes = Vec::new();
        for group in list.split(|token| token.kind == Kind::Sign(Sign::Comma)) {
            let [
                Token {
                    kind: Kind::Text(text), ..
                },
            ] = group
            else {
                let span = group.first().map_or(end..end, |token| token.span.clone());
                return Err(Fault::new(span, "a string in quotation marks is expected here"));
            };
            bytes.extend(text);
            bytes.extend(zero.then_some(0));
        }
        self.add_bytes(line, &bytes);
        Ok(())
    }

    /// `.incbin "file", skip, count`: the last two may be left out.
    fn binary(&mut self, line: &Line, list: &[Token<'_>], end: usize) -> Result<(), Fault> {
        let groups: Vec<_> = list.split(|token| token.kind == Kind::Sign(Sign::Comma)).collect();
        let name = file_name(groups[0], end)?;
        let span = list[0].span.clone();
        self.must_have_contents(&span)?;
        let mut bytes = self.reader.binary(&name, &span)?;
        let mut part = [0, bytes.len()];
        for (index, group) in groups[1..].iter().enumerate() {
            let expression = self.expression(group, end)?;
            let value = self.now(&expression)?;
            let most = if index == 0 { bytes.len() } else { bytes.len() - part[0] };
            let fits = usize::try_from(value).ok().filter(|value| *value <= most);
            match (part.get_mut(index), fits) {
                (Some(place), Some(value)) => *place = value,
                (None, _) => {
                    return Err(Fault::new(expression.span, "nothing more is expected here"));
                }
                (_, None) => {
                    let message = format!("cannot take {value} bytes: `{name}` has {most} left");
                    return Err(Fault::new(expression.span, message));
                }
            }
        }
        bytes.drain(..part[0]);
        bytes.truncate(part[1]);
        self.add_bytes(line, &bytes);
        Ok(())
    }

    fn space(&mut self, line: &Line, list: &[Token<'_>], end: usize) -> Result<(), Fault> {
        let (count, fill) = self.parse(list, end, |parser| {
            let count = parser.expression()?;
            Ok((count, optional(parser)?))
        })?;
        let bytes = self.now(&count)?;
        if !(0..=SPACE).contains(&bytes) {
            let message = format!("cannot leave {bytes} bytes of space; use 0 to {SPACE}");
            return Err(Fault::new(count.span, message));
        }
        let byte = self.fill(fill.as_ref())?;
        if byte != 0 {
            self.must_have_contents(&count.span)?;
        }
        self.add_fill(line, bytes as u32, byte);
        Ok(())
    }

    /// `.balign bytes, fill` and `.align power, fill`.
    fn alignment(&mut self, line: &Line, name: &str, list: &[Token<'_>], end: usize) -> Result<(), Fault> {
        let (given, fill) = self.parse(list, end, |parser| {
            let given = parser.expression()?;
            Ok((given, optional(parser)?))
        })?;
        let value = self.now(&given)?;
        let byte = self.fill(fill.as_ref())?;
        let boundary = if name.eq_ignore_ascii_case(".align") {
            let power = (0..=POWER).contains(&value).then(|| 1_u32 << value);
            power.ok_or_else(|| format!("cannot align to 2 to the power of {value}; use 0 to {POWER}"))
        } else {
            let boundary = u32::try_from(value).ok().filter(|value| value.is_power_of_two());
            boundary.ok_or_else(|| format!("cannot align to {value}, which is not a power of two"))
        };
        let boundary = boundary.map_err(|message| Fault::new(given.span, message))?;
        self.align(line, boundary, byte);
        Ok(())
    }

    fn fill(&self, expression: Option<&Expression<'_>>) -> Result<u8, Fault> {
        let Some(expression) = expression else {
            return Ok(0);
        };
        let value = self.now(expression)?;
        if (-128..=255).contains(&value) {
            Ok(value as u8)
        } else {
            let message = format!("{value} is outside the range -128 to 255");
            Err(Fault::new(expression.span.clone(), message))
        }
    }

    fn align(&mut self, line: &Line, boundary: u32, fill: u8) {
        let gap = self.layout.here().wrapping_neg() % boundary;
        if gap > 0 {
            self.add_fill(line, gap, fill);
        }
    }

    /// Neither `.bss` nor a structure can hold a statement's bytes.
    pub(crate) fn must_have_contents(&self, span: &Range<usize>) -> Result<(), Fault> {
        match self.layout.refuses_contents() {
            Some(message) => Err(Fault::new(span.clone(), message)),
            None => Ok(()),
        }
    }
}

/// Nothing may follow a directive.
fn nothing(list: &[Token<'_>]) -> Result<(), Fault> {
    match list.first() {
        None => Ok(()),
        Some(token) => Err(Fault::new(token.span.clone(), "nothing more is expected here")),
    }
}

/// A comma and an expression, or the end of the line.
fn optional<'a>(parser: &mut Parser<'a, '_>) -> Result<Option<Expression<'a>>, Fault> {
    if parser.peek().is_none() {
        return Ok(None);
    }
    parser.expect(Sign::Comma)?;
    parser.last_expression().map(Some)
}

/// `name, value`: the name, where it stands, and the value.
fn split<'t, 'a>(list: &'t [Token<'a>], end: usize) -> Result<(&'a str, Range<usize>, &'t [Token<'a>]), Fault> {
    match list {
        [
            Token {
                kind: Kind::Name(name),
                span,
            },
            comma,
            value @ ..,
        ] if comma.kind == Kind::Sign(Sign::Comma) => Ok((name, span.clone(), value)),
        _ => {
            let span = list.first().map_or(end..end, |token| token.span.clone());
            Err(Fault::new(span, "a name, a comma and a value are expected here"))
        }
    }
}

fn file_name(list: &[Token<'_>], end: usize) -> Result<String, Fault> {
    match list {
        [
            Token {
                kind: Kind::Text(name), ..
            },
        ] => Ok(String::from_utf8_lossy(name).into_owned()),
        _ => {
            let span = list.first().map_or(end..end, |token| token.span.clone());
            Err(Fault::new(span, "a file name in quotation marks is expected here"))
        }
    }
}
