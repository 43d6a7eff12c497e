//! From traces to scripts.
//!
//! As for native code, a term becomes an operation where it is first needed, and what only an exit needs is computed in
//! that exit. Registers and flags stay in slots of their own, from script to script.

use z8000::trace::{Exit, Number, Place, Step, Term, Test, Trace, Truth};

use super::op::{Code, Op};
use super::script::{Out, Script, TEMPORARY, ZERO, flag};
use super::slots::assign;

/// A slot before it is known which: registers, flags and zero have theirs, the others are numbered on from there.
pub(super) type Slot = u32;

/// The script of a trace; none if it needs more slots than there are.
pub(super) fn write(trace: &Trace) -> Option<Script> {
    let mut writer = Writer {
        trace,
        ops: Vec::new(),
        exits: Vec::new(),
        terms: vec![None; trace.terms.len()],
        tests: vec![None; trace.tests.len()],
        loads: Vec::new(),
        made: Vec::new(),
        next: TEMPORARY as Slot,
    };
    writer.steps(&trace.steps);
    writer.exit(&trace.end, trace.repeats);
    Some(Script {
        ops: assign(&writer.ops)?,
        exits: writer.exits.into(),
        most_clocks: trace.most_clocks,
    })
}

/// What was made, to be forgotten at the end of an exit.
#[derive(Clone, Copy)]
enum Made {
    Term(usize),
    Test(usize),
}

struct Writer<'t> {
    trace: &'t Trace,
    ops: Vec<Op<Slot>>,
    exits: Vec<Out>,
    terms: Vec<Option<Slot>>,
    tests: Vec<Option<Slot>>,
    loads: Vec<Slot>,
    made: Vec<Made>,
    next: Slot,
}

/// Slots that an operation does not use.
const UNUSED: Slot = ZERO as Slot;

impl Writer<'_> {
    fn push(&mut self, code: Code, to: Slot, (a, b): (Slot, Slot), k: u32) {
        self.ops.push(Op { code, to, a, b, k });
    }

    /// An operation whose result goes to a slot of its own.
    fn make(&mut self, code: Code, slots: (Slot, Slot), k: u32) -> Slot {
        let to = self.next;
        self.next += 1;
        self.push(code, to, slots, k);
        to
    }

    fn steps(&mut self, steps: &[Step]) {
        for step in steps {
            match step {
                Step::Load { load, at } => {
                    self.loads.truncate(*load as usize);
                    let code = match (at.space.is_program(), at.word) {
                        (false, false) => Code::LoadByte,
                        (false, true) => Code::LoadWord,
                        (true, false) => Code::LoadProgramByte,
                        (true, true) => Code::LoadProgramWord,
                    };
                    let (base, offset) = self.address(at);
                    let loaded = self.make(code, (base, UNUSED), offset);
                    self.loads.push(loaded);
                }
                Step::Store { at, value } => {
                    let value = self.number(*value);
                    let code = if at.word { Code::StoreWord } else { Code::StoreByte };
                    let (base, offset) = self.address(at);
                    self.push(code, UNUSED, (base, value), offset);
                }
                Step::Leave { when, steps, exit } => self.leave_when(*when, steps, exit),
            }
        }
    }

    /// The slot and the constant whose sum is an address. What lies above its 16 bits does not count.
    fn address(&mut self, at: &Place) -> (Slot, u32) {
        let mut offset = at.offset;
        while let Some(Term::And(whole, Number::Known(mask))) = self.term_of(offset)
            && mask & 0xFFFE == 0xFFFE
            && (at.word || mask & 1 == 1)
        {
            offset = whole;
        }
        match (offset, self.term_of(offset)) {
            (Number::Known(known), _) => (ZERO as Slot, known),
            (_, Some(Term::Add(base, Number::Known(k)) | Term::Add(Number::Known(k), base))) => (self.number(base), k),
            _ => (self.number(offset), 0),
        }
    }

    fn term_of(&self, number: Number) -> Option<Term> {
        match number {
            Number::Known(_) => None,
            Number::Term(index) => Some(self.trace.terms[index as usize]),
        }
    }

    /// An exit, and the way past it.
    fn leave_when(&mut self, when: Truth, steps: &[Step], exit: &Exit) {
        let (condition, slots, constant) = self.skip_unless(when);
        let (skip, made) = (self.ops.len(), self.made.len());
        self.push(condition, UNUSED, slots, constant << 16);
        let loads = self.loads.clone();
        self.steps(steps);
        self.exit(exit, false);
        self.loads = loads;
        for made in self.made.drain(made..) {
            match made {
                Made::Term(index) => self.terms[index] = None,
                Made::Test(index) => self.tests[index] = None,
            }
        }
        self.ops[skip].k |= (self.ops.len() - skip - 1) as u32;
    }

    /// The operation that skips what is done if something is so, its slots, and a constant of 16 bits.
    fn skip_unless(&mut self, mut when: Truth) -> (Code, (Slot, Slot), u32) {
        let mut so = true;
        while let Truth::Term(index) = when
            && let Test::Not(of) = self.trace.tests[index as usize]
        {
            (when, so) = (of, !so);
        }
        if let Truth::Term(index) = when
            && self.tests[index as usize].is_none()
            && let Test::Equal(a, b) = self.trace.tests[index as usize]
        {
            if let Some((number, k @ 0..=0xFFFF)) = with_constant(a, b) {
                let code = if so {
                    Code::SkipUnlessEqualConstant
                } else {
                    Code::SkipIfEqualConstant
                };
                return (code, (self.number(number), UNUSED), k);
            }
            let code = if so { Code::SkipUnlessEqual } else { Code::SkipIfEqual };
            return (code, (self.number(a), self.number(b)), 0);
        }
        let code = if so { Code::SkipUnless } else { Code::SkipIf };
        (code, (self.truth(when), UNUSED), 0)
    }

    /// Writes the state back and leaves.
    fn exit(&mut self, exit: &Exit, again: bool) {
        let mut changes: Vec<(Slot, Slot)> = Vec::new();
        for &(register, value) in &exit.registers {
            changes.push((register.into(), self.number(value)));
        }
        for &(bit, value) in &exit.flags {
            changes.push((flag(bit) as Slot, self.truth(value)));
        }
        let mut pc = match exit.pc {
            Number::Known(_) => None,
            number => Some(self.number(number)),
        };
        self.change(changes, &mut pc);
        let number = self.exits.len() as u32;
        self.exits.push(Out {
            pc: if let Number::Known(known) = exit.pc {
                known as u16
            } else {
                0
            },
            from: exit.from,
            clocks: exit.clocks,
            instructions: exit.instructions,
            again,
        });
        match pc {
            None => self.push(Code::Exit, UNUSED, (UNUSED, UNUSED), number),
            Some(slot) => self.push(Code::ExitTo, UNUSED, (slot, UNUSED), number),
        }
    }

    /// Changes the slots of registers and flags, `(to, from)` each. `pc` is a slot that is still needed.
    fn change(&mut self, mut changes: Vec<(Slot, Slot)>, pc: &mut Option<Slot>) {
        // All values before the first is written: one may lie where another goes.
        let written: Vec<Slot> = changes.iter().map(|change| change.0).collect();
        for &lost in &written {
            let mut readers: Vec<&mut Slot> = changes.iter_mut().map(|change| &mut change.1).chain(&mut *pc).collect();
            readers.retain(|slot| **slot == lost);
            if !readers.is_empty() {
                let kept = self.next;
                self.next += 1;
                self.ops.push(Op {
                    code: Code::Copy,
                    to: kept,
                    a: lost,
                    b: UNUSED,
                    k: 0,
                });
                readers.into_iter().for_each(|slot| *slot = kept);
            }
        }
        for index in 0..changes.len() {
            let (to, from) = changes[index];
            if self.made_there(to, from) {
                let others = changes[index..].iter_mut().map(|change| &mut change.1).chain(&mut *pc);
                others.filter(|slot| **slot == from).for_each(|slot| *slot = to);
            } else {
                self.push(Code::Copy, to, (from, UNUSED), 0);
            }
        }
    }

    /// Has a number that is needed in this exit alone made in the slot where it goes. Returns false if it is older, or
    /// if that slot is needed in between.
    fn made_there(&mut self, to: Slot, from: Slot) -> bool {
        let reads = |op: &Op<Slot>, slot| {
            let (a, b, _) = op.code.slots();
            a && op.a == slot || b && op.b == slot
        };
        let writes = |op: &Op<Slot>, slot| op.code.slots().2 && op.to == slot;
        let stops = |op: &Op<Slot>| writes(op, from) || op.code.decides() || writes(op, to) || reads(op, to);
        let Some(maker) = self
            .ops
            .iter()
            .rposition(stops)
            .filter(|&at| writes(&self.ops[at], from))
        else {
            return false;
        };
        self.ops[maker].to = to;
        for op in &mut self.ops[maker + 1..] {
            for slot in [&mut op.a, &mut op.b] {
                if *slot == from {
                    *slot = to;
                }
            }
        }
        true
    }

    /// The slot of a number.
    fn number(&mut self, number: Number) -> Slot {
        let index = match number {
            Number::Known(0) => return ZERO as Slot,
            Number::Known(number) => return self.make(Code::Constant, (UNUSED, UNUSED), number),
            Number::Term(index) => index as usize,
        };
        if let Some(slot) = self.terms[index] {
            return slot;
        }
        let slot = self.term(self.trace.terms[index]);
        self.terms[index] = Some(slot);
        self.made.push(Made::Term(index));
        slot
    }

    fn term(&mut self, term: Term) -> Slot {
        match term {
            Term::Register(n) => n.into(),
            Term::Loaded(load) => self.loads[load as usize],
            Term::Add(a, b) => self.either(a, b, Code::Add, Code::AddConstant),
            Term::Sub(a, Number::Known(k)) => self.one(a, Code::AddConstant, k.wrapping_neg()),
            Term::Sub(a, b) => self.both(a, b, Code::Sub, 0),
            Term::Mul(a, b) => self.either(a, b, Code::Mul, Code::MulConstant),
            Term::And(sum, Number::Known(0xFFFF)) if self.is_new(sum) => self.word(sum),
            Term::And(a, b) => self.either(a, b, Code::And, Code::AndConstant),
            Term::Or(a, b) => self.either(a, b, Code::Or, Code::OrConstant),
            Term::Xor(a, b) => self.either(a, b, Code::Xor, Code::XorConstant),
            Term::Shl(a, distance) => self.one(a, Code::ShiftLeft, distance.into()),
            Term::Shr(a, distance) => self.one(a, Code::ShiftRight, distance.into()),
            Term::Power(a) => self.one(a, Code::Power, 0),
            Term::Of(truth) => self.truth(truth),
        }
    }

    /// Whether nobody has needed a number yet.
    fn is_new(&self, number: Number) -> bool {
        matches!(number, Number::Term(index) if self.terms[index as usize].is_none())
    }

    /// The lower 16 bits of a number that is not needed otherwise.
    fn word(&mut self, number: Number) -> Slot {
        match self.term_of(number) {
            Some(Term::Add(a, b)) => self.either(a, b, Code::AddWord, Code::AddWordConstant),
            Some(Term::Sub(a, Number::Known(k))) => self.one(a, Code::AddWordConstant, k.wrapping_neg()),
            Some(Term::Sub(a, b)) => self.both(a, b, Code::SubWord, 0),
            _ => self.one(number, Code::AndConstant, 0xFFFF),
        }
    }

    /// The slot of a truth.
    fn truth(&mut self, truth: Truth) -> Slot {
        let index = match truth {
            Truth::Known(truth) => return self.number(Number::Known(truth.into())),
            Truth::Term(index) => index as usize,
        };
        if let Some(slot) = self.tests[index] {
            return slot;
        }
        let slot = self.test(self.trace.tests[index]);
        self.tests[index] = Some(slot);
        self.made.push(Made::Test(index));
        slot
    }

    fn test(&mut self, test: Test) -> Slot {
        match test {
            Test::Flag(bit) => flag(bit) as Slot,
            Test::Equal(a, b) => self.either(a, b, Code::Equal, Code::EqualConstant),
            Test::Below(a, Number::Known(k)) => self.one(a, Code::BelowConstant, k),
            Test::Below(a, b) => self.both(a, b, Code::Below, 0),
            Test::BelowSigned(a, b, bits) => self.both(a, b, Code::BelowSigned, 32 - u32::from(bits)),
            Test::EvenParity(a) => self.one(a, Code::EvenParity, 0),
            Test::And(a, b) => self.joined(a, b, Code::And),
            Test::Or(a, b) => self.joined(a, b, Code::Or),
            Test::Xor(a, b) => self.joined(a, b, Code::Xor),
            Test::Not(a) => self.not(a),
        }
    }

    /// The slot of what is so if a truth is not.
    fn not(&mut self, truth: Truth) -> Slot {
        if let Truth::Term(index) = truth
            && self.tests[index as usize].is_none()
        {
            match self.trace.tests[index as usize] {
                Test::Not(so) => return self.truth(so),
                Test::Equal(a, Number::Known(0)) if let Some((number, bit)) = self.bit(a) => {
                    return self.one(number, Code::Bit, bit);
                }
                Test::Equal(a, b) => return self.either(a, b, Code::Unequal, Code::UnequalConstant),
                _ => {}
            }
        }
        let truth = self.truth(truth);
        self.make(Code::XorConstant, (truth, UNUSED), 1)
    }

    /// The number and the place of its bit, if that is all of a number.
    fn bit(&self, number: Number) -> Option<(Number, u32)> {
        match self.term_of(number)? {
            Term::And(whole, Number::Known(mask)) if mask.is_power_of_two() => Some((whole, mask.ilog2())),
            _ => None,
        }
    }

    fn one(&mut self, a: Number, code: Code, k: u32) -> Slot {
        let a = self.number(a);
        self.make(code, (a, UNUSED), k)
    }

    fn both(&mut self, a: Number, b: Number, code: Code, k: u32) -> Slot {
        let slots = (self.number(a), self.number(b));
        self.make(code, slots, k)
    }

    /// An operation whose operands may be exchanged: one of them may be a constant.
    fn either(&mut self, a: Number, b: Number, code: Code, constant: Code) -> Slot {
        match with_constant(a, b) {
            Some((number, k)) => self.one(number, constant, k),
            None => self.both(a, b, code, 0),
        }
    }

    fn joined(&mut self, a: Truth, b: Truth, code: Code) -> Slot {
        let slots = (self.truth(a), self.truth(b));
        self.make(code, slots, 0)
    }
}

/// Two numbers that may be exchanged, if one of them is known.
const fn with_constant(a: Number, b: Number) -> Option<(Number, u32)> {
    match (a, b) {
        (number, Number::Known(k)) | (Number::Known(k), number) => Some((number, k)),
        _ => None,
    }
}
