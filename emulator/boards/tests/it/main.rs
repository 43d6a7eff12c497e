//! Machines from descriptions, in one binary.

mod common;
mod debugger;
mod descriptions;
mod devices;
mod engines;
mod frames;
mod machines;
mod saves;
