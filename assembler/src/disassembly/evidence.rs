//! Evidence from a run: executed instructions, and words that were used as addresses.

use rustc_hash::FxHashMap;
use z8000::isa::{Kind, Mode, Operation};

use super::data::JumpTable;
use super::flow::Flow;
use super::hints::Reference;
use super::operands::target;
use super::program::Space;
use super::state::STACK;
use super::value::Value;

/// Words at the stack pointer that may be arguments.
const ARGUMENTS: i16 = 4;

impl Flow<'_> {
    /// Applies the evidence of a run.
    pub(super) fn prove(&mut self) {
        for at in self.hints.executed.clone() {
            if self.code.get(at).is_none() {
                self.enter(at, self.likely_mode(at));
                self.settle();
            }
        }
        for Reference { space, at, to } in self.hints.references.clone() {
            let around = (0..4).map(|words| at.wrapping_sub(2 * words));
            let mut around = around.filter_map(|start| self.code.get(start).copied());
            let found = around.find(|found| space == Space::Program && at < found.next());
            let Some(found) = found else {
                self.prove_word(space, at, to);
                continue;
            };
            let form = found.executed.instruction.form;
            for (index, operand) in form.operands.iter().enumerate() {
                let own = found.address + form.byte_of(index, Mode::Nonsegmented, false) as u32;
                match operand.kind {
                    Kind::Immediate16 if own == at => self.data.pointer(found.address, to),
                    Kind::Direct | Kind::Indexed if own == at => {
                        self.data.bases.insert(found.address, to);
                    }
                    _ => {}
                }
            }
        }
        self.prove_arguments();
        self.prove_parameters();
    }

    /// Takes a number on the stack at a call for an address if a run has passed only addresses to the routine there.
    fn prove_arguments(&mut self) {
        // By routine and distance from the stack pointer: the place of the number, and true if the call was executed.
        let mut passed: FxHashMap<(u32, i16), Vec<(u32, bool)>> = FxHashMap::default();
        for found in self.code.all() {
            let is_call = matches!(found.operation(), Operation::Call | Operation::Calr);
            let routine = target(&found.executed.instruction).filter(|_| is_call && !found.is_indexed());
            let Some((routine, (state, _))) = routine.zip(self.state_at(found.address)) else {
                continue;
            };
            let Value::Stack(top) = state.word(STACK as u8) else {
                continue;
            };
            for distance in (0..ARGUMENTS).map(|number| 2 * number) {
                if let Value::Span(span) = state.slot(top.wrapping_add(distance))
                    && let Some((source, number)) = span.source.zip(span.number())
                    && !self.code.is_claimed(found.address & 0xFFFF_0000 | u32::from(number))
                {
                    let call = (source, self.was_watched(found.address));
                    passed.entry((routine, distance)).or_default().push(call);
                }
            }
        }
        for numbers in passed.into_values() {
            let seen = numbers.iter().filter(|(_, executed)| *executed);
            let spaces: Option<Vec<Space>> = seen
                .map(|(source, _)| self.data.pointers.get(source).copied())
                .collect();
            if let Some(&space) = spaces.as_deref().and_then(<[Space]>::first) {
                for (source, _) in numbers {
                    self.data.pointer(source, space);
                }
            }
        }
    }

    /// Notes that a word of data is an address: a separate table, or a part of a known one.
    fn prove_word(&mut self, space: Space, at: u32, to: Space) {
        let before = self.tables.range_mut((space, 0)..=(space, at)).next_back();
        let before = before.map(|((_, start), table)| (start + u32::from(table.step) * table.count, table));
        match before {
            Some((end, _)) if at < end => {}
            Some((end, table)) if at == end && table.to == to => table.count += 1,
            _ => {
                let table = JumpTable { step: 2, count: 1, segment: Some(0), to };
                self.tables.insert((space, at), table);
            }
        }
    }

    /// Applies the hints about numbers that are addresses of data.
    pub(super) fn name_hinted(&mut self) {
        let to = self.program.space(Space::Data);
        for &(space, at) in &self.hints.addresses {
            if space == Space::Program && self.code.get(at).is_some() {
                self.data.pointer(at, to);
            } else {
                self.prove_word(space, at, to);
            }
        }
    }

    /// Returns true if a run has shown which of an instruction's numbers are addresses.
    pub(super) fn was_watched(&self, instruction: u32) -> bool {
        !self.hints.references.is_empty() && self.hints.executed.binary_search(&instruction).is_ok()
    }
}
