//! What a line has received for a program.

/// What has arrived for a program that waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Come {
    /// At least one character.
    Characters(Vec<u8>),
    /// Nothing yet.
    Later,
    /// Nothing, and nothing more will arrive.
    Never,
}
