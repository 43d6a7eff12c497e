//! The flags that an operation sets, as bits of any kind.

use super::value::Bit;

/// The flags that an operation knows; the row says which of them change. Those that it does not know are 0.
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
