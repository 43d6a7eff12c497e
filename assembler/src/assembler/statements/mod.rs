//! Statements: assigning the contents of lines to pieces of sections.
//!
//! `read` processes each statement, and `perform` executes each directive. Conditions and macros depend on symbols, so
//! statements are processed as their lines are read.

mod asl;
mod condition;
mod contents;
mod data;
mod definitions;
mod foreign;
mod perform;
mod read;
mod sections;
mod spelling;
mod statement;

pub(super) use read::read;
