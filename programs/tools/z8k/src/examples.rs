//! The examples in the help of each command.

/// The examples, by command.
pub(crate) const EXAMPLES: &str = include_str!("examples.txt");
