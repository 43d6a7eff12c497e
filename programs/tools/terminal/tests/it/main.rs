//! The terminal view on small programs.

mod scenes;
