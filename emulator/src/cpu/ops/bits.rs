//! Single bits: test, set, reset.

use super::super::alu::{Flagged, zs};
use super::super::execution::{Execution, Row};
use super::super::size::{Size, Word};
use super::super::value::{Flags, Value};
use super::super::verbs::Verbs;
use super::arithmetic::{Binary, Unary};

pub(crate) struct Set;
/// RES.
pub(crate) struct Reset;
/// TSET: S is the operand's sign; the operand becomes all ones.
pub(crate) struct TestAndSet;

impl Binary for Set {
    #[inline(always)]
    fn apply<S: Size, V: Value>(value: V, number: V, _: impl FnOnce() -> V) -> Flagged<V> {
        (value | bit::<S, V>(number), Flags::none())
    }
}

impl Binary for Reset {
    #[inline(always)]
    fn apply<S: Size, V: Value>(value: V, number: V, _: impl FnOnce() -> V) -> Flagged<V> {
        (value & !bit::<S, V>(number), Flags::none())
    }
}

impl Unary for TestAndSet {
    #[inline(always)]
    fn apply<S: Size, V: Value>(value: V) -> Flagged<V> {
        (V::from(S::MASK), zs::<S, V>(value))
    }
}

/// Returns the bit with a number; for a byte, only the number's lower three bits count.
#[inline(always)]
fn bit<S: Size, V: Value>(number: V) -> V {
    (number & (S::BITS - 1)).power_of_two()
}

impl<M: Verbs, R: Row> Execution<M, R> {
    /// Executes BIT.
    pub(crate) fn test_bit<S: Size>(&mut self) {
        let number = self.get::<Word, 1>();
        let value = self.get::<S, 0>();
        self.set_flags(zs::<S, M::Value>(value & bit::<S, M::Value>(number)));
    }
}
