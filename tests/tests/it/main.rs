//! Tests across the crates: one binary, with a module for each subject.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests make the files that they need"
)]

mod accesses;
mod agreement;
mod by_hand;
mod causal;
mod clocks;
mod conditions;
mod coverage;
mod documents;
mod exceptions;
mod exerciser;
mod fuzz;
mod geometry;
mod gnu;
mod hostile;
mod near;
mod origin;
mod outputs;
mod papers;
mod program;
mod round_trip;
mod streams;
mod structure;
mod words;

use z8000::run::Engine;

/// Returns the engine for compiled execution, which matches the interpreter in every clock, as the example `lockstep`
/// of z8000-translate shows.
fn translator() -> Option<Box<dyn Engine>> {
    let translator = z8000_translate::Translator::new();
    Some(Box::new(translator.expect("a host with a compiler")))
}
