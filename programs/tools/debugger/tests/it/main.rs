//! The debugger without a user interface: commands, expressions, history, profile, trace.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests make the files that they need"
)]

mod account;
mod addresses;
mod batch;
mod common;
mod console;
mod counts;
mod documented;
mod events;
mod exceptions;
mod executions;
mod expressions;
mod flow;
mod found;
mod frames;
mod history;
mod limits;
mod load;
mod machines;
mod origin;
mod places;
mod profile;
mod reasons;
mod replays;
mod small;
mod steps;
mod taint;
mod text;
mod trace;
mod wrong;
