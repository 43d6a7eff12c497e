//! The last part of a possibly endless text.

/// The last of many items, usually bytes of an output, and the number of items before them. A ring stays small even if
/// a program prints endlessly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ring<T = u8> {
    items: Vec<T>,
    most: usize,
    dropped: u64,
}

impl<T: Clone> Ring<T> {
    /// Creates an empty ring that keeps at least the last `most` items, and at most twice as many.
    pub const fn new(most: usize) -> Self {
        Self { items: Vec::new(), most, dropped: 0 }
    }

    /// Adds items, and drops the oldest if there are too many.
    pub fn extend(&mut self, items: &[T]) {
        self.items.extend_from_slice(items);
        // Dropped only rarely, so that each item is moved about once.
        if self.items.len() > 2 * self.most {
            let gone = self.items.len() - self.most;
            self.items.drain(..gone);
            self.dropped += gone as u64;
        }
    }

    /// Returns the items that are kept.
    pub fn kept(&self) -> &[T] {
        &self.items
    }

    /// Returns the number of items that were dropped from the beginning.
    pub const fn dropped(&self) -> u64 {
        self.dropped
    }

    /// Returns the number of items that were added.
    pub const fn added(&self) -> u64 {
        self.dropped + self.items.len() as u64
    }

    /// Returns the items after the first `count`, except those that were dropped.
    pub fn behind(&self, count: u64) -> &[T] {
        let from = usize::try_from(count.saturating_sub(self.dropped)).unwrap_or(usize::MAX);
        &self.items[from.min(self.items.len())..]
    }

    /// If fewer than `count` items were added, drops all items, and continues as if `count` items had been added.
    pub fn skip(&mut self, count: u64) {
        if self.added() < count {
            self.items.clear();
            self.dropped = count;
        }
    }

    /// Removes all items after the first `count`.
    pub fn truncate(&mut self, count: u64) {
        let kept = self.items.len() - self.behind(count).len();
        self.items.truncate(kept);
        self.dropped = self.dropped.min(count);
    }
}
