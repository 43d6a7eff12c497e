//! Directives.

use std::ops::Range;
use std::rc::Rc;

use z8000::isa::Mode;

use crate::assembler::{Assembler, Statement};
use crate::assembly::Section;
use crate::condition;
use crate::fault::Fault;
use crate::lexer::{Kind, Sign, Token};
use crate::macros::arguments;
use crate::output::Content;
use crate::reader::Rounds;
use crate::similar::similar;
use crate::source::Line;
use crate::symbols::New;
use crate::term::{Expression, Parser};

type Handler = fn(&mut Assembler<'_>, &Statement<'_>) -> Result<(), Fault>;

/// The directives but those of conditional assembly.
const DIRECTIVES: [(&str, Handler); 30] = [
    (".align", |assembler, it| assembler.alignment(it, power_of_two)),
    (".ascii", |assembler, it| assembler.text(it, &[])),
    (".asciz", |assembler, it| assembler.text(it, &[0])),
    (".balign", |assembler, it| assembler.alignment(it, boundary)),
    (".bss", |assembler, it| assembler.enter(it, Section::Bss)),
    (".byte", |assembler, it| assembler.numbers(it, 1)),
    (".data", |assembler, it| assembler.enter(it, Section::Data)),
    (".endm", |_, it| Err(it.fault("`.endm` has no block to end"))),
    (".endr", |_, it| Err(it.fault("`.endr` has no block to end"))),
    (".equ", |assembler, it| assembler.equate(it)),
    (".error", |_, it| Err(it.message()?)),
    (".even", |assembler, it| assembler.even(it)),
    (".global", |assembler, it| assembler.globals(it)),
    (".globl", |assembler, it| assembler.globals(it)),
    (".incbin", |assembler, it| assembler.binary(it)),
    (".include", |assembler, it| assembler.include(it)),
    (".irp", |assembler, it| assembler.repeat_for(it)),
    (".long", |assembler, it| assembler.numbers(it, 4)),
    (".macro", |assembler, it| assembler.reader.define(it.rest(), &it.span)),
    (".org", |assembler, it| assembler.origin(it)),
    (".rept", |assembler, it| assembler.repeat(it)),
    (".set", |assembler, it| assembler.set(it)),
    (".space", |assembler, it| assembler.space(it)),
    (".string", |assembler, it| assembler.text(it, &[0])),
    (".struct", |assembler, it| assembler.structure(it)),
    (".text", |assembler, it| assembler.enter(it, Section::Text)),
    (".warning", |assembler, it| {
        it.message().map(|fault| assembler.warn(it.line, fault))
    }),
    (".word", |assembler, it| assembler.numbers(it, 2)),
    (".z8001", |assembler, it| assembler.choose(it, Mode::Segmented)),
    (".z8002", |assembler, it| assembler.choose(it, Mode::Nonsegmented)),
];

/// The most bytes that one directive may fill.
const SPACE: i64 = 0x100_0000;

/// The largest power of two that `.align` takes.
const POWER: i64 = 16;

impl Assembler<'_> {
    /// Carries out a directive.
    pub(crate) fn directive(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        match DIRECTIVES.iter().find(|(name, _)| it.name.eq_ignore_ascii_case(name)) {
            Some((_, handler)) => handler(self, it),
            None => {
                let names = DIRECTIVES.iter().map(|(name, _)| *name).chain(condition::NAMES);
                let fault = it.fault(format!("`{}` is not a directive", it.name));
                Err(fault.note(similar(it.name, names)))
            }
        }
    }

    fn choose(&mut self, it: &Statement<'_>, mode: Mode) -> Result<(), Fault> {
        it.takes_nothing()?;
        self.mode = mode;
        Ok(())
    }

    /// Continues in a section, where it was left.
    fn enter(&mut self, it: &Statement<'_>, section: Section) -> Result<(), Fault> {
        it.takes_nothing()?;
        self.layout.enter(section);
        Ok(())
    }

    fn structure(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        let offset = self.expression(it.line, it.arguments)?;
        let value = self.now(&offset)?;
        self.layout.enter_structure(0);
        self.move_to(value, &offset.span)
    }

    /// Every symbol is known everywhere, as there is no linker; but these are not reported as unused.
    fn globals(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        for field in it.fields() {
            match only(field) {
                Some(Kind::Name(name)) => self.symbols.export(name),
                _ => return Err(Fault::new(it.span_of(field), "a name is expected here")),
            }
        }
        Ok(())
    }

    fn set(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        let (name, at, value) = it.definition()?;
        self.assign(it.line, name, at, value)
    }

    /// `name = value`, and `.set`.
    pub(crate) fn assign(
        &mut self,
        line: &Line,
        name: &str,
        span: Range<usize>,
        value: &[Token<'_>],
    ) -> Result<(), Fault> {
        let expression = self.expression(line, value)?;
        let value = self.now(&expression)?;
        if name == "." {
            return self.move_to(value, &expression.span);
        }
        let addresses = expression.addresses(&self.symbols);
        let origin = Some(line.origin);
        self.symbols.set(&New { name, span, origin }, value, addresses)
    }

    fn equate(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        let (name, span, value) = it.definition()?;
        let expression = self.expression(it.line, value)?;
        let expression = expression.freeze(&|name| self.symbols.variable(name));
        let origin = Some(it.line.origin);
        self.symbols.equate(&New { name, span, origin }, expression)
    }

    /// `.org address, fill`: with a fill, the bytes in between belong to the section.
    fn origin(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        let (expression, fill) = self.value_and_fill(it)?;
        let address = self.now(&expression)?;
        if fill.is_some() {
            let byte = self.fill(fill.as_ref())?;
            let gap = address - i64::from(self.layout.here());
            if (0..=SPACE).contains(&gap) {
                self.add_fill(it.line, gap as u32, byte);
            }
        }
        self.move_to(address, &expression.span)
    }

    fn move_to(&mut self, address: i64, span: &Range<usize>) -> Result<(), Fault> {
        let message = || format!("{address} is not an address; use 0 to {:#x}", u32::MAX);
        let address = u32::try_from(address).map_err(|_| Fault::new(span.clone(), message()))?;
        self.layout.move_to(address);
        Ok(())
    }

    fn numbers(&mut self, it: &Statement<'_>, size: usize) -> Result<(), Fault> {
        self.must_have_contents(&it.span_of(it.arguments))?;
        let here = i64::from(self.layout.here());
        // In a list `.` is the address of each number.
        let numbers = self.parse(it.line, it.arguments, |parser| {
            let mut list = vec![parser.expression()?];
            while parser.peek().is_some() {
                parser.expect(Sign::Comma)?;
                parser.leaves.here = here + (size * list.len()) as i64;
                list.push(parser.expression()?);
            }
            Ok(list)
        })?;
        let length = (size * numbers.len()) as u32;
        self.add(it.line, length, Content::Numbers(size, numbers))
    }

    /// Strings, each followed by some bytes.
    fn text(&mut self, it: &Statement<'_>, after: &[u8]) -> Result<(), Fault> {
        self.must_have_contents(&it.span_of(it.arguments))?;
        let mut bytes = Vec::new();
        for field in it.fields() {
            match only(field) {
                Some(Kind::Text(text)) => bytes.extend(text.iter().chain(after)),
                _ => {
                    return Err(Fault::new(
                        it.span_of(field),
                        "a string in quotation marks is expected here",
                    ));
                }
            }
        }
        self.add_bytes(it.line, &bytes);
        Ok(())
    }

    fn include(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        let name = it.file_name(it.arguments)?;
        self.reader.open(&name, &it.span_of(it.arguments), Some(it.line))
    }

    /// `.incbin "file", skip, count`: the last two may be left out.
    fn binary(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        let mut fields = it.fields();
        let name = it.file_name(fields.next().unwrap_or_default())?;
        let span = it.span_of(it.arguments);
        self.must_have_contents(&span)?;
        let mut bytes = self.reader.binary(&name, &span)?;
        let mut part = [0, bytes.len()];
        for (index, field) in fields.enumerate() {
            let expression = self.expression(it.line, field)?;
            let value = self.now(&expression)?;
            let most = if index == 0 { bytes.len() } else { bytes.len() - part[0] };
            let fits = usize::try_from(value).ok().filter(|value| *value <= most);
            match (part.get_mut(index), fits) {
                (Some(place), Some(value)) => *place = value,
                (None, _) => return Err(Fault::new(expression.span, "nothing more is expected here")),
                (_, None) => {
                    let message = format!("cannot take {value} bytes: `{name}` has {most} left");
                    return Err(Fault::new(expression.span, message));
                }
            }
        }
        bytes.drain(..part[0]);
        bytes.truncate(part[1]);
        self.add_bytes(it.line, &bytes);
        Ok(())
    }

    /// The lines up to `.endr`.
    fn repetition(&mut self, it: &Statement<'_>) -> Result<Rc<[Line]>, Fault> {
        self.reader.body(&[".rept", ".irp"], ".endr", &it.span)
    }

    fn repeat(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        let count = self
            .expression(it.line, it.arguments)
            .and_then(|count| self.now(&count));
        // The lines belong to this directive whether its count is good or not.
        let lines = self.repetition(it)?;
        let count = count?;
        let times = usize::try_from(count).map_err(|_| {
            let span = it
                .arguments
                .first()
                .map_or(it.span.clone(), |first| first.span.start..it.end());
            Fault::new(span, format!("cannot repeat {count} times"))
        })?;
        self.reader.repeat(lines, Rounds::Times(times), it.line, &it.span)
    }

    fn repeat_for(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        let lines = self.repetition(it)?;
        let mut given = arguments(it.rest()).into_iter();
        let parameter = given.next().ok_or_else(|| it.fault("a name is expected after this"))?;
        let rounds = Rounds::Each(parameter, given.collect());
        self.reader.repeat(lines, rounds, it.line, &it.span)
    }

    fn space(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        let (count, fill) = self.value_and_fill(it)?;
        let bytes = self.now(&count)?;
        if !(0..=SPACE).contains(&bytes) {
            let message = format!("cannot leave {bytes} bytes of space; use 0 to {SPACE}");
            return Err(Fault::new(count.span, message));
        }
        let byte = self.fill(fill.as_ref())?;
        if byte != 0 {
            self.must_have_contents(&count.span)?;
        }
        self.add_fill(it.line, bytes as u32, byte);
        Ok(())
    }

    fn even(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        it.takes_nothing()?;
        self.align(it.line, 2, 0);
        Ok(())
    }

    /// `.balign bytes, fill` and `.align power, fill`.
    fn alignment(&mut self, it: &Statement<'_>, boundary: fn(i64) -> Result<u32, String>) -> Result<(), Fault> {
        let (given, fill) = self.value_and_fill(it)?;
        let value = self.now(&given)?;
        let byte = self.fill(fill.as_ref())?;
        let boundary = boundary(value).map_err(|message| Fault::new(given.span, message))?;
        self.align(it.line, boundary, byte);
        Ok(())
    }

    fn align(&mut self, line: &Line, boundary: u32, fill: u8) {
        let gap = self.layout.here().wrapping_neg() % boundary;
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
    fn fault(&self, message: impl Into<String>) -> Fault {
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
