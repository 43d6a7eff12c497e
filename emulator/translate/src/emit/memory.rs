//! Generates loads and stores.

use cranelift_codegen::ir::types::{I16, I32, I64};
use cranelift_codegen::ir::{InstBuilder, Value};
use z8000::run::WORD;
use z8000::trace::{Number, Place, Step, Term};

use super::emitter::{Emitter, Spot, bank_size, known_segment, machine_memory, own_memory, table_memory};
use crate::context::at;
use crate::layout::SEGMENTS;

impl Emitter<'_, '_> {
    /// Loads the address of the marks, if the trace requires them.
    pub(super) fn prepare_marks(&mut self) {
        let watched = |at: &Place| !self.never_watched(at);
        let guards = |step: &Step| matches!(step, Step::Guard { at, .. } if at.iter().any(watched));
        if self.trace.steps.iter().any(guards) {
            self.marks();
        }
    }

    /// The marks of the first bank.
    pub(super) fn marks(&mut self) -> Value {
        let (builder, context) = (&mut self.builder, self.context);
        *self
            .marks
            .get_or_insert_with(|| builder.ins().load(I64, own_memory(), context, at::MARKS))
    }

    /// Finds the banks that are the same in every round, before the first.
    pub(super) fn prepare_banks(&mut self) {
        let trace = self.trace;
        for step in &trace.steps {
            match step {
                Step::Load { at, .. } | Step::Store { at, .. } => self.prepare_bank(at, 1),
                Step::Guard { at, .. } => at.iter().for_each(|at| self.prepare_bank(at, WORD)),
                Step::Leave { .. } => {}
            }
        }
    }

    /// Finds the bank of a place, or its marks, if it depends on a register that no round changes.
    fn prepare_bank(&mut self, at: &Place, grain: usize) {
        if let Number::Term(index) = at.upper
            && let Term::Start(_) = self.trace.terms[index as usize]
            && self.uses.changing.iter().all(|changed| changed.0 != index)
        {
            let start = if grain == 1 { self.memory } else { self.marks() };
            self.bank(start, at, grain);
        }
    }

    /// Returns true if stores at a place need no look.
    pub(super) fn never_watched(&self, at: &Place) -> bool {
        (self.known_bank(at)).is_some_and(|bank| self.site.layout.is_plain(bank))
    }

    /// The bank of a place, if its segment is known.
    pub(super) fn known_bank(&self, at: &Place) -> Option<usize> {
        let Number::Known(upper) = at.upper else { return None };
        let segment = known_segment(upper);
        Some(self.site.layout.bank(at.space, self.site.mode.system, segment))
    }

    /// The segment that the upper word of an address names, as 64 bits.
    pub(super) fn segment(&mut self, upper: Value) -> Value {
        let number = self.builder.ins().ushr_imm(upper, 8);
        let number = self.builder.ins().band_imm(number, SEGMENTS as i64 - 1);
        self.builder.ins().uextend(I64, number)
    }

    /// Where the bank of a place begins whose segment is not known, or what stands for it: see [`spot`](Self::spot).
    pub(super) fn bank(&mut self, start: Value, at: &Place, grain: usize) -> Value {
        let key = (at.space, at.upper, grain);
        if let Some(known) = self.banks.iter().find(|known| known.0 == key) {
            return known.1;
        }
        let map = self.site.layout.map(at.space, self.site.mode.system).as_ptr() as i64;
        let upper = self.number(at.upper);
        let segment = self.segment(upper);
        let entry = self.builder.ins().ishl_imm(segment, 1);
        let entry = self.builder.ins().iadd_imm(entry, map);
        let bank = self.builder.ins().uload16(I64, table_memory(), entry, 0);
        let distance = self.builder.ins().ishl_imm(bank, i64::from(bank_size(grain).ilog2()));
        let bank = self.builder.ins().iadd(start, distance);
        self.banks.push((key, bank));
        bank
    }

    /// The offset of a place within its bank: a constant, or a value of 64 bits. Whatever the number is, it lies
    /// within.
    pub(super) fn offset(&mut self, at: &Place) -> Result<u32, Value> {
        let even = if at.word { 0xFFFE } else { 0xFFFF };
        let (whole, mask) = match at.offset {
            Number::Known(offset) => return Ok(offset & even),
            // One mask is enough.
            Number::Term(index) => match self.trace.terms[index as usize] {
                Term::And(whole, Number::Known(mask)) => (whole, mask & even),
                _ => (at.offset, even),
            },
        };
        if let Some(known) = self.offsets.iter().find(|known| known.0 == (whole, mask)) {
            return Err(known.1);
        }
        let offset = self.number(whole);
        let offset = self.masked(offset, mask);
        self.offsets.push(((whole, mask), offset));
        Err(offset)
    }

    /// Where a place is, counted from the first bank; or what represents it, at one byte per `grain`.
    pub(super) fn spot(&mut self, start: Value, at: &Place, grain: usize) -> Spot {
        let (mut base, mut constant) = match self.known_bank(at) {
            Some(bank) => (start, bank * bank_size(grain)),
            None => (self.bank(start, at, grain), 0),
        };
        match self.offset(at) {
            Ok(offset) => constant += offset as usize / grain,
            Err(mut offset) => {
                if grain > 1 {
                    offset = self.builder.ins().ushr_imm(offset, i64::from(grain.ilog2()));
                }
                base = self.builder.ins().iadd(base, offset);
            }
        }
        match i32::try_from(constant) {
            Ok(constant) => (base, constant),
            Err(_) => (self.builder.ins().iadd_imm(base, constant as i64), 0),
        }
    }

    /// The host's address of a place.
    pub(super) fn address(&mut self, at: &Place) -> Spot {
        self.spot(self.memory, at, 1)
    }

    /// The bits of a mask of 16 bits, as 64 bits.
    pub(super) fn masked(&mut self, value: Value, mask: u32) -> Value {
        if mask == 0xFFFF {
            let half = self.builder.ins().ireduce(I16, value);
            return self.builder.ins().uextend(I64, half);
        }
        let mask = self.constant(mask);
        let value = self.builder.ins().band(value, mask);
        self.builder.ins().uextend(I64, value)
    }

    /// Loads a byte, or a word with its high byte first.
    pub(super) fn load(&mut self, at: &Place) -> Value {
        let (base, offset) = self.address(at);
        if !at.word {
            return self.builder.ins().uload8(I32, machine_memory(), base, offset);
        }
        let word = self.builder.ins().load(I16, machine_memory(), base, offset);
        let word = self.builder.ins().bswap(word);
        self.builder.ins().uextend(I32, word)
    }

    pub(super) fn store(&mut self, at: &Place, value: Number) {
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
}
