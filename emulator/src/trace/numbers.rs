//! Numbers and bits that are recorded instead of computed.
//!
//! They form a list of small terms, each of which may refer to earlier terms. Known values are computed immediately,
//! and an earlier term is reused if it can be found without a search: bits that are known to be 0 are not masked, and a
//! half of a combined pair is the term that it was made from.

use alloc::vec::Vec;
use core::cell::RefCell;
use core::ops::{Add, BitAnd, BitOr, BitXor, Mul, Not, Shl, Shr, Sub};

use crate::cpu::{Bit, Value, operators};

/// A 32-bit number: either known during recording, or the index of its term. A truth value is 1 or 0.
///
/// # Example
///
/// ```
/// use z8000::trace::Number;
///
/// assert_eq!(Number::Known(5).known(), Some(5));
/// assert_eq!(Number::Term(5).known(), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Number {
    /// A number known when the trace was recorded.
    Known(u32),
    /// The value of the term with this index.
    Term(u32),
}

impl Number {
    /// Returns the number if it was known when the trace was recorded.
    pub const fn known(self) -> Option<u32> {
        match self {
            Self::Known(number) => Some(number),
            Self::Term(_) => None,
        }
    }
}

/// A register or a flag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// Register Rn; its value is 0 to 0xFFFF.
    Register(u8),
    /// A flag, given by its bit in FCW; its value is a truth value.
    Flag(u16),
}

impl Slot {
    /// Returns true if this is a flag among these bits of FCW.
    pub const fn is_flag_of(self, bits: u16) -> bool {
        matches!(self, Self::Flag(flag) if flag & bits != 0)
    }
}

/// The operation that computes a number. Sums, differences and products wrap around.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Term {
    /// The value of a register or a flag at the start of the trace.
    Start(Slot),
    /// The value loaded by the load with this number.
    Loaded(u32),
    /// The sum of two numbers.
    Add(Number, Number),
    /// The first number minus the second.
    Sub(Number, Number),
    /// The product of two numbers.
    Mul(Number, Number),
    /// Bitwise AND; of two truth values, a truth value.
    And(Number, Number),
    /// Bitwise OR; of two truth values, a truth value.
    Or(Number, Number),
    /// Bitwise exclusive OR; of two truth values, a truth value.
    Xor(Number, Number),
    /// The number shifted left by less than 32 bits.
    Shl(Number, u8),
    /// The number shifted right, unsigned, by less than 32 bits.
    Shr(Number, u8),
    /// 2 to the power of this number, which is less than 32.
    Power(Number),
    /// A truth value: whether the numbers are equal.
    Equal(Number, Number),
    /// A truth value: whether the first number is less than the second, unsigned.
    Below(Number, Number),
    /// A truth value: whether the first number is less than the second, both signed numbers of this many bits: 8, 16 or
    /// 32.
    BelowSigned(Number, Number, u8),
    /// A truth value: whether the low 8 bits contain an even number of ones.
    EvenParity(Number),
}

/// The terms of a trace, each with the bits that can be 1.
#[derive(Debug, Default)]
pub(crate) struct Arena(RefCell<Vec<(Term, u32)>>);

impl Arena {
    /// Adds a term, of which only the bits `possible` can be 1, and returns its number.
    pub(super) fn number(&self, term: Term, possible: u32) -> Num<'_> {
        let mut terms = self.0.borrow_mut();
        terms.push((term, possible));
        Num::Term(self, terms.len() as u32 - 1)
    }

    /// Returns a flag at the start of the trace.
    pub(super) fn flag(&self, bit: u16) -> Yes<'_> {
        Yes(self.number(Term::Start(Slot::Flag(bit)), 1))
    }

    /// Returns all terms. Each refers only to earlier ones.
    pub(super) fn into_terms(self) -> Vec<Term> {
        self.0.into_inner().into_iter().map(|(term, _)| term).collect()
    }

    /// Returns the term with an index, and the bits that can be 1 in it.
    pub(super) fn term(&self, index: u32) -> (Term, u32) {
        self.0.borrow()[index as usize]
    }

    /// Returns a number that a term refers to, with its arena.
    const fn named(&self, number: Number) -> Num<'_> {
        match number {
            Number::Known(number) => Num::Known(number),
            Number::Term(index) => Num::Term(self, index),
        }
    }
}

/// A number in a trace that is being recorded.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Num<'r> {
    Known(u32),
    Term(&'r Arena, u32),
}

/// A truth value in a trace that is being recorded.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Yes<'r>(Num<'r>);

impl From<u32> for Num<'_> {
    fn from(number: u32) -> Self {
        Self::Known(number)
    }
}

impl From<bool> for Yes<'_> {
    fn from(truth: bool) -> Self {
        Self(Num::Known(truth.into()))
    }
}

impl<'r> Num<'r> {
    pub(super) const fn number(self) -> Number {
        match self {
            Self::Known(number) => Number::Known(number),
            Self::Term(_, index) => Number::Term(index),
        }
    }

    pub(super) const fn known(self) -> Option<u32> {
        self.number().known()
    }

    /// Returns the bits that can be 1.
    fn possible(self) -> u32 {
        match self {
            Self::Known(number) => number,
            Self::Term(arena, index) => arena.term(index).1,
        }
    }

    /// Returns a mask of all bits up to the highest that can be 1.
    fn reach(self) -> u32 {
        u32::MAX.checked_shr(self.possible().leading_zeros()).unwrap_or(0)
    }

    /// Returns the two numbers that this one combines with OR, if it does.
    fn put_together(self) -> Option<(Self, Self)> {
        let Self::Term(arena, index) = self else { return None };
        match arena.term(index).0 {
            Term::Or(a, b) => Some((arena.named(a), arena.named(b))),
            _ => None,
        }
    }

    /// Creates a number from another one: computed immediately if that is known, otherwise as a term, of which the bits
    /// `possible` can be 1.
    fn of_one(self, compute: impl Fn(u32) -> u32, term: impl Fn(Number) -> Term, possible: u32) -> Self {
        match self {
            Self::Known(number) => compute(number).into(),
            Self::Term(arena, _) => arena.number(term(self.number()), possible),
        }
    }

    /// Creates a number from two others: computed immediately if both are known, otherwise as a term.
    fn of_two(
        self,
        other: Self,
        compute: impl Fn(u32, u32) -> u32,
        term: impl Fn(Number, Number) -> Term,
        possible: u32,
    ) -> Self {
        match (self, other) {
            (Self::Known(a), Self::Known(b)) => compute(a, b).into(),
            (Self::Term(arena, _), _) | (_, Self::Term(arena, _)) => {
                arena.number(term(self.number(), other.number()), possible)
            }
        }
    }

    pub(super) fn equal(self, other: Self) -> Yes<'r> {
        Yes(self.of_two(other, |a, b| (a == b).into(), Term::Equal, 1))
    }

    /// Returns the sum of two numbers that are not both 0.
    fn sum(self, other: Self) -> Self {
        let reach = u64::from(self.reach()) + u64::from(other.reach());
        let possible = u32::try_from(reach.next_power_of_two().wrapping_mul(2) - 1).unwrap_or(u32::MAX);
        self.of_two(other, u32::wrapping_add, Term::Add, possible)
    }

    fn masked(self, mask: u32) -> Self {
        let possible = self.possible() & mask;
        if possible == 0 {
            return 0.into();
        }
        if possible == self.possible() {
            return self;
        }
        // If this number combines two others, the mask may select only one of them.
        if let Some((a, b)) = self.put_together() {
            if a.possible() & mask == 0 {
                return b & mask;
            }
            if b.possible() & mask == 0 {
                return a & mask;
            }
        }
        self.of_two(mask.into(), |number, mask| number & mask, Term::And, possible)
    }

    fn shifted_left(self, distance: u32) -> Self {
        let term = |number| Term::Shl(number, distance as u8);
        self.of_one(|number| number << distance, term, self.possible() << distance)
    }

    fn shifted_right(self, distance: u32) -> Self {
        let possible = self.possible() >> distance;
        if possible == 0 {
            return 0.into();
        }
        if let Some((a, b)) = self.put_together() {
            if a.possible() >> distance == 0 {
                return b >> distance;
            }
            if b.possible() >> distance == 0 {
                return a >> distance;
            }
        }
        if let Self::Term(arena, index) = self
            && let (Term::Shl(a, back), _) = arena.term(index)
            && u32::from(back) == distance
        {
            let a = arena.named(a);
            if a.possible() << distance >> distance == a.possible() {
                return a;
            }
        }
        let term = |number| Term::Shr(number, distance as u8);
        self.of_one(|number| number >> distance, term, possible)
    }
}

operators! { #[inline] Num<'_>:
    Add<Self> add = |a, b| match (a, b) {
        (_, Num::Known(0)) => a,
        (Num::Known(0), _) => b,
        _ => a.sum(b),
    };
    Sub<Self> sub = |a, b| match b {
        Num::Known(0) => a,
        _ => a.of_two(b, u32::wrapping_sub, Term::Sub, u32::MAX),
    };
    Mul<Self> mul = |a, b| a.of_two(b, u32::wrapping_mul, Term::Mul, u32::MAX);
    BitAnd<Self> bitand = |a, b| match (a, b) {
        (number, Num::Known(mask)) | (Num::Known(mask), number) => number & mask,
        _ => a.of_two(b, |a, b| a & b, Term::And, a.possible() & b.possible()),
    };
    BitAnd<u32> bitand = Num::masked;
    BitOr<Self> bitor = |a, b| match (a, b) {
        // The OR changes nothing: the known bits are already 1.
        (other, Num::Known(number)) | (Num::Known(number), other) if other.possible() & !number == 0 => number.into(),
        (_, Num::Known(0)) => a,
        (Num::Known(0), _) => b,
        _ => a.of_two(b, |a, b| a | b, Term::Or, a.possible() | b.possible()),
    };
    BitXor<Self> bitxor = |a, b| match (a, b) {
        (_, Num::Known(0)) => a,
        (Num::Known(_), Num::Term(..)) => b ^ a,
        _ => a.of_two(b, |a, b| a ^ b, Term::Xor, a.possible() | b.possible()),
    };
    Shl<u32> shl = |number, distance| if distance == 0 { number } else { number.shifted_left(distance) };
    Shr<u32> shr = |number, distance| if distance == 0 { number } else { number.shifted_right(distance) };
}

operators! { #[inline] Yes<'_>:
    BitAnd<Self> bitand = |a, b| Self(a.0 & b.0);
    BitOr<Self> bitor = |a, b| Self(a.0 | b.0);
    BitXor<Self> bitxor = |a, b| Self(a.0 ^ b.0);
}

impl Not for Num<'_> {
    type Output = Self;

    fn not(self) -> Self {
        self ^ Self::Known(u32::MAX)
    }
}

impl Not for Yes<'_> {
    type Output = Self;

    fn not(self) -> Self {
        self ^ Self::from(true)
    }
}

impl<'r> Value for Num<'r> {
    type Bit = Yes<'r>;

    fn is_zero(self) -> Yes<'r> {
        // A difference is 0 if the two numbers are equal in the bits of the mask.
        if let Self::Term(arena, index) = self
            && let Term::And(Number::Term(difference), Number::Known(mask)) = arena.term(index).0
            && let Term::Sub(a, b) = arena.term(difference).0
        {
            let (a, b) = (arena.named(a), arena.named(b));
            if (a.possible() | b.possible()) & !mask == 0 && mask & mask.wrapping_add(1) == 0 {
                return a.equal(b);
            }
        }
        self.equal(0.into())
    }

    fn any(self, mask: u32) -> Yes<'r> {
        !(self & mask).is_zero()
    }

    fn below(self, other: Self) -> Yes<'r> {
        Yes(self.of_two(other, |a, b| (a < b).into(), Term::Below, 1))
    }

    fn below_signed(self, other: Self, sign: u32) -> Yes<'r> {
        let below = |a, b| (a ^ sign < b ^ sign).into();
        let term = |a, b| Term::BelowSigned(a, b, sign.ilog2() as u8 + 1);
        Yes(self.of_two(other, below, term, 1))
    }

    fn even_parity(self) -> Yes<'r> {
        let even = |number: u32| (number & 0xFF).count_ones().is_multiple_of(2).into();
        Yes(self.of_one(even, Term::EvenParity, 1))
    }

    fn power_of_two(self) -> Self {
        self.of_one(|number| 1 << (number & 31), Term::Power, u32::MAX)
    }
}

impl<'r> Yes<'r> {
    pub(super) const fn number(self) -> Number {
        self.0.number()
    }

    pub(super) fn known(self) -> Option<bool> {
        self.0.known().map(|truth| truth != 0)
    }
}

impl<'r> Bit for Yes<'r> {
    type Value = Num<'r>;

    fn value(self) -> Num<'r> {
        self.0
    }
}
