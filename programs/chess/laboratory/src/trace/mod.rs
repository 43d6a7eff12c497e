//! A tree to look at: what a search has done, call by call.
//!
//! A search tells its game what it does ([`Note`]). A game ignores that, so that it costs nothing; a [`Traced`] game
//! between the two writes it down. Every tree of moves is a [`Trace`], whatever grew it: one schema, printed as JSON, as
//! text, for GraphViz, or as a page that steps through it.
//!
//! | file | what |
//! |---|---|
//! | `../note.rs`, `call.rs` | [`Note`], [`Reason`], and [`call()`], with which a search begins and ends a call |
//! | `recorder.rs`, `traced.rs` | [`Recorder`]: the calls, as they are made; [`Traced`]: a game with one |
//! | `tree.rs` | [`Trace`], [`Node`], [`Known`]: the one schema, with its version |
//! | `calls.rs` | trees of calls, with the names of their moves (`names.rs`) |
//! | `grown.rs` | trees that are grown: conspiracy numbers, proof numbers |
//! | `text.rs`, `page.rs` | the forms |

mod call;
mod calls;
mod grown;
mod names;
mod page;
mod recorder;
mod text;
mod traced;
mod tree;

pub use crate::note::{Note, Reason};
pub use call::{because, call};
pub use names::{NULL, Names, Places, San};
pub use recorder::{Call, Recorder, Step};
pub use traced::Traced;
pub use tree::{FORMAT, Known, Node, Trace, VERSION};
