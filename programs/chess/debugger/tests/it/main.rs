//! The chess of the debugger from outside.

mod debugger;
mod growth;
mod sentences;
mod why;
