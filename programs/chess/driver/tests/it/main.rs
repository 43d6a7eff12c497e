//! The program seen from outside.

mod endings;
mod facts;
mod games;
mod program;
mod search;
mod variation;
