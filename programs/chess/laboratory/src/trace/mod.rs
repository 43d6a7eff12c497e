//! A tree to look at: what a search has done, call by call.
//!
//! A search says what it does to its game ([`Note`]). A game does not listen, and the note costs nothing; a [`Traced`]
//! game between the two writes it down. A [`Trace`] is what is written, as JSON, as text, for GraphViz, or as a page
//! that steps through it.
//!
//! | file | what |
//! |---|---|
//! | `../note.rs`, `call.rs` | [`Note`], [`Reason`], and [`call()`], with which a search begins and ends a call |
//! | `recorder.rs`, `traced.rs` | [`Recorder`]: the calls, as they are made; [`Traced`]: a game with one |
//! | `record.rs` | [`Trace`]: the calls as they are written, with the names of their moves (`names.rs`) |
//! | `grown.rs` | trees that are grown: conspiracy numbers, proof numbers |
//! | `depth_first.rs` | visits of depth-first proof-number search |
//! | `text.rs`, `page.rs` | the forms |

mod call;
mod depth_first;
mod grown;
mod names;
mod page;
mod record;
mod recorder;
mod text;
mod traced;

pub use crate::note::{Note, Reason};
pub use call::{because, call};
pub use depth_first::ProofRecorder;
pub use names::{NULL, Names, Places, San};
pub use record::{FORMAT, Known, Node, Trace, VERSION};
pub use recorder::{Call, Recorder, Step};
pub use traced::Traced;
