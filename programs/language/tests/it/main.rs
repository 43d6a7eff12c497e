//! Tests of the crate as a whole.

mod editor;
mod formats;
mod server;
mod sources;
