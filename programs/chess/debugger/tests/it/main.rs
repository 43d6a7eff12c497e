//! The chess of the debugger from outside.

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
