//! Statements: from lines to places in pieces.
//!
//! `read` gives each statement its place, `perform` each directive its meaning. Conditions and macros depend on symbols,
//! so that lines are read as their statements are placed.

mod condition;
mod contents;
mod data;
mod definitions;
mod foreign;
mod perform;
mod read;
mod sections;
mod state;

pub(super) use read::read;
