//! Comparisons with the bytes of GNU as and GNU ld; these need `z8k-coff-as`, `z8k-coff-ld` and `z8k-coff-objcopy` in
//! the PATH.

mod expressions;
mod generator;
mod link;
mod programs;
mod sources;
mod suite;
mod tools;
