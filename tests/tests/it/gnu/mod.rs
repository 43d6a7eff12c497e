//! The same bytes as GNU as and GNU ld; needs `z8k-coff-as`, `z8k-coff-ld` and `z8k-coff-objcopy` on the PATH.

mod expressions;
mod generator;
mod link;
mod programs;
mod sources;
mod suite;
mod tools;
