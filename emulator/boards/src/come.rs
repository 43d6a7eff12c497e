//! The result of waiting for input from a connection.

/// What has arrived for a program that waits for input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Come {
    /// At least one character has arrived.
    Characters(Vec<u8>),
    /// No character has arrived yet.
    Later,
    /// No character has arrived, and none will.
    Never,
}
