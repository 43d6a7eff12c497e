//! Repeated null-window searches: MTD(f), SSS* and DUAL*.
//!
//! Plaat, Schaeffer, Pijls and de Bruin, *Best-first fixed-depth minimax algorithms*, Artificial Intelligence 87
//! (1996). Stockman's SSS* (1979), which searches best first with a list of open states, is equivalent to alpha-beta
//! with memory, called with null windows from above: it visits the same leaves in the same order. MTD(f) starts the
//! windows at a guess.
//!
//! | file | what |
//! |---|---|
//! | `search.rs` | [`Memory`]: alpha-beta that remembers the bounds it has found, with or without scout windows |
//! | `drivers.rs` | [`mtd`]: MTD(f) from a guess, SSS* from above, DUAL* from below; [`Driver`]: all searches by name |
//! | `side_by_side.rs` | [`in_tree`], [`in_chess`]: all searches in one position |

mod drivers;
mod search;
mod side_by_side;

pub use drivers::{Driver, mtd};
pub use search::Memory;
pub use side_by_side::{Run, in_chess, in_tree};
