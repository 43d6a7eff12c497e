//! The chess of the debugger from outside.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests make the files that they need"
)]

mod answers;
mod debugger;
mod events;
mod growth;
mod moves;
mod plies;
mod questions;
mod screens;
mod sentences;
mod why;
