//! The tests of the crate from outside, in one binary.

mod files;
mod messages;
mod text;
