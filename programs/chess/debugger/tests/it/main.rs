//! The chess of the debugger from outside.

mod debugger;
mod events;
mod growth;
mod moves;
mod plies;
mod sentences;
mod why;
