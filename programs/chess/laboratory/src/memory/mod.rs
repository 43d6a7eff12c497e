//! Repeated null-window searches: MTD(f), SSS* and DUAL*.
//!
//! Plaat, Schaeffer, Pijls and de Bruin, *Best-first fixed-depth minimax algorithms*, Artificial Intelligence 87
//! (1996). Stockman's SSS* (1979), which searches best first with a list of open states, is equivalent to alpha-beta
//! with memory, called with null windows from above: it visits the same leaves in the same order. MTD(f) starts the
//! windows at a guess.
//!
//! | file | what |
//! |---|---|
//! | `search.rs` | [`Memory`]: alpha-beta that remembers the bounds it has found |
//! | `drivers.rs` | [`mtd`]: MTD(f) from a guess, SSS* from above, DUAL* from below; [`Driver`]: all searches by name |

mod drivers;
mod search;

pub use drivers::{Driver, mtd};
pub use search::Memory;
