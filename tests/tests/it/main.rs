//! Tests across the crates: one binary, a module per subject.

mod agreement;
mod assembler;
mod by_hand;
mod clocks;
mod conditions;
mod coverage;
mod dialects;
mod documents;
mod exceptions;
mod exerciser;
mod fuzz;
mod geometry;
mod gnu;
mod hostile;
mod near;
mod outputs;
mod papers;
mod program;
mod round_trip;
mod streams;
mod structure;
