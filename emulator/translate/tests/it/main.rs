//! Compiled execution against the interpreter.

#![cfg(feature = "native")]

mod board;
mod flat;
mod programs;
mod random;
mod silicon;
