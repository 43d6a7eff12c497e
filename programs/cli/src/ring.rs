//! The end of a text that may have none.

/// The last bytes of an output, and the number of those before them. A guest may print without end; this does not grow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ring {
    bytes: Vec<u8>,
    most: usize,
    dropped: u64,
}

impl Ring {
    /// An empty output, of which at least the last `most` bytes are kept, and at most twice as many.
    #[must_use]
    pub const fn new(most: usize) -> Self {
        Self {
            bytes: Vec::new(),
            most,
            dropped: 0,
        }
    }

    /// Adds bytes.
    pub fn extend(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        // Seldom, so that each byte is moved about once.
        if self.bytes.len() > 2 * self.most {
            let gone = self.bytes.len() - self.most;
            self.bytes.drain(..gone);
            self.dropped += gone as u64;
        }
    }

    /// Returns the bytes that are kept.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the number of bytes that were dropped, all from the beginning.
    #[must_use]
    pub const fn dropped(&self) -> u64 {
        self.dropped
    }

    /// Returns the number of bytes that were added.
    #[must_use]
    pub const fn added(&self) -> u64 {
        self.dropped + self.bytes.len() as u64
    }

    /// Returns the bytes behind the first `count` that were added, as far as they are kept.
    #[must_use]
    pub fn behind(&self, count: u64) -> &[u8] {
        let from = usize::try_from(count.saturating_sub(self.dropped)).unwrap_or(usize::MAX);
        &self.bytes[from.min(self.bytes.len())..]
    }

    /// Forgets what was added behind the first `count` bytes.
    pub fn truncate(&mut self, count: u64) {
        let kept = self.bytes.len() - self.behind(count).len();
        self.bytes.truncate(kept);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_is_kept_and_the_rest_counted() {
        let mut ring = Ring::new(4);
        ring.extend(b"abcdefgh");
        assert_eq!((ring.bytes(), ring.dropped()), (&b"abcdefgh"[..], 0));
        ring.extend(b"i");
        assert_eq!((ring.bytes(), ring.dropped(), ring.added()), (&b"fghi"[..], 5, 9));
        assert_eq!(
            (ring.behind(7), ring.behind(0), ring.behind(99)),
            (&b"hi"[..], &b"fghi"[..], &b""[..])
        );
        ring.truncate(6);
        assert_eq!((ring.bytes(), ring.added()), (&b"f"[..], 6));
    }
}
