//! The 1986 program under the debugger: the chess in what a debugger sees.
//!
//! * [`debugged`] prepares the program for a debugger; [`CHESS`] adds commands, a pane and remarks to the debugger.
//!   [`profile`] runs a search with a profiler.
//! * [`Watcher`] reports the search as events; [`Places`] reads the event at a given moment.
//! * [`Growth`] folds the events into a tree that a reader can follow.
//! * [`Why`] answers why the search does not play a move.
//! * [`SearchView`] reads board, search path and bounds from the memory of a session.
//!
//! Everything is found through symbols of the program, so a program that lacks some of them shows less. The program's
//! state is never changed.

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
