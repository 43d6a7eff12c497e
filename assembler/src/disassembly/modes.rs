//! The mode in which code runs: on a Z8001, FCW selects it, so it depends on the path that leads to the code.

use z8000::isa::{Instruction, Kind, Mode, Operation, Value as Given};

use super::flow::{Copied, Flow};
use super::found::{FoundInstruction, loads_fcw};
use super::program::Space;
use super::state::State;
use super::value::Value;

/// The number of instructions to compare where two paths meet.
const COMPARED: usize = 16;
/// The number of words before an address that are searched for an instruction that shows its mode.
const NEAR: u32 = 64;

impl Flow<'_> {
    /// Returns the mode that a value of FCW selects.
    pub(super) const fn mode_of(&self, fcw: u16) -> Mode {
        if fcw & 0x8000 == 0 {
            Mode::Nonsegmented
        } else {
            self.program.mode
        }
    }

    /// Returns the mode in which a path continues at an address: the path's own, unless a hint gives another.
    pub(super) fn mode_at(&self, address: u32, own: Mode) -> Mode {
        self.hints.mode(address).map_or(own, |mode| match self.program.mode {
            Mode::Segmented => mode,
            Mode::Nonsegmented => Mode::Nonsegmented,
        })
    }

    /// Returns the mode of an address without a known path: that of the previous instruction.
    pub(super) fn likely_mode(&self, address: u32) -> Mode {
        let before = (1..=NEAR).filter_map(|words| self.code.get(address.checked_sub(2 * words)?));
        let near = before.map(FoundInstruction::mode).next();
        self.mode_at(address, near.unwrap_or(self.program.mode))
    }

    /// Returns the mode after an instruction, which may load FCW. An unknown FCW is assumed to be the one at the entry
    /// of the routine, because programs save and restore it.
    pub(super) fn mode_after(&mut self, found: &FoundInstruction, state: &State, routine: u32) -> Mode {
        let Some(from) = loads_fcw(found).filter(|_| self.program.mode == Mode::Segmented) else {
            return state.mode;
        };
        match state.word(from) {
            Value::Status(mode) => mode,
            value => value.known().map_or_else(
                || self.leaders.get(&routine).map_or(state.mode, |entry| entry.state.mode),
                |fcw| self.mode_of(fcw),
            ),
        }
    }

    /// Records that an address is reached in a second mode, if that makes a difference.
    pub(super) fn record_disagreement(&mut self, at: u32) {
        let Some(found) = self.code.get(at).map(FoundInstruction::mode) else {
            return;
        };
        if !self.notes.contains_key(&at) && self.differs(at) {
            let name = |segmented| if segmented { "segmented" } else { "non-segmented" };
            let is_segmented = found == Mode::Segmented;
            let note = format!(
                "{at:#06x} is reached in both modes: it is read in {} mode; `mode {at:#06x} {}` selects the other",
                name(is_segmented),
                name(!is_segmented).replace('-', "")
            );
            self.notes.insert(at, note);
        }
    }

    /// Returns true if the instructions from an address have different effects in the two modes, before one after which
    /// the mode is known.
    fn differs(&self, mut at: u32) -> bool {
        for _ in 0..COMPARED {
            let decode = |mode| self.code.decode(at, mode);
            let (Some(one), Some(other)) = (decode(Mode::Segmented), decode(Mode::Nonsegmented)) else {
                return true;
            };
            if loads_fcw(&one).is_some() || self.mode_after_call(&one).is_some() {
                return false;
            }
            let is_same = one.executed.instruction.values() == other.executed.instruction.values();
            if !is_same || needs_mode(&one) {
                return true;
            }
            at = one.next();
        }
        true
    }

    /// Records a block move to addresses at which the program has no bytes.
    pub(super) fn record_copy(&mut self, found: &FoundInstruction, state: &State) {
        let size = match found.operation() {
            Operation::Ldir => 2,
            Operation::Ldirb => 1,
            _ => return,
        };
        let [Given::Register(to), Given::Register(from), Given::Register(count)] = *found.executed.instruction.values()
        else {
            return;
        };
        let place = |number| {
            let (segment, offset) = self.step(found, false).pointer(state, number);
            Some(u32::from(segment?) << 16 | u32::from(offset.known()?))
        };
        let Value::Span(count) = state.word(count) else { return };
        let (Some(from), Some(number)) = (place(from), count.number()) else {
            return;
        };
        let bytes = size * u32::from(number);
        let to = place(to);
        if let Some(source) = count.source {
            self.lengths.insert(source, (from, from + bytes, size));
        }
        if let Some(to) = to.filter(|_| self.program.bytes_at(Space::Program, from).is_some()) {
            self.copied.insert(Copied { to, from, bytes });
        }
    }

    /// Keeps only those lengths of block moves that change if code is inserted: they are numbers in instructions, and
    /// the moved code ends at the boundary of an instruction or piece.
    pub(super) fn keep_lengths(&mut self) {
        let code = &self.code;
        let program = self.program;
        self.lengths.retain(|source, &mut (start, end, size)| {
            let number = code.get(*source).and_then(|found| written(&found.executed.instruction));
            let is_edge = |at: u32| !code.is_claimed(at) || code.get(at).is_some();
            let ends = program.has(Space::Program, end) || program.ends(Space::Program, end);
            number == Some((end - start) / size)
                && ends
                && is_edge(start)
                && is_edge(end)
                && (start..end).any(|at| code.is_claimed(at))
        });
    }

    /// Returns the address in the program file of the bytes that are at an address at run time. It differs if the
    /// program copies them there.
    pub(super) fn original(&self, address: u32) -> u32 {
        if self.copied.is_empty() || self.program.bytes_at(Space::Program, address).is_some() {
            return address;
        }
        let holds = |copied: &&Copied| {
            address
                .checked_sub(copied.to)
                .is_some_and(|distance| distance < copied.bytes)
        };
        let copied = self.copied.iter().find(holds);
        copied.map_or(address, |copied| copied.from + (address - copied.to))
    }
}

/// Returns the number in an instruction.
fn written(instruction: &Instruction) -> Option<u32> {
    instruction.values().iter().find_map(|value| match value {
        Given::Immediate(number) => u32::try_from(*number).ok(),
        _ => None,
    })
}

/// Returns true if the effect of an instruction depends on the mode: it contains an address or uses the stack.
fn needs_mode(found: &FoundInstruction) -> bool {
    use Kind::{Base, BaseIndex, Direct, Indexed, Indirect, Pointer};
    let operands = found.executed.instruction.form.operands;
    operands
        .iter()
        .any(|operand| matches!(operand.kind, Base | BaseIndex | Direct | Indexed | Indirect | Pointer))
        || found.executed.instruction.ends()
        || found.executed.instruction.jumps()
        || matches!(found.operation(), Operation::Ret | Operation::Sc)
}
