//! The run: from lines to statements with addresses, and from statements to bytes.
//!
//! There is one pass. Lengths do not depend on values, so every statement gets its address when it is read (`run`). It
//! becomes bytes then too (`contents`), unless it names a symbol that is defined later: then it waits for the end of the
//! source (`finish`). `perform` gives each directive its meaning.

mod condition;
mod contents;
mod data;
mod definitions;
mod finish;
mod foreign;
mod perform;
mod run;
mod sections;
mod state;

pub use run::{assemble, examine};
pub use state::{Examination, Options};
