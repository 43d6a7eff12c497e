//! A trace as code of Cranelift.
//!
//! A term becomes code where it is first needed. What only an exit needs is computed in that exit, and forgotten behind
//! it.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I16, I32, I64};
use cranelift_codegen::ir::{AliasRegion, Block, BlockArg, InstBuilder, MemFlags, SigRef, Signature, Value};
use cranelift_frontend::FunctionBuilder;
use z8000::trace::{Exit, Number, Place, Step, Term, Test, Trace, Truth};

use crate::context::{Count, at};
use crate::uses::Uses;

/// Parameters of a trace's code, in this order: context, data memory, the count of clocks and instructions, and PC with
/// the address of the last instruction above it.
pub(crate) const PARAMETERS: [cranelift_codegen::ir::Type; 4] = [I64, I64, I64, I32];

/// Fills a function with the code of a trace.
pub(crate) fn emit(mut builder: FunctionBuilder<'_>, signature: &Signature, trace: &Trace) {
    let entry = builder.create_block();
    builder.append_block_params_for_function_params(entry);
    builder.switch_to_block(entry);
    let [context, data, count, pc] = <[Value; 4]>::try_from(builder.block_params(entry))
        .unwrap_or_else(|_| unreachable!("the function has these parameters"));
    let own = builder.import_signature(signature.clone());
    let mut emitter = Emitter {
        uses: Uses::of(trace),
        trace,
        own,
        context,
        data,
        count,
        terms: vec![None; trace.terms.len()],
        tests: vec![None; trace.tests.len()],
        loads: Vec::new(),
        made: Vec::new(),
        constants: Vec::new(),
        builder,
    };
    emitter.check_limit(pc);
    let header = trace.repeats.then(|| emitter.begin_loop());
    emitter.steps(&trace.steps);
    match header {
        Some(header) => emitter.repeat(header),
        None => emitter.exit(&trace.end),
    }
    emitter.builder.seal_all_blocks();
    emitter.builder.finalize();
}

/// What was made, to be forgotten at the end of an exit.
#[derive(Clone, Copy)]
enum Made {
    Term(usize),
    Test(usize),
}

/// Memory of the context: no other pointer leads there.
fn own_memory() -> MemFlags {
    MemFlags::trusted().with_alias_region(Some(AliasRegion::Vmctx))
}

/// Memory of the emulated machine.
fn machine_memory() -> MemFlags {
    MemFlags::new().with_notrap().with_alias_region(Some(AliasRegion::Heap))
}

/// The table of code, which this code does not write.
fn table_memory() -> MemFlags {
    MemFlags::trusted().with_alias_region(Some(AliasRegion::Table))
}

struct Emitter<'a, 'b> {
    builder: FunctionBuilder<'b>,
    trace: &'a Trace,
    uses: Uses,
    own: SigRef,
    context: Value,
    data: Value,
    count: Value,
    terms: Vec<Option<Value>>,
    tests: Vec<Option<Value>>,
    loads: Vec<Value>,
    made: Vec<Made>,
    constants: Vec<(u32, Value)>,
}

impl Emitter<'_, '_> {
    /// Leaves unless the longest way through the trace stays within the limit.
    fn check_limit(&mut self, pc: Value) {
        let (go, stop) = (self.builder.create_block(), self.builder.create_block());
        self.branch_within_limit(go, stop, &[]);
        self.builder.set_cold_block(stop);
        self.builder.switch_to_block(stop);
        leave(&mut self.builder, [self.context, self.count, pc]);
        self.builder.switch_to_block(go);
    }

    /// Branches on whether the longest way fits in from here.
    fn branch_within_limit(&mut self, go: Block, stop: Block, arguments: &[BlockArg]) {
        let longest = Count::of(self.trace.most_clocks, 0);
        let after = self.builder.ins().iadd_imm(self.count, longest);
        let limit = self.builder.ins().load(I64, own_memory(), self.context, at::LIMIT);
        let fits = self.builder.ins().icmp(IntCC::UnsignedLessThanOrEqual, after, limit);
        self.builder.ins().brif(fits, go, arguments, stop, &[]);
    }

    /// Begins the body of a trace that repeats: what it changes comes from the round before.
    fn begin_loop(&mut self) -> Block {
        for index in 0..self.trace.terms.len() {
            if self.uses.terms[index] && matches!(self.trace.terms[index], Term::Register(_)) {
                self.number(Number::Term(index as u32));
            }
        }
        let header = self.builder.create_block();
        let mut first: Vec<BlockArg> = vec![self.count.into()];
        let changing = self.uses.changing.clone();
        for &(index, _) in &changing.registers {
            first.push(self.number(Number::Term(index)).into());
        }
        for &(index, _) in &changing.flags {
            first.push(self.truth(Truth::Term(index)).into());
        }
        self.builder.ins().jump(header, &first);
        self.builder.switch_to_block(header);
        self.count = self.builder.append_block_param(header, I64);
        for &(index, _) in &changing.registers {
            self.terms[index as usize] = Some(self.builder.append_block_param(header, I32));
        }
        for &(index, _) in &changing.flags {
            self.tests[index as usize] = Some(self.builder.append_block_param(header, I8));
        }
        header
    }

    /// Goes back to the start.
    fn repeat(&mut self, header: Block) {
        let end = &self.trace.end;
        let changing = self.uses.changing.clone();
        let round = Count::of(end.clocks, end.instructions);
        let count = self.builder.ins().iadd_imm(self.count, round);
        let mut next: Vec<BlockArg> = vec![count.into()];
        for &(index, register) in &changing.registers {
            let value = end.registers.iter().find(|changed| changed.0 == register);
            next.push(
                self.number(value.map_or(Number::Term(index), |changed| changed.1))
                    .into(),
            );
        }
        for &(index, flag) in &changing.flags {
            let value = end.flags.iter().find(|changed| changed.0 == flag);
            next.push(self.truth(value.map_or(Truth::Term(index), |changed| changed.1)).into());
        }
        let stop = self.builder.create_block();
        let before = std::mem::replace(&mut self.count, count);
        self.branch_within_limit(header, stop, &next);
        self.count = before;
        self.builder.set_cold_block(stop);
        self.builder.switch_to_block(stop);
        self.exit(end);
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
                Step::Leave { when, steps, exit } => self.leave_when(*when, steps, exit),
            }
        }
    }

    /// An exit, and the way past it.
    fn leave_when(&mut self, when: Truth, steps: &[Step], exit: &Exit) {
        let (out, on) = (self.builder.create_block(), self.builder.create_block());
        let (when, out_first) = self.without_not(when);
        let when = self.truth(when);
        let (first, second) = if out_first { (out, on) } else { (on, out) };
        self.builder.ins().brif(when, first, &[], second, &[]);
        self.builder.set_cold_block(out);
        self.builder.switch_to_block(out);
        let (made, constants, loads) = (self.made.len(), self.constants.len(), self.loads.clone());
        self.steps(steps);
        self.exit(exit);
        self.loads = loads;
        self.constants.truncate(constants);
        for made in self.made.drain(made..) {
            match made {
                Made::Term(index) => self.terms[index] = None,
                Made::Test(index) => self.tests[index] = None,
            }
        }
        self.builder.switch_to_block(on);
    }

    /// A truth without its negations, and whether their number is even.
    fn without_not(&self, mut truth: Truth) -> (Truth, bool) {
        let mut even = true;
        while let Truth::Term(index) = truth
            && let Test::Not(of) = self.trace.tests[index as usize]
        {
            (truth, even) = (of, !even);
        }
        (truth, even)
    }

    /// Writes the state back and continues with the code of another address.
    fn exit(&mut self, exit: &Exit) {
        // All values before the first is written: a register may come from another one.
        let registers: Vec<(u8, Value)> = (self.changed_registers(exit).into_iter())
            .map(|(register, number)| (register, self.number(number)))
            .collect();
        let flags: Vec<(u16, Value)> = (self.changed_flags(exit).into_iter())
            .map(|(flag, truth)| (flag, self.truth(truth)))
            .collect();
        let pc = self.number(exit.pc);
        for (flag, value) in flags {
            let at = at::flag(flag);
            self.builder.ins().store(own_memory(), value, self.context, at);
        }
        for (register, value) in registers {
            let at = at::register(register);
            self.builder.ins().istore16(own_memory(), value, self.context, at);
        }
        self.go_on(exit, pc);
    }

    /// The registers that are not as in the context: those that this round or an earlier one has changed.
    fn changed_registers(&self, exit: &Exit) -> Vec<(u8, Number)> {
        let mut registers = exit.registers.clone();
        for &(index, register) in &self.uses.changing.registers {
            if exit.registers.iter().all(|changed| changed.0 != register) {
                registers.push((register, Number::Term(index)));
            }
        }
        registers
    }

    /// The flags that are not as in the context, but for those that do not count.
    fn changed_flags(&self, exit: &Exit) -> Vec<(u16, Truth)> {
        let mut flags = exit.flags.clone();
        for &(index, flag) in &self.uses.changing.flags {
            if exit.replaced & flag == 0 && exit.flags.iter().all(|changed| changed.0 != flag) {
                flags.push((flag, Truth::Term(index)));
            }
        }
        flags
    }

    /// Continues with the code for where an exit leads.
    fn go_on(&mut self, exit: &Exit, pc: Value) {
        let count = Count::of(exit.clocks, exit.instructions);
        let count = self.builder.ins().iadd_imm(self.count, count);
        let from = i64::from(exit.from) << 16;
        let both = self.builder.ins().bor_imm(pc, from);
        // The table has eight bytes for each even offset.
        let table = self.builder.ins().load(I64, own_memory(), self.context, at::TABLE);
        let (entry, offset) = match exit.pc {
            Number::Known(known) => (table, 4 * (known & 0xFFFE) as i32),
            Number::Term(_) => {
                let even = self.masked(pc, 0xFFFE);
                let offset = self.builder.ins().ishl_imm(even, 2);
                (self.builder.ins().iadd(table, offset), 0)
            }
        };
        let code = self.builder.ins().load(I64, table_memory(), entry, offset);
        let arguments = [self.context, self.data, count, both];
        self.builder.ins().return_call_indirect(self.own, code, &arguments);
    }

    /// The host's address of a place, and an offset from it. Whatever the number is, it lies within the memory.
    fn address(&mut self, at: &Place) -> (Value, i32) {
        let memory = if at.space.is_program() {
            self.builder.ins().load(I64, own_memory(), self.context, at::PROGRAM)
        } else {
            self.data
        };
        let even = if at.word { 0xFFFE } else { 0xFFFF };
        let (whole, mask) = match at.offset {
            Number::Known(offset) => return (memory, (offset & even) as i32),
            // One mask is enough.
            Number::Term(index) => match self.trace.terms[index as usize] {
                Term::And(whole, Number::Known(mask)) => (whole, mask & even),
                _ => (at.offset, even),
            },
        };
        let offset = self.number(whole);
        let offset = self.masked(offset, mask);
        (self.builder.ins().iadd(memory, offset), 0)
    }

    /// The bits of a mask of 16 bits, as 64 bits.
    fn masked(&mut self, value: Value, mask: u32) -> Value {
        if mask == 0xFFFF {
            let half = self.builder.ins().ireduce(I16, value);
            return self.builder.ins().uextend(I64, half);
        }
        let mask = self.constant(mask);
        let value = self.builder.ins().band(value, mask);
        self.builder.ins().uextend(I64, value)
    }

    /// Loads a byte, or a word with its high byte first.
    fn load(&mut self, at: &Place) -> Value {
        let (base, offset) = self.address(at);
        if !at.word {
            return self.builder.ins().uload8(I32, machine_memory(), base, offset);
        }
        let word = self.builder.ins().load(I16, machine_memory(), base, offset);
        let word = self.builder.ins().bswap(word);
        self.builder.ins().uextend(I32, word)
    }

    fn store(&mut self, at: &Place, value: Number) {
        let value = self.number(value);
        let (base, offset) = self.address(at);
        if !at.word {
            self.builder.ins().istore8(machine_memory(), value, base, offset);
            return;
        }
        let word = self.builder.ins().ireduce(I16, value);
        let word = self.builder.ins().bswap(word);
        self.builder.ins().store(machine_memory(), word, base, offset);
    }

    /// The value of a number.
    fn number(&mut self, number: Number) -> Value {
        let index = match number {
            Number::Known(number) => return self.constant(number),
            Number::Term(index) => index as usize,
        };
        if let Some(value) = self.terms[index] {
            return value;
        }
        let value = self.term(self.trace.terms[index]);
        self.terms[index] = Some(value);
        self.made.push(Made::Term(index));
        value
    }

    fn constant(&mut self, number: u32) -> Value {
        if let Some(known) = self.constants.iter().find(|known| known.0 == number) {
            return known.1;
        }
        let value = self.builder.ins().iconst(I32, i64::from(number));
        self.constants.push((number, value));
        value
    }

    fn term(&mut self, term: Term) -> Value {
        match term {
            Term::Register(n) => self
                .builder
                .ins()
                .uload16(I32, own_memory(), self.context, at::register(n)),
            Term::Loaded(load) => self.loads[load as usize],
            Term::Add(a, b) => self.both(a, b, |ins, a, b| ins.iadd(a, b)),
            Term::Sub(a, b) => self.both(a, b, |ins, a, b| ins.isub(a, b)),
            Term::Mul(a, b) => self.both(a, b, |ins, a, b| ins.imul(a, b)),
            Term::And(a, b) => self.both(a, b, |ins, a, b| ins.band(a, b)),
            Term::Or(a, b) => self.both(a, b, |ins, a, b| ins.bor(a, b)),
            Term::Xor(a, b) => self.both(a, b, |ins, a, b| ins.bxor(a, b)),
            Term::Shl(a, distance) => {
                let a = self.number(a);
                self.builder.ins().ishl_imm(a, i64::from(distance))
            }
            Term::Shr(a, distance) => {
                let a = self.number(a);
                self.builder.ins().ushr_imm(a, i64::from(distance))
            }
            Term::Power(a) => {
                let a = self.number(a);
                let one = self.builder.ins().iconst(I32, 1);
                self.builder.ins().ishl(one, a)
            }
            Term::Of(truth) => {
                let truth = self.truth(truth);
                self.builder.ins().uextend(I32, truth)
            }
        }
    }

    fn both<T>(
        &mut self,
        a: Number,
        b: Number,
        instruction: impl FnOnce(cranelift_frontend::FuncInstBuilder<'_, '_>, Value, Value) -> T,
    ) -> T {
        let (a, b) = (self.number(a), self.number(b));
        instruction(self.builder.ins(), a, b)
    }

    /// The value of a truth: 1 or 0, in a byte.
    fn truth(&mut self, truth: Truth) -> Value {
        let index = match truth {
            Truth::Known(truth) => return self.builder.ins().iconst(I8, i64::from(truth)),
            Truth::Term(index) => index as usize,
        };
        if let Some(value) = self.tests[index] {
            return value;
        }
        let value = self.test(self.trace.tests[index]);
        self.tests[index] = Some(value);
        self.made.push(Made::Test(index));
        value
    }

    fn test(&mut self, test: Test) -> Value {
        match test {
            Test::Flag(flag) => self.builder.ins().load(I8, own_memory(), self.context, at::flag(flag)),
            Test::Equal(a, b) => self.both(a, b, |ins, a, b| ins.icmp(IntCC::Equal, a, b)),
            Test::Below(a, b) => self.both(a, b, |ins, a, b| ins.icmp(IntCC::UnsignedLessThan, a, b)),
            Test::BelowSigned(a, b, bits) => {
                let (mut a, mut b) = (self.number(a), self.number(b));
                if let Some(narrow) = [(8, I8), (16, I16)].iter().find(|narrow| narrow.0 == bits) {
                    a = self.builder.ins().ireduce(narrow.1, a);
                    b = self.builder.ins().ireduce(narrow.1, b);
                }
                self.builder.ins().icmp(IntCC::SignedLessThan, a, b)
            }
            Test::EvenParity(a) => {
                let a = self.number(a);
                let upper = self.builder.ins().ushr_imm(a, 4);
                let folded = self.builder.ins().bxor(a, upper);
                let digit = self.builder.ins().band_imm(folded, 15);
                // A bit for each number below 16: whether it has an even number of ones.
                let even = self.builder.ins().iconst(I32, 0x9669);
                let moved = self.builder.ins().ushr(even, digit);
                let bit = self.builder.ins().band_imm(moved, 1);
                self.builder.ins().ireduce(I8, bit)
            }
            Test::And(a, b) => {
                let (a, b) = (self.truth(a), self.truth(b));
                self.builder.ins().band(a, b)
            }
            Test::Or(a, b) => {
                let (a, b) = (self.truth(a), self.truth(b));
                self.builder.ins().bor(a, b)
            }
            Test::Xor(a, b) => {
                let (a, b) = (self.truth(a), self.truth(b));
                self.builder.ins().bxor(a, b)
            }
            Test::Not(a) => {
                let a = self.truth(a);
                self.builder.ins().bxor_imm(a, 1)
            }
        }
    }
}

/// Leaves native code: writes down where it has come to, `[context, count, pc]`.
pub(crate) fn leave(builder: &mut FunctionBuilder<'_>, [context, count, pc]: [Value; 3]) {
    for (value, offset) in [(count, at::COUNT), (pc, at::PC)] {
        builder.ins().store(own_memory(), value, context, offset);
    }
    builder.ins().return_(&[]);
}
