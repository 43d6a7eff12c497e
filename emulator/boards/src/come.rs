//! What a connection has received for a program.

/// What has arrived for a waiting program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Come {
    /// At least one character has arrived.
    Characters(Vec<u8>),
    /// No character has arrived yet.
    Later,
    /// No character has arrived, and none will.
    Never,
}
