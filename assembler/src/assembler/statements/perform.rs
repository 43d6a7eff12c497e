//! Executing directives, including those for macros and repetitions.

use std::rc::Rc;

use z8000::isa::Mode;
use z8000_object::Processor;

use super::statement::Statement;
use crate::assembler::program::Program;
use crate::directive::Action;
use crate::fault::Fault;
use crate::macros::{self, Macro, scrubbed};
use crate::reader::Rounds;
use crate::section::Section;
use crate::source::Line;

impl Program<'_> {
    /// Executes a directive.
    pub(super) fn perform(&mut self, action: Action, it: &Statement<'_>) -> Result<(), Fault> {
        match action {
            Action::Mode(mode) => {
                it.takes_nothing()?;
                self.mode = mode;
                if mode == Mode::Segmented {
                    self.processor = Processor::Z8001;
                }
                Ok(())
            }
            Action::Enter(section) => {
                // As in GNU as, `.bss` with arguments is `.lcomm`.
                if section == Section::BSS && !it.arguments.is_empty() {
                    return self.local_common(it);
                }
                let number = self.subsection(it.line, it.arguments)?;
                match section == Section::DATA && self.data_in_text {
                    true => self.layout.enter(Section::TEXT, number.saturating_add(1000)),
                    false => self.layout.enter(section, number),
                }
                Ok(())
            }
            Action::Section => self.section(it),
            Action::Origin => self.origin(it),
            Action::Structure => self.structure(it),
            Action::Even => {
                it.takes_nothing()?;
                let gap = self.layout.align(2);
                self.add_gap(it.line, gap, 0)
            }
            Action::Align(boundary, width) => self.alignment(it, boundary, width),
            Action::Equate => self.equate(it),
            Action::Set => self.set(it),
            Action::LocalSymbol => self.local_symbol(it),
            Action::Globals(binding) => self.globals(it, binding),
            Action::Common => self.common(it),
            Action::LocalCommon => self.local_common(it),
            Action::Numbers(16) => self.wide_numbers(it),
            Action::Numbers(size) => self.numbers(it, size),
            Action::Addresses => match self.mode {
                Mode::Segmented => self.numbers(it, 4),
                Mode::Nonsegmented => self.numbers(it, 2),
            },
            Action::Leb128(signed) => self.leb128(it, signed),
            Action::Floats(bytes) => self.floats(it, bytes),
            Action::Text(width, zeros) => self.text(it, width, zeros),
            Action::ZilogText => self.zilog_text(it),
            Action::Space => self.space(it),
            Action::Units(bytes, filled) => self.units(it, bytes, filled),
            Action::Fill => self.fill_with(it),
            Action::Nops(bytes) => self.nops(it, bytes),
            Action::Binary => self.binary(it),
            Action::DefineMacro => self.define_macro(it),
            Action::ExitMacro => self.exit_macro(it),
            Action::Purge => self.purge(it),
            Action::Repeat => self.repeat(it),
            Action::RepeatFor => self.repeat_for(it),
            Action::RepeatForCharacters => self.repeat_for_characters(it),
            Action::Alternate(on) => {
                it.takes_nothing()?;
                self.reader.set_alternate(on);
                Ok(())
            }
            Action::Include => self.include(it),
            Action::End => {
                self.reader.end();
                Ok(())
            }
            Action::Abort => {
                self.reader.end();
                Err(it.fault("`.abort` was reached"))
            }
            Action::Fail => self.fail(it),
            Action::Error => Err(it.message()?),
            Action::Warning => it.message().map(|fault| self.report.warn(&self.reader, it.line, fault)),
            Action::Refuse(message) => Err(it.fault(message)),
            Action::Unsupported(message) => {
                self.report.warn(&self.reader, it.line, it.fault(message));
                Ok(())
            }
            Action::Nothing => Ok(()),
        }
    }

    /// Returns the lines up to `.endr`.
    fn repetition(&mut self, it: &Statement<'_>) -> Result<Rc<[Line]>, Fault> {
        self.reader.body(
            &[".rept", ".rep", ".irp", ".irep", ".irpc", ".irepc"],
            ".endr",
            &it.span,
        )
    }

    pub(super) fn repeat(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        let count = self.number(it.line, it.arguments);
        // The lines belong to this directive even if its count is invalid.
        let lines = self.repetition(it)?;
        let (count, _) = count?;
        let times = usize::try_from(count).map_err(|_| {
            let start = it.arguments.first().map(|first| first.span.start);
            let span = start.map_or(it.span.clone(), |start| start..it.end());
            Fault::new(
                span,
                format!("the number of repetitions must not be negative; got {count}"),
            )
        })?;
        self.reader
            .repeat(lines, Rounds::Times(times), it.line, &it.span, self.conditions.len())
    }

    pub(super) fn repeat_for(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        let lines = self.repetition(it)?;
        let list = self.calculating(it.line, |calculate| macros::list(&scrubbed(it.rest()), calculate))?;
        self.repeat_with(lines, list, it)
    }

    /// Executes `.irpc name, text`.
    pub(super) fn repeat_for_characters(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        let lines = self.repetition(it)?;
        self.repeat_with(lines, macros::characters(&scrubbed(it.rest())), it)
    }

    fn repeat_with(
        &mut self,
        lines: Rc<[Line]>,
        (name, values): (String, Vec<String>),
        it: &Statement<'_>,
    ) -> Result<(), Fault> {
        if name.is_empty() {
            return Err(it.fault("expected a name"));
        }
        let rounds = self.reader.rounds(&name, values);
        self.reader
            .repeat(lines, rounds, it.line, &it.span, self.conditions.len())
    }

    pub(super) fn define_macro(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        let body = self.reader.body(&[".macro"], ".endm", &it.span)?;
        let definition = self.calculating(it.line, |calculate| Macro::new(it.rest(), &it.span, body, calculate))?;
        self.reader.define(definition, &it.span)
    }

    pub(super) fn purge(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        let name = it.rest().trim();
        match self.reader.forget(name) {
            true => Ok(()),
            false => Err(it.fault(format!("unknown macro `{name}`"))),
        }
    }

    /// Executes `.exitm`, which also ends the conditions begun in the macro.
    pub(super) fn exit_macro(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        let level = self.reader.exit();
        let level = level.ok_or_else(|| it.fault("`.exitm` outside a macro"))?;
        self.conditions.truncate(level);
        Ok(())
    }
}
