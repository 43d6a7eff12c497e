//! The 1986 search in Rust.
