//! Compiled execution against the interpreter.

#![cfg(feature = "native")]

mod programs;
mod silicon;
