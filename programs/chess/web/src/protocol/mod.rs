//! Requests of the page and their answers, as JSON. `page/types.ts` declares the same types in TypeScript; a test
//! generates this file, and fails if it is out of date.
//!
//! Numbers of instructions and clocks are exact: a Z8000 would take decades to exceed the integers of a double.
//! Addresses and register values are unsigned words.

mod chess;
mod game;
mod messages;
mod state;
mod views;

pub use chess::*;
pub use game::*;
pub use messages::*;
pub use state::*;
pub use views::*;
