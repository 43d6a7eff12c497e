//! The tests of the crate from outside, in one binary.

mod files;
mod inputs;
mod messages;
mod text;
