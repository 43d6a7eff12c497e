//! What the numbers of the search say about chess: whose value it is, where a mate is counted from, and what the rules
//! say of it. Every interface asks here, and displays what it is told.

mod mate;
mod value;

pub use mate::{BRIEF, EFFORT, Mate, outcome_at};
pub use value::{Meaning, Value};
