//! Generates the exits of a trace.

use z8000::trace::{Exit, Number, Slot};

use super::emitter::{Emitter, known_segment};
use super::generator::{Access, Generator, Kind, Memory, Op, Spot};
use crate::code::Entry;
use crate::context::{Count, Place as Come, at};

/// The binary logarithm of the size of a table entry.
const ENTRY: i64 = size_of::<Entry>().ilog2() as i64;

impl<G: Generator> Emitter<'_, G> {
    /// Writes the state back and continues with the code of the target address.
    pub(super) fn exit(&mut self, exit: &Exit) {
        let (count, place) = self.write_back(exit);
        let entry = self.next(exit);
        self.code.next([self.context, self.memory, count, place], entry);
    }

    /// Writes the state back. Returns the count of what was executed, and the place.
    pub(super) fn write_back(&mut self, exit: &Exit) -> (G::Value, G::Value) {
        // Compute all values before writing the first: one register's value may depend on another register.
        let values: Vec<(Slot, G::Value)> = (self.changed(exit).into_iter())
            .map(|(slot, number)| (slot, self.held(slot, number)))
            .collect();
        let place = self.place(exit);
        // The values computed last are still in host registers, so write them first.
        for (slot, value) in values.into_iter().rev() {
            let access = slot_access(slot);
            (self.code).store(access, Memory::Context, value, (self.context, at::slot(slot)));
        }
        let count = Count::of(exit.clocks, exit.instructions);
        (self.code.with(Op::Add, self.count, count), place)
    }

    /// Returns the registers and flags that may differ from the context because this or an earlier iteration has
    /// changed them, except flags that do not matter.
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
    pub(super) fn place(&mut self, exit: &Exit) -> G::Value {
        let upper = exit.upper.known();
        let pc = exit.pc.known().unwrap_or_default();
        let known = Come::new(upper.map_or(0, known_segment), pc as u16, exit.from).bits();
        let segment = upper.is_none().then(|| {
            let upper = self.number(exit.upper);
            let segment = self.segment(upper, Kind::Long);
            self.code.with(Op::Shl, segment, i64::from(Come::SEGMENT))
        });
        let offset = exit.pc.known().is_none().then(|| {
            let pc = self.number(exit.pc);
            self.masked(pc, 0xFFFE, Kind::Long)
        });
        let both = match (segment, offset) {
            (None, None) => return self.code.constant(Kind::Long, known),
            (Some(segment), Some(offset)) => self.code.binary(Op::Or, segment, offset),
            (Some(one), None) | (None, Some(one)) => one,
        };
        self.code.with(Op::Or, both, known)
    }

    /// Returns the place of the table entry with the code for the exit's target.
    pub(super) fn next(&mut self, exit: &Exit) -> Spot<G::Value> {
        let table = match exit.upper {
            Number::Known(upper) => {
                let table = self.site.tables.of(known_segment(upper)).address();
                self.code.constant(Kind::Pointer, table as i64)
            }
            Number::Term(_) => {
                let directory = self.site.tables.directory().unwrap_or_default() as i64;
                let upper = self.number(exit.upper);
                let segment = self.segment(upper, Kind::Pointer);
                let entry = self.code.with(Op::Shl, segment, ENTRY);
                let entry = self.code.with(Op::Add, entry, directory);
                self.code.load(Access::Pointer, Memory::Tables, (entry, 0))
            }
        };
        // The table has an entry per even offset.
        match exit.pc {
            Number::Known(pc) => (table, ((pc & 0xFFFE) << (ENTRY - 1)) as i32),
            Number::Term(_) => {
                let pc = self.number(exit.pc);
                let even = self.masked(pc, 0xFFFE, Kind::Pointer);
                let offset = self.code.with(Op::Shl, even, ENTRY - 1);
                (self.code.binary(Op::Add, table, offset), 0)
            }
        }
    }
}

/// Returns how the context stores a register or a flag.
pub(super) const fn slot_access(slot: Slot) -> Access {
    match slot {
        Slot::Register(_) => Access::Half,
        Slot::Flag(_) => Access::Truth,
    }
}
