//! The terms of a trace that are used, and those that a repeating trace passes from one iteration to the next.

use z8000::trace::{Exit, Number, Place, Slot, Step, Term, Trace};

/// Marks of the terms that are used.
pub(crate) struct Uses {
    /// For each term, true if a step, an exit or a used term needs it.
    pub(crate) terms: Vec<bool>,
    /// The registers and flags that change between iterations, each with its term at the start of an iteration.
    pub(crate) changing: Vec<(u32, Slot)>,
}

impl Uses {
    /// Finds the terms that a trace uses.
    pub(crate) fn of(trace: &Trace) -> Self {
        let mut uses = Self { terms: vec![false; trace.terms.len()], changing: Vec::new() };
        let mut exits = vec![&trace.end];
        uses.steps(trace, &trace.steps, &mut exits);
        uses.exit(trace, &trace.end);
        if trace.repeats {
            uses.find_changing(trace, &exits);
        }
        uses
    }

    fn steps<'t>(&mut self, trace: &'t Trace, steps: &'t [Step], exits: &mut Vec<&'t Exit>) {
        for step in steps {
            match step {
                Step::Load { at, .. } => self.place(trace, at),
                Step::Store { at, value } => {
                    self.place(trace, at);
                    self.number(trace, *value);
                }
                Step::Guard { at, exit } => {
                    at.iter().for_each(|at| self.place(trace, at));
                    self.exit(trace, exit);
                    exits.push(exit);
                }
                Step::Leave { when, steps, exit } => {
                    self.number(trace, *when);
                    self.steps(trace, steps, exits);
                    self.exit(trace, exit);
                    exits.push(exit);
                }
            }
        }
    }

    fn place(&mut self, trace: &Trace, at: &Place) {
        self.number(trace, at.upper);
        self.number(trace, at.offset);
    }

    fn exit(&mut self, trace: &Trace, exit: &Exit) {
        for &(_, value) in &exit.changed {
            self.number(trace, value);
        }
        self.number(trace, exit.upper);
        self.number(trace, exit.pc);
    }

    fn number(&mut self, trace: &Trace, number: Number) {
        let Number::Term(index) = number else { return };
        if std::mem::replace(&mut self.terms[index as usize], true) {
            return;
        }
        match trace.terms[index as usize] {
            Term::Start(_) | Term::Loaded(_) => {}
            Term::Add(a, b)
            | Term::Sub(a, b)
            | Term::Mul(a, b)
            | Term::And(a, b)
            | Term::Or(a, b)
            | Term::Xor(a, b)
            | Term::Equal(a, b)
            | Term::Below(a, b)
            | Term::BelowSigned(a, b, _) => {
                self.number(trace, a);
                self.number(trace, b);
            }
            Term::Shl(a, _) | Term::Shr(a, _) | Term::Power(a) | Term::EvenParity(a) => self.number(trace, a),
        }
    }

    /// Finds the registers and flags that an iteration changes. One that every exit replaces, and that is not used at
    /// the start of an iteration, need not be passed on.
    fn find_changing(&mut self, trace: &Trace, exits: &[&Exit]) {
        for (index, term) in trace.terms.iter().enumerate() {
            let Term::Start(slot) = *term else { continue };
            let changes = |exit: &&Exit| exit.changed.iter().any(|changed| changed.0 == slot);
            let everywhere = exits.iter().all(|exit| changes(exit) || slot.is_flag_of(exit.replaced));
            if exits.iter().any(changes) && (self.terms[index] || !everywhere) {
                self.changing.push((index as u32, slot));
                self.terms[index] = true;
            }
        }
    }
}
