//! The program seen from outside.

mod games;
mod search;
mod variation;
