//! Numbers and bits that are written down instead of computed.
//!
//! They are a list of small terms, each of which names earlier ones. Known values are computed at once, and an earlier
//! term is used again where finding it takes no search: bits that are known to be 0 need no mask, and the half of a
//! pair is the half.

use alloc::vec::Vec;
use core::cell::RefCell;
use core::ops::{Add, BitAnd, BitOr, BitXor, Mul, Not, Shl, Shr, Sub};

use crate::cpu::{Bit, Value};

/// A number of 32 bits: known while the trace is made, or the index of its term.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Number {
    /// This number.
    Known(u32),
    /// The value of the term with this index.
    Term(u32),
}

impl Number {
    /// The number, if it is known.
    #[must_use]
    pub const fn known(self) -> Option<u32> {
        match self {
            Self::Known(number) => Some(number),
            Self::Term(_) => None,
        }
    }
}

/// A yes or no: known while the trace is made, or the index of its term.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Truth {
    /// This one.
    Known(bool),
    /// The value of the term with this index.
    Term(u32),
}

/// How a number is made. Sums, differences and products wrap around.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Term {
    /// Register Rn at the start of the trace, 0 to 0xFFFF.
    Register(u8),
    /// The value that the load with this number has loaded.
    Loaded(u32),
    /// The sum of two numbers.
    Add(Number, Number),
    /// The first less the second.
    Sub(Number, Number),
    /// The product.
    Mul(Number, Number),
    /// Bits that are in both.
    And(Number, Number),
    /// Bits that are in either.
    Or(Number, Number),
    /// Bits in which they differ.
    Xor(Number, Number),
    /// The first, shifted to the left by less than 32 bits.
    Shl(Number, u8),
    /// The first, shifted to the right by less than 32 bits, without sign.
    Shr(Number, u8),
    /// 2 to this power, which is below 32.
    Power(Number),
    /// 1 or 0.
    Of(Truth),
}

/// How a truth is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Test {
    /// A flag at the start of the trace, by its bit in FCW.
    Flag(u16),
    /// True if two numbers are equal.
    Equal(Number, Number),
    /// True if the first is below the second, without sign.
    Below(Number, Number),
    /// The same for numbers of this many bits, 8, 16 or 32, with sign.
    BelowSigned(Number, Number, u8),
    /// True if the lower 8 bits have an even number of ones.
    EvenParity(Number),
    /// Both.
    And(Truth, Truth),
    /// One or both.
    Or(Truth, Truth),
    /// Exactly one.
    Xor(Truth, Truth),
    /// Not so.
    Not(Truth),
}

/// The terms of a trace.
#[derive(Debug, Default)]
pub(super) struct Arena {
    terms: RefCell<Vec<(Term, u32)>>,
    tests: RefCell<Vec<Test>>,
}

impl Arena {
    /// A number by its term, of which only these bits can be 1.
    pub(super) fn number(&self, term: Term, possible: u32) -> Num<'_> {
        let mut terms = self.terms.borrow_mut();
        terms.push((term, possible));
        Num { arena: Some(self), number: Number::Term(terms.len() as u32 - 1) }
    }

    /// A truth by its test.
    pub(super) fn truth(&self, test: Test) -> Yes<'_> {
        let mut tests = self.tests.borrow_mut();
        tests.push(test);
        Yes { arena: Some(self), truth: Truth::Term(tests.len() as u32 - 1) }
    }

    /// All terms and tests. Each names only such as were made before it.
    pub(super) fn into_parts(self) -> (Vec<Term>, Vec<Test>) {
        let terms = self.terms.into_inner().into_iter().map(|(term, _)| term).collect();
        (terms, self.tests.into_inner())
    }

    /// A term by its index, and the bits that can be 1.
    pub(super) fn term(&self, index: u32) -> (Term, u32) {
        self.terms.borrow()[index as usize]
    }
}

/// A number of a trace that is being made.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Num<'r> {
    arena: Option<&'r Arena>,
    pub(super) number: Number,
}

/// A truth of a trace that is being made.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Yes<'r> {
    arena: Option<&'r Arena>,
    pub(super) truth: Truth,
}

impl From<u32> for Num<'_> {
    fn from(number: u32) -> Self {
        Self { arena: None, number: Number::Known(number) }
    }
}

impl From<bool> for Yes<'_> {
    fn from(truth: bool) -> Self {
        Self { arena: None, truth: Truth::Known(truth) }
    }
}

impl<'r> Num<'r> {
    pub(super) const fn known(self) -> Option<u32> {
        self.number.known()
    }

    /// The term that it is, unless it is known.
    fn term(self) -> Option<Term> {
        match self.number {
            Number::Known(_) => None,
            Number::Term(index) => Some(self.arena?.term(index).0),
        }
    }

    /// The bits that can be 1.
    fn possible(self) -> u32 {
        match self.number {
            Number::Known(number) => number,
            Number::Term(index) => self.arena.map_or(u32::MAX, |arena| arena.term(index).1),
        }
    }

    /// The same with a number of its trace.
    const fn with(self, number: Number) -> Self {
        Self { number, ..self }
    }

    /// All bits up to the highest that can be 1.
    fn reach(self) -> u32 {
        u32::MAX.checked_shr(self.possible().leading_zeros()).unwrap_or(0)
    }

    fn made(self, other: Self, term: Term, possible: u32) -> Self {
        let Some(arena) = self.arena.or(other.arena) else {
            unreachable!("two known numbers are computed at once")
        };
        arena.number(term, possible)
    }

    fn tested(self, other: Self, test: Test) -> Yes<'r> {
        let Some(arena) = self.arena.or(other.arena) else {
            unreachable!("two known numbers are compared at once")
        };
        arena.truth(test)
    }

    pub(super) fn equal(self, other: Self) -> Yes<'r> {
        match (self.known(), other.known()) {
            (Some(a), Some(b)) => (a == b).into(),
            _ => self.tested(other, Test::Equal(self.number, other.number)),
        }
    }
}

impl Add for Num<'_> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        match (self.known(), other.known()) {
            (Some(a), Some(b)) => a.wrapping_add(b).into(),
            (Some(0), None) => other,
            (None, Some(0)) => self,
            _ => {
                let reach = u64::from(self.reach()) + u64::from(other.reach());
                let possible = u32::try_from(reach.next_power_of_two().wrapping_mul(2) - 1).unwrap_or(u32::MAX);
                self.made(other, Term::Add(self.number, other.number), possible)
            }
        }
    }
}

impl Sub for Num<'_> {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        match (self.known(), other.known()) {
            (Some(a), Some(b)) => a.wrapping_sub(b).into(),
            (None, Some(0)) => self,
            _ => self.made(other, Term::Sub(self.number, other.number), u32::MAX),
        }
    }
}

impl Mul for Num<'_> {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        match (self.known(), other.known()) {
            (Some(a), Some(b)) => a.wrapping_mul(b).into(),
            _ => self.made(other, Term::Mul(self.number, other.number), u32::MAX),
        }
    }
}

impl BitAnd for Num<'_> {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        match (self.known(), other.known()) {
            (_, Some(mask)) => self & mask,
            (Some(mask), None) => other & mask,
            _ => {
                let possible = self.possible() & other.possible();
                self.made(other, Term::And(self.number, other.number), possible)
            }
        }
    }
}

impl BitAnd<u32> for Num<'_> {
    type Output = Self;

    fn bitand(self, mask: u32) -> Self {
        let possible = self.possible() & mask;
        if let Some(number) = self.known() {
            return (number & mask).into();
        }
        if possible == 0 {
            return 0.into();
        }
        if possible == self.possible() {
            return self;
        }
        // Of two numbers that were put together, only one may be left.
        if let Some(Term::Or(a, b)) = self.term() {
            let (a, b) = (self.with(a), self.with(b));
            if a.possible() & mask == 0 {
                return b & mask;
            }
            if b.possible() & mask == 0 {
                return a & mask;
            }
        }
        self.made(self, Term::And(self.number, Number::Known(mask)), possible)
    }
}

impl BitOr for Num<'_> {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        match (self.known(), other.known()) {
            (Some(a), Some(b)) => (a | b).into(),
            (Some(0), None) => other,
            (None, Some(0)) => self,
            _ => {
                let possible = self.possible() | other.possible();
                self.made(other, Term::Or(self.number, other.number), possible)
            }
        }
    }
}

impl BitXor for Num<'_> {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        match (self.known(), other.known()) {
            (Some(a), Some(b)) => (a ^ b).into(),
            (Some(0), None) => other,
            (None, Some(0)) => self,
            _ => {
                let possible = self.possible() | other.possible();
                self.made(other, Term::Xor(self.number, other.number), possible)
            }
        }
    }
}

impl Not for Num<'_> {
    type Output = Self;

    fn not(self) -> Self {
        self ^ Self::from(u32::MAX)
    }
}

impl Shl<u32> for Num<'_> {
    type Output = Self;

    fn shl(self, distance: u32) -> Self {
        match self.known() {
            Some(number) => (number << distance).into(),
            None if distance == 0 => self,
            None => {
                let term = Term::Shl(self.number, distance as u8);
                self.made(self, term, self.possible() << distance)
            }
        }
    }
}

impl Shr<u32> for Num<'_> {
    type Output = Self;

    fn shr(self, distance: u32) -> Self {
        if let Some(number) = self.known() {
            return (number >> distance).into();
        }
        let possible = self.possible() >> distance;
        if possible == 0 {
            return 0.into();
        }
        if distance == 0 {
            return self;
        }
        match self.term() {
            Some(Term::Or(a, b)) if self.with(a).possible() >> distance == 0 => return self.with(b) >> distance,
            Some(Term::Or(a, b)) if self.with(b).possible() >> distance == 0 => return self.with(a) >> distance,
            Some(Term::Shl(a, back)) if u32::from(back) == distance => {
                let a = self.with(a);
                if a.possible() << distance >> distance == a.possible() {
                    return a;
                }
            }
            _ => {}
        }
        self.made(self, Term::Shr(self.number, distance as u8), possible)
    }
}

impl<'r> Value for Num<'r> {
    type Bit = Yes<'r>;

    fn is_zero(self) -> Yes<'r> {
        // A difference is 0 if the two numbers are equal, as far as they count.
        if let Some(Term::And(difference, Number::Known(mask))) = self.term()
            && let Some(Term::Sub(a, b)) = self.with(difference).term()
        {
            let (a, b) = (self.with(a), self.with(b));
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
        match (self.known(), other.known()) {
            (Some(a), Some(b)) => (a < b).into(),
            _ => self.tested(other, Test::Below(self.number, other.number)),
        }
    }

    fn below_signed(self, other: Self, sign: u32) -> Yes<'r> {
        let test = Test::BelowSigned(self.number, other.number, sign.ilog2() as u8 + 1);
        match (self.known(), other.known()) {
            (Some(a), Some(b)) => (a ^ sign < b ^ sign).into(),
            _ => self.tested(other, test),
        }
    }

    fn even_parity(self) -> Yes<'r> {
        match self.known() {
            Some(number) => (number & 0xFF).count_ones().is_multiple_of(2).into(),
            None => self.tested(self, Test::EvenParity(self.number)),
        }
    }

    fn power_of_two(self) -> Self {
        match self.known() {
            Some(number) => (1 << (number & 31)).into(),
            None => self.made(self, Term::Power(self.number), u32::MAX),
        }
    }
}

impl Yes<'_> {
    pub(super) const fn known(self) -> Option<bool> {
        match self.truth {
            Truth::Known(truth) => Some(truth),
            Truth::Term(_) => None,
        }
    }

    fn made(self, other: Self, test: Test) -> Self {
        let Some(arena) = self.arena.or(other.arena) else {
            unreachable!("two known truths are joined at once")
        };
        arena.truth(test)
    }
}

impl BitAnd for Yes<'_> {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        match (self.known(), other.known()) {
            (Some(false), _) | (_, Some(false)) => false.into(),
            (Some(true), _) => other,
            (_, Some(true)) => self,
            _ => self.made(other, Test::And(self.truth, other.truth)),
        }
    }
}

impl BitOr for Yes<'_> {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        match (self.known(), other.known()) {
            (Some(true), _) | (_, Some(true)) => true.into(),
            (Some(false), _) => other,
            (_, Some(false)) => self,
            _ => self.made(other, Test::Or(self.truth, other.truth)),
        }
    }
}

impl BitXor for Yes<'_> {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        match (self.known(), other.known()) {
            (Some(false), _) => other,
            (_, Some(false)) => self,
            (Some(true), _) => !other,
            (_, Some(true)) => !self,
            _ => self.made(other, Test::Xor(self.truth, other.truth)),
        }
    }
}

impl Not for Yes<'_> {
    type Output = Self;

    fn not(self) -> Self {
        match self.truth {
            Truth::Known(truth) => (!truth).into(),
            Truth::Term(_) => self.made(self, Test::Not(self.truth)),
        }
    }
}

impl<'r> Bit for Yes<'r> {
    type Value = Num<'r>;

    fn value(self) -> Num<'r> {
        match (self.truth, self.arena) {
            (Truth::Known(truth), _) => u32::from(truth).into(),
            (_, Some(arena)) => arena.number(Term::Of(self.truth), 1),
            (_, None) => unreachable!("a term has its trace"),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::cpu::Number as Plain;

    /// The values of terms, for registers with these values.
    struct Values<'a> {
        terms: &'a [Term],
        tests: &'a [Test],
        registers: [u32; 4],
    }

    impl Values<'_> {
        fn number(&self, number: Number) -> u32 {
            let index = match number {
                Number::Known(number) => return number,
                Number::Term(index) => index as usize,
            };
            match self.terms[index] {
                Term::Register(n) => self.registers[usize::from(n)],
                Term::Loaded(_) => unreachable!("nothing is loaded here"),
                Term::Add(a, b) => self.number(a).wrapping_add(self.number(b)),
                Term::Sub(a, b) => self.number(a).wrapping_sub(self.number(b)),
                Term::Mul(a, b) => self.number(a).wrapping_mul(self.number(b)),
                Term::And(a, b) => self.number(a) & self.number(b),
                Term::Or(a, b) => self.number(a) | self.number(b),
                Term::Xor(a, b) => self.number(a) ^ self.number(b),
                Term::Shl(a, distance) => self.number(a) << distance,
                Term::Shr(a, distance) => self.number(a) >> distance,
                Term::Power(a) => 1 << (self.number(a) & 31),
                Term::Of(truth) => self.truth(truth).into(),
            }
        }

        fn truth(&self, truth: Truth) -> bool {
            let index = match truth {
                Truth::Known(truth) => return truth,
                Truth::Term(index) => index as usize,
            };
            match self.tests[index] {
                Test::Flag(_) => unreachable!("no flag is asked for here"),
                Test::Equal(a, b) => self.number(a) == self.number(b),
                Test::Below(a, b) => self.number(a) < self.number(b),
                Test::BelowSigned(a, b, bits) => {
                    let signed = |number| (self.number(number) as i32) << (32 - bits);
                    signed(a) < signed(b)
                }
                Test::EvenParity(a) => (self.number(a) & 0xFF).count_ones().is_multiple_of(2),
                Test::And(a, b) => self.truth(a) & self.truth(b),
                Test::Or(a, b) => self.truth(a) | self.truth(b),
                Test::Xor(a, b) => self.truth(a) ^ self.truth(b),
                Test::Not(a) => !self.truth(a),
            }
        }
    }

    /// Computes something from numbers, step by step; each step is an operation and the two steps that it works on.
    fn compute<V: Value>(first: &[V], steps: &[(u8, usize, usize, u32)]) -> (Vec<V>, Vec<V::Bit>) {
        let mut numbers = first.to_vec();
        let mut truths = vec![V::Bit::from(false), V::Bit::from(true)];
        for &(operation, a, b, constant) in steps {
            let (x, y) = (numbers[a % numbers.len()], numbers[b % numbers.len()]);
            let (p, q) = (truths[a % truths.len()], truths[b % truths.len()]);
            // Numbers of two bytes, as registers and operands are.
            let (short, other) = (x & 0xFFFF, y & 0xFFFF);
            match operation % 20 {
                0 => numbers.push(x + y),
                1 => numbers.push(x - y),
                2 => numbers.push(x * y),
                3 => numbers.push(x & y),
                4 => numbers.push(x & constant),
                5 => numbers.push(x | y),
                6 => numbers.push(x ^ y),
                7 => numbers.push(!x),
                8 => numbers.push(x << (constant % 32)),
                9 => numbers.push(x >> (constant % 32)),
                10 => numbers.push((x & 31).power_of_two()),
                11 => numbers.push(V::from(constant) | short << 16 & 0xFFFF_0000 | other),
                12 => truths.push(x.is_zero()),
                13 => truths.push(((short - other) & 0xFFFF).is_zero()),
                14 => truths.push(x.any(constant)),
                15 => truths.push(x.below(y)),
                16 => truths.push(short.below_signed(other, 0x8000)),
                17 => truths.push(x.even_parity()),
                18 => truths.push((p & q) ^ (p | !q)),
                _ => truths.push(p ^ q),
            }
        }
        (numbers, truths)
    }

    proptest! {
        #[test]
        fn terms_come_to_what_numbers_are(
            registers in prop::array::uniform4(0_u32..0x1_0000),
            steps in prop::collection::vec((any::<u8>(), 0_usize..40, 0_usize..40, any::<u32>()), 1..40),
        ) {
            let arena = Arena::default();
            let first: Vec<Num<'_>> = (0..4).map(|n| arena.number(Term::Register(n), 0xFFFF)).collect();
            let (numbers, truths) = compute(&first, &steps);
            let numbers: Vec<Number> = numbers.into_iter().map(|number| number.number).collect();
            let truths: Vec<Truth> = truths.into_iter().map(|truth| truth.truth).collect();
            let (plain, plain_truths) = compute(&registers.map(Plain), &steps);
            let (terms, tests) = arena.into_parts();
            let values = Values { terms: &terms, tests: &tests, registers };
            for (number, plain) in numbers.into_iter().zip(plain) {
                prop_assert_eq!(values.number(number), plain.0);
            }
            for (truth, plain) in truths.into_iter().zip(plain_truths) {
                prop_assert_eq!(values.truth(truth), plain);
            }
        }
    }
}
