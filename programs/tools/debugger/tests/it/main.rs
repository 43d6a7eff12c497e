//! The debugger without a user interface: commands, expressions, history, profile, trace.

mod addresses;
mod batch;
mod common;
mod console;
mod counts;
mod documented;
mod endless;
mod events;
mod exceptions;
mod expressions;
mod flow;
mod found;
mod frames;
mod history;
mod load;
mod machines;
mod places;
mod profile;
mod reasons;
mod replays;
mod small;
mod steps;
mod text;
mod trace;
mod wrong;
