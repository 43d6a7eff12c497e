//! The program seen from outside.

mod endings;
mod games;
mod program;
mod search;
mod variation;
