//! Directives: the table of them, and what they do.

mod blocks;
mod data;
mod symbols;
mod table;

use std::ops::Range;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use z8000::isa::Mode;
use z8000_object::Kind as Holds;

use crate::assembler::{Assembler, Statement};
use crate::assembly::Section;
use crate::fault::Fault;
use crate::lexer::{Kind, Sign, Token};
use crate::source::Line;
use crate::syntax::Syntax;
use crate::term::{Expression, Parser};

pub(crate) use symbols::OwnSpace;
pub(crate) use table::Does;
pub use table::{Directive, directives};

type Handler = fn(&mut Assembler<'_>, &Statement<'_>) -> Result<(), Fault>;

/// The directives of each dialect by their names, in lower case.
static BY_NAME: LazyLock<[FxHashMap<&str, &Directive>; Syntax::ALL.len()]> = LazyLock::new(|| {
    let named = |directive: &'static Directive| directive.names.iter().map(move |name| (*name, directive));
    Syntax::ALL.map(|syntax| directives(syntax).flat_map(named).collect())
});

/// The longest name of a directive.
const LONGEST: usize = 13;

/// The directive of GNU as of a name, in upper or lower case.
pub(crate) fn find(name: &str) -> Option<&'static Directive> {
    find_in(Syntax::Gnu, name)
}

/// The directive of a dialect by one of its names, in upper or lower case.
#[must_use]
pub fn directive(syntax: Syntax, name: &str) -> Option<&'static Directive> {
    find_in(syntax, name)
}

/// The directive of a dialect.
pub(crate) fn find_in(syntax: Syntax, name: &str) -> Option<&'static Directive> {
    let mut lower = [0; LONGEST];
    let lower = lower.get_mut(..name.len())?;
    lower.copy_from_slice(name.as_bytes());
    lower.make_ascii_lowercase();
    let name = std::str::from_utf8(lower).ok()?;
    BY_NAME[syntax as usize].get(name).copied()
}

/// The most bytes that one directive may fill.
const SPACE: i64 = 0x100_0000;

/// The largest power of two that `.align` takes.
const POWER: i64 = 16;

impl Assembler<'_> {
    /// The fault of a name with a dot that is no directive.
    pub(crate) fn no_directive(&self, it: &Statement<'_>) -> Fault {
        let names = directives(Syntax::Gnu).flat_map(|directive| directive.names).copied();
        it.fault(format!("`{}` is not a directive", it.name))
            .similar(it.name, names)
    }

    fn choose(&mut self, it: &Statement<'_>, mode: Mode) -> Result<(), Fault> {
        it.takes_nothing()?;
        self.choose_mode(mode);
        Ok(())
    }

    /// Continues in a section, where it was left.
    fn enter(&mut self, it: &Statement<'_>, section: Section) -> Result<(), Fault> {
        it.takes_nothing()?;
        self.layout.enter(section);
        Ok(())
    }

    /// `.section name, "flags"`.
    fn section(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        let mut fields = it.fields();
        let field = fields.next().unwrap_or_default();
        let name = match only(field) {
            Some(Kind::Name(name)) => (*name).to_owned(),
            Some(Kind::Text(text)) if !text.is_empty() => String::from_utf8_lossy(text).into_owned(),
            _ => return Err(Fault::new(it.span_of(field), "the name of a section is expected here")),
        };
        let flags = fields.next().unwrap_or_default();
        let holds = match only(flags) {
            None if flags.is_empty() => None,
            Some(Kind::Text(text)) => holds(text).map_err(|letter| {
                let message = format!("`{letter}` is no flag: use `x`, `w`, `d`, `r` or `b`");
                Fault::new(it.span_of(flags), message)
            })?,
            _ => {
                return Err(Fault::new(
                    it.span_of(flags),
                    "flags in quotation marks are expected here",
                ));
            }
        };
        match self.layout.named(&name, holds) {
            Some(section) => {
                self.layout.enter(section);
                Ok(())
            }
            None => Err(it.fault(format!("a program has at most {} sections", crate::layout::SECTIONS))),
        }
    }

    fn structure(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        let offset = self.expression(it.line, it.arguments)?;
        self.layout.enter_structure(0);
        self.move_to(it.line, &offset, 0)
    }

    /// `.org address, fill`: with a fill, the bytes in between belong to the section.
    fn origin(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        let (expression, fill) = self.value_and_fill(it)?;
        if fill.is_none() {
            return self.move_to(it.line, &expression, 0);
        }
        let byte = self.fill(fill.as_ref())?;
        let gap = self.value_now(&expression)?.number - self.layout.here().number;
        if (0..=SPACE).contains(&gap) {
            self.add_fill(it.line, gap as u32, byte);
        }
        self.move_to(it.line, &expression, byte)
    }

    /// Continues at an address. In a section whose address is not known, that is an offset in it, ahead of what it has.
    pub(crate) fn move_to(&mut self, line: &Line, expression: &Expression<'_>, fill: u8) -> Result<(), Fault> {
        let value = self.value_now(expression)?;
        let here = self.layout.here();
        let number = value.number;
        let fault = |message: String| Err(Fault::new(expression.span.clone(), message));
        if here.base.is_none() || value.base.is_none() && !self.for_linker {
            return match u32::try_from(self.now(expression)?) {
                Ok(address) => {
                    self.layout.move_to(address);
                    Ok(())
                }
                Err(_) => fault(format!("{number} is not an address; use 0 to {:#x}", u32::MAX)),
            };
        }
        if value.base.is_some() && value.base != here.base {
            return fault("this lies in another section".to_owned());
        }
        match number - here.number {
            gap @ 0..=SPACE => {
                self.add_fill(line, gap as u32, fill);
                Ok(())
            }
            ..0 => fault(format!(
                "{number:#x} lies before {:#x}, where the section is already",
                here.number
            )),
            _ => fault(format!(
                "{number:#x} is too far from {:#x}, where the section is",
                here.number
            )),
        }
    }

    /// `.end`: whatever follows is not read.
    fn end(&mut self, _: &Statement<'_>) -> Result<(), Fault> {
        self.reader.end();
        Ok(())
    }

    fn abort(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        self.reader.end();
        Err(it.fault("`.abort` was reached"))
    }

    /// `.fail number`: an error below 500, or else a warning.
    fn fail(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        let number = self.expression(it.line, it.arguments)?;
        let number = self.now(&number)?;
        let fault = it.fault(format!("`.fail {number}` was reached"));
        if number < 500 {
            return Err(fault);
        }
        self.warn(it.line, fault);
        Ok(())
    }

    fn include(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        let name = it.file_name(it.arguments)?;
        self.reader.open(&name, &it.span_of(it.arguments), Some(it.line))
    }

    fn even(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        it.takes_nothing()?;
        self.align(it.line, 2, 0);
        Ok(())
    }

    /// `.balign bytes, fill, most` and `.align power, fill, most`: nothing if it takes more than `most` bytes. The fill has
    /// `width` bytes.
    fn alignment(
        &mut self,
        it: &Statement<'_>,
        boundary: fn(i64) -> Result<u32, String>,
        width: u32,
    ) -> Result<(), Fault> {
        let mut fields = it.fields();
        let given = self.expression(it.line, fields.next().unwrap_or_default())?;
        let value = self.now(&given)?;
        let mut optional = || match fields.next() {
            None | Some([]) => Ok(None),
            Some(field) => self.expression(it.line, field).map(Some),
        };
        let (fill, most) = (optional()?, optional()?);
        if let Some(more) = fields.next() {
            return Err(Fault::new(it.span_of(more), "nothing more is expected here"));
        }
        let fill = match (&fill, width) {
            (Some(fill), 2..) => self.now(fill)? as u32,
            _ => self.fill(fill.as_ref())?.into(),
        };
        let most = most.map(|most| self.now(&most)).transpose()?;
        let boundary = boundary(value).map_err(|message| Fault::new(given.span, message))?;
        let gap = self.layout.gap(boundary);
        // As in GNU as, a limit of 0 is none.
        if most.is_some_and(|most| most != 0 && i64::from(gap) > most) {
            return Ok(());
        }
        self.layout.align(boundary);
        if width == 1 || fill == 0 {
            self.add_gap(it.line, gap, fill as u8);
            return Ok(());
        }
        self.must_have_contents(&it.span)?;
        // What the fill does not divide is 0, at the beginning.
        let mut bytes = vec![0; (gap % width) as usize];
        bytes.extend(fill.to_be_bytes()[4 - width as usize..].repeat((gap / width) as usize));
        self.add_bytes(it.line, &bytes);
        Ok(())
    }

    fn align(&mut self, line: &Line, boundary: u32, fill: u8) {
        let gap = self.layout.align(boundary);
        self.add_gap(line, gap, fill);
    }

    fn add_gap(&mut self, line: &Line, gap: u32, fill: u8) {
        if gap > 0 {
            self.add_fill(line, gap, fill);
        }
    }

    /// A value, and after a comma a byte to fill with.
    fn value_and_fill<'a>(&self, it: &Statement<'a>) -> Result<(Expression<'a>, Option<Expression<'a>>), Fault> {
        self.parse(it.line, it.arguments, |parser: &mut Parser<'a, '_>| {
            let value = parser.expression()?;
            if parser.peek().is_none() {
                return Ok((value, None));
            }
            parser.expect(Sign::Comma)?;
            Ok((value, Some(parser.last_expression()?)))
        })
    }

    fn fill(&self, expression: Option<&Expression<'_>>) -> Result<u8, Fault> {
        let Some(expression) = expression else {
            return Ok(0);
        };
        let value = self.now(expression)?;
        if (-128..=255).contains(&value) {
            return Ok(value as u8);
        }
        let message = format!("{value} is outside the range -128 to 255");
        Err(Fault::new(expression.span.clone(), message))
    }

    /// Neither `.bss` nor a structure can hold a statement's bytes.
    pub(crate) fn must_have_contents(&self, span: &Range<usize>) -> Result<(), Fault> {
        match self.layout.refuses_contents() {
            Some(message) => Err(Fault::new(span.clone(), message)),
            None => Ok(()),
        }
    }
}

/// What `.align` aligns to.
fn power_of_two(power: i64) -> Result<u32, String> {
    match power {
        0..=POWER => Ok(1 << power),
        _ => Err(format!("cannot align to 2 to the power of {power}; use 0 to {POWER}")),
    }
}

/// What `.balign` aligns to.
fn boundary(bytes: i64) -> Result<u32, String> {
    let boundary = u32::try_from(bytes).ok().filter(|bytes| bytes.is_power_of_two());
    boundary.ok_or_else(|| format!("cannot align to {bytes}, which is not a power of two"))
}

/// What a section holds by its flags, if they say; or the letter that is none.
fn holds(flags: &[u8]) -> Result<Option<Holds>, char> {
    let mut holds = None;
    for &flag in flags {
        holds = match flag {
            b'x' => Some(Holds::Code),
            b'b' => Some(Holds::Space),
            b'w' | b'd' if holds.is_none() => Some(Holds::Data),
            b'r' if holds.is_none() => Some(Holds::Constants),
            // Allocated, loaded, not loaded, shared, and others that say nothing of what it holds.
            b'w' | b'd' | b'r' | b'a' | b'n' | b's' | b'y' | b'i' | b'l' | b'e' | b'0'..=b'9' => holds,
            other => return Err(other.into()),
        };
    }
    Ok(holds)
}

/// The one token that a field is.
fn only<'t, 'a>(field: &'t [Token<'a>]) -> Option<&'t Kind<'a>> {
    match field {
        [token] => Some(&token.kind),
        _ => None,
    }
}

/// The arguments of a directive.
impl<'a> Statement<'a> {
    /// Where the line ends.
    fn end(&self) -> usize {
        self.line.text.len()
    }

    /// The line after the directive.
    fn rest(&self) -> &'a str {
        &self.line.text[self.span.end..]
    }

    /// A fault at the directive.
    pub(crate) fn fault(&self, message: impl Into<String>) -> Fault {
        Fault::new(self.span.clone(), message)
    }

    /// What stands between commas.
    fn fields(&self) -> impl Iterator<Item = &'a [Token<'a>]> {
        self.arguments.split(|token| token.kind == Kind::Sign(Sign::Comma))
    }

    /// Where the first of some tokens stands, or the end of the line.
    fn span_of(&self, tokens: &[Token<'_>]) -> Range<usize> {
        tokens
            .first()
            .map_or(self.end()..self.end(), |token| token.span.clone())
    }

    fn takes_nothing(&self) -> Result<(), Fault> {
        match self.arguments {
            [] => Ok(()),
            [first, ..] => Err(Fault::new(first.span.clone(), "nothing more is expected here")),
        }
    }

    /// The message of `.error` and `.warning`.
    fn message(&self) -> Result<Fault, Fault> {
        match self.rest().trim().trim_matches('"') {
            "" => Err(self.fault("a message is expected after this")),
            message => Ok(self.fault(message)),
        }
    }

    /// `name, value`: the name, where it stands, and the value.
    fn definition(&self) -> Result<(&'a str, Range<usize>, &'a [Token<'a>]), Fault> {
        if let [name, comma, value @ ..] = self.arguments
            && let Kind::Name(symbol) = name.kind
            && comma.kind == Kind::Sign(Sign::Comma)
        {
            return Ok((symbol, name.span.clone(), value));
        }
        let span = self.span_of(self.arguments);
        Err(Fault::new(span, "a name, a comma and a value are expected here"))
    }

    fn file_name(&self, field: &[Token<'_>]) -> Result<String, Fault> {
        match only(field) {
            Some(Kind::Text(name)) => Ok(String::from_utf8_lossy(name).into_owned()),
            _ => Err(Fault::new(
                self.span_of(field),
                "a file name in quotation marks is expected here",
            )),
        }
    }
}
