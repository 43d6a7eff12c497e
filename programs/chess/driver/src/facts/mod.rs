//! What the numbers of the search mean in chess: whose value it is, from where a mate is counted, and whether the rules
//! confirm it. Every interface uses these functions and displays their results.

mod mate;
mod value;

pub use mate::{BRIEF, EFFORT, Mate, outcome_at};
pub use value::{Meaning, Value};
