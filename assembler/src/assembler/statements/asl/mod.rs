//! Sources for AS, Alfred Arnold's macro assembler. The meaning of a line depends on previous lines, so each line is
//! converted when it is read.

mod conditions;
mod data;
mod directives;
mod lines;
mod macros;
mod parts;
mod structures;
