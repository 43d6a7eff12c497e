//! What a line has for a program.

/// What has come for a program that waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Come {
    /// Characters, one at least.
    Characters(Vec<u8>),
    /// Nothing yet.
    Later,
    /// Nothing any more.
    Never,
}
