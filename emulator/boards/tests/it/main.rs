//! Tests of described machines, in one binary.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests make the files that they need"
)]

mod archived;
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
