//! Generates loads and stores.

use z8000::run::WORD;
use z8000::trace::{Number, Place, Step, Term};

use super::emitter::{Emitter, bank_size, known_segment};
use super::generator::{Access, Generator, Kind, Memory, Op, Spot};
use crate::context::at;
use crate::layout::SEGMENTS;

impl<G: Generator> Emitter<'_, G> {
    /// Loads the address of the marks, if the trace requires them.
    pub(super) fn prepare_marks(&mut self) {
        let watched = |at: &Place| !self.never_watched(at);
        let guards = |step: &Step| matches!(step, Step::Guard { at, .. } if at.iter().any(watched));
        if self.trace.steps.iter().any(guards) {
            self.marks();
        }
    }

    /// The address of the marks of the first bank.
    pub(super) fn marks(&mut self) -> G::Value {
        let (code, at) = (&mut self.code, (self.context, at::MARKS));
        *self
            .marks
            .get_or_insert_with(|| code.load(Access::Pointer, Memory::Context, at))
    }

    /// Computes, before the first iteration, the addresses of banks that are the same in every iteration.
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

    /// Computes the address of a place's bank, or of its marks, if it depends on a register that does not change.
    fn prepare_bank(&mut self, at: &Place, grain: usize) {
        if let Number::Term(index) = at.upper
            && let Term::Start(_) = self.trace.terms[index as usize]
            && self.uses.changing.iter().all(|changed| changed.0 != index)
        {
            let start = if grain == 1 { self.memory } else { self.marks() };
            self.bank(start, at, grain);
        }
    }

    /// Returns true if stores to a place need no check.
    pub(super) fn never_watched(&self, at: &Place) -> bool {
        (self.known_bank(at)).is_some_and(|bank| self.site.layout.is_plain(bank))
    }

    /// Returns the bank of a place if its segment is known.
    pub(super) fn known_bank(&self, at: &Place) -> Option<usize> {
        let Number::Known(upper) = at.upper else { return None };
        let segment = known_segment(upper);
        Some(self.site.layout.bank(at.space, self.site.mode.system, segment))
    }

    /// Returns the segment in the upper word of an address.
    pub(super) fn segment(&mut self, upper: G::Value, kind: Kind) -> G::Value {
        let number = self.code.with(Op::Shr, upper, 8);
        let number = self.code.with(Op::And, number, SEGMENTS as i64 - 1);
        self.code.convert(number, kind)
    }

    /// Returns the start of the bank of a place in a segment known only at run time, at one byte per `grain`; see
    /// [`spot`](Self::spot).
    pub(super) fn bank(&mut self, start: G::Value, at: &Place, grain: usize) -> G::Value {
        let key = (at.space, at.upper, grain);
        if let Some(known) = self.banks.iter().find(|known| known.0 == key) {
            return known.1;
        }
        let map = self.site.layout.map(at.space, self.site.mode.system).as_ptr() as i64;
        let upper = self.number(at.upper);
        let segment = self.segment(upper, Kind::Pointer);
        let entry = self.code.with(Op::Shl, segment, 1);
        let entry = self.code.with(Op::Add, entry, map);
        let bank = self.code.load(Access::Bank, Memory::Tables, (entry, 0));
        // No bits are lost at the top. A shift by 16 may not precede the load of a byte: on Arm, this version of
        // Cranelift then loads from a wrong address (CVE-2026-34971).
        let distance = self.code.with(Op::Rotl, bank, i64::from(bank_size(grain).ilog2()));
        let bank = self.code.binary(Op::Add, start, distance);
        self.banks.push((key, bank));
        bank
    }

    /// Returns the offset of a place within its bank: a constant, or a pointer. It is always masked, so that it is
    /// within the bank.
    pub(super) fn offset(&mut self, at: &Place) -> Result<u32, G::Value> {
        let even = if at.word { 0xFFFE } else { 0xFFFF };
        let (whole, mask) = match at.offset {
            Number::Known(offset) => return Ok(offset & even),
            // Combine both masks.
            Number::Term(index) => match self.trace.terms[index as usize] {
                Term::And(whole, Number::Known(mask)) => (whole, mask & even),
                _ => (at.offset, even),
            },
        };
        if let Some(known) = self.offsets.iter().find(|known| known.0 == (whole, mask)) {
            return Err(known.1);
        }
        let offset = self.number(whole);
        let offset = self.masked(offset, mask, Kind::Pointer);
        self.offsets.push(((whole, mask), offset));
        Err(offset)
    }

    /// Returns the host address of a place, relative to `start`, the first bank; or of its marks, at one byte per
    /// `grain`.
    pub(super) fn spot(&mut self, start: G::Value, at: &Place, grain: usize) -> Spot<G::Value> {
        let (mut base, mut constant) = match self.known_bank(at) {
            Some(bank) => (start, bank * bank_size(grain)),
            None => (self.bank(start, at, grain), 0),
        };
        match self.offset(at) {
            Ok(offset) => constant += offset as usize / grain,
            Err(mut offset) => {
                if grain > 1 {
                    offset = self.code.with(Op::Shr, offset, i64::from(grain.ilog2()));
                }
                base = self.code.binary(Op::Add, base, offset);
            }
        }
        match i32::try_from(constant) {
            Ok(constant) => (base, constant),
            Err(_) => (self.code.with(Op::Add, base, constant as i64), 0),
        }
    }

    /// Returns the host address of a place.
    pub(super) fn address(&mut self, at: &Place) -> Spot<G::Value> {
        self.spot(self.memory, at, 1)
    }

    /// Returns the bits of a 16-bit mask.
    pub(super) fn masked(&mut self, value: G::Value, mask: u32, kind: Kind) -> G::Value {
        if mask == 0xFFFF {
            return self.code.low(value, kind);
        }
        let mask = self.constant(mask);
        let value = self.code.binary(Op::And, value, mask);
        self.code.convert(value, kind)
    }

    /// Loads a byte, or a big-endian word.
    pub(super) fn load(&mut self, at: &Place) -> G::Value {
        let from = self.address(at);
        self.code.load(place_access(at), Memory::Machine, from)
    }

    pub(super) fn store(&mut self, at: &Place, value: Number) {
        let value = self.number(value);
        let to = self.address(at);
        self.code.store(place_access(at), Memory::Machine, value, to);
    }
}

/// Returns how memory stores what is at a place.
const fn place_access(at: &Place) -> Access {
    if at.word { Access::Word } else { Access::Byte }
}
