//! Trees for display: the work of a search, call by call.
//!
//! A search reports its work to its game as [`Note`]s. A game ignores them; [`Counted`](crate::Counted) records them on
//! request. Every tree is a [`Trace`], whatever search produced it: there is one schema, which is printed as JSON, as
//! text, or as a page for stepping through the tree.
//!
//! | file | what |
//! |---|---|
//! | `../game.rs` | [`Note`], [`Reason`], and [`call()`], with which a search begins and ends a call |
//! | `recorder.rs` | [`Recorder`]: the calls as they are made, and their tree |
//! | `names.rs` | the names of the moves |
//! | `tree.rs` | [`Trace`], [`Node`], [`NodeState`]: the one schema, with its version |
//! | `line.rs` | the moves that explain the value |
//! | `grown.rs` | trees that are grown: conspiracy numbers, proof numbers |
//! | `text.rs`, `page.rs` | the output formats |
//! | `drawing.js`, `drawing.css` | the drawing of the tree, which the browser page in `programs/chess/web` shares |

mod grown;
mod line;
mod names;
mod page;
mod recorder;
mod text;
mod tree;

pub use crate::game::{Note, Reason, because, call};
pub use line::Step;
pub use names::{Each, NULL, Names, San, places};
pub use recorder::{Call, Recorder};
pub use tree::{FORMAT, Node, NodeState, Trace, VERSION};
