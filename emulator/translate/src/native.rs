//! Machine code, its memory, and the call into it: the unsafe code of the project, but for the block in `Cache::call` that
//! keeps the contract of [`Entrance::call`].
//!
//! Why it is sound to call the code:
//!
//! * It is code that Cranelift has made of what `emit` and `compiler.rs` have written, for this host, or a copy of such
//!   code that has nothing to relocate.
//! * It reads and writes the [`Context`], which the caller has borrowed for it, at the offsets of its fields.
//! * It reads and writes the banks of the machine's memory and reads their marks: `Cache::call` has both borrowed while
//!   the code runs, and has made sure that there are as many as the code's `Layout` has. A bank's number is a constant of
//!   that layout, or comes from its maps, which have an entry for each of the 128 segments, and the code masks the
//!   segment; all of them are below the number of banks. Within a bank, every offset is a number of 16 bits, and even
//!   where a word is meant (`Place` in `z8000::trace` says so, and `Emitter::offset` masks words), and a word's number is
//!   such an offset divided by the size of a word. So all accesses lie within.
//! * It reads the maps of the layout, the tables and the directory, at constant addresses: the cache that owns the code
//!   owns them, and they stay where they are. A table has an entry for every even offset of 16 bits, and the code goes on
//!   with what the entry names; the directory has one for each segment. All entries name code of the same compiler, with
//!   the same signature, or a table. Other threads write entries while it runs: whole words with `Release`, after what
//!   they name is finished.
//! * It calls nothing, and its stack is a few spilled registers.

#![allow(unsafe_code)]

use std::sync::atomic::{AtomicUsize, Ordering};

use cranelift_jit::JITModule;
use cranelift_module::FuncId;

use crate::context::Context;

/// The address of machine code that a compiler has made. Only a [`Memory`] makes one, and an [`Entry`] keeps one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Code(usize);

impl Code {
    /// The address, to look at.
    #[cfg(test)]
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

    /// Stores code, and returns what was there.
    pub(crate) fn swap(&self, code: Code) -> Code {
        Code(self.0.swap(code.0, Ordering::AcqRel))
    }

    /// Stores code if `old` is there.
    pub(crate) fn replace(&self, old: Code, code: Code) {
        let _ = self
            .0
            .compare_exchange(old.0, code.0, Ordering::Release, Ordering::Relaxed);
    }
}

/// The function through which the host calls the code of a trace.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entrance(Code);

impl Entrance {
    /// `code` is a function of the host's calling convention that takes a context and code.
    pub(crate) const fn new(code: Code) -> Self {
        Self(code)
    }

    /// Runs code until it leaves.
    ///
    /// # Safety
    ///
    /// The compiler that has made this has made `code` too, and lives. The context points to as many banks, and marks, as
    /// the layout has that the code was made for, and the caller has borrowed them for it.
    pub(crate) unsafe fn call(self, context: &mut Context, code: Code) {
        // SAFETY: `Compiler::entrance` has made a function of this type; see above for what the code does.
        let function = unsafe { std::mem::transmute::<usize, extern "C" fn(&mut Context, usize)>(self.0.0) };
        function(context, code.0);
    }
}

/// A module that gives its memory back.
pub(crate) struct Memory(Option<JITModule>);

impl Memory {
    pub(crate) const fn new(module: JITModule) -> Self {
        Self(Some(module))
    }

    /// The module.
    pub(crate) const fn module(&mut self) -> &mut JITModule {
        match &mut self.0 {
            Some(module) => module,
            None => unreachable!(),
        }
    }

    /// The code of a function that the module has finished.
    pub(crate) fn code(&mut self, function: FuncId) -> Code {
        Code(self.module().get_finalized_function(function) as usize)
    }

    /// Pieces of code that were copied into such a function, by where they begin in it.
    pub(crate) fn pieces(&mut self, function: FuncId, starts: Vec<usize>) -> Vec<Code> {
        let Code(first) = self.code(function);
        starts.into_iter().map(|start| Code(first + start)).collect()
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        if let Some(module) = self.0.take() {
            // SAFETY: no code runs any more: it runs while its cache is borrowed, and the cache owns this module.
            unsafe { module.free_memory() };
        }
    }
}
