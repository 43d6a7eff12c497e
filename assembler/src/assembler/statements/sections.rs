//! Directives for sections, addresses, alignment, files and messages.

use std::ops::Range;

use z8000::isa::Operation;
use z8000_object::Kind as Holds;
use z8000_object::text::decode;

use super::foreign;
use super::statement::{Statement, only};
use crate::assembler::program::Program;
use crate::directive::{Boundary, directives};
use crate::fault::{Fault, Rule};
use crate::lexer::{Kind, Sign, Token};
use crate::source::Line;
use crate::syntax::Syntax;
use crate::value::{Expression, Unsettled, Value};

/// Maximum number of bytes that one directive may fill.
pub(super) const SPACE: i64 = 0x100_0000;

/// The largest subsection number, as in GNU as.
const SUBSECTIONS: i64 = 8192;

impl Program<'_> {
    /// Returns the fault of a name with a dot that is not a directive.
    pub(super) fn no_directive(&self, it: &Statement<'_>) -> Fault {
        let names = directives(Syntax::Gnu).flat_map(|directive| directive.names).copied();
        let fault = it
            .fault(format!("unknown directive `{}`", it.name))
            .rule(Rule::UnknownOperation);
        let bare = it.name.trim_start_matches('.');
        if Operation::from_mnemonic(bare).is_some() {
            return fault.label(format!("instructions have no dot: `{bare}`"));
        }
        foreign::hinted(fault, it).unwrap_or_else(|fault| fault.similar(it.name, names))
    }

    /// Returns the number of a subsection; default: 0.
    pub(super) fn subsection(&self, line: &Line, number: &[Token<'_>]) -> Result<u32, Fault> {
        if number.is_empty() {
            return Ok(0);
        }
        let (number, span) = self.number(line, number)?;
        match number {
            0..=SUBSECTIONS => Ok(number as u32),
            _ => Err(Fault::new(
                span,
                format!("invalid subsection {number}; expected 0 to {SUBSECTIONS}"),
            )),
        }
    }

    /// Executes `.section name, "flags"`, or `.section name, subsection`.
    pub(super) fn section(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        let mut fields = it.fields();
        let field = fields.next().unwrap_or_default();
        let name = match only(field) {
            Some(Kind::Name(name)) => (*name).to_owned(),
            Some(Kind::Text(text)) if !text.is_empty() => decode(text.clone()),
            _ => return Err(Fault::new(it.span_of(field), "expected the name of a section")),
        };
        let second = fields.next().unwrap_or_default();
        let (holds, number) = match only(second) {
            Some(Kind::Text(text)) => {
                let holds = holds(text).map_err(|letter| {
                    let message = format!("unknown flag `{letter}`; expected `x`, `w`, `d`, `r` or `b`");
                    Fault::new(it.span_of(second), message)
                })?;
                (holds, 0)
            }
            _ => (None, self.subsection(it.line, second)?),
        };
        match self.layout.named(&name, holds) {
            Some(section) => {
                self.layout.enter(section, number);
                Ok(())
            }
            None => Err(it.fault(format!(
                "a program can have at most {} sections",
                crate::layout::SECTIONS
            ))),
        }
    }

    pub(super) fn structure(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        let offset = self.expression(it.line, it.arguments)?;
        self.layout.structure = Some(0);
        self.move_to(it.line, &offset, 0)
    }

    /// Executes `.org address, fill`. With a fill, the bytes in between belong to the section.
    pub(super) fn origin(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        let (expression, fill) = self.value_and_fill(it)?;
        if fill.is_none() {
            return self.move_to(it.line, &expression, 0);
        }
        let byte = self.fill(it.line, fill.as_ref())?;
        let gap = self.value_now(&expression)?.number - self.layout.here().number;
        if (0..=SPACE).contains(&gap) {
            self.add_fill(it.line, gap as u32, byte)?;
        }
        self.move_to(it.line, &expression, byte)
    }

    /// Continues at an address. In a section without a known address, this is an offset beyond its present contents.
    pub(super) fn move_to(&mut self, line: &Line, expression: &Expression, fill: u8) -> Result<(), Fault> {
        let value = match expression.value(&self.symbols) {
            Err(Unsettled::Later) => Value::number(self.ahead(line, expression)?),
            _ => self.value_now(expression)?,
        };
        let here = self.layout.here();
        let number = value.number;
        let fault = |message: String| Err(Fault::new(expression.span.clone(), message));
        if here.base.is_none() || value.base.is_none() && !self.symbols.for_linker {
            if value.base.is_some() {
                return Err(self.not_now(expression));
            }
            return match u32::try_from(number) {
                Ok(address) => {
                    self.layout.move_to(address);
                    Ok(())
                }
                Err(_) => fault(format!("invalid address {number}; expected 0 to {:#x}", u32::MAX)),
            };
        }
        if value.base.is_some() && value.base != here.base {
            return fault("this address is not in the current section".to_owned());
        }
        match number - here.number {
            gap @ 0..=SPACE => self.add_fill(line, gap as u32, fill),
            ..0 => fault(format!(
                "the address {number:#x} is below {:#x}, which the section has already reached",
                here.number
            )),
            _ => fault(format!(
                "the address {number:#x} is too far from the current address {:#x}",
                here.number
            )),
        }
    }

    /// Executes `.fail number`: a number below 500 is an error, others are a warning.
    pub(super) fn fail(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        let (number, _) = self.number(it.line, it.arguments)?;
        let fault = it.fault(format!("`.fail {number}` was reached"));
        if number < 500 {
            return Err(fault);
        }
        self.report.warn(&self.reader, it.line, fault);
        Ok(())
    }

    pub(super) fn include(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        let name = it.file_name(it.arguments)?;
        self.reader.open(&name, &it.span_of(it.arguments), Some(it.line))
    }

    /// Executes `.balign bytes, fill, most` and `.align power, fill, most`: adds nothing if more than `most` bytes
    /// would be necessary. The fill has `width` bytes.
    pub(super) fn alignment(&mut self, it: &Statement<'_>, boundary: Boundary, width: u32) -> Result<(), Fault> {
        let mut fields = it.fields();
        let (value, span) = self.number(it.line, fields.next().unwrap_or_default())?;
        let mut optional = || match fields.next() {
            None | Some([]) => Ok(None),
            Some(field) => self.expression(it.line, field).map(Some),
        };
        let (fill, most) = (optional()?, optional()?);
        if let Some(more) = fields.next() {
            return Err(Fault::new(it.span_of(more), "expected the end of the line"));
        }
        let fill = match (&fill, width) {
            (Some(fill), 2..) => self.ahead(it.line, fill)? as u32,
            _ => self.fill(it.line, fill.as_ref())?.into(),
        };
        let most = most.map(|most| self.now(&most)).transpose()?;
        let boundary = boundary(value).map_err(|message| Fault::new(span, message))?;
        self.count_bytes(it.line, self.layout.more_at_end(boundary))?;
        // As in GNU as, the section is aligned in any case, and a limit of 0 means none.
        let gap = self.layout.align(boundary);
        if most.is_some_and(|most| most != 0 && i64::from(gap) > most) {
            return Ok(());
        }
        if width == 1 || fill == 0 {
            return self.add_gap(it.line, gap, fill as u8);
        }
        self.must_have_contents(&it.span)?;
        // The bytes at the beginning that are not a multiple of the fill are 0.
        let mut bytes = vec![0; (gap % width) as usize];
        bytes.extend(fill.to_be_bytes()[4 - width as usize..].repeat((gap / width) as usize));
        self.add_bytes(it.line, &bytes)
    }

    pub(super) fn add_gap(&mut self, line: &Line, gap: u32, fill: u8) -> Result<(), Fault> {
        match gap {
            0 => Ok(()),
            _ => self.add_fill(line, gap, fill),
        }
    }

    /// Parses a value and, after a comma, a byte to fill with.
    pub(super) fn value_and_fill(&self, it: &Statement<'_>) -> Result<(Expression, Option<Expression>), Fault> {
        self.parse(it.line, it.arguments, |parser| {
            let value = parser.expression()?;
            if parser.peek().is_none() {
                return Ok((value, None));
            }
            parser.expect(Sign::Comma)?;
            Ok((value, Some(parser.last_expression()?)))
        })
    }

    pub(super) fn fill(&mut self, line: &Line, expression: Option<&Expression>) -> Result<u8, Fault> {
        let Some(expression) = expression else {
            return Ok(0);
        };
        let value = self.ahead(line, expression)?;
        if (-128..=255).contains(&value) {
            return Ok(value as u8);
        }
        let message = format!("{value} is outside the range -128 to 255");
        Err(Fault::new(expression.span.clone(), message).rule(Rule::Range))
    }

    /// Returns an error in `.bss` and in a structure, which cannot contain bytes.
    pub(super) fn must_have_contents(&self, span: &Range<usize>) -> Result<(), Fault> {
        match self.layout.refuses_contents() {
            Some(message) => Err(Fault::new(span.clone(), message)),
            None => Ok(()),
        }
    }
}

/// Returns the kind of a section given by its flags; `None` if they do not determine it. An invalid flag is an error.
fn holds(flags: &[u8]) -> Result<Option<Holds>, char> {
    let mut holds = None;
    for &flag in flags {
        holds = match flag {
            b'x' => Some(Holds::Code),
            b'b' => Some(Holds::Space),
            b'w' | b'd' if holds.is_none() => Some(Holds::Data),
            b'r' if holds.is_none() => Some(Holds::Constants),
            // Allocated, loaded, not loaded, shared, and others that do not affect the kind.
            b'w' | b'd' | b'r' | b'a' | b'n' | b's' | b'y' | b'i' | b'l' | b'e' | b'0'..=b'9' => holds,
            other => return Err(other.into()),
        };
    }
    Ok(holds)
}
