//! The meaning of each directive; those for macros and repetitions.

use std::rc::Rc;

use z8000::isa::Mode;
use z8000_object::Processor;

use super::state::{Reading, Statement};
use crate::directive::Action;
use crate::fault::Fault;
use crate::macros::arguments;
use crate::reader::Rounds;
use crate::section::Section;
use crate::source::Line;

impl Reading<'_> {
    /// Carries a directive out.
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
                // As in GNU as: `.bss` with something behind it is `.lcomm`.
                if section == Section::BSS {
                    it.takes_nothing()?;
                }
                let number = self.subsection(it.line, it.arguments)?;
                self.layout.enter(section, number);
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
            Action::Globals(binding) => self.globals(it, binding),
            Action::Common => self.common(it),
            Action::LocalCommon => self.local_common(it),
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
                self.reader.alternate = on;
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
            Action::Nothing => Ok(()),
        }
    }

    /// The lines up to `.endr`.
    fn repetition(&mut self, it: &Statement<'_>) -> Result<Rc<[Line]>, Fault> {
        self.reader.body(&[".rept", ".rep", ".irp", ".irpc"], ".endr", &it.span)
    }

    pub(super) fn repeat(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        let count = self.number(it.line, it.arguments);
        // The lines belong to this directive whether its count is good or not.
        let lines = self.repetition(it)?;
        let (count, _) = count?;
        let times = usize::try_from(count).map_err(|_| {
            let start = it.arguments.first().map(|first| first.span.start);
            let span = start.map_or(it.span.clone(), |start| start..it.end());
            Fault::new(span, format!("cannot repeat {count} times"))
        })?;
        self.reader.repeat(lines, Rounds::Times(times), it.line, &it.span)
    }

    pub(super) fn repeat_for(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        let lines = self.repetition(it)?;
        let mut given = arguments(it.rest()).into_iter();
        let parameter = given.next().ok_or_else(|| it.fault("expected a name"))?;
        let mut values: Vec<String> = given.collect();
        if values.is_empty() {
            values.push(String::new());
        }
        let rounds = Rounds::Each(parameter, values);
        self.reader.repeat(lines, rounds, it.line, &it.span)
    }

    /// `.irpc name, text`.
    pub(super) fn repeat_for_characters(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        let lines = self.repetition(it)?;
        let (parameter, text) = it.rest().split_once(',').unwrap_or((it.rest(), ""));
        let values = text.trim().chars().map(String::from).collect();
        let rounds = Rounds::Each(parameter.trim().to_owned(), values);
        self.reader.repeat(lines, rounds, it.line, &it.span)
    }

    pub(super) fn define_macro(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        self.reader.define(it.rest(), &it.span)
    }

    pub(super) fn purge(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        let name = it.rest().trim();
        match self.reader.forget(name) {
            true => Ok(()),
            false => Err(it.fault(format!("unknown macro `{name}`"))),
        }
    }

    /// `.exitm`: the conditions that the macro has begun end with it.
    pub(super) fn exit_macro(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        let level = self.reader.exit();
        let level = level.ok_or_else(|| it.fault("`.exitm` outside a macro"))?;
        self.conditions.truncate(level);
        Ok(())
    }
}
