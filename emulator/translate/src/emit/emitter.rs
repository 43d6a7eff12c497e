//! A trace while its code is generated, and the memories that the code uses.

use cranelift_codegen::ir::{AliasRegion, MemFlags, SigRef, Value};
use cranelift_frontend::FunctionBuilder;
use z8000::bus::Space;
use z8000::run::Bank;
use z8000::trace::{Number, Trace};

use crate::tables::Site;
use crate::uses::Uses;

/// Memory of the context: no other pointer leads there.
pub(super) fn own_memory() -> MemFlags {
    MemFlags::trusted().with_alias_region(Some(AliasRegion::Vmctx))
}

/// Memory of the emulated machine.
pub(super) fn machine_memory() -> MemFlags {
    MemFlags::new().with_notrap().with_alias_region(Some(AliasRegion::Heap))
}

/// Tables, directory, maps and marks, which this code does not write.
pub(super) fn table_memory() -> MemFlags {
    MemFlags::trusted().with_alias_region(Some(AliasRegion::Table))
}

/// A trace while its code is written.
pub(super) struct Emitter<'a, 'b> {
    pub(super) builder: FunctionBuilder<'b>,
    pub(super) trace: &'a Trace,
    pub(super) site: &'a Site<'a>,
    pub(super) uses: Uses,
    /// The signature of the code of every trace.
    pub(super) own: SigRef,
    pub(super) context: Value,
    /// The first of the banks.
    pub(super) memory: Value,
    /// The counts of clocks and instructions up to here, or to the start of the round.
    pub(super) count: Value,
    /// For each term its value where it has one already: of a truth a byte, of any other number 32 bits.
    pub(super) terms: Vec<Option<Value>>,
    pub(super) loads: Vec<Value>,
    /// Terms in the order in which they got their values.
    pub(super) made: Vec<usize>,
    pub(super) constants: Vec<(u32, Value)>,
    /// Where banks begin whose segments are not known, or their marks.
    pub(super) banks: Vec<(BankOf, Value)>,
    /// Offsets as 64 bits, by their numbers and masks.
    pub(super) offsets: Vec<((Number, u32), Value)>,
    /// The marks of the first bank, if they are requested.
    pub(super) marks: Option<Value>,
}

/// The key of a bank: the address space, the upper word of the address, and how many bytes of it one byte stands
/// for.
pub(super) type BankOf = (Space, Number, usize);

/// A place in the memory of the host: an address, and an offset from it.
pub(super) type Spot = (Value, i32);

/// The segment that the upper word of an address names.
pub(super) const fn known_segment(upper: u32) -> u8 {
    (upper >> 8) as u8 & 0x7F
}

/// The size of a bank at one byte per `grain`.
pub(super) const fn bank_size(grain: usize) -> usize {
    size_of::<Bank>() / grain
}
