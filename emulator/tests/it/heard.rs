//! Records the bus cycles of an instruction.

use z8000::bus::Space;
use z8000_vectors::cycle::{Cycle, Listener, Purpose};

/// All reported bus cycles.
#[derive(Default)]
pub(crate) struct Heard(pub(crate) Vec<Cycle>);

impl<B> Listener<B> for Heard {
    fn hears(&mut self, _: &B, cycle: &Cycle) {
        self.0.push(*cycle);
    }
}

impl Heard {
    /// Checks that the cycles fit into the clocks of the instruction without overlapping, and that the first ones fetch
    /// its words.
    pub(crate) fn check(&self, clocks: u32, words: usize, context: &str) {
        let mut end = 0;
        for (index, cycle) in self.0.iter().enumerate() {
            assert!(cycle.clock >= end, "{cycle:?} begins before clock {end}: {context}");
            assert!(index > 0 || cycle.clock == 0, "{cycle:?} begins late: {context}");
            end = cycle.clock + cycle.purpose.clocks();
            let Purpose::Memory(status) = cycle.purpose else {
                assert!(index >= words, "{cycle:?} is no fetch: {context}");
                continue;
            };
            let is_first = status.space == Space::Instruction;
            assert_eq!(is_first, index == 0, "{cycle:?}: {context}");
            assert!(
                index >= words || status.space.is_program(),
                "{cycle:?} is no fetch: {context}"
            );
        }
        assert!(end <= clocks, "cycles end at clock {end} of {clocks}: {context}");
    }
}
