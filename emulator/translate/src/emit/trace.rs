//! The code of a trace, from its start to its end.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I32, I64};
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, Signature, Value};
use cranelift_frontend::FunctionBuilder;
use z8000::run::WORD;
use z8000::trace::{Exit, Number, Place, Slot, Step, Term, Trace};

use super::emitter::{Emitter, own_memory, table_memory};
use super::exits::leave;
use crate::context::{Count, at};
use crate::tables::Site;
use crate::uses::Uses;

/// Parameters of a trace's code, in this order: context, memory, the count of clocks and instructions, and where the
/// program has come to.
pub(crate) const PARAMETERS: [cranelift_codegen::ir::Type; 4] = [I64; 4];

/// Fills a function with the code of a trace.
pub(crate) fn emit(mut builder: FunctionBuilder<'_>, signature: &Signature, trace: &Trace, site: &Site<'_>) {
    let entry = builder.create_block();
    builder.append_block_params_for_function_params(entry);
    builder.switch_to_block(entry);
    let [context, memory, count, place] = <[Value; 4]>::try_from(builder.block_params(entry))
        .unwrap_or_else(|_| unreachable!("the function has these parameters"));
    let own = builder.import_signature(signature.clone());
    let mut emitter = Emitter {
        uses: Uses::of(trace),
        trace,
        site,
        own,
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
        builder,
    };
    emitter.check_limit(place);
    emitter.prepare_marks();
    let header = trace.repeats.then(|| emitter.begin_loop());
    emitter.steps(&trace.steps);
    match header {
        Some(header) => emitter.repeat(header),
        None => emitter.exit(&trace.end),
    }
    emitter.builder.seal_all_blocks();
    emitter.builder.finalize();
}

impl Emitter<'_, '_> {
    /// Leaves unless the longest way through the trace stays within the limit.
    fn check_limit(&mut self, place: Value) {
        let (go, stop) = (self.builder.create_block(), self.builder.create_block());
        self.branch_within_limit(go, stop, &[]);
        self.builder.set_cold_block(stop);
        self.builder.switch_to_block(stop);
        leave(&mut self.builder, [self.context, self.count, place]);
        self.builder.switch_to_block(go);
    }

    /// Branches by whether the longest way fits in from here.
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
            if self.uses.terms[index] && matches!(self.trace.terms[index], Term::Start(_)) {
                self.term(index);
            }
        }
        self.prepare_banks();
        let header = self.builder.create_block();
        let mut first: Vec<BlockArg> = vec![self.count.into()];
        let changing = self.uses.changing.clone();
        for &(index, _) in &changing {
            first.push(self.term(index as usize).into());
        }
        self.builder.ins().jump(header, &first);
        self.builder.switch_to_block(header);
        self.count = self.builder.append_block_param(header, I64);
        for &(index, slot) in &changing {
            let width = match slot {
                Slot::Register(_) => I32,
                Slot::Flag(_) => I8,
            };
            self.terms[index as usize] = Some(self.builder.append_block_param(header, width));
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
        for &(index, slot) in &changing {
            let value = end.changed.iter().find(|changed| changed.0 == slot);
            let value = value.map_or(Number::Term(index), |changed| changed.1);
            next.push(self.held(slot, value).into());
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
                Step::Guard { at, exit } => self.guard(at, exit),
                Step::Leave { when, steps, exit } => self.leave_when(*when, steps, exit),
            }
        }
    }

    /// An exit, and the way past it.
    fn leave_when(&mut self, when: Number, steps: &[Step], exit: &Exit) {
        let (out, on) = (self.builder.create_block(), self.builder.create_block());
        let (when, out_first) = self.without_not(when);
        let when = self.truth(when);
        let (first, second) = if out_first { (out, on) } else { (on, out) };
        self.builder.ins().brif(when, first, &[], second, &[]);
        self.aside(out, |emitter| {
            emitter.steps(steps);
            emitter.exit(exit);
        });
        self.builder.switch_to_block(on);
    }

    /// Leaves native code if the word of one of these stores is watched.
    fn guard(&mut self, stores: &[Place], exit: &Exit) {
        let mut any = None;
        for at in stores {
            if self.never_watched(at) {
                continue;
            }
            let marks = self.marks();
            let (base, offset) = self.spot(marks, at, WORD);
            let watched = self.builder.ins().load(I8, table_memory(), base, offset);
            any = Some(any.map_or(watched, |others| self.builder.ins().bor(others, watched)));
        }
        let Some(watched) = any else { return };
        let (out, on) = (self.builder.create_block(), self.builder.create_block());
        self.builder.ins().brif(watched, out, &[], on, &[]);
        self.aside(out, |emitter| {
            let (count, place) = emitter.write_back(exit);
            // Not by the table: there may be code that begins with this very store.
            leave(&mut emitter.builder, [emitter.context, count, place]);
        });
        self.builder.switch_to_block(on);
    }

    /// Fills a block that is seldom run and does not return: what it computes is forgotten after it.
    fn aside(&mut self, block: Block, fill: impl FnOnce(&mut Self)) {
        self.builder.set_cold_block(block);
        self.builder.switch_to_block(block);
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
    }
}
