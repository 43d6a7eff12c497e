//! The terms of a trace that are used, and those that a trace that repeats takes from one round to the next.

use z8000::trace::{Exit, Number, Place, Step, Term, Test, Trace, Truth};

/// Marks of the terms that are used.
pub(crate) struct Uses {
    /// For each term, true if a step, an exit or a used term needs it.
    pub(crate) terms: Vec<bool>,
    tests: Vec<bool>,
    /// The registers and flags that go from round to round.
    pub(crate) changing: Changing,
}

/// Registers and flags that differ from round to round, each with its term at the start of a round.
#[derive(Debug, Default, Clone)]
pub(crate) struct Changing {
    /// Terms and numbers of registers.
    pub(crate) registers: Vec<(u32, u8)>,
    /// Tests and bits of flags.
    pub(crate) flags: Vec<(u32, u16)>,
}

impl Uses {
    /// Finds the terms that a trace uses.
    pub(crate) fn of(trace: &Trace) -> Self {
        let mut uses = Self {
            terms: vec![false; trace.terms.len()],
            tests: vec![false; trace.tests.len()],
            changing: Changing::default(),
        };
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
                    self.truth(trace, *when);
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
        for &(_, value) in &exit.registers {
            self.number(trace, value);
        }
        for &(_, value) in &exit.flags {
            self.truth(trace, value);
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
            Term::Register(_) | Term::Loaded(_) => {}
            Term::Add(a, b)
            | Term::Sub(a, b)
            | Term::Mul(a, b)
            | Term::And(a, b)
            | Term::Or(a, b)
            | Term::Xor(a, b) => {
                self.number(trace, a);
                self.number(trace, b);
            }
            Term::Shl(a, _) | Term::Shr(a, _) | Term::Power(a) => self.number(trace, a),
            Term::Of(truth) => self.truth(trace, truth),
        }
    }

    fn truth(&mut self, trace: &Trace, truth: Truth) {
        let Truth::Term(index) = truth else { return };
        if std::mem::replace(&mut self.tests[index as usize], true) {
            return;
        }
        match trace.tests[index as usize] {
            Test::Flag(_) => {}
            Test::Equal(a, b) | Test::Below(a, b) | Test::BelowSigned(a, b, _) => {
                self.number(trace, a);
                self.number(trace, b);
            }
            Test::EvenParity(a) => self.number(trace, a),
            Test::And(a, b) | Test::Or(a, b) | Test::Xor(a, b) => {
                self.truth(trace, a);
                self.truth(trace, b);
            }
            Test::Not(a) => self.truth(trace, a),
        }
    }

    /// Registers and flags that a round changes. A flag whose value at the start of a round is never asked for need not
    /// be carried.
    fn find_changing(&mut self, trace: &Trace, exits: &[&Exit]) {
        for (index, term) in trace.terms.iter().enumerate() {
            let Term::Register(register) = *term else { continue };
            let changes = |exit: &&Exit| exit.registers.iter().any(|changed| changed.0 == register);
            if exits.iter().any(changes) {
                self.changing.registers.push((index as u32, register));
                self.terms[index] = true;
            }
        }
        for (index, test) in trace.tests.iter().enumerate() {
            let Test::Flag(flag) = *test else { continue };
            let changes = |exit: &&Exit| exit.flags.iter().any(|changed| changed.0 == flag);
            let everywhere = exits.iter().all(|exit| changes(exit) || exit.replaced & flag != 0);
            if exits.iter().any(changes) && (self.tests[index] || !everywhere) {
                self.changing.flags.push((index as u32, flag));
                self.tests[index] = true;
            }
        }
    }
}
