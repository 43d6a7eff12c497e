//! Single bits: test, set, reset.

use super::super::Fcw;
use super::super::alu::{Flagged, zs};
use super::super::execution::{Execution, Row};
use super::super::size::{Size, Word};
use super::arithmetic::{Binary, Unary};
use crate::bus::Bus;

/// SET.
pub(crate) struct Set;
/// RES.
pub(crate) struct Reset;
/// TSET: S is the operand's sign; the operand becomes all ones.
pub(crate) struct TestAndSet;

impl Binary for Set {
    #[inline(always)]
    fn apply<S: Size>(value: u32, number: u32, _: Fcw) -> Flagged {
        (value | bit::<S>(number), Fcw::empty())
    }
}

impl Binary for Reset {
    #[inline(always)]
    fn apply<S: Size>(value: u32, number: u32, _: Fcw) -> Flagged {
        (value & !bit::<S>(number), Fcw::empty())
    }
}

impl Unary for TestAndSet {
    #[inline(always)]
    fn apply<S: Size>(value: u32, _: Fcw) -> Flagged {
        (S::MASK, zs::<S>(value))
    }
}

/// The bit with a number; of a byte, the number's lower three bits count.
#[inline(always)]
const fn bit<S: Size>(number: u32) -> u32 {
    1 << (number & (8 * S::BYTES as u32 - 1))
}

impl<B: Bus, R: Row> Execution<'_, B, R> {
    /// BIT.
    pub(crate) fn test_bit<S: Size>(&mut self) {
        let number = self.get::<Word, 1>();
        let value = self.get::<S, 0>();
        self.set_flags(zs::<S>(value & bit::<S>(number)));
    }
}
