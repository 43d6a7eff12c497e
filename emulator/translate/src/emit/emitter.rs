//! The state of code generation for a trace.

use z8000::bus::Space;
use z8000::run::Bank;
use z8000::trace::{Number, Trace};

use super::generator::Generator;
use crate::tables::Site;
use crate::uses::Uses;

/// A trace while its code is generated.
pub(super) struct Emitter<'a, G: Generator> {
    pub(super) code: G,
    pub(super) trace: &'a Trace,
    pub(super) site: &'a Site<'a>,
    pub(super) uses: Uses,
    pub(super) context: G::Value,
    /// The address of the first bank.
    pub(super) memory: G::Value,
    /// The clocks and instructions so far, or at the start of the current iteration.
    pub(super) count: G::Value,
    /// The value of each term that has one: a truth value or a number.
    pub(super) terms: Vec<Option<G::Value>>,
    pub(super) loads: Vec<G::Value>,
    /// The terms in the order in which they received their values.
    pub(super) made: Vec<usize>,
    pub(super) constants: Vec<(u32, G::Value)>,
    /// The start addresses of banks in segments that are known only at run time, or of their marks.
    pub(super) banks: Vec<(BankOf, G::Value)>,
    /// Offsets as pointers, by their numbers and masks.
    pub(super) offsets: Vec<((Number, u32), G::Value)>,
    /// The address of the first bank's marks, if the trace requires them.
    pub(super) marks: Option<G::Value>,
}

/// The key of a bank: the address space, the upper word of the address, and how many bytes of the bank correspond to
/// one byte.
pub(super) type BankOf = (Space, Number, usize);

/// Returns the segment in the upper word of an address.
pub(super) const fn known_segment(upper: u32) -> u8 {
    (upper >> 8) as u8 & 0x7F
}

/// Returns the size of a bank at one byte per `grain`.
pub(super) const fn bank_size(grain: usize) -> usize {
    size_of::<Bank>() / grain
}
