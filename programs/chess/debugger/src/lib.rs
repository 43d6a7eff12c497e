//! The reconstructed program under the debugger, with the state of the machine interpreted as chess.
//!
//! * [`debugged`] prepares the program for a debugger, and [`begin`] goes to where its search begins; [`CHESS`] adds
//!   commands, a pane and remarks to the debugger. [`profile`] runs a search with a profiler.
//! * [`Watcher`] reports the search as events; [`Places`] reads the event at a given moment.
//! * [`Growth`] folds the events into a tree that a reader can follow.
//! * [`Why`] explains why the search does not play a move.
//! * [`SearchView`] reads board, search path and bounds from the memory of a session.
//!
//! All state is located through symbols of the program; if some are missing, less is shown. The program's state is
//! never changed.

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

pub use events::{Happening, Place, Places, SCHEMA, Sink, Watcher};
pub use extension::CHESS;
pub use growth::{Branch, Fate, Growth, Level, Order};
pub use next::events;
pub use program::{begin, debugged, profile};
pub use view::{Ply, PlyKind, SearchView};
pub use why::{Answer, CutOff, Inquiry, Reason, Reply, Rival, Why};
