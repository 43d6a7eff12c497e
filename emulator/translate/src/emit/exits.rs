//! Generates the exits of a trace.

use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, Value};
use cranelift_frontend::FunctionBuilder;
use z8000::trace::{Exit, Number, Slot};

use super::emitter::{Emitter, Spot, known_segment, own_memory, table_memory};
use crate::context::{Count, Place as Come, at};

impl Emitter<'_, '_> {
    /// Writes the state back and continues with the code of another address.
    pub(super) fn exit(&mut self, exit: &Exit) {
        let (count, place) = self.write_back(exit);
        let code = self.next(exit);
        let code = self.builder.ins().load(I64, table_memory(), code.0, code.1);
        let arguments = [self.context, self.memory, count, place];
        self.builder.ins().return_call_indirect(self.own, code, &arguments);
    }

    /// Writes the state back: what was executed, and where it has come to.
    pub(super) fn write_back(&mut self, exit: &Exit) -> (Value, Value) {
        // All values before the first is written: a register may come from another one.
        let values: Vec<(Slot, Value)> = (self.changed(exit).into_iter())
            .map(|(slot, number)| (slot, self.held(slot, number)))
            .collect();
        let place = self.place(exit);
        // What was computed last is in a register of the host.
        for (slot, value) in values.into_iter().rev() {
            let at = at::slot(slot);
            match slot {
                Slot::Register(_) => self.builder.ins().istore16(own_memory(), value, self.context, at),
                Slot::Flag(_) => self.builder.ins().store(own_memory(), value, self.context, at),
            };
        }
        let count = Count::of(exit.clocks, exit.instructions);
        (self.builder.ins().iadd_imm(self.count, count), place)
    }

    /// The registers and flags that are not as in the context, because this round or an earlier one has changed them,
    /// except for flags that do not matter.
    fn changed(&self, exit: &Exit) -> Vec<(Slot, Number)> {
        let mut all = exit.changed.clone();
        for &(index, slot) in &self.uses.changing {
            if !slot.is_flag_of(exit.replaced) && exit.changed.iter().all(|changed| changed.0 != slot) {
                all.push((slot, Number::Term(index)));
            }
        }
        all
    }

    /// Where an exit leads.
    pub(super) fn place(&mut self, exit: &Exit) -> Value {
        let upper = exit.upper.known();
        let pc = exit.pc.known().unwrap_or_default();
        let known = Come::new(upper.map_or(0, known_segment), pc as u16, exit.from).bits();
        let segment = upper.is_none().then(|| {
            let upper = self.number(exit.upper);
            let segment = self.segment(upper);
            self.builder.ins().ishl_imm(segment, i64::from(Come::SEGMENT))
        });
        let offset = exit.pc.known().is_none().then(|| {
            let pc = self.number(exit.pc);
            self.masked(pc, 0xFFFE)
        });
        let both = match (segment, offset) {
            (None, None) => return self.builder.ins().iconst(I64, known),
            (Some(segment), Some(offset)) => self.builder.ins().bor(segment, offset),
            (Some(one), None) | (None, Some(one)) => one,
        };
        self.builder.ins().bor_imm(both, known)
    }

    /// Where the address of the code stands that continues where an exit leads.
    pub(super) fn next(&mut self, exit: &Exit) -> Spot {
        let table = match exit.upper {
            Number::Known(upper) => {
                let table = self.site.tables.of(known_segment(upper)).address();
                self.builder.ins().iconst(I64, table as i64)
            }
            Number::Term(_) => {
                let directory = self.site.tables.directory().unwrap_or_default() as i64;
                let upper = self.number(exit.upper);
                let segment = self.segment(upper);
                let entry = self.builder.ins().ishl_imm(segment, 3);
                let entry = self.builder.ins().iadd_imm(entry, directory);
                self.builder.ins().load(I64, table_memory(), entry, 0)
            }
        };
        // The table has eight bytes for each even offset.
        match exit.pc {
            Number::Known(pc) => (table, 4 * (pc & 0xFFFE) as i32),
            Number::Term(_) => {
                let pc = self.number(exit.pc);
                let even = self.masked(pc, 0xFFFE);
                let offset = self.builder.ins().ishl_imm(even, 2);
                (self.builder.ins().iadd(table, offset), 0)
            }
        }
    }
}

/// Leaves native code: records where it is, `[context, count, place]`.
pub(crate) fn leave(builder: &mut FunctionBuilder<'_>, [context, count, place]: [Value; 3]) {
    for (value, offset) in [(count, at::COUNT), (place, at::PLACE)] {
        builder.ins().store(own_memory(), value, context, offset);
    }
    builder.ins().return_(&[]);
}
