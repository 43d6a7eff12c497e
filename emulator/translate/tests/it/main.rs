//! Compares compiled execution with the interpreter.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests make the files that they need"
)]
#![cfg(feature = "native")]

mod board;
mod flat;
mod lockstep;
#[path = "../../../tests/it/pair.rs"]
mod pair;
mod programs;
mod random;
mod silicon;
