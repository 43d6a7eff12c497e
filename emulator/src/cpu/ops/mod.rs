//! What the instructions do, one file a family.
//!
//! Every function carries out one operation for one operand size and addressing mode. `word` is
//! the first word of the instruction; [`upper`] and [`lower`] are its two register fields. Each
//! returns the clocks it took.

pub(super) mod arithmetic;
pub(super) mod bits;
pub(super) mod block;
pub(super) mod control;
pub(super) mod extended;
pub(super) mod io;
pub(super) mod load;
pub(super) mod logic;
pub(super) mod multi_micro;
pub(super) mod rotate;

/// Bits 4 to 7: the register of a memory operand, or the only one.
#[inline(always)]
const fn upper(word: u16) -> u16 {
    word >> 4 & 15
}

/// Bits 0 to 3: the other register, a condition or a small number.
#[inline(always)]
const fn lower(word: u16) -> u16 {
    word & 15
}
