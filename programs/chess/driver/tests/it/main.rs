//! The program as seen from outside.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests make the files that they need"
)]

mod endings;
mod facts;
mod games;
mod program;
mod search;
mod variation;
mod whole_games;
