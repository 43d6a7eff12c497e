//! The code of a trace, from its start to its end.

use z8000::run::WORD;
use z8000::trace::{Exit, Number, Place, Step, Term, Trace};

use super::emitter::Emitter;
use super::generator::{Access, Generator, Memory, Op};
use crate::context::{Count, at};
use crate::tables::Site;
use crate::uses::Uses;

/// Generates the code of a trace: a function of the context, the memory, the count of clocks and instructions, and the
/// place in the program.
pub(crate) fn emit<G: Generator>(code: G, parameters: [G::Value; 4], trace: &Trace, site: &Site<'_>) -> G {
    let [context, memory, count, place] = parameters;
    let mut emitter = Emitter {
        uses: Uses::of(trace),
        trace,
        site,
        context,
        memory,
        count,
        terms: vec![None; trace.terms.len()],
        loads: Vec::new(),
        made: Vec::new(),
        constants: Vec::new(),
        banks: Vec::new(),
        offsets: Vec::new(),
        marks: None,
        code,
    };
    emitter.check_limit(place);
    emitter.prepare_marks();
    let start = trace.repeats.then(|| emitter.begin_loop());
    emitter.steps(&trace.steps);
    if let Some(start) = start {
        emitter.repeat(start);
    }
    emitter.exit(&trace.end);
    emitter.code
}

impl<G: Generator> Emitter<'_, G> {
    /// Leaves unless the longest path through the trace is within the limit.
    fn check_limit(&mut self, place: G::Value) {
        let fits = self.within_limit(self.count);
        let go = self.code.begin_aside(fits, false);
        self.code.leave(self.context, self.count, place);
        self.code.end_aside(go);
    }

    /// Returns whether the longest path from a count is within the limit.
    fn within_limit(&mut self, count: G::Value) -> G::Value {
        let after = self.code.with(Op::Add, count, Count::of(self.trace.most_clocks, 0));
        let limit = (self.context, at::LIMIT);
        let limit = self.code.load(Access::Long, Memory::Context, limit);
        self.code.binary(Op::AtMost, after, limit)
    }

    /// Begins the body of a repeating trace, in which changed values come from the previous iteration.
    fn begin_loop(&mut self) -> G::Label {
        for index in 0..self.trace.terms.len() {
            if self.uses.terms[index] && matches!(self.trace.terms[index], Term::Start(_)) {
                self.term(index);
            }
        }
        self.prepare_banks();
        let mut values = vec![self.count];
        let changing = self.uses.changing.clone();
        for &(index, _) in &changing {
            values.push(self.term(index as usize));
        }
        let start = self.code.begin_loop(&mut values);
        self.count = values[0];
        for (&(index, _), value) in changing.iter().zip(&values[1..]) {
            self.terms[index as usize] = Some(*value);
        }
        start
    }

    /// Continues with the next iteration if it is within the limit.
    fn repeat(&mut self, start: G::Label) {
        let end = &self.trace.end;
        let count = self
            .code
            .with(Op::Add, self.count, Count::of(end.clocks, end.instructions));
        let mut next = vec![count];
        for (index, slot) in self.uses.changing.clone() {
            let value = end.changed.iter().find(|changed| changed.0 == slot);
            let value = value.map_or(Number::Term(index), |changed| changed.1);
            next.push(self.held(slot, value));
        }
        let fits = self.within_limit(count);
        self.code.repeat(start, fits, &next);
    }

    fn steps(&mut self, steps: &[Step]) {
        for step in steps {
            match step {
                Step::Load { load, at } => {
                    self.loads.truncate(*load as usize);
                    let value = self.load(at);
                    self.loads.push(value);
                }
                Step::Store { at, value } => self.store(at, *value),
                Step::Guard { at, exit } => self.guard(at, exit),
                Step::Leave { when, steps, exit } => self.leave_when(*when, steps, exit),
            }
        }
    }

    /// Generates an exit, and the path on which it is not taken.
    fn leave_when(&mut self, when: Number, steps: &[Step], exit: &Exit) {
        let (when, set) = self.without_not(when);
        let when = self.truth(when);
        self.aside(when, set, |emitter| {
            emitter.steps(steps);
            emitter.exit(exit);
        });
    }

    /// Leaves compiled code if the word of one of these stores must not be written directly.
    fn guard(&mut self, stores: &[Place], exit: &Exit) {
        let mut any = None;
        for at in stores {
            if self.never_watched(at) {
                continue;
            }
            let marks = self.marks();
            let mark = self.spot(marks, at, WORD);
            let watched = self.code.load(Access::Truth, Memory::Tables, mark);
            any = Some(any.map_or(watched, |others| self.code.binary(Op::Or, others, watched)));
        }
        let Some(watched) = any else { return };
        self.aside(watched, true, |emitter| {
            let (count, place) = emitter.write_back(exit);
            // Leave to the interpreter, because the code in the table may begin with this very store.
            emitter.code.leave(emitter.context, count, place);
        });
    }

    /// Generates code that is seldom executed and does not return; the values computed in it are then discarded.
    fn aside(&mut self, when: G::Value, set: bool, fill: impl FnOnce(&mut Self)) {
        let after = self.code.begin_aside(when, set);
        let (made, constants) = (self.made.len(), self.constants.len());
        let (banks, offsets, loads) = (self.banks.len(), self.offsets.len(), self.loads.clone());
        fill(self);
        self.loads = loads;
        self.banks.truncate(banks);
        self.offsets.truncate(offsets);
        self.constants.truncate(constants);
        for index in self.made.drain(made..) {
            self.terms[index] = None;
        }
        self.code.end_aside(after);
    }
}
