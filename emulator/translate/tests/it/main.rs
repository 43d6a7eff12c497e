//! Compiled execution against the interpreter.

#![cfg(feature = "native")]

mod board;
mod programs;
mod silicon;
