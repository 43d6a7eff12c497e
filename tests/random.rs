//! Numbers that look random and are the same in every run.

/// A generator of 64 bits: xorshift (Marsaglia 2003). The seed must not be 0.
#[derive(Debug)]
pub struct Random(pub u64);

impl Random {
    /// A number of 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number from 0 to `limit` - 1; 0 where the limit is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.bits() >> 32) as usize % limit.max(1)
    }
}
