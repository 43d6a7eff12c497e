//! The tests of the crate from outside, in one binary.

mod board;
mod cycles;
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
