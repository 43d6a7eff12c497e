//! The debugger without a user interface: commands, expressions, history, profile, trace.

mod addresses;
mod batch;
mod common;
mod console;
mod counts;
mod documented;
mod endless;
mod exceptions;
mod expressions;
mod history;
mod load;
mod profile;
mod steps;
mod trace;
mod wrong;
