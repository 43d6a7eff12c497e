//! Logical instructions, tests and TCC.

use super::super::Fcw;
use super::super::alu::{Flagged, logic};
use super::super::execution::{Execution, Row};
use super::super::size::Size;
use super::arithmetic::{Binary, Unary};
use crate::bus::Bus;

/// AND.
pub(crate) struct And;
/// OR.
pub(crate) struct Or;
/// XOR.
pub(crate) struct Xor;
/// COM.
pub(crate) struct Complement;

impl Binary for And {
    #[inline(always)]
    fn apply<S: Size>(a: u32, b: u32, _: Fcw) -> Flagged {
        (a & b, logic::<S>(a & b))
    }
}

impl Binary for Or {
    #[inline(always)]
    fn apply<S: Size>(a: u32, b: u32, _: Fcw) -> Flagged {
        (a | b, logic::<S>(a | b))
    }
}

impl Binary for Xor {
    #[inline(always)]
    fn apply<S: Size>(a: u32, b: u32, _: Fcw) -> Flagged {
        (a ^ b, logic::<S>(a ^ b))
    }
}

impl Unary for Complement {
    #[inline(always)]
    fn apply<S: Size>(value: u32, _: Fcw) -> Flagged {
        let result = !value & S::MASK;
        (result, logic::<S>(result))
    }
}

impl<B: Bus, R: Row> Execution<'_, B, R> {
    /// TEST.
    pub(crate) fn test<S: Size>(&mut self) {
        let value = self.get::<S, 0>();
        self.set_flags(logic::<S>(value));
    }

    /// TCC: bit 0 is set if the condition holds, and otherwise left alone.
    pub(crate) fn test_condition<S: Size>(&mut self) {
        let bit = u32::from(self.cpu.fcw.holds(self.field::<0>()));
        let value = self.get::<S, 1>();
        self.put::<S, 1>(value | bit);
    }
}
