//! The integration tests of the crate, in one binary.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests make the files that they need"
)]

mod board;
mod cycles;
mod effects;
mod extensions;
mod heard;
mod hosts;
mod independent;
mod instructions;
mod interrupts;
mod isa;
mod machine;
mod measured;
mod mmu;
mod pair;
mod processor;
mod ram;
mod rows;
mod runs;
mod saves;
mod shared;
mod silicon;
mod traces;
