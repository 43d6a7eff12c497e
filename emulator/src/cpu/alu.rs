//! Arithmetic on values of every size, with the flags that it sets.

use super::fcw::Fcw;
use super::size::Size;

/// A result and its flags.
pub(super) type Flagged = (u32, Fcw);

/// Z and S of a value.
#[inline(always)]
pub(super) fn zs<S: Size>(value: u32) -> Fcw {
    let zero = u16::from(value & S::MASK == 0) << 6;
    let sign = u16::from(value & S::SIGN != 0) << 5;
    Fcw::from_bits_retain(zero | sign)
}

/// Z and S of a value, and for a byte its parity: set when the number of ones is even.
#[inline(always)]
pub(super) fn logic<S: Size>(value: u32) -> Fcw {
    let parity = S::BYTES == 1 && (value & S::MASK).count_ones().is_multiple_of(2);
    zs::<S>(value) | Fcw::from_bits_retain(u16::from(parity) << 4)
}

/// Sum of two values and a carry of 0 or 1, with all flags; H is that of a byte.
#[inline(always)]
pub(super) fn add<S: Size>(a: u32, b: u32, carry: u32) -> Flagged {
    let wide = u64::from(a) + u64::from(b) + u64::from(carry);
    let sum = wide as u32 & S::MASK;
    let carry_out = u16::from(wide > u64::from(S::MASK)) << 7;
    let overflow = u16::from((a ^ sum) & (b ^ sum) & S::SIGN != 0) << 4;
    let half = u16::from((a ^ b ^ sum) & 0x10 != 0) << 2;
    (sum, zs::<S>(sum) | Fcw::from_bits_retain(carry_out | overflow | half))
}

/// Difference of two values and a borrow of 0 or 1, with all flags; H is that of a byte.
#[inline(always)]
pub(super) fn sub<S: Size>(a: u32, b: u32, borrow: u32) -> Flagged {
    let wide = u64::from(a).wrapping_sub(b.into()).wrapping_sub(borrow.into());
    let difference = wide as u32 & S::MASK;
    let carry = u16::from(wide >> 63 != 0) << 7;
    let overflow = u16::from((a ^ b) & (a ^ difference) & S::SIGN != 0) << 4;
    let half = u16::from((a ^ b ^ difference) & 0x10 != 0) << 2;
    let decimal = Fcw::DA.bits();
    (
        difference,
        zs::<S>(difference) | Fcw::from_bits_retain(carry | overflow | half | decimal),
    )
}

/// A value with its sign, for multiplication and division.
#[inline(always)]
pub(super) fn signed<S: Size>(value: u32) -> i64 {
    let value = i64::from(value & S::MASK);
    if value & i64::from(S::SIGN) == 0 {
        value
    } else {
        value - i64::from(S::MASK) - 1
    }
}
