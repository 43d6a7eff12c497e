//! Tests of the instruction table: coverage, consistency, and agreement with GNU as, objdump and a Z8001.

mod encodings;
mod errors;
mod executed;
mod names;
mod patterns;
mod reference;
mod samples;
mod silicon;
mod table;
