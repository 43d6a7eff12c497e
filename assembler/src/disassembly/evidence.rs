//! Evidence from outside: the instructions that a run has executed, and the words that hints name as addresses.

use super::data::JumpTable;
use super::flow::Flow;
use super::program::Space;

impl Flow<'_> {
    /// Applies the evidence of a run.
    pub(super) fn prove(&mut self) {
        for at in self.hints.executed.clone() {
            if self.code.get(at).is_none() {
                self.enter(at, self.likely_mode(at));
                self.settle();
            }
        }
        self.prove_parameters();
    }

    /// Records a word of data that is an address: as a separate table, or as a part of a known one.
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
}
