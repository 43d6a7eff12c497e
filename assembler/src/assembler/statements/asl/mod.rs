//! Sources for AS, Alfred Arnold's macro assembler. The meaning of a line depends on the lines before it, so each line
//! is rewritten when it is read.

mod conditions;
mod data;
mod directives;
mod lines;
mod macros;
mod parts;
mod structures;
