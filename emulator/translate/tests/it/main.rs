//! Execution by traces against the interpreter.

use z8000_translate::Choice;

mod board;
mod programs;
mod silicon;

/// The engines of this host that are not the interpreter.
const ENGINES: &[Choice] = if cfg!(feature = "native") {
    &[Choice::Compiled, Choice::Portable]
} else {
    &[Choice::Portable]
};
