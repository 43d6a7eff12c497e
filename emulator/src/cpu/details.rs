//! What a step must know about a form before executing it: whether its pattern has a second word, and whether it is
//! undefined or may trap.

use alloc::boxed::Box;

use once_cell::race::OnceBox;

use super::{Fcw, Trap};
use crate::isa::{self, FORM_COUNT, FORMS, Form, Operation};

/// The index for all words that a step cannot execute without checks.
const NOT_SIMPLE: u16 = 0xFFFF;

/// What a step must know about a form.
#[derive(Debug, Clone, Copy)]
pub(super) struct Details {
    /// True if its pattern has two words.
    pub(super) second_word: bool,
    special: Option<Special>,
}

/// Why a form cannot be executed, always or in some modes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Special {
    /// Reserved by the manual: undefined.
    Reserved,
    SystemCall,
    Extended,
    /// Causes this trap in normal mode.
    Privileged(Trap),
}

/// The details, parallel to [`FORMS`].
pub(super) static DETAILS: [Details; FORM_COUNT] = {
    let mut details = [details(&FORMS[0]); FORM_COUNT];
    let mut index = 0;
    while index < FORM_COUNT {
        details[index] = self::details(&FORMS[index]);
        index += 1;
    }
    details
};

const fn details(form: &Form) -> Details {
    use Operation::{Bpt, Brk, Ext0e, Ext0f, Ext4e, Ext4f, Ext8e, Ext8f, Mset, Sc};
    let special = match form.operation {
        Bpt => Some(Special::Reserved),
        Sc => Some(Special::SystemCall),
        Brk | Ext0e | Ext0f | Ext4e | Ext4f | Ext8e | Ext8f => Some(Special::Extended),
        // As measured on a Z8001.
        Mset => Some(Special::Privileged(Trap::ExtendedInstruction)),
        _ if form.privileged => Some(Special::Privileged(Trap::PrivilegedInstruction)),
        _ => None,
    };
    Details { second_word: form.pattern.words() == 2, special }
}

/// Returns true if the form with this index executes identically in all modes and is identified by its first two words.
#[cfg(feature = "compiler")]
pub(crate) fn is_ordinary(index: usize) -> bool {
    DETAILS.get(index).is_some_and(|details| details.special.is_none())
}

impl Details {
    /// Returns true if the form is reserved, and thus undefined.
    pub(super) fn is_reserved(&self) -> bool {
        self.special == Some(Special::Reserved)
    }

    /// Returns the trap that this form causes instead of being executed.
    pub(super) fn trap(&self, fcw: Fcw) -> Option<Trap> {
        match self.special? {
            Special::SystemCall => Some(Trap::SystemCall),
            Special::Extended if !fcw.contains(Fcw::EPA) => Some(Trap::ExtendedInstruction),
            Special::Privileged(trap) if !fcw.contains(Fcw::SYSTEM) => Some(trap),
            _ => None,
        }
    }
}

/// Returns, for each first word, the index in [`FORMS`] of a form that a step can execute without checks; for all other
/// words, an index beyond the table.
pub(super) fn simple_forms() -> &'static [u16; 0x1_0000] {
    static SIMPLE: OnceBox<[u16; 0x1_0000]> = OnceBox::new();
    SIMPLE.get_or_init(|| {
        let mut forms = Box::new(*isa::form_index_table());
        for form in forms.iter_mut() {
            let known = DETAILS.get(usize::from(*form));
            if known.is_none_or(|details| details.second_word || details.special.is_some()) {
                *form = NOT_SIMPLE;
            }
        }
        forms
    })
}
