//! System calls, whose effects only hints can describe: the processor itself only enters a handler.

use z8000::isa::{Mode, Operation, Value as Given};

use super::flow::Flow;
use super::found::FoundInstruction;
use super::state::State;

impl Flow<'_> {
    /// Follows SC: a routine given by a hint receives the registers; the mode afterwards is the same, unless a hint
    /// gives another.
    pub(super) fn system_call(&mut self, found: &FoundInstruction, state: &State, routine: u32) {
        let Some(code) = code(found) else { return };
        let ends = self.hints.endless_calls.iter().any(|call| {
            call.code == code
                && call
                    .register
                    .is_none_or(|(register, number)| state.word(register).known() == Some(number))
        });
        let service = self.hints.services.iter().find(|service| service.0 == code);
        let mut returns = !ends;
        if let Some(&(_, entry)) = service {
            self.passes(state, routine, entry);
            self.enter(entry, state.mode);
            returns &= !self.hints.endless.contains(&entry);
        }
        if returns {
            let mut after = state.after_call();
            after.mode = self.mode_after_call(found).unwrap_or(state.mode);
            self.edge(found.next(), &after, routine);
        }
    }

    /// Returns the mode in which a program continues after a system call, if a hint gives it.
    pub(super) fn mode_after_call(&self, found: &FoundInstruction) -> Option<Mode> {
        let code = code(found).filter(|_| self.program.mode == Mode::Segmented)?;
        let given = self.hints.call_modes.iter().find(|given| given.0 == code);
        given.map(|given| given.1)
    }
}

/// Returns the number of a system call; `None` for another instruction.
fn code(found: &FoundInstruction) -> Option<u8> {
    match found.executed.instruction.values() {
        [Given::Immediate(code)] if found.operation() == Operation::Sc => u8::try_from(*code).ok(),
        _ => None,
    }
}
