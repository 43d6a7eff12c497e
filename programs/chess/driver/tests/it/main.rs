//! The program seen from outside.

mod debugger;
mod games;
mod growth;
mod search;
mod variation;
