//! The call stack, read from the words on the stack.
//!
//! A return address is a word that follows a call instruction, in a chain: the call must lead to
//! the routine that runs, directly or over routines that jump to each other. Words that only look
//! like return addresses rarely fit.

use z8000::isa::Operation;

use super::Session;
use crate::program::{call_target, instruction};

/// A routine that has not returned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// The next instruction, or the call if it is a caller.
    pub pc: u16,
    /// Name of the routine, and the offset in it.
    pub name: String,
    /// The routine alone.
    pub routine: String,
    /// Where its return address is on the stack; none for the outermost.
    pub slot: Option<u16>,
}

/// Words of the stack that are searched for return addresses.
const WORDS: u16 = 4096;

impl Session {
    /// The call stack, the innermost routine first.
    #[must_use]
    pub fn frames(&self) -> Vec<Frame> {
        let cpu = self.machine.board.cpu();
        let mut frames = vec![self.frame(cpu.pc())];
        let mut current = self.program.routines().index(cpu.pc());
        let top = cpu.register(15) & 0xFFFE;
        for slot in (0..WORDS).map_while(|n| top.checked_add(2 * n)) {
            let word = self.machine.board.memory().data_word(slot);
            let Some((call, target)) = self.call_before(word) else {
                continue;
            };
            let routines = self.program.routines();
            let leads = match target.map(|target| routines.index(target)) {
                // The address of an indirect call is not known any more.
                None => true,
                Some(called) => called
                    .zip(current)
                    .is_some_and(|(called, current)| routines.leads(called, current)),
            };
            if !leads {
                continue;
            }
            if let Some(last) = frames.last_mut() {
                last.slot = Some(slot);
            }
            frames.push(self.frame(call));
            current = routines.index(call);
        }
        frames
    }

    fn frame(&self, pc: u16) -> Frame {
        let routine = self.program.routines().at(pc);
        Frame {
            pc,
            name: self.program.name(pc),
            routine: routine.map_or_else(|| format!("{pc:04x}"), |routine| routine.name.clone()),
            slot: None,
        }
    }

    /// The call instruction before an address and its target, which is unknown if it is indirect.
    fn call_before(&self, address: u16) -> Option<(u16, Option<u16>)> {
        if !address.is_multiple_of(2) {
            return None;
        }
        let board = &self.machine.board;
        [4, 2].into_iter().find_map(|length| {
            let at = address.checked_sub(length)?;
            if !board.loaded().contains(&at.into()) {
                return None;
            }
            let found = instruction(board.memory(), at)?;
            let calls = matches!(found.form.operation, Operation::Call | Operation::Calr);
            (calls && u16::from(found.length) == length).then(|| (at, call_target(&found)))
        })
    }
}
