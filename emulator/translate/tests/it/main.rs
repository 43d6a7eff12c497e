//! Compiled execution against the interpreter.

#![cfg(feature = "native")]

mod board;
mod flat;
mod lockstep;
#[path = "../../../tests/it/pair.rs"]
mod pair;
mod programs;
mod random;
mod silicon;
