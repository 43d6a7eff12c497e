//! The meaning of each directive.

use super::state::{Assembler, Statement};
use crate::directive::Action;
use crate::fault::Fault;

impl Assembler<'_> {
    /// Carries a directive out.
    pub(super) fn perform(&mut self, action: Action, it: &Statement<'_>) -> Result<(), Fault> {
        match action {
            Action::Mode(mode) => self.choose(it, mode),
            Action::Enter(section) => self.enter(it, section),
            Action::Section => self.section(it),
            Action::Origin => self.origin(it),
            Action::Structure => self.structure(it),
            Action::Even => self.even(it),
            Action::Align(boundary, width) => self.alignment(it, boundary, width),
            Action::Equate => self.equate(it),
            Action::Set => self.set(it),
            Action::Globals(binding) => self.globals(it, binding),
            Action::Externs => self.externs(it),
            Action::Common => self.common(it),
            Action::LocalCommon => self.local_common(it),
            Action::Numbers(number) => self.numbers(it, number),
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
            Action::Alternate(on) => self.alternate(it, on),
            Action::Include => self.include(it),
            Action::End => self.end(it),
            Action::Abort => self.abort(it),
            Action::Fail => self.fail(it),
            Action::Error => Err(it.message()?),
            Action::Warning => it.message().map(|fault| self.warn(it.line, fault)),
            Action::Refuse(message) => Err(it.fault(message)),
            Action::Nothing => Ok(()),
        }
    }
}
