//! The tests of the crate from outside, in one binary.

mod extensions;
mod instructions;
mod interrupts;
mod isa;
mod mmu;
mod processor;
mod ram;
mod rows;
mod shared;
mod silicon;
mod snapshots;
