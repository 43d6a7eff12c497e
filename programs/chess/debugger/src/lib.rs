//! The 1986 program under the debugger: the chess in what a debugger sees.
//!
//! * [`debugged`] hands the program to a debugger; [`CHESS`] adds commands, a pane and remarks to it. [`profile`] runs a
//!   search with a profiler.
//! * [`Watcher`] tells the search as events, [`Places`] reads the one at a moment.
//! * [`Growth`] folds the events into the tree that a reader can follow.
//! * [`Why`] answers why the search does not play a move.
//! * [`SearchView`] reads board, search path and bounds from the memory of a session.
//!
//! Everything is found by the symbols of the program, so that another program without them shows less. Nothing is
//! changed.

mod details;
mod events;
mod extension;
mod growth;
mod look;
mod movement;
mod naming;
mod next;
mod notation;
mod pane;
mod program;
mod told;
mod values;
mod view;
mod why;

pub use events::{Happening, Place, Places, SCHEMA, Watcher};
pub use extension::CHESS;
pub use growth::{Branch, Fate, Growth, Level, Order};
pub use next::events;
pub use program::{debugged, profile};
pub use view::{Ply, PlyKind, SearchView};
pub use why::{Answer, CutOff, Inquiry, Reason, Reply, Rival, Why};
