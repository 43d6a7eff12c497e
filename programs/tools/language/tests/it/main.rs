//! Tests of the crate as a whole.

mod answers;
mod editor;
mod extension;
mod formats;
mod server;
mod sources;
mod texts;
