//! The values on which operations work: numbers, bits and flags, computed or recorded.
//!
//! An operation is written once, over [`Value`] and [`Bit`]. With [`Number`] and `bool`, it computes its result, which
//! is how the processor executes it; with other types, it records what to compute.

use core::ops::{Add, BitAnd, BitOr, BitXor, Mul, Not, Shl, Shr, Sub};

/// A 32-bit number; sums, differences and products wrap around. The upper bits of bytes and words are 0.
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
    /// The type of the results of comparisons.
    type Bit: Bit<Value = Self>;

    /// Tests whether all bits are 0.
    fn is_zero(self) -> Self::Bit;

    /// Tests whether any of the bits of a mask is 1.
    fn any(self, mask: u32) -> Self::Bit;

    /// Tests whether this number is below another; both are unsigned.
    fn below(self, other: Self) -> Self::Bit;

    /// Tests whether this number is below another; both are signed, with this sign bit.
    fn below_signed(self, other: Self, sign: u32) -> Self::Bit;

    /// Tests whether the lower eight bits contain an even number of ones.
    fn even_parity(self) -> Self::Bit;

    /// Returns 2 to the power of this number, which must be below 32.
    fn power_of_two(self) -> Self;

    /// Returns the number, which has this sign bit, sign-extended to 32 bits.
    #[inline(always)]
    fn sign_extended(self, sign: u32) -> Self {
        (self ^ Self::from(sign)) - Self::from(sign)
    }
}

/// A truth value.
pub(crate) trait Bit:
    Copy + From<bool> + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    /// The corresponding type of numbers.
    type Value;

    /// Returns 1 for true, 0 for false.
    fn value(self) -> Self::Value;
}

/// A number that is computed immediately, rather than recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Number(pub(crate) u32);

impl From<u32> for Number {
    #[inline(always)]
    fn from(number: u32) -> Self {
        Self(number)
    }
}

/// Implements operators with results of the same type, each by a function.
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

/// The flags that an operation computes; the row determines which of them change. The others are 0.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Flags<B> {
    pub(crate) c: B,
    pub(crate) z: B,
    pub(crate) s: B,
    /// Parity or overflow (P/V).
    pub(crate) v: B,
    pub(crate) d: B,
    pub(crate) h: B,
    /// Set if S and P/V differ: after a subtraction, this means that the first signed number is less than the second. A
    /// comparison computes it without computing S and P/V.
    #[cfg_attr(not(feature = "compiler"), expect(dead_code, reason = "traces read it"))]
    pub(crate) less: B,
}

impl<B: Bit> Flags<B> {
    /// Returns cleared flags.
    #[inline(always)]
    pub(crate) fn none() -> Self {
        let no = B::from(false);
        Self { c: no, z: no, s: no, v: no, d: no, h: no, less: no }
    }

    /// Tests whether a condition code, 0 to 15, is true, as [`Fcw::holds`](super::Fcw::holds) does, for any type of bits.
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
        // The upper eight codes are the complements of the lower eight.
        if condition & 8 == 0 { holds } else { !holds }
    }
}
