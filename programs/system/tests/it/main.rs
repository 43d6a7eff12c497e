//! Machines from descriptions, in one binary.

mod descriptions;
mod machines;
