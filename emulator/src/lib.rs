//! The Zilog Z8000: instruction table, processor and a small machine.

pub mod isa;
