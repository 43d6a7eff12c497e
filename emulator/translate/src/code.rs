//! Code, and the entries of tables that refer to it.

use std::sync::atomic::{AtomicUsize, Ordering};

/// The address of compiled code, or its slot. Only compilers create one, and an [`Entry`] stores one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Code(usize);

impl Code {
    pub(crate) const fn new(address: usize) -> Self {
        Self(address)
    }

    pub(crate) const fn address(self) -> usize {
        self.0
    }
}

/// An entry of a table, which machine code reads.
#[derive(Debug)]
#[repr(transparent)]
pub(crate) struct Entry(AtomicUsize);

impl Entry {
    pub(crate) const fn new(code: Code) -> Self {
        Self(AtomicUsize::new(code.0))
    }

    pub(crate) fn load(&self) -> Code {
        Code(self.0.load(Ordering::Acquire))
    }

    pub(crate) fn store(&self, code: Code) {
        self.0.store(code.0, Ordering::Release);
    }

    /// Stores code, and returns the previous code.
    pub(crate) fn swap(&self, code: Code) -> Code {
        Code(self.0.swap(code.0, Ordering::AcqRel))
    }

    /// Stores code if the entry still contains `old`.
    pub(crate) fn replace(&self, old: Code, code: Code) {
        let _ = self
            .0
            .compare_exchange(old.0, code.0, Ordering::Release, Ordering::Relaxed);
    }
}
