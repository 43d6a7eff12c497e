//! Logical instructions, tests and TCC.

use super::super::alu::{Flagged, logic};
use super::super::execution::{Execution, Row};
use super::super::size::Size;
use super::super::value::{Bit, Value};
use super::super::verbs::Verbs;
use super::arithmetic::{Binary, Unary};

/// AND.
pub(crate) struct And;
/// OR.
pub(crate) struct Or;
pub(crate) struct Xor;
/// COM.
pub(crate) struct Complement;

impl Binary for And {
    #[inline(always)]
    fn apply<S: Size, V: Value>(a: V, b: V, _: impl FnOnce() -> V) -> Flagged<V> {
        (a & b, logic::<S, V>(a & b))
    }
}

impl Binary for Or {
    #[inline(always)]
    fn apply<S: Size, V: Value>(a: V, b: V, _: impl FnOnce() -> V) -> Flagged<V> {
        (a | b, logic::<S, V>(a | b))
    }
}

impl Binary for Xor {
    #[inline(always)]
    fn apply<S: Size, V: Value>(a: V, b: V, _: impl FnOnce() -> V) -> Flagged<V> {
        (a ^ b, logic::<S, V>(a ^ b))
    }
}

impl Unary for Complement {
    #[inline(always)]
    fn apply<S: Size, V: Value>(value: V) -> Flagged<V> {
        let result = !value & S::MASK;
        (result, logic::<S, V>(result))
    }
}

impl<M: Verbs, R: Row> Execution<M, R> {
    pub(crate) fn test<S: Size>(&mut self) {
        let value = self.get::<S, 0>();
        self.set_flags(logic::<S, M::Value>(value));
    }

    /// Executes TCC: sets bit 0 if the condition is true, and otherwise leaves it unchanged.
    pub(crate) fn test_condition<S: Size>(&mut self) {
        let bit = self.on.holds(self.field::<0>()).value();
        let value = self.get::<S, 1>();
        self.put::<S, 1>(value | bit);
    }
}
