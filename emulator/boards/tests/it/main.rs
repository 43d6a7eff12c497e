//! Machines from descriptions, in one binary.

mod chain;
mod chips;
mod common;
mod debugger;
mod descriptions;
mod devices;
mod engines;
mod frames;
mod lines;
mod machines;
mod memories;
#[path = "../../../tests/it/pair.rs"]
mod pair;
mod registers;
mod saves;
mod waits;
