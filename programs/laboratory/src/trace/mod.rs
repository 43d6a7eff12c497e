//! A tree to look at: what a search has done, call by call.

mod note;

pub use note::{Note, Reason, because, call};
