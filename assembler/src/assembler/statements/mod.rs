//! Statements: placing the contents of lines in pieces of sections.
//!
//! `read` places each statement, and `perform` executes each directive. Conditions and macros depend on symbols, so
//! lines are read as their statements are placed.

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
