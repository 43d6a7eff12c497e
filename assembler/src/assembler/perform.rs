//! The meaning of each directive.

use z8000::isa::Mode;
use z8000_object::Processor;

use super::state::{Assembler, Statement};
use crate::directive::Action;
use crate::fault::Fault;

impl Assembler<'_> {
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
                it.takes_nothing()?;
                self.layout.enter(section);
                Ok(())
            }
            Action::Section => self.section(it),
            Action::Origin => self.origin(it),
            Action::Structure => self.structure(it),
            Action::Even => {
                it.takes_nothing()?;
                let gap = self.layout.align(2);
                self.add_gap(it.line, gap, 0);
                Ok(())
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
            Action::Warning => it.message().map(|fault| self.warn(it.line, fault)),
            Action::Refuse(message) => Err(it.fault(message)),
            Action::Nothing => Ok(()),
        }
    }
}
