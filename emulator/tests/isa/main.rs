//! The instruction table, seen from outside: coverage, consistency, and agreement with GNU as, objdump
//! and a Z8001.

mod errors;
mod gnu;
mod reference;
mod samples;
mod shared;
mod silicon;
mod table;
