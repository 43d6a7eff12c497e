//! The values with which operations compute: numbers, bits and flags, computed or recorded.
//!
//! An operation is written once, over [`Value`] and [`Bit`]. With [`Number`] and `bool` it computes, which is how the
//! processor executes it; with other kinds, the same body records what is to be computed.

use core::ops::{Add, BitAnd, BitOr, BitXor, Mul, Not, Shl, Shr, Sub};

/// A number of 32 bits; sums, differences and products wrap around. Bytes and words have their upper bits 0.
pub(crate) trait Value:
    Copy
    + From<u32>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + BitAnd<Output = Self>
    + BitAnd<u32, Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The result of comparisons.
    type Bit: Bit<Value = Self>;

    /// Tests whether all bits are 0.
    fn is_zero(self) -> Self::Bit;

    /// Tests whether a bit of a mask is 1.
    fn any(self, mask: u32) -> Self::Bit;

    /// Tests whether it is below another number, both without sign.
    fn below(self, other: Self) -> Self::Bit;

    /// Tests whether it is below another number, both with a sign of which this is the bit.
    fn below_signed(self, other: Self, sign: u32) -> Self::Bit;

    /// Tests whether the lower eight bits hold an even number of ones.
    fn even_parity(self) -> Self::Bit;

    /// 2 to the power of this number, which is below 32.
    fn power_of_two(self) -> Self;

    /// The number with this sign bit, as one of 32 bits with a sign.
    #[inline(always)]
    fn sign_extended(self, sign: u32) -> Self {
        (self ^ Self::from(sign)) - Self::from(sign)
    }
}

/// Yes or no.
pub(crate) trait Bit:
    Copy + From<bool> + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    /// The numbers that go with it.
    type Value;

    /// 1 or 0.
    fn value(self) -> Self::Value;
}

/// A number that is computed at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Number(pub(crate) u32);

impl From<u32> for Number {
    #[inline(always)]
    fn from(number: u32) -> Self {
        Self(number)
    }
}

/// Operators of a type whose results have the same type, each implemented by a function.
macro_rules! operators {
    (#[$attribute:meta] $type:ty: $($trait:ident<$other:ty> $method:ident = $function:expr;)+) => { $(
        impl $trait<$other> for $type {
            type Output = Self;

            #[$attribute]
            fn $method(self, other: $other) -> Self {
                let function: fn(Self, $other) -> Self = $function;
                function(self, other)
            }
        }
    )+ };
}
#[cfg(feature = "compiler")]
pub(crate) use operators;

impl From<Number> for u32 {
    #[inline(always)]
    fn from(number: Number) -> Self {
        number.0
    }
}

operators! { #[inline(always)] Number:
    Add<Self> add = |a, b| Self(a.0.wrapping_add(b.0));
    Sub<Self> sub = |a, b| Self(a.0.wrapping_sub(b.0));
    Mul<Self> mul = |a, b| Self(a.0.wrapping_mul(b.0));
    BitAnd<Self> bitand = |a, b| Self(a.0 & b.0);
    BitAnd<u32> bitand = |a, mask| Self(a.0 & mask);
    BitOr<Self> bitor = |a, b| Self(a.0 | b.0);
    BitXor<Self> bitxor = |a, b| Self(a.0 ^ b.0);
    Shl<u32> shl = |a, distance| Self(a.0 << distance);
    Shr<u32> shr = |a, distance| Self(a.0 >> distance);
}

impl Not for Number {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl Value for Number {
    type Bit = bool;

    #[inline(always)]
    fn is_zero(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    fn any(self, mask: u32) -> bool {
        self.0 & mask != 0
    }

    #[inline(always)]
    fn below(self, other: Self) -> bool {
        self.0 < other.0
    }

    #[inline(always)]
    fn below_signed(self, other: Self, sign: u32) -> bool {
        self.0 ^ sign < other.0 ^ sign
    }

    #[inline(always)]
    fn even_parity(self) -> bool {
        (self.0 & 0xFF).count_ones().is_multiple_of(2)
    }

    #[inline(always)]
    fn power_of_two(self) -> Self {
        Self(1 << (self.0 & 31))
    }
}

impl Bit for bool {
    type Value = Number;

    #[inline(always)]
    fn value(self) -> Number {
        Number(self.into())
    }
}

/// The flags that an operation knows; the row determines which of them change. Those that it does not know are 0.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Flags<B> {
    pub(crate) c: B,
    pub(crate) z: B,
    pub(crate) s: B,
    /// P/V.
    pub(crate) v: B,
    /// D.
    pub(crate) d: B,
    pub(crate) h: B,
    /// Set when S and P/V differ: after a subtraction, when the first number is less than the second, with their signs.
    /// A comparison tells that without computing the two.
    #[cfg_attr(not(feature = "compiler"), expect(dead_code, reason = "traces read it"))]
    pub(crate) less: B,
}

impl<B: Bit> Flags<B> {
    /// No flag set.
    #[inline(always)]
    pub(crate) fn none() -> Self {
        let no = B::from(false);
        Self { c: no, z: no, s: no, v: no, d: no, h: no, less: no }
    }

    /// Tests whether a condition code, 0 to 15, holds; as [`Fcw::holds`](super::Fcw::holds) for bits of any kind.
    #[cfg(feature = "compiler")]
    pub(crate) fn holds(&self, condition: u16) -> B {
        let holds = match condition & 7 {
            0 => false.into(),
            1 => self.less,
            2 => self.z | self.less,
            3 => self.c | self.z,
            4 => self.v,
            5 => self.s,
            6 => self.z,
            _ => self.c,
        };
        // The upper half of the codes is the complement of the lower.
        if condition & 8 == 0 { holds } else { !holds }
    }
}
