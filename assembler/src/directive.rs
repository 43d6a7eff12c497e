//! Directives.

use std::ops::Range;

use crate::assembler::{Assembler, Condition, Content};
use crate::assembly::Section;
use crate::diagnostic::{Fault, similar};
use crate::expression::{Expression, Parser};
use crate::lexer::{Kind, Token, tokens};
use crate::reader::{Line, arguments};
use z8000::isa::Mode;

/// All directives, for "did you mean".
const NAMES: [&str; 33] = [
    ".align", ".ascii", ".asciz", ".balign", ".bss", ".byte", ".data", ".else", ".elseif",
    ".endif", ".endm", ".endr", ".equ", ".error", ".even", ".global", ".globl", ".if", ".ifdef",
    ".ifndef", ".incbin", ".include", ".irp", ".long", ".macro", ".org", ".rept", ".set", ".space",
    ".text", ".word", ".z8001", ".z8002",
];

/// The most bytes that one directive may fill.
const SPACE: i64 = 0x100_0000;

impl Assembler<'_> {
    /// Obeys the directives of conditional assembly, which count even where lines are left out;
    /// false for any other line.
    pub(crate) fn condition(&mut self, text: &str) -> Result<bool, Fault> {
        let start = text.len() - text.trim_start().len();
        let length = text[start..]
            .find(char::is_whitespace)
            .unwrap_or(text.len() - start);
        let span = start..start + length;
        let rest = span.end;
        match text[span.clone()].to_ascii_lowercase().as_str() {
            ".if" => self.begin(|assembler| assembler.truth(text, rest))?,
            ".ifdef" => {
                self.begin(|assembler| Ok(assembler.symbols.is_defined(text[rest..].trim())))?
            }
            ".ifndef" => {
                self.begin(|assembler| Ok(!assembler.symbols.is_defined(text[rest..].trim())))?
            }
            ".elseif" => {
                let holds = match self.conditions.last() {
                    Some(condition) if !condition.done => self.truth(text, rest)?,
                    _ => false,
                };
                self.branch(span, holds)?;
            }
            ".else" => self.branch(span, true)?,
            ".endif" => {
                if self.conditions.pop().is_none() {
                    return Err(Fault::new(span, "there is no `.if` before this"));
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Begins a level of conditions.
    fn begin(&mut self, holds: impl FnOnce(&Self) -> Result<bool, Fault>) -> Result<(), Fault> {
        let outer = self
            .conditions
            .last()
            .is_none_or(|condition| condition.active);
        let holds = if outer { holds(self) } else { Ok(false) };
        let active = outer && *holds.as_ref().unwrap_or(&false);
        self.conditions.push(Condition {
            active,
            done: active || !outer,
        });
        holds.map(|_| ())
    }

    /// Goes over to another branch.
    fn branch(&mut self, span: Range<usize>, holds: bool) -> Result<(), Fault> {
        let Some(condition) = self.conditions.last_mut() else {
            return Err(Fault::new(span, "there is no `.if` before this"));
        };
        condition.active = holds && !condition.done;
        condition.done |= condition.active;
        Ok(())
    }

    fn truth(&self, text: &str, rest: usize) -> Result<bool, Fault> {
        let list = tokens(text)?;
        let list: Vec<_> = list
            .into_iter()
            .filter(|token| token.span.start >= rest)
            .collect();
        let expression = self.parse(&list, text.len(), single)?;
        Ok(self.now(&expression)? != 0)
    }

    /// Obeys a directive.
    pub(crate) fn directive(
        &mut self,
        line: &Line,
        name: &str,
        span: Range<usize>,
        list: &[Token<'_>],
        text: &str,
    ) -> Result<(), Fault> {
        let end = text.len();
        let behind = &text[span.end..];
        let at_name = |message: String| Fault::new(span.clone(), message);
        match name.to_ascii_lowercase().as_str() {
            ".text" => self.section = Section::Text,
            ".data" => self.section = Section::Data,
            ".bss" => self.section = Section::Bss,
            ".z8001" => self.mode = Mode::Segmented,
            ".z8002" => self.mode = Mode::Nonsegmented,
            // There is no linker: every symbol is known everywhere.
            ".global" | ".globl" => {}
            ".org" => self.origin(list, end)?,
            ".equ" => self.equate(line, list, end)?,
            ".set" => {
                let (symbol, value) = split(list, end)?;
                self.assign(line, symbol, value, end)?;
            }
            ".byte" => self.numbers(line, 1, list, end)?,
            ".word" => self.numbers(line, 2, list, end)?,
            ".long" => self.numbers(line, 4, list, end)?,
            ".ascii" => self.text(line, list, end, false)?,
            ".asciz" => self.text(line, list, end, true)?,
            ".space" => self.space(line, list, end)?,
            ".even" => self.align(line, 2, 0)?,
            ".align" | ".balign" => {
                let (boundary, fill) = self.parse(list, end, |parser| {
                    let boundary = parser.expression()?;
                    Ok((boundary, optional(parser)?))
                })?;
                let boundary = self.now(&boundary)?;
                let fill = self.fill(fill.as_ref())?;
                let power = |value: &i64| *value > 0 && value & (value - 1) == 0;
                let boundary = Some(boundary)
                    .filter(power)
                    .ok_or_else(|| at_name(format!("{boundary} is no power of two to align to")))?;
                self.align(line, boundary as u32, fill)?;
            }
            ".include" => {
                let name = file_name(list, end)?;
                self.reader.open(&name, Some(line)).map_err(at_name)?;
            }
            ".incbin" => {
                let name = file_name(list, end)?;
                let bytes = self.reader.binary(&name).map_err(at_name)?;
                self.add(line, bytes.len() as u32, Content::Bytes(bytes));
            }
            ".macro" => self.reader.define(behind).map_err(at_name)?,
            ".rept" => {
                let count = self.parse(list, end, single)?;
                let count = self.now(&count)?;
                let count = usize::try_from(count)
                    .map_err(|_| at_name(format!("cannot repeat {count} times")))?;
                let values = std::iter::repeat_n(String::new(), count);
                self.reader.repeat(line, "", values).map_err(at_name)?;
            }
            ".irp" => {
                let mut given = arguments(behind).into_iter();
                let parameter = given.next().unwrap_or_default();
                self.reader
                    .repeat(line, &parameter, given)
                    .map_err(at_name)?;
            }
            ".endm" | ".endr" => {
                return Err(at_name(format!("`{name}` ends nothing that was begun")));
            }
            ".error" => {
                let message = behind.trim().trim_matches('"').to_owned();
                return Err(at_name(message));
            }
            _ => {
                return Err(
                    at_name(format!("there is no directive `{name}`")).note(similar(name, NAMES))
                );
            }
        }
        Ok(())
    }

    /// `name = value`, and `.set`.
    pub(crate) fn assign(
        &mut self,
        line: &Line,
        name: &str,
        list: &[Token<'_>],
        end: usize,
    ) -> Result<(), Fault> {
        let expression = self.parse(list, end, single)?;
        let value = self.now(&expression)?;
        if name == "." {
            return self.move_to(value, &expression.span);
        }
        self.symbols
            .set(name, value, line.origin)
            .map_err(|message| Fault::new(expression.span, message))
    }

    fn equate(&mut self, line: &Line, list: &[Token<'_>], end: usize) -> Result<(), Fault> {
        let (name, value) = split(list, end)?;
        let mut expression = self.parse(value, end, single)?;
        self.symbols.freeze(&mut expression);
        let span = list[0].span.clone();
        self.symbols
            .equate(name, expression, line.origin)
            .map_err(|message| Fault::new(span, message))
    }

    fn origin(&mut self, list: &[Token<'_>], end: usize) -> Result<(), Fault> {
        let (expression, _) = self.parse(list, end, |parser| {
            let address = parser.expression()?;
            Ok((address, optional(parser)?))
        })?;
        let address = self.now(&expression)?;
        self.move_to(address, &expression.span)
    }

    fn move_to(&mut self, address: i64, span: &Range<usize>) -> Result<(), Fault> {
        let address = u32::try_from(address)
            .map_err(|_| Fault::new(span.clone(), format!("{address} is no address")))?;
        self.set_here(address);
        Ok(())
    }

    fn numbers(
        &mut self,
        line: &Line,
        size: usize,
        list: &[Token<'_>],
        end: usize,
    ) -> Result<(), Fault> {
        self.no_contents_in_bss(list, end)?;
        let mut numbers = self.parse(list, end, expressions)?;
        for expression in &mut numbers {
            self.symbols.freeze(expression);
        }
        let length = (size * numbers.len()) as u32;
        self.add(line, length, Content::Numbers(size, numbers));
        Ok(())
    }

    fn text(
        &mut self,
        line: &Line,
        list: &[Token<'_>],
        end: usize,
        zero: bool,
    ) -> Result<(), Fault> {
        self.no_contents_in_bss(list, end)?;
        let mut bytes = Vec::new();
        for group in list.split(|token| token.kind == Kind::Sign(",")) {
            let [
                Token {
                    kind: Kind::Text(text),
                    ..
                },
            ] = group
            else {
                let span = group.first().map_or(end..end, |token| token.span.clone());
                return Err(Fault::new(
                    span,
                    "a text in quotation marks is expected here",
                ));
            };
            bytes.extend(text);
            bytes.extend(zero.then_some(0));
        }
        self.add(line, bytes.len() as u32, Content::Bytes(bytes));
        Ok(())
    }

    fn space(&mut self, line: &Line, list: &[Token<'_>], end: usize) -> Result<(), Fault> {
        let (count, fill) = self.parse(list, end, |parser| {
            let count = parser.expression()?;
            Ok((count, optional(parser)?))
        })?;
        let bytes = self.now(&count)?;
        if !(0..=SPACE).contains(&bytes) {
            let message = format!("cannot leave {bytes} bytes of space: 0 to {SPACE} are possible");
            return Err(Fault::new(count.span, message));
        }
        let fill = self.fill(fill.as_ref())?;
        self.add(line, bytes as u32, Content::Fill(bytes as u32, fill));
        Ok(())
    }

    fn fill(&self, expression: Option<&Expression>) -> Result<u8, Fault> {
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

    fn align(&mut self, line: &Line, boundary: u32, fill: u8) -> Result<(), Fault> {
        let gap = self.here().wrapping_neg() % boundary;
        if gap > 0 {
            self.add(line, gap, Content::Fill(gap, fill));
        }
        Ok(())
    }

    fn no_contents_in_bss(&self, list: &[Token<'_>], end: usize) -> Result<(), Fault> {
        if self.section == Section::Bss {
            let span = list.first().map_or(end..end, |token| token.span.clone());
            return Err(Fault::new(
                span,
                "`.bss` has no contents: use `.space`, or `.data`",
            ));
        }
        Ok(())
    }
}

/// One expression and nothing else.
fn single(parser: &mut Parser<'_, '_>) -> Result<Expression, Fault> {
    let expression = parser.expression()?;
    match parser.peek() {
        None => Ok(expression),
        Some(_) => Err(Fault::new(parser.span(), "nothing more may stand here")),
    }
}

/// One or more expressions.
fn expressions(parser: &mut Parser<'_, '_>) -> Result<Vec<Expression>, Fault> {
    let mut list = vec![parser.expression()?];
    while parser.peek().is_some() {
        parser.expect(",")?;
        list.push(parser.expression()?);
    }
    Ok(list)
}

/// A comma and an expression, or the end of the line.
fn optional(parser: &mut Parser<'_, '_>) -> Result<Option<Expression>, Fault> {
    if parser.peek().is_none() {
        return Ok(None);
    }
    parser.expect(",")?;
    single(parser).map(Some)
}

/// `name, value`
fn split<'t, 'a>(list: &'t [Token<'a>], end: usize) -> Result<(&'a str, &'t [Token<'a>]), Fault> {
    match list {
        [
            Token {
                kind: Kind::Name(name),
                ..
            },
            comma,
            value @ ..,
        ] if comma.kind == Kind::Sign(",") => Ok((name, value)),
        _ => {
            let span = list.first().map_or(end..end, |token| token.span.clone());
            Err(Fault::new(
                span,
                "a name, a comma and a value are expected here",
            ))
        }
    }
}

fn file_name(list: &[Token<'_>], end: usize) -> Result<String, Fault> {
    match list {
        [
            Token {
                kind: Kind::Text(name),
                ..
            },
        ] => Ok(String::from_utf8_lossy(name).into_owned()),
        _ => {
            let span = list.first().map_or(end..end, |token| token.span.clone());
            Err(Fault::new(
                span,
                "a file name in quotation marks is expected here",
            ))
        }
    }
}
