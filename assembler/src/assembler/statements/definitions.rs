//! Directives that define symbols.

use std::ops::Range;

use super::sections::SPACE;
use z8000_object::Binding;

use super::statement::{Statement, only};
use crate::assembler::program::Program;
use crate::directive::LARGEST_POWER;
use crate::fault::{Fault, Rule};
use crate::lexer::{Kind, Token};
use crate::section::Section;
use crate::source::Line;
use crate::symbols::New;
use crate::value::Unsettled;

/// The subsection of `.bss` in which GNU as allocates `.lcomm` space.
const LOCAL_COMMON: u32 = 1;

impl Program<'_> {
    /// Declares symbols as shared with other objects; they are not reported as unused.
    pub(super) fn globals(&mut self, it: &Statement<'_>, binding: Binding) -> Result<(), Fault> {
        for field in it.fields() {
            match only(field) {
                Some(Kind::Name(name)) => {
                    // A weak symbol remains weak.
                    let known = self.symbols.exported.entry((*name).to_owned()).or_insert(binding);
                    if binding == Binding::Weak {
                        *known = binding;
                    }
                }
                // Names before the invalid one are not part of the fault.
                _ => {
                    let names = field
                        .iter()
                        .take_while(|token| matches!(token.kind, Kind::Name(_)))
                        .count();
                    let label = if names > 1 { "names are separated by commas" } else { "" };
                    let wrong = &field[names.min(1)..];
                    return Err(Fault::new(it.span_of(wrong), "expected a name").label(label));
                }
            }
        }
        Ok(())
    }

    pub(super) fn set(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        let (name, at, value) = it.definition()?;
        self.assign(it.line, name, at, value)
    }

    /// Executes `name = value` and `.set`.
    pub(super) fn assign(
        &mut self,
        line: &Line,
        name: &str,
        span: Range<usize>,
        value: &[Token<'_>],
    ) -> Result<(), Fault> {
        let expression = self.expression(line, value)?;
        if name == "." {
            return self.move_to(line, &expression, 0);
        }
        match expression.value(&self.symbols) {
            // If it uses symbols that are defined later, it becomes a constant.
            Err(Unsettled::Later) => self.define(line, name, span, value, false),
            _ => {
                let value = self.value_now(&expression)?;
                self.symbols.set(&New::at(name, span, line), value)
            }
        }
    }

    /// Executes `.lsym name, value`, which defines a constant with a known value.
    pub(super) fn local_symbol(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        let (name, span, value) = it.definition()?;
        let (value, _) = self.number(it.line, value)?;
        self.symbols.constant(&New::at(name, span, it.line), value)
    }

    pub(super) fn equate(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        let (name, span, value) = it.definition()?;
        if it.name.eq_ignore_ascii_case(".eqv") {
            let text = it.line.text.within(it.span_of(value).start..it.end());
            return self.symbols.formula(&New::at(name, span, it.line), text);
        }
        let strict = it.name.eq_ignore_ascii_case(".equiv");
        self.define(it.line, name, span, value, strict)
    }

    /// Defines a constant: with `.equ`, or with `.equiv` and `name == value`, which cannot be changed.
    pub(super) fn define(
        &mut self,
        line: &Line,
        name: &str,
        span: Range<usize>,
        value: &[Token<'_>],
        strict: bool,
    ) -> Result<(), Fault> {
        let expression = self.expression(line, value)?;
        let statement = (self.report.statement, line);
        let equated = self
            .symbols
            .equate(&New::at(name, span, line), expression, strict, statement)?;
        self.report.advise(&self.reader, line, || [equated]);
        Ok(())
    }

    /// Executes `.comm name, size, alignment`.
    pub(super) fn common(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        let (name, span, size, alignment) = self.shared_space(it, common_alignment)?;
        self.symbols.common(&New::at(name, span, it.line), size, alignment)
    }

    /// Executes `.lcomm name, size, alignment`, which defines a label in `.bss`.
    pub(super) fn local_common(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        let (name, span, size, alignment) = self.shared_space(it, local_alignment)?;
        let here = self.layout.aside(Section::BSS, LOCAL_COMMON, |layout| {
            let gap = layout.align(alignment);
            layout.fill(gap, 0);
            let here = layout.here();
            layout.fill(size, 0);
            here
        });
        let new = New::at(name, span, it.line);
        self.symbols.label(&new, here, Section::BSS, self.records.len())
    }

    /// Parses `name, size, alignment` of a common symbol; `usual` gives the default alignment.
    fn shared_space<'a>(
        &self,
        it: &Statement<'a>,
        usual: fn(u32) -> u32,
    ) -> Result<(&'a str, Range<usize>, u32, u32), Fault> {
        let mut fields = it.fields();
        let field = fields.next().unwrap_or_default();
        let Some(Kind::Name(name)) = only(field) else {
            return Err(Fault::new(it.span_of(field), "expected a name"));
        };
        let mut number = |default: Option<i64>, most: i64| match (fields.next(), default) {
            (None, Some(default)) => Ok(default),
            (field, _) => {
                let (value, span) = self.number(it.line, field.unwrap_or_default())?;
                if (0..=most).contains(&value) {
                    return Ok(value);
                }
                Err(Fault::new(span, format!("{value} is outside the range 0 to {most}")).rule(Rule::Range))
            }
        };
        let size = number(None, SPACE)?;
        let alignment = number(Some(usual(size as u32).into()), 1 << LARGEST_POWER)?;
        if !(alignment as u32).is_power_of_two() {
            return Err(it.fault(format!("cannot align to {alignment}, which is not a power of two")));
        }
        Ok((name, it.span_of(field), size as u32, alignment as u32))
    }
}

/// Returns the alignment that GNU ld gives to common space, because COFF objects do not contain it: the next power of
/// two, at most 16.
fn common_alignment(size: u32) -> u32 {
    size.min(16).next_power_of_two()
}

/// Returns the alignment that GNU as gives to `.lcomm`: the largest power of two that is not above the size, at most 8.
fn local_alignment(size: u32) -> u32 {
    1 << size.clamp(1, 8).ilog2()
}
