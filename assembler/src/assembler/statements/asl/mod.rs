//! Sources for AS, Alfred Arnold's macro assembler: what a line means depends on those before it, so that each is rewritten
//! when it is read.

mod conditions;
mod data;
mod directives;
mod lines;
mod macros;
mod parts;
mod structures;
