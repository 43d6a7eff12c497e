//! An instruction found in the program, and its properties that do not depend on the program.

use z8000::isa::{Executed, Kind, Mode, Operation, Value as Given, names};

use super::program::has_short_form;

#[derive(Debug, Clone, Copy)]
pub(super) struct FoundInstruction {
    pub(super) address: u32,
    pub(super) executed: Executed,
    /// The length in bytes, including the words of an extended instruction that the table does not describe.
    pub(super) length: u8,
    /// The leader of the run in which it was last analysed.
    pub(super) leader: u32,
}

impl FoundInstruction {
    /// Returns the address after the instruction, which wraps around within the segment.
    pub(super) const fn next(&self) -> u32 {
        let offset = (self.address as u16).wrapping_add(self.length as u16);
        self.address & 0xFFFF_0000 | offset as u32
    }

    pub(super) const fn operation(&self) -> Operation {
        self.executed.instruction.form.operation
    }

    /// Returns the mode in which the instruction was found.
    pub(super) const fn mode(&self) -> Mode {
        self.executed.instruction.mode
    }

    /// Returns true if assembling the instruction's text gives the same words.
    pub(super) fn is_written(&self) -> bool {
        self.executed.canonical && !has_short_form(&self.executed.instruction)
    }

    /// Returns true if the instruction adds a register to an address that it contains.
    pub(super) fn is_indexed(&self) -> bool {
        self.has(Kind::Indexed)
    }

    /// Returns true if the instruction has an operand of this kind.
    pub(super) fn has(&self, kind: Kind) -> bool {
        let operands = self.executed.instruction.form.operands;
        operands.iter().any(|operand| operand.kind == kind)
    }

    /// Returns the address for a number in the instruction; without a segment, it is in the instruction's own segment.
    pub(super) fn in_segment(&self, number: u32) -> u32 {
        match self.mode() {
            Mode::Segmented if !self.has(Kind::Immediate16) => number,
            _ => self.address & 0xFFFF_0000 | number,
        }
    }

    /// Returns true for an instruction of an extended processing unit.
    pub(super) const fn is_extended(&self) -> bool {
        template(self.operation(), 0, Mode::Nonsegmented) > 0
    }
}

pub(super) fn loads_fcw(found: &FoundInstruction) -> Option<u8> {
    match *found.executed.instruction.values() {
        [Given::Control(control), Given::Register(from)]
            if found.operation() == Operation::Ldctl && names::control("fcw") == Some(control) =>
        {
            Some(from)
        }
        _ => None,
    }
}

/// Returns the length of an extended instruction after its first word: the template for the unit, and an address if the
/// first word requires one. `third` is the first word of that address.
pub(super) const fn template(operation: Operation, third: u16, mode: Mode) -> u8 {
    use Operation::{Brk, Ext0e, Ext0f, Ext4e, Ext4f, Ext8e, Ext8f};
    match operation {
        Ext4f if matches!(mode, Mode::Segmented) && third & 0x8000 != 0 => 6,
        Ext4f => 4,
        Brk | Ext0e | Ext0f | Ext4e | Ext8e | Ext8f => 2,
        _ => 0,
    }
}
