//! Directives for macros and repetitions.

use std::rc::Rc;

use super::state::{Assembler, Statement};
use crate::fault::Fault;
use crate::macros::arguments;
use crate::reader::Rounds;
use crate::source::Line;

impl Assembler<'_> {
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
            let span = it
                .arguments
                .first()
                .map_or(it.span.clone(), |first| first.span.start..it.end());
            Fault::new(span, format!("cannot repeat {count} times"))
        })?;
        self.reader.repeat(lines, Rounds::Times(times), it.line, &it.span)
    }

    pub(super) fn repeat_for(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        let lines = self.repetition(it)?;
        let mut given = arguments(it.rest()).into_iter();
        let parameter = given.next().ok_or_else(|| it.fault("a name is expected after this"))?;
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
            false => Err(it.fault(format!("there is no macro `{name}`"))),
        }
    }

    /// `.exitm`: the conditions that the macro has begun end with it.
    pub(super) fn exit_macro(&mut self, it: &Statement<'_>) -> Result<(), Fault> {
        let level = self.reader.exit();
        let level = level.ok_or_else(|| it.fault("`.exitm` stands outside of a macro"))?;
        self.conditions.truncate(level);
        Ok(())
    }
}
