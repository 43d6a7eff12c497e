//! The flow of control: calls, jumps, returns, and continuing with the next instruction.

use std::sync::OnceLock;

use z8000::isa::{self, FORMS, Instruction, Operation, decode};

use crate::machine::{Address, Look};

/// How an instruction affects the flow of control.
///
/// # Example
///
/// ```
/// use z8000_debugger::program::Flow;
///
/// // CALL, RET, INC.
/// assert_eq!([0x5F00, 0x9E08, 0xA910].map(Flow::of), [Flow::Call, Flow::Return, Flow::Next]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    /// Continues with the next instruction or jumps: any instruction that neither calls nor returns.
    Next,
    /// Calls a routine: CALL, CALR, SC.
    Call,
    /// Returns from a routine: RET, IRET.
    Return,
}

impl Flow {
    /// Classifies the instruction with this first word.
    #[inline]
    pub fn of(word: u16) -> Self {
        Self::table()[usize::from(word)]
    }

    /// Returns the kinds of flow for all first words.
    pub(crate) fn table() -> &'static [Self; 0x1_0000] {
        static TABLE: OnceLock<Box<[Flow; 0x1_0000]>> = OnceLock::new();
        TABLE.get_or_init(|| {
            let mut table = Box::new([Self::Next; 0x1_0000]);
            for word in 0..=u16::MAX {
                let form = isa::form_index(word, 0).and_then(|index| FORMS.get(index));
                table[usize::from(word)] = match form.map(|form| form.operation) {
                    Some(Operation::Call | Operation::Calr | Operation::Sc) => Self::Call,
                    Some(Operation::Ret | Operation::Iret) => Self::Return,
                    _ => Self::Next,
                };
            }
            table
        })
    }
}

/// Decodes the instruction at an address in program memory; `None` if there is no valid one.
pub(crate) fn instruction(memory: &(impl Look + ?Sized), at: Address) -> Option<Instruction> {
    decode(&words(memory, at), at.to_decode(), memory.mode()).ok()
}

/// Reads as many words as the longest instruction has.
pub(crate) fn words(memory: &(impl Look + ?Sized), at: Address) -> [u16; 4] {
    [0, 2, 4, 6].map(|offset| memory.word(true, at.plus(offset)))
}

/// Returns the address to which an instruction jumps; `None` if it is unknown.
pub(crate) fn target(memory: &dyn Look, at: Address, instruction: &Instruction) -> Option<Address> {
    instruction.target().map(|address| at.target(address, memory.mode()))
}
