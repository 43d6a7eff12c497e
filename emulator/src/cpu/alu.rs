//! Arithmetic on values of every size, and the flags that it sets.

use super::size::Size;
use super::value::{Flags, Value};

/// A result and its flags.
pub(crate) type Flagged<V> = (V, Flags<<V as Value>::Bit>);

/// Returns Z and S for a value.
#[inline(always)]
pub(crate) fn zs<S: Size, V: Value>(value: V) -> Flags<V::Bit> {
    let s = value.any(S::SIGN);
    Flags { z: (value & S::MASK).is_zero(), s, less: s, ..Flags::none() }
}

/// Returns Z and S for a value and, for a byte, its parity: P is set if the number of ones is even.
#[inline(always)]
pub(crate) fn logic<S: Size, V: Value>(value: V) -> Flags<V::Bit> {
    let flags = zs::<S, V>(value);
    if S::BYTES > 1 {
        return flags;
    }
    let v = value.even_parity();
    Flags { v, less: flags.s ^ v, ..flags }
}

/// Returns the sum of two values and a carry of 0 or 1, with all flags; H is meaningful only for bytes.
#[inline(always)]
pub(crate) fn add<S: Size, V: Value>(a: V, b: V, carry: V) -> Flagged<V> {
    let wide = a + b + carry;
    let sum = wide & S::MASK;
    let carry = if S::BYTES == 4 {
        (a & b | (a | b) & !sum).any(S::SIGN)
    } else {
        wide.any(S::MASK + 1)
    };
    let flags = zs::<S, V>(sum);
    let v = ((a ^ sum) & (b ^ sum)).any(S::SIGN);
    let flags = Flags { c: carry, v, h: (a ^ b ^ sum).any(0x10), less: flags.s ^ v, ..flags };
    (sum, flags)
}

/// Returns the difference of two values, with all flags; H is meaningful only for bytes.
#[inline(always)]
pub(crate) fn sub<S: Size, V: Value>(a: V, b: V) -> Flagged<V> {
    let (difference, flags) = sub_with_borrow::<S, V>(a, b, V::from(0));
    let flags = Flags { c: a.below(b), less: a.below_signed(b, S::SIGN), ..flags };
    (difference, flags)
}

/// Returns the difference of two values and a borrow of 0 or 1, with all flags.
#[inline(always)]
pub(crate) fn sub_with_borrow<S: Size, V: Value>(a: V, b: V, borrow: V) -> Flagged<V> {
    let difference = (a - b - borrow) & S::MASK;
    let flags = zs::<S, V>(difference);
    let v = ((a ^ b) & (a ^ difference)).any(S::SIGN);
    let flags = Flags {
        c: (!a & b | (!a | b) & difference).any(S::SIGN),
        v,
        d: true.into(),
        h: (a ^ b ^ difference).any(0x10),
        less: flags.s ^ v,
        ..flags
    };
    (difference, flags)
}

/// Returns a value as signed, for multiplication and division.
#[inline(always)]
pub(crate) fn signed<S: Size>(value: impl Into<u32>) -> i64 {
    let value = i64::from(value.into() & S::MASK);
    if value & i64::from(S::SIGN) == 0 {
        value
    } else {
        value - i64::from(S::MASK) - 1
    }
}
