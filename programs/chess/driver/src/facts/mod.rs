//! What the numbers of the search mean in chess: for which side a value is, from where a mate is counted, and whether
//! the rules confirm the mate. Every interface uses these functions and displays their results.

mod mate;
mod value;

pub use mate::{BRIEF, EFFORT, Mate, outcome_at};
pub use value::{Meaning, Value};
